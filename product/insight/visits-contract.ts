import { z } from 'zod';
import { CLOSED_REASONS } from '#product/availability/rules/check-availability.ts';
import { streamerOrAdmin } from '#product/shared/access.ts';
import { FREE_WHEN } from '#product/shared/browsing.ts';
import { contract, instant } from '#product/shared/contract.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { SOURCES } from '#product/shared/visit.ts';

/** The longest body that is read of a visit, in bytes. */
export const VISIT_MAX_BYTES = 4096;

const source = z.enum(SOURCES);

/** One thing that a visitor did, as their page tells it. */
export const visitFact = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('profile'), streamerId: z.uuid(), source }),
  z.strictObject({ kind: z.literal('calendar'), offerId: z.uuid(), source }),
  /** A month was looked at in which nothing is free, and why. */
  z.strictObject({ kind: z.literal('nothing_free'), offerId: z.uuid(), reason: z.enum(CLOSED_REASONS) }),
  /** A day was chosen on which all starts are taken: these. */
  z.strictObject({ kind: z.literal('full_day'), offerId: z.uuid(), starts: z.array(instant).min(1).max(48) }),
  /** A search with filters; whom they left out is found by the server. */
  z.strictObject({
    kind: z.literal('search'),
    query: z.string().trim().max(100),
    category: z.string().max(40).nullable(),
    language: z.string().max(8).nullable(),
    priceMaxCents: z.int().nonnegative().nullable(),
    durationMinutes: z.int().nullable(),
    free: z.enum(FREE_WHEN).nullable(),
    zone: z.string().min(1).max(64),
  }),
]);
export type VisitFact = z.output<typeof visitFact>;

const day = z.iso.date().transform((date) => date as LocalDate);
/** Days in Paris, both included; at most 400 of them. */
const period = z.strictObject({ first: day, last: day });
const count = z.int().nonnegative();

/**
 * People by step: those who saw the profile, those who opened a calendar; then bookings by the day
 * on which their place was held.
 */
const steps = z.object({
  views: count,
  opens: count,
  holds: count,
  paid: count,
  attended: count,
  /** Paid, and still to come: neither held nor lost yet. */
  upcoming: count,
});

/**
 * From a profile that was seen to a session that was held, for the calling streamer. Refuses with
 * `invalid_input` for a bad period.
 */
export const readFunnel = contract(
  'visits/read-funnel',
  period,
  z.object({
    total: steps,
    /**
     * Null: bookings without a known source, since their viewer does not want to be counted or it
     * was not recorded yet.
     */
    sources: z.array(steps.extend({ source: source.nullable() })),
    /** Of an offer nobody sees the profile: `views` are 0. */
    offers: z.array(steps.extend({ offerId: z.uuid() })),
    /** The last day that is added up; null: none yet. */
    countedUntil: z.iso.date().nullable(),
    /** The first day on which anything was counted; null: none yet. */
    countedSince: z.iso.date().nullable(),
  }),
  { access: streamerOrAdmin, viewing: true },
);

const weekCell = z.int().min(0).max(167);
const people = z.int().positive();
const advice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open_hours'), cell: weekCell, people }),
  z.object({ kind: z.literal('full_hours'), cell: weekCell, people, sessions: count }),
  z.object({ kind: z.literal('lower_price'), people, askedCents: count, leastCents: count }),
  z.object({ kind: z.literal('speak_language'), people, language: z.string() }),
  z.object({ kind: z.literal('add_duration'), people, minutes: z.int() }),
  z.object({ kind: z.literal('shorten_notice'), people, noticeMinutes: z.int() }),
  z.object({ kind: z.literal('rarely_held'), people, offerId: z.uuid(), opens: count, holds: count }),
  z.object({ kind: z.literal('waiting'), people, offerId: z.uuid() }),
  z.object({ kind: z.literal('no_shows'), people, absent: count, due: count }),
]);

/**
 * The hours of the calling streamer's week: open, booked and asked for; and what follows from it.
 * Refuses with `invalid_input` for a bad period.
 */
export const readDemand = contract(
  'visits/read-demand',
  period,
  z.object({
    zone: z.string(),
    /** All 168 hours of the week, Monday 0:00 first, on the streamer's wall. */
    hours: z
      .array(
        z.object({
          /** Minutes of it that are open every week. */
          open: z.int().min(0).max(60),
          /** Sessions of the period that ran in it. */
          sessions: count,
          /** How often it was asked for: people and days. */
          asked: count,
          /** At least so many different people. */
          people: count,
        }),
      )
      .length(168),
    /** The advice that follows, the most people first. */
    advice: z.array(advice),
    countedUntil: z.iso.date().nullable(),
  }),
  { access: streamerOrAdmin, viewing: true },
);
