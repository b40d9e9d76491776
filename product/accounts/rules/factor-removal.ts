/**
 * A request to the team to remove the second factors of somebody who lost them, and the recovery
 * codes with them.
 */
export const REMOVAL_STATES = ['asked', 'granted', 'refused', 'cancelled', 'done'] as const;
export type RemovalState = (typeof REMOVAL_STATES)[number];

/**
 * How long after the team's yes the factors go: time for the mail to reach anybody who still has
 * them.
 */
export const REMOVAL_DELAY_HOURS = 24;

type RemovalAct =
  /** The team, once it knows who asks. */
  | 'grant'
  | 'refuse'
  /** The person, by the link of a mail or by showing the factor. */
  | 'cancel'
  /** Loge, once the delay is over. */
  | 'carry-out';

const NEXT: Readonly<Record<RemovalAct, Partial<Record<RemovalState, RemovalState>>>> = {
  grant: { asked: 'granted' },
  refuse: { asked: 'refused' },
  cancel: { asked: 'cancelled', granted: 'cancelled' },
  'carry-out': { granted: 'done' },
};

/** @returns the state after the act; null where it comes too late, or too early */
export const afterAct = (state: RemovalState, act: RemovalAct): RemovalState | null =>
  NEXT[act][state] ?? null;

/** When a removal that is granted now takes effect. */
export const effectOf = (granted: Date): Date =>
  new Date(granted.getTime() + REMOVAL_DELAY_HOURS * 3_600_000);
