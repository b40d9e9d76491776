import type { Cents } from '#domain/money/cents.ts';
import type { Interval } from '#domain/time/interval.ts';

/** Who was in the room, and when, as the server recorded it. A presence that goes on ends, for now, at the time of asking. */
export interface Attendance {
  readonly streamer: readonly Interval[];
  readonly viewer: readonly Interval[];
  /**
   * When this viewer could not be where the session was given, by no choice of theirs: put out, not let in, or the session ended
   * for everybody (domain/conference/kept-out.ts). Nothing was delivered to them then.
   */
  readonly keptOut?: readonly Interval[];
}

/** What attendance makes of a session. `refund` and `kept` are cents and add up to the price. */
export interface Settlement {
  readonly outcome: 'completed' | 'viewer_no_show' | 'streamer_no_show';
  /** Whole minutes of the session for which the streamer was there. */
  readonly deliveredMinutes: number;
  readonly refund: Cents;
  readonly kept: Cents;
}
