import { z } from 'zod';
import { person, streamer, team } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract, instant, reason } from '#product/shared/contract.ts';
import { cents } from '#product/shared/money/cents.ts';
import { CODE_LIMITS, CODE_PATTERN, codeOf } from './rules/discount.ts';

const key = z.uuid();
const bookingId = z.uuid();
const codeId = z.uuid();

const between = ({ min, max }: { min: number; max: number }, message: string) =>
  z.int(message).min(min, message).max(max, message);

/** A code as somebody types it, which may have blanks and small letters. */
const typed = z
  .string()
  .max(40, 'Un code compte 20 caractères au plus')
  .transform(codeOf)
  .pipe(z.string().regex(CODE_PATTERN, 'Un code compte de 3 à 20 lettres sans accent ou chiffres'));

const cut = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('percent'),
    percent: between(CODE_LIMITS.percent, 'La remise va de 1 à 90 %'),
  }),
  z.strictObject({
    kind: z.literal('amount'),
    amount: between(CODE_LIMITS.amount, 'La remise va de 0,50 € à 5 000 €').transform(cents),
  }),
]);

const limits = {
  code: typed,
  cut,
  /** Only for a first session: with the streamer, or on Loge for one of the team's. */
  firstOnly: z.boolean(),
  /** How often in all, and by one person; null: without limit. */
  mostUses: between(CODE_LIMITS.mostUses, 'De 1 à 100 000 utilisations').nullable(),
  mostEach: between(CODE_LIMITS.mostEach, 'De 1 à 100 utilisations par personne').nullable(),
  startsAt: instant,
  /** Null: without end. */
  endsAt: instant.nullable(),
};
const inOrder = {
  check: ({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }): boolean =>
    endsAt === null || Date.parse(endsAt) > Date.parse(startsAt),
  says: { path: ['endsAt'], message: 'La fin vient après le début' },
};
const made = z.object({ codeId });

/**
 * A streamer makes a code for their own offers, some (`offerIds`) or all of them. Refuses with
 * `code_exists`, `offer_not_found`, or `code_price_too_low` when it would apply to none of them.
 */
export const makeCode = contract(
  'commerce/make-code',
  z
    .strictObject({ key, ...limits, offerIds: z.array(z.uuid()).min(1).max(100).nullable() })
    .refine(inOrder.check, inOrder.says),
  made,
  { access: streamer },
);

/** Nobody uses the code any more; what was booked with it stays. Refuses with `code_not_found`. */
export const stopCode = contract('commerce/stop-code', z.strictObject({ codeId }), made, {
  access: streamer,
});

const CODE = { code: say.quotation, percent: say.text('%'), amount_cents: say.money() };

/**
 * The team makes a code for sessions of all streamers, which the commission pays for. Refuses with
 * `code_exists`, or `code_price_too_low` when no commission covers it.
 */
export const makePlatformCode = contract(
  'commerce/make-platform-code',
  z.strictObject({ key, ...limits, reason }).refine(inOrder.check, inOrder.says),
  made,
  {
    access: team('finance'),
    audit: entry({
      label: 'Code de réduction créé',
      before: null,
      after: [
        'code',
        'percent?',
        'amount_cents?',
        'first_only',
        'most_uses',
        'most_each',
        'starts_at',
        'ends_at',
      ],
      words: {
        ...CODE,
        first_only: say.turn('première session sur Loge seulement'),
        most_uses: say.count('utilisation', 'utilisations', 'sans limite'),
        most_each: say.count(
          'utilisation par personne',
          'utilisations par personne',
          'sans limite par personne',
        ),
        starts_at: say.from,
        ends_at: say.until('sans fin'),
      },
      readBy: ['finance'],
    }),
    undo: 'somebody may have used it; it is stopped instead',
  },
);

/** Refuses with `code_not_found` for a code that is not the team's, or was stopped. */
export const stopPlatformCode = contract(
  'commerce/stop-platform-code',
  z.strictObject({ codeId, reason }),
  made,
  {
    access: team('finance'),
    audit: entry({
      label: 'Code de réduction arrêté',
      before: ['code', 'percent?', 'amount_cents?', 'stopped'],
      after: ['stopped'],
      words: { ...CODE, stopped: say.turn('en cours → arrêté') },
      readBy: ['finance'],
    }),
    undo: 'those who were refused meanwhile would not come back',
  },
);

/** The price of a held place, in cents, and what a code takes off it. */
const priced = z.object({
  bookingId,
  code: z.string().nullable(),
  priceCents: z.int(),
  discountCents: z.int(),
});

/**
 * Lowers the price of a held place by a code, in place of another one that it had. Refuses with
 * `booking_not_found`, `booking_wrong_status`, `deadline_passed`, `payment_begun`, `nothing_to_pay`,
 * `code_not_valid`, `code_used_up`, `code_used`, `code_first_only`, `code_price_too_low` or
 * `too_many_attempts`.
 */
export const useCode = contract(
  'commerce/use-code',
  z.strictObject({ key, bookingId, code: typed }),
  priced,
  {
    access: person,
  },
);

/** Lays the code of a held place down: it costs what it did, and the use is free again. */
export const dropCode = contract('commerce/drop-code', z.strictObject({ key, bookingId }), priced, {
  access: person,
});
