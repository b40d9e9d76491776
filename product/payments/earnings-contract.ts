import { z } from 'zod';
import { streamerOrAdmin, withFactor } from '#product/shared/access.ts';
import { contract, instant } from '#product/shared/contract.ts';

/** A streamer's earnings, from the books. Cents; a session is that of all its seats. */

/**
 * Where the money of a payment, a seat or a session is: the balances of its lines in the ledger.
 */
const whereabouts = z.object({
  captured: z.int(),
  returned: z.int(),
  disputed: z.int(),
  fee: z.int(),
  borne: z.int(),
  pending: z.int(),
  available: z.int(),
  inTransit: z.int(),
  banked: z.int(),
});

export const MONEY_STATES = [
  'held',
  'available',
  'in_transit',
  'banked',
  'refunded',
  'disputed',
  'owed',
] as const;

/** The first and the last instant of the sessions asked for, and what else they must be. */
const filter = {
  from: instant.nullable(),
  until: instant.nullable(),
  offerId: z.uuid().nullable(),
  state: z.enum(MONEY_STATES).nullable(),
  search: z.string().max(100),
};

/** The last session of a page, after which the next one continues. */
const cursor = z.object({ sessionId: z.uuid(), startAt: z.iso.datetime(), share: z.int() });

export const MOST_EARNINGS = 500;

/** The paid sessions of a streamer, a page at a time, and with the first page what they come to. */
export const listEarnings = contract(
  'payments/list-earnings',
  z.strictObject({
    ...filter,
    sort: z.enum(['start', 'share']),
    direction: z.enum(['ascending', 'descending']),
    after: cursor.nullable(),
    size: z.int().min(1).max(MOST_EARNINGS),
  }),
  z.object({
    sessions: z.array(
      z.object({
        sessionId: z.uuid(),
        title: z.string(),
        startAt: z.iso.datetime(),
        seats: z.array(
          z.object({
            bookingId: z.uuid(),
            viewerName: z.string().nullable(),
            extended: z.boolean(),
            releaseDueAt: z.iso.datetime().nullable(),
            money: whereabouts,
          }),
        ),
      }),
    ),
    next: cursor.nullable(),
    totals: z
      .object({ sessions: z.int(), captured: z.int(), returned: z.int(), fee: z.int(), share: z.int() })
      .nullable(),
  }),
  { access: streamerOrAdmin, viewing: true },
);

const interval = z.object({ from: z.iso.datetime(), until: z.iso.datetime() });
const earned = z.object({
  sessionId: z.uuid(),
  title: z.string(),
  startAt: z.iso.datetime(),
  cents: z.int(),
});

/**
 * Where a streamer's money is: this month against the last, twelve months, and what the next payout
 * includes.
 */
export const readEarnings = contract(
  'payments/read-earnings',
  z.strictObject({}),
  z.object({
    zone: z.string(),
    pendingCents: z.int(),
    availableCents: z.int(),
    inTransitCents: z.int(),
    leastPayoutCents: z.int(),
    thisMonth: interval.extend({ shareCents: z.int(), sessions: z.int() }),
    lastMonth: interval.extend({ shareCents: z.int() }),
    /** By the month of the session, the oldest first; together with what is later, all of it. */
    months: z.array(
      interval.extend({
        month: z.string(),
        sessions: z.int(),
        pendingCents: z.int(),
        availableCents: z.int(),
        inTransitCents: z.int(),
        bankedCents: z.int(),
      }),
    ),
    /** Held for sessions of the months to come. */
    laterCents: z.int(),
    nextPayout: z.object({
      /** The sum: what is available and what will be by then, and never below nothing. */
      totalCents: z.int().nonnegative(),
      /** Null while there is no account to send it to. */
      at: z.iso.datetime().nullable(),
      /** It will not leave then: the fiscal identity is asked for, and payouts wait for it. */
      waitsForIdentity: z.boolean(),
      /** The shares that are available already, and those that will be by then. */
      ready: z.array(earned),
      coming: z.array(earned),
      /** How many sessions it is made of; the lists above have the first hundred. */
      sessions: z.int().nonnegative(),
      /** The sum of those that are not listed: with the lists it is the whole. */
      othersCents: z.int(),
      readyCents: z.int(),
      comingCents: z.int(),
    }),
  }),
  { access: streamerOrAdmin, viewing: true },
);

/** A payout, what it was made of, and how it went. Refuses with `not_found`. */
export const readPayout = contract(
  'payments/read-payout',
  z.strictObject({ payoutId: z.uuid() }),
  z.object({
    payoutId: z.uuid(),
    amountCents: z.int(),
    state: z.enum(['pending', 'sent', 'paid', 'failed']),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
    /** The reference by which the provider, the bank and the streamer find it. */
    reference: z.string().nullable(),
    /** It had arrived, and the bank sent it back days later. */
    returned: z.boolean(),
    /** The payout that took its money along after it had failed. */
    retriedBy: z.object({ payoutId: z.uuid(), createdAt: z.iso.datetime() }).nullable(),
    /**
     * When the money is sent again; null once it was, or while there is no account to send it to.
     */
    nextPayoutAt: z.iso.datetime().nullable(),
    parts: z.array(
      earned.extend({ bookingId: z.uuid(), viewerName: z.string().nullable(), extension: z.boolean() }),
    ),
    /** How many parts there are; the list ends at the limit. */
    count: z.int(),
  }),
  { access: withFactor(streamerOrAdmin) },
);
