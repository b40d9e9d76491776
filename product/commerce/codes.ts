import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { advanceBooking } from '#product/booking/advance-booking.ts';
import type { OwnBooking } from '#product/booking/own-booking.ts';
import { AppError } from '#product/shared/errors.ts';
import { basisPoints, cents } from '#product/shared/money/cents.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { type Bearer, type Cut, discounted, leastPriceFor, type Terms } from './rules/discount.ts';

interface NewCode {
  /** Null: the team's. */
  streamerId: string | null;
  code: string;
  cut: Cut;
  offerIds: readonly string[] | null;
  firstOnly: boolean;
  mostUses: number | null;
  mostEach: number | null;
  startsAt: string;
  endsAt: string | null;
  now: Date;
}

/** @returns its id @throws a violation of discount_codes_running_key for a word that is running */
export async function insertCode(db: pg.ClientBase, code: NewCode): Promise<string> {
  const id = randomUUID();
  const { cut } = code;
  await db.query(
    `insert into public.discount_codes (id, streamer_id, code, percent, amount_cents, offer_ids, first_only, most_uses, most_each, starts_at,
       ends_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      code.streamerId,
      code.code,
      cut.kind === 'percent' ? cut.percent : null,
      cut.kind === 'amount' ? cut.amount : null,
      code.offerIds,
      code.firstOnly,
      code.mostUses,
      code.mostEach,
      code.startsAt,
      code.endsAt,
      code.now,
    ],
  );
  return id;
}

/**
 * @param prices of the offers that a code is to be for, in cents; null: any price
 * @throws AppError code_price_too_low when it applies to none of them
 */
export async function requireUse(
  db: pg.ClientBase,
  { cut, bearer, prices }: { cut: Cut; bearer: Bearer; prices: readonly number[] | null },
): Promise<void> {
  const { rows } = await db.query(
    'select fee_basis_points as fee from public.platform_settings order by version desc limit 1',
  );
  const least = leastPriceFor(cut, bearer, basisPoints(rows[0]?.fee ?? 0));
  if (least === null || (prices !== null && !prices.some((price) => price >= least)))
    throw new AppError('code_price_too_low', undefined, { details: { leastPriceCents: least } });
}

const CODE = `select c.id, c.streamer_id, c.code, c.percent, c.amount_cents from public.discount_codes c
  where c.code = $1 and (c.streamer_id = $3 or c.streamer_id is null) and c.stopped_at is null
  order by (private.code_refusal(c, $2, $3, $4, $5, $6) is not null), c.streamer_id nulls last limit 1`;
type CodeRow = Row<typeof CODE>;

/**
 * The code that a word means for a held place: the streamer's own before one of the team's, and one
 * that may be used before one that may not, which the database will refuse when it is written
 * (private.require_code_left).
 * @throws AppError code_not_valid
 */
export async function findCode(
  db: pg.ClientBase,
  word: string,
  { row }: OwnBooking,
  now: Date,
): Promise<CodeRow> {
  const { rows } = await db.query(CODE, [word, row.id, row.streamer_id, row.offer_id, row.viewer_id, now]);
  const [code] = rows;
  if (!code) throw new AppError('code_not_valid');
  return code;
}

const cutOf = ({ percent, amount_cents: amount }: CodeRow): Cut =>
  percent === null ? { kind: 'amount', amount: cents(amount ?? 0) } : { kind: 'percent', percent };

/** The price of a held place without a code. */
async function listTerms(db: pg.ClientBase, { row }: OwnBooking): Promise<Terms> {
  const { rows } = await db.query(
    'select fee_basis_points as fee from public.platform_settings where version = $1',
    [row.settings_version],
  );
  return {
    price: cents(row.price_cents + row.discount_cents),
    fee: basisPoints(rows[0]?.fee ?? row.fee_basis_points),
  };
}

/** The price of a held place after a code was taken or laid down, in cents. */
interface Priced {
  bookingId: string;
  code: string | null;
  priceCents: number;
  discountCents: number;
}

/**
 * Freezes the terms with a code on a held place, or with none those without.
 * @throws AppError code_price_too_low, and what advanceBooking refuses
 */
export async function reprice(
  db: pg.ClientBase,
  own: OwnBooking,
  code: CodeRow | null,
  by: { actorId: string; now: Date },
): Promise<Priced> {
  const list = await listTerms(db, own);
  let terms = list;
  if (code !== null) {
    const cut = cutOf(code);
    const bearer = code.streamer_id === null ? 'platform' : 'streamer';
    const made = discounted(list, cut, bearer);
    if (!made.ok)
      throw new AppError('code_price_too_low', made.refusal, {
        details: { leastPriceCents: leastPriceFor(cut, bearer, list.fee) },
      });
    ({ terms } = made.value);
  }
  const amount = cents(list.price - terms.price);
  await advanceBooking(db, {
    ...by,
    bookingId: own.booking.id,
    locked: own,
    event: { type: 'reprice', by: 'viewer', ...terms },
    discount:
      code === null
        ? null
        : {
            codeId: code.id,
            code: code.code,
            amount,
            borneBy: code.streamer_id === null ? 'platform' : 'streamer',
          },
    detail: { codeId: code?.id ?? null, feeBasisPoints: terms.fee },
  });
  return {
    bookingId: own.booking.id,
    code: code?.code ?? null,
    priceCents: terms.price,
    discountCents: amount,
  };
}
