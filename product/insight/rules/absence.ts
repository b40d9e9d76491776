import { type EpochDay, epochDayOf, type LocalDate, localDateOf } from '#product/shared/time/local-date.ts';

/** Viewers who came, and have not for this many days, count as absent. */
export const ABSENT_DAYS = 60;

/**
 * A streamer writes to an absent viewer at most once in so many days; the table's constraint holds
 * it.
 */
export const PAUSE_BETWEEN_INVITATIONS_DAYS = 90;

/** Where the mail's reader withdraws the consent, signed in or not; the invitation's id follows. */
export const STOP_INVITATIONS_PATH = '/emails/stop';

/**
 * A viewer whose last session was before this day is absent today: on the sixtieth day they are not
 * yet.
 */
export const absentBefore = (today: LocalDate): LocalDate =>
  localDateOf((epochDayOf(today) - ABSENT_DAYS) as EpochDay);
