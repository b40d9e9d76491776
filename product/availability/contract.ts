import { z } from 'zod';
import { anyone, streamer } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { OFFER_DURATIONS_MINUTES } from './rules/availability.ts';
import { CLOSED_REASONS } from './rules/check-availability.ts';

/**
 * When streamers are free, and what they say about it. Instants are ISO 8601, minutes count from
 * midnight on the streamer's wall.
 */

const instant = z.iso.datetime({ offset: true });

export const MOST_DAYS_LISTED = 100;

/**
 * The free and the taken starts of an offer in a stretch of at most 100 days, for anybody. Refuses
 * with `offer_not_found`. With `bookingId`, as its viewer or streamer: the starts to which that
 * booking could move (its own time does not stand in the way; for its viewer, what else they have
 * promised does). Refuses with `booking_not_found`, or `booking_wrong_status` when it cannot move
 * any more.
 */
export const listSlots = contract(
  'availability/list-slots',
  z.strictObject({ offerId: z.uuid(), from: instant, until: instant, bookingId: z.uuid().optional() }),
  z.object({
    offerId: z.uuid(),
    offerRevision: z.int(),
    streamerZone: z.string(),
    durationMinutes: z.int(),
    /** The free ones, in order. */
    slots: z.array(z.object({ start: z.iso.datetime(), seatsLeft: z.int() })),
    /**
     * The starts that others booked, in order: shown struck out, without saying who booked them.
     */
    taken: z.array(z.iso.datetime()),
    /**
     * The days on which the streamer is absent, in order, that touch the stretch and are not over;
     * why is their own affair.
     */
    absences: z.array(z.object({ first: z.iso.date(), last: z.iso.date() })),
    /**
     * Starts may be booked up to then, wherever there are any: the end of the streamer's last day.
     */
    bookableUntil: z.iso.datetime(),
    /** Why none is free: the most common reason of the closed starts; null when some are free. */
    whyNone: z.enum(CLOSED_REASONS).nullable(),
    /** The first free start after `until`, when there is none before it. */
    nextStart: z.iso.datetime().nullable(),
    now: z.iso.datetime(),
  }),
  { access: anyone, viewing: true },
);

const range = z.strictObject({ from: z.int().min(0).max(1439), to: z.int().min(1).max(2879) });
export const weeklyRange = range.extend({ weekday: z.int().min(1).max(7) });
/**
 * A day of this century or so: nobody plans further ahead, and Postgres and time zone rules treat
 * distant years in surprising ways.
 */
const plannedDay = z.iso
  .date()
  .refine((date) => date >= '2020-01-01' && date <= '2099-12-31')
  .transform((date) => date as LocalDate);

const bookingWindow = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('days') }),
  z.strictObject({ kind: z.literal('open_days') }),
  z.strictObject({ kind: z.literal('dates'), first: plannedDay, last: plannedDay }),
]);
const travel = z.strictObject({ zone: z.string().min(1).max(64), first: plannedDay, last: plannedDay });

export const bookingRules = z.strictObject({
  bufferBeforeMinutes: z.int(),
  bufferAfterMinutes: z.int(),
  noticeMinutes: z.int(),
  horizonDays: z.int(),
  window: bookingWindow,
  maxPerDay: z.int().nullable(),
  maxPerWeek: z.int().nullable(),
  maxPerMonth: z.int().nullable(),
});

const openingHours = z.object({
  zone: z.string().min(1).max(64),
  weekly: z.array(weeklyRange).max(100),
  rules: bookingRules,
  closedOnHolidays: z.boolean(),
  /** The hours of these days are meant on the wall of another zone. */
  travels: z.array(travel).max(20),
});
export type OpeningHoursInput = z.output<typeof openingHours>;
/**
 * Replaces one's weekly hours, zone and rules as a whole. Refuses with `bad_hours` (overlap, no
 * such zone, outside limits; `fields` says where), and with `hours_changed` when `replaces`, what
 * the page read, is no longer what stands there; null replaces whatever does.
 */
export const setHours = contract(
  'availability/set-hours',
  z.strictObject({
    ...openingHours.shape,
    replaces: z.strictObject(openingHours.shape).nullable().default(null),
  }),
  openingHours,
  { access: streamer },
);
/**
 * Other hours on a date, or none: closed. Replaces what was said of that date. Refuses with
 * `bad_hours`.
 */
export const setException = contract(
  'availability/set-exception',
  z.strictObject({
    date: z.iso.date(),
    ranges: z.array(range).max(12),
    note: z.string().trim().max(120).default(''),
  }),
  z.object({ date: z.iso.date() }),
  { access: streamer },
);
/** The date follows its weekly hours again. */
export const removeException = contract(
  'availability/remove-exception',
  z.strictObject({ date: z.iso.date() }),
  z.object({ date: z.iso.date() }),
  { access: streamer },
);

/**
 * Closes all days from one to another, whatever else is said of them; with `id`, changes what was
 * said. Bookings stay: `booked` says how many sessions to come begin on those days. Refuses with
 * `bad_hours`, `absence_overlaps`, `absence_not_found`.
 */
export const setAbsence = contract(
  'availability/set-absence',
  z.strictObject({
    id: z.uuid().nullable(),
    first: plannedDay,
    last: plannedDay,
    reason: z.string().trim().max(120).default(''),
  }),
  z.object({ id: z.uuid(), booked: z.int() }),
  { access: streamer },
);
/** The days follow the week and its dates again. Refuses with `absence_not_found`. */
export const removeAbsence = contract(
  'availability/remove-absence',
  z.strictObject({ id: z.uuid() }),
  z.object({ id: z.uuid() }),
  { access: streamer },
);

/** The longest stretch that is blocked at once: more is an absence. */
export const MOST_DAYS_BLOCKED = 7;

/**
 * Takes a stretch out of one's open hours, as an event of an imported calendar does. Bookings stay:
 * `booked` says how many sessions to come touch it. Refuses with `bad_hours`: over already, longer
 * than a week, or one of more than a thousand.
 */
export const blockTime = contract(
  'availability/block-time',
  z.strictObject({ start: instant, end: instant, note: z.string().trim().max(120).default('') }),
  z.object({ id: z.int(), booked: z.int() }),
  { access: streamer },
);
/** The stretch is open again where one's hours say so; nothing to do when it already is. */
export const unblockTime = contract(
  'availability/unblock-time',
  z.strictObject({ id: z.int().positive() }),
  z.object({ id: z.int() }),
  { access: streamer },
);

/**
 * Returns the starts that a viewer sees on a day, and why a start is closed: for the streamer.
 * `draft` are hours not saved yet. `durationMinutes` is that of an offer, or of a session to try
 * out.
 */
export const previewDay = contract(
  'availability/preview-day',
  z.strictObject({
    date: z.iso.date(),
    offerId: z.uuid().nullable(),
    durationMinutes: z.literal([...OFFER_DURATIONS_MINUTES]),
    draft: z.strictObject(openingHours.shape).nullable(),
  }),
  z.object({
    zone: z.string(),
    starts: z.array(
      z.object({
        start: z.iso.datetime(),
        free: z.boolean(),
        reason: z.enum(CLOSED_REASONS).nullable(),
      }),
    ),
  }),
  { access: streamer, viewing: true },
);
