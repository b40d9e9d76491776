/** Why a start cannot be booked. In the order in which they are looked for: the first that applies is the answer. */
export const CLOSED_REASONS = [
  /** The start is behind us. */
  'past',
  /** Within the streamer's notice. */
  'too_soon',
  /** Beyond the streamer's horizon. */
  'too_far',
  /** The session would not lie wholly within opening hours. */
  'outside_hours',
  /** Not one of the wall times at which sessions begin, or the second pass of one that autumn repeats. */
  'not_on_step',
  /** A group session begins then, with too few seats left; or the offer never has as many. */
  'full',
  /** Another booking or hold takes some of the time. */
  'taken',
  /** An imported calendar takes some of the time. */
  'busy',
  /** The time itself is free, but not the pause before or after it. */
  'buffer',
  /** The streamer's most sessions for that day, or week, are reached. */
  'daily_cap',
  'weekly_cap',
] as const;

export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** The answer for one start. `seatsLeft` counts before the viewer takes any. */
export type Verdict =
  | { readonly free: true; readonly seatsLeft: number }
  | { readonly free: false; readonly reason: ClosedReason };
