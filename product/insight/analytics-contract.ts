import { z } from 'zod';
import { admin } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';
import { DEVICES, SOURCES } from '#product/shared/visit.ts';
import { days } from './contract.ts';

/**
 * The sums of the whole platform, for the team. Money in euro cents, days of Paris. Refused with
 * `forbidden` to anybody else.
 */

const figures = z.object({
  /** Paid by viewers, extensions included. */
  capturedCents: z.int(),
  commissionCents: z.int(),
  refundedCents: z.int(),
  payments: z.int(),
  disputes: z.int(),
  sessions: z.int(),
  /**
   * Different people who held or came to a session; of the viewers, those who came before or more
   * than once.
   */
  streamers: z.int(),
  viewers: z.int(),
  returning: z.int(),
  /** Half of the first bookings of the days came sooner after signing up; null: there was none. */
  secondsToFirst: z.number().nullable(),
  firstBookings: z.int(),
  /** People who searched, each once a day; and of them, those of whom a search found nobody. */
  searchers: z.int(),
  unfound: z.int(),
  /** Places that were agreed on, held by somebody who came from Loge's search. */
  searchBookings: z.int(),
  openMinutes: z.int(),
  bookedMinutes: z.int(),
});

const count = z.int().nonnegative();

export const readPlatform = contract(
  'analytics/read-platform',
  z.strictObject({
    days,
    /** Compared with these. */
    before: days.nullable(),
    step: z.enum(['day', 'week', 'month']),
  }),
  z.object({
    now: figures,
    before: figures.nullable(),
    /** The figures of each point of the curve, in order. */
    points: z.array(figures.extend({ first: z.iso.date(), last: z.iso.date() })),
    funnel: z.object({
      views: count,
      opens: count,
      holds: count,
      paid: count,
      attended: count,
      /** Agreed on, and still to come or under way. */
      upcoming: count,
      /**
       * Where places were lost, the most first: a booking's state, or why it expired or was
       * declined.
       */
      losses: z.array(z.object({ outcome: z.string(), places: z.int().positive() })),
      sources: z.array(z.object({ source: z.enum(SOURCES).nullable(), holds: count, paid: count })),
      /** The last day whose visits are added up; null: none yet. */
      countedUntil: z.iso.date().nullable(),
    }),
    /**
     * By the month of a viewer's first session: how many came `after` months later; 0 is that month
     * itself. Of the last twelve months.
     */
    cohorts: z.array(z.object({ month: z.iso.date(), after: count, viewers: count })),
    /** How much of the streamers' net revenue the first ten have, those with the most first. */
    concentration: z.object({
      streamers: count,
      netCents: z.int(),
      top: z.array(z.object({ streamerId: z.uuid(), name: z.string(), netCents: z.int() })),
    }),
    categories: z.array(
      z.object({
        category: z.string(),
        capturedCents: z.int(),
        sessions: count,
        holds: count,
        /** Published today. */
        streamers: count,
      }),
    ),
    /** By the zone of the viewer's device when they booked. */
    zones: z.array(z.object({ zone: z.string(), capturedCents: z.int(), payments: count })),
    /** Visitors of streamers' pages, each once a day; null: before devices were counted. */
    devices: z.array(z.object({ device: z.enum(DEVICES).nullable(), visitors: count, views: count })),
  }),
  { access: admin },
);

/**
 * The hours of the week in a category, or in all: who is open in them, what is booked, and who
 * looked in vain.
 */
export const readSupply = contract(
  'analytics/read-supply',
  z.strictObject({ days, category: z.string().max(40).nullable() }),
  z.object({
    /** All 168 hours of the week, Monday 0:00 first, each on the streamer's wall. */
    hours: z
      .array(
        z.object({
          /** Published streamers who are open in it every week, as of today. */
          streamers: count,
          places: count,
          /** People who looked for it and did not find it free, each once a day. */
          asked: count,
        }),
      )
      .length(168),
  }),
  { access: admin },
);

/**
 * The figures that have a list of rows behind them. Searches that found nobody have their words
 * instead (`readUnfound`).
 */
export const LISTED_FIGURES = [
  'volume',
  'commission',
  'refunds',
  'disputes',
  'sessions',
  'streamers',
  'viewers',
  'returning',
  'first',
  'liquidity',
  'filled',
] as const;
export type ListedFigure = (typeof LISTED_FIGURES)[number];

/** How many rows of a list are read at once. */
const MOST_ROWS = 500;

/** Lists the rows of a figure over some days: their sum is the figure. */
export const listBehind = contract(
  'analytics/list-behind',
  z.strictObject({
    figure: z.enum(LISTED_FIGURES),
    days,
    /** Each as a LIKE pattern over title and names, folded. */
    words: z.array(z.string().min(1).max(200)).max(20),
    sort: z.enum(['day', 'value']),
    ascending: z.boolean(),
    offset: count.max(1_000_000),
    limit: z.int().min(1).max(MOST_ROWS),
  }),
  z.object({
    /** Of all rows, whichever are asked for; 0 past their end. */
    count,
    rows: z.array(
      z.object({
        id: z.string(),
        /**
         * The day on which it counts; of people and streamers their last one; null: all of the days
         * together.
         */
        day: z.iso.date().nullable(),
        /** The title of the session, or the person's name. */
        title: z.string(),
        viewer: z.string().nullable(),
        streamer: z.string().nullable(),
        /**
         * Cents; of sessions their places; of people their sessions; of a first place the seconds
         * before it; of hours the booked minutes.
         */
        value: z.number(),
        /** Of hours: the open minutes. */
        whole: z.number().nullable(),
        /** The payment, the booking, the person or the streamer that it is about. */
        subject: z.uuid().nullable(),
      }),
    ),
  }),
  { access: admin },
);

/** Returns the searches in Loge that found nobody, typed by at least five people on a day. */
export const readUnfound = contract(
  'analytics/read-unfound',
  z.strictObject({ days }),
  z.object({
    words: z.array(z.object({ words: z.string(), people: z.int().positive(), last: z.iso.date() })),
    searchers: count,
    unfound: count,
  }),
  { access: admin },
);
