/** Milliseconds until a session starts, ends and its room closes; 0 afterwards. */
export interface Remaining {
  toStart: number;
  toEnd: number;
  toClose: number;
}

/** The moments of a session; something is announced when the next one comes. */
const MOMENTS = ['before', 'going', 'ten', 'five', 'one', 'ended', 'closing', 'beyond'] as const;
export type SessionMoment = (typeof MOMENTS)[number];

const MINUTE = 60_000;

export function momentOf({ toStart, toEnd, toClose }: Remaining): SessionMoment {
  if (toStart > 0) return 'before';
  if (toEnd > 10 * MINUTE) return 'going';
  if (toEnd > 5 * MINUTE) return 'ten';
  if (toEnd > MINUTE) return 'five';
  if (toEnd > 0) return 'one';
  if (toClose > MINUTE) return 'ended';
  return toClose > 0 ? 'closing' : 'beyond';
}

/**
 * The announcement when one moment follows another. None when a session was extended: the extension
 * announces that itself.
 */
export const sayNext = (before: SessionMoment, moment: SessionMoment): string =>
  MOMENTS.indexOf(moment) > MOMENTS.indexOf(before) ? sayMoment(moment) : '';

/** The announcement of a moment. */
export function sayMoment(moment: SessionMoment): string {
  switch (moment) {
    case 'before':
      return '';
    case 'going':
      return 'La session commence.';
    case 'ten':
      return 'Il reste 10 minutes.';
    case 'five':
      return 'Il reste 5 minutes.';
    case 'one':
      return 'Il reste 1 minute.';
    case 'ended':
      return 'Le temps prévu est écoulé. La loge ferme dans 5 minutes, sauf si vous y restez ensemble.';
    case 'closing':
      return 'La loge ferme dans 1 minute, sauf si vous y restez ensemble.';
    case 'beyond':
      return 'Vous continuez ensemble. La loge ferme dès que vous la quittez.';
  }
}
