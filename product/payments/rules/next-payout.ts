import { type Cents, cents, minus, sum } from '#product/shared/money/cents.ts';

/** The sum that a session adds to the next payout. */
export interface NextOfSession {
  readonly sessionId: string;
  readonly title: string;
  readonly startAt: string;
  /** Available already; below nothing where it has to make up for something. */
  readonly ready: Cents;
  /** The sum that will be available by then. */
  readonly coming: Cents;
}

/** Sessions that are listed. */
const MOST_LISTED = 100;

/**
 * The next payout: one number, and the list that adds up to it. Beyond the first hundred sessions
 * the list ends, and says what the others come to together.
 * @param sessions in the order in which they are listed
 */
export function nextPayoutOf(sessions: readonly NextOfSession[]) {
  const listed = sessions.slice(0, MOST_LISTED);
  const part = (of: 'ready' | 'coming') =>
    listed
      .map(({ sessionId, title, startAt, [of]: amount }) => ({ sessionId, title, startAt, cents: amount }))
      .filter((line) => line.cents !== 0);
  const total = (of: 'ready' | 'coming') => sum(sessions.map((session) => session[of]));
  const [ready, coming, readyCents, comingCents] = [
    part('ready'),
    part('coming'),
    total('ready'),
    total('coming'),
  ];
  const all = sum([readyCents, comingCents]);
  return {
    ready,
    coming,
    readyCents,
    comingCents,
    totalCents: cents(Math.max(0, all)),
    sessions: sessions.length,
    othersCents: minus(all, sum([...ready, ...coming].map((line) => line.cents))),
  };
}
