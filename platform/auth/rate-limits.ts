import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { placeOf } from '#platform/gateway/address.ts';
import type { AuthContext } from './context.ts';
import { AuthError } from './errors.ts';

/** How often something may happen to one key. */
export interface Budget {
  name: string;
  allowed: number;
  seconds: number;
}

/** GoTrue's buckets per address (its burst is our window). */
export const PER_ADDRESS = {
  signup: { name: 'signup', allowed: 30, seconds: 300 },
  token: { name: 'token', allowed: 150, seconds: 300 },
  verify: { name: 'verify', allowed: 30, seconds: 300 },
  anonymous: { name: 'anonymous', allowed: 30, seconds: 3600 },
} as const satisfies Record<string, Budget>;

/** Guessing one person's password. */
export const SIGN_IN_FAILURES: Budget = { name: 'sign-in', allowed: 5, seconds: 900 };
/**
 * Guessing many people's from one place: wider, because an office or a school shares its address.
 */
export const SIGN_IN_FAILURES_PER_ADDRESS: Budget = { name: 'sign-in-from', allowed: 20, seconds: 900 };
/**
 * Guessing one person's six digits from one place, which is the sender's own: ten wrong ones keep
 * no owner out who is elsewhere.
 */
export const CODE_FAILURES: Budget = { name: 'code', allowed: 10, seconds: 900 };
/**
 * Guessing them from many places: at this pace a code that lives an hour is found once in 20,000
 * tries at it. The link of the same mail asks for no digits, so whoever has the mailbox is let in
 * all the same.
 */
const CODE_FAILURES_EVERYWHERE: Budget = { name: 'code-everywhere', allowed: 50, seconds: 3600 };

/** The table holds no address in clear, neither of mail nor of network. */
function keyOf(auth: AuthContext, budget: Budget, subject: string): string {
  const digest = createHmac('sha256', auth.secrets.rateLimits).update(subject).digest('base64url');
  return `${budget.name}:${digest}`;
}

/**
 * For how long this process remembers that a budget is exhausted, and how many such budgets.
 * Further guesses are then refused without asking the database. A budget that another process has
 * given back is refused for that much longer.
 */
const REMEMBERED = { milliseconds: 5_000, most: 10_000 };

async function ask(
  auth: AuthContext,
  budget: Budget,
  subject: string,
  cost: 0 | 1,
  db: pg.ClientBase | pg.Pool = auth.pool,
): Promise<number> {
  const key = keyOf(auth, budget, subject);
  const at = auth.now();
  const known = auth.exhausted.get(key);
  if (known && at.getTime() < Math.min(known.trustedUntil, known.endsAt))
    return Math.ceil((known.endsAt - at.getTime()) / 1_000);
  auth.exhausted.delete(key);
  const { rows } = await db.query({
    name: 'auth-spend',
    text: 'select auth.spend_rate_limit($1, $2, $3, $4, $5) as wait',
    values: [key, budget.allowed, budget.seconds, at, cost],
  });
  const wait = rows[0]?.wait ?? 0;
  // Within a transaction nothing is remembered: what it takes may be rolled back.
  if (wait > 0 && db === auth.pool) {
    const [oldest] = auth.exhausted.keys();
    if (oldest !== undefined && auth.exhausted.size >= REMEMBERED.most) auth.exhausted.delete(oldest);
    auth.exhausted.set(key, {
      endsAt: at.getTime() + wait * 1_000,
      trustedUntil: at.getTime() + REMEMBERED.milliseconds,
    });
  }
  return wait;
}

/**
 * Takes one from the budget.
 * @param db a transaction, where what is taken is given back when it is rolled back
 * @returns seconds to wait, 0 when it was taken
 */
export const spend = (auth: AuthContext, budget: Budget, subject: string, db?: pg.ClientBase) =>
  ask(auth, budget, subject, 1, db);

/** Looks without taking. @returns seconds to wait, 0 when one is left */
export const waitFor = (auth: AuthContext, budget: Budget, subject: string) => ask(auth, budget, subject, 0);

/** Gives the whole budget back, as a right password does. */
export async function forgive(auth: AuthContext, budget: Budget, subject: string): Promise<void> {
  const key = keyOf(auth, budget, subject);
  await auth.pool.query('delete from auth.rate_limits where key = $1', [key]);
  auth.exhausted.delete(key);
}

/** Gives one back to a budget, of what was spent on something that did not happen after all. */
export async function giveBack(auth: AuthContext, budget: Budget, subject: string): Promise<void> {
  const key = keyOf(auth, budget, subject);
  await auth.pool.query('update auth.rate_limits set used = used - 1 where key = $1 and used > 0', [key]);
  auth.exhausted.delete(key);
}

/** The guesser: a stranger at a place, or a signed-in person at the code of their own. */
export type Guesser = { place: string | null } | { userId: string };
const subjectOf = (to: string, who: Guesser) =>
  'userId' in who ? `${who.userId} ${to}` : `${placeOf(who.place)} ${to}`;

/**
 * Counts a guess at a code that this address or number was sent, before it is checked: of guesses
 * that come all at once, no more than the budget are checked. A right one gives the budget back
 * (`forgiveGuesses`).
 * @throws AuthError 429
 */
export async function spendGuess(auth: AuthContext, to: string, who: Guesser): Promise<void> {
  if ('place' in who) refuseWhile(await waitFor(auth, CODE_FAILURES_EVERYWHERE, to));
  refuseWhile(await spend(auth, CODE_FAILURES, subjectOf(to, who)));
  if ('place' in who) refuseWhile(await spend(auth, CODE_FAILURES_EVERYWHERE, to));
}

/** Gives back what guesses took, after a right one. */
export async function forgiveGuesses(auth: AuthContext, to: string, who: Guesser): Promise<void> {
  await forgive(auth, CODE_FAILURES, subjectOf(to, who));
  if ('place' in who) await forgive(auth, CODE_FAILURES_EVERYWHERE, to);
}

/** @throws AuthError 429 when `wait` is not 0 */
export function refuseWhile(wait: number): void {
  if (wait > 0) {
    throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: wait });
  }
}

/** Counts a request of this network address. @throws AuthError 429 */
export async function limitAddress(auth: AuthContext, budget: Budget, address: string | null): Promise<void> {
  if (auth.settings.rateLimits) refuseWhile(await spend(auth, budget, placeOf(address)));
}
