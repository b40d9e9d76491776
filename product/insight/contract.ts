import { z } from 'zod';
import { streamerOrAdmin } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';
import { epochDayOf, type LocalDate } from '#product/shared/time/local-date.ts';

/** The sums of a streamer's sessions. Money in euro cents, days on the streamer's wall. */

const day = z.iso
  .date()
  .refine((date) => date >= '2020-01-01' && date <= '2099-12-31')
  .transform((date) => date as LocalDate);

/** The longest stretch that is read at once: a year, its month begun. */
const MOST_DAYS = 400;
/** Days, both included: a year at most. */
export const days = z
  .strictObject({ first: day, last: day })
  .refine(
    ({ first, last }) => first <= last && epochDayOf(last) - epochDayOf(first) < MOST_DAYS,
    'Choisissez une période d’un an au plus',
  );

/** Of fewer people nothing is said about anybody's category. */
export const LEAST_STREAMERS_OF_MEDIAN = 5;

const figures = z.object({
  sessions: z.int(),
  netCents: z.int(),
  openMinutes: z.int(),
  bookedMinutes: z.int(),
  /** Viewers who came, and those of them who had come before. */
  viewers: z.int(),
  returning: z.int(),
  ratings: z.int(),
  ratingSum: z.int(),
  /** Half of the requests were answered sooner; null: no request was answered. */
  answerSeconds: z.number().nullable(),
  paid: z.int(),
  viewerNoShows: z.int(),
  streamerNoShows: z.int(),
});

/**
 * The statistics of the streamer who asks, from sums kept by day. For a streamer; refuses with
 * `forbidden` for anybody else.
 */
export const readStatistics = contract(
  'statistics/read-statistics',
  z.strictObject({
    days,
    /** Compared with these. */
    before: days.nullable(),
    /** Of one offer only. */
    offerId: z.uuid().nullable(),
    step: z.enum(['day', 'week', 'month']),
  }),
  z.object({
    now: figures,
    before: figures.nullable(),
    /**
     * By the first day of a point (a week's Monday, a month's first), and by offer; points and
     * offers without anything are left out.
     */
    curve: z.array(
      z.object({ first: z.iso.date(), offerId: z.uuid().nullable(), sessions: z.int(), netCents: z.int() }),
    ),
    offers: z.array(
      z.object({
        /** Null: offers that were deleted. */
        offerId: z.uuid().nullable(),
        title: z.string().nullable(),
        /**
         * The places that were taken in the period, and their outcomes: the funnel's own figures.
         */
        holds: z.int(),
        paid: z.int(),
        attended: z.int(),
        cancelled: z.int(),
        /** Of the sessions of the period, as the curve's. */
        netCents: z.int(),
        ratings: z.int(),
        ratingSum: z.int(),
        /** Viewers on its waiting list today. */
        waiting: z.int(),
      }),
    ),
    loyalty: z.object({
      /**
       * By the month of a viewer's first session: how many came `after` months later; 0 is that
       * month itself. Of the last six months.
       */
      cohorts: z.array(z.object({ month: z.iso.date(), after: z.int(), viewers: z.int() })),
      /** Half of those who came twice came again sooner. */
      daysToSecond: z.number().nullable(),
      /** All who ever came, and those of them who did not in the last sixty days. */
      viewers: z.int(),
      absent: z.int(),
    }),
    /** Null: fewer than five other streamers of the category held a session meanwhile. */
    category: z
      .object({
        category: z.string(),
        streamers: z.int(),
        sessions: z.number(),
        netCentsPerHour: z.number().nullable(),
        filled: z.number().nullable(),
        rating: z.number().nullable(),
      })
      .nullable(),
  }),
  { access: streamerOrAdmin, viewing: true },
);

/**
 * How many are written to with one press: a viewer can be named once, and a streamer's absent
 * viewers with consent are rarely more.
 */
export const MOST_INVITED = 200;

/**
 * Returns the viewers of the streamer who asks who did not come in the last 60 days, have nothing
 * booked with them, and allowed them to write; the others are only counted. For a streamer; refuses
 * with `forbidden` for anybody else.
 */
export const listAbsentViewers = contract(
  'statistics/list-absent-viewers',
  z.strictObject({}),
  z.object({
    /** The longest absent last; at most MOST_INVITED. */
    viewers: z.array(
      z.object({
        viewerId: z.uuid(),
        name: z.string(),
        lastDay: z.iso.date(),
        /** When they were last written to, and from when they can be again; null: never. */
        invitedAt: z.iso.datetime().nullable(),
        quietUntil: z.iso.datetime().nullable(),
      }),
    ),
    /** Absent viewers who allowed nothing. */
    unnamed: z.int(),
  }),
  { access: streamerOrAdmin, viewing: true },
);

/**
 * Writes a mail to each of these viewers who is absent and allows it, at most once in 90 days;
 * leaves out the others, and says how many it wrote to. For a streamer whose page is shown: refuses
 * with `streamer_not_found`, `messages_restricted`, and `forbidden` for anybody else.
 */
export const inviteAbsentViewers = contract(
  'statistics/invite-absent-viewers',
  z.strictObject({ key: z.uuid(), viewerIds: z.array(z.uuid()).min(1).max(MOST_INVITED) }),
  z.object({ invited: z.int() }),
  { access: streamerOrAdmin },
);
