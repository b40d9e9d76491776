import { type Instant, MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import { firstInstantAt, type WallTime, wallTimeAt } from '#product/shared/time/wall-time.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';

/** A stream that goes on past midnight is still that of the evening before, until this hour. */
const DAY_BEGINS_AT = 6;
const EVENING_BEGINS_AT = 18;
const HOUR = MILLIS_PER_DAY / 24;

/** The part of the streamer's day whose taken places count towards the goal. */
export interface GoalDay {
  since: Instant;
  word: 'ce soir' | 'aujourd’hui';
}

/** The day of a goal: from six in the morning in the streamer's zone to six the next morning. */
export function goalDay(zone: ZoneName, now: Instant): GoalDay {
  const wall = wallTimeAt(zone, now);
  const sinceBegin = (((wall - DAY_BEGINS_AT * HOUR) % MILLIS_PER_DAY) + MILLIS_PER_DAY) % MILLIS_PER_DAY;
  const since = firstInstantAt(zone, (wall - sinceBegin) as WallTime);
  return {
    since,
    word: sinceBegin >= (EVENING_BEGINS_AT - DAY_BEGINS_AT) * HOUR ? 'ce soir' : 'aujourd’hui',
  };
}

/** « 3 places sur 5 ce soir ». */
export const goalText = (taken: number, wanted: number, word: GoalDay['word']): string =>
  `${taken}\u00a0${taken > 1 ? 'places' : 'place'} sur ${wanted} ${word}`;
