import type pg from 'pg';
import { type Cents, cents, minus, NOTHING } from '#domain/money/cents.ts';
import {
  disputeCost,
  loseDispute,
  type Movement,
  openDispute,
  type PaymentRefusal,
  winDispute,
} from '#domain/money/payment.ts';
import type { Result } from '#domain/result.ts';
import type { DisputeState } from '#server/integrations/payments/provider-event.ts';
import { writePosting } from '#server/product/lifecycle/ledger.ts';
import {
  capturedOf,
  lockPayment,
  type PaymentRow,
  storeCaptured,
} from '#server/product/lifecycle/payment-row.ts';

/** A row of private.disputes: all that was told so far, and how much of it the books have. */
interface DisputeRow {
  provider: string;
  reference: string;
  payment_id: string;
  amount_cents: number;
  cost_cents: number;
  cost_given_back_cents: number;
  funds_withdrawn: boolean;
  funds_reinstated: boolean;
  outcome: 'won' | 'lost' | null;
  booked: 'nothing' | 'opened' | 'won' | 'lost';
  booked_cost_cents: number;
}

const COLUMNS = `provider, reference, payment_id, amount_cents, cost_cents, cost_given_back_cents, funds_withdrawn,
  funds_reinstated, outcome, booked, booked_cost_cents`;

/** How long a dispute that is not decided is left before the provider is asked about it. */
const LOOK_AGAIN_HOURS = 6;

/**
 * Takes in what the provider knows of a dispute, and has the books follow. Each thing that is told is only ever added to what was
 * told before, and the books are derived from all of it: so any order and any repetition leads to the same books. The caller holds
 * the payment's lock.
 */
export async function recordDispute(
  db: pg.ClientBase,
  payment: PaymentRow,
  told: DisputeState,
  now: Date,
): Promise<'applied' | 'known' | 'needs_a_person'> {
  const { rows: before } = await db.query(
    `select ${COLUMNS} from private.disputes where provider = $1 and reference = $2`,
    [payment.provider, told.disputeReference],
  );
  const { rows } = await db.query(
    `insert into private.disputes as d (provider, reference, payment_id, amount_cents, cost_cents, cost_given_back_cents,
       funds_withdrawn, funds_reinstated, outcome, next_look_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz + make_interval(hours => $11), $10)
     on conflict (provider, reference) do update set
       amount_cents = case when d.booked = 'nothing' then greatest(d.amount_cents, excluded.amount_cents) else d.amount_cents end,
       cost_cents = greatest(d.cost_cents, excluded.cost_cents),
       cost_given_back_cents = greatest(d.cost_given_back_cents, excluded.cost_given_back_cents),
       funds_withdrawn = d.funds_withdrawn or excluded.funds_withdrawn,
       funds_reinstated = d.funds_reinstated or excluded.funds_reinstated,
       outcome = coalesce(d.outcome, excluded.outcome),
       next_look_at = excluded.next_look_at
     returning ${COLUMNS}`,
    [
      payment.provider,
      told.disputeReference,
      payment.id,
      told.amount,
      told.cost,
      told.costGivenBack,
      told.fundsWithdrawn,
      told.fundsReinstated,
      told.outcome,
      now,
      LOOK_AGAIN_HOURS,
    ],
  );
  const [dispute] = rows;
  if (!dispute || dispute.payment_id !== payment.id) return 'needs_a_person';
  if (told.outcome !== null && dispute.outcome !== told.outcome) return 'needs_a_person';
  const booked = await bookDispute(db, payment, dispute, now);
  if (booked === 'known') return sameFacts(before[0], dispute) ? 'known' : 'applied';
  return booked;
}

const sameFacts = (before: DisputeRow | undefined, after: DisputeRow): boolean =>
  before !== undefined && JSON.stringify(before) === JSON.stringify(after);

/** Has the books follow what was told of a payment's disputes before its capture was written down. The caller holds its lock. */
export async function bookDisputes(db: pg.ClientBase, paymentId: string, now: Date): Promise<void> {
  const { rows } = await db.query(
    `select ${COLUMNS} from private.disputes where payment_id = $1 and ended_at is null order by created_at, reference`,
    [paymentId],
  );
  for (const dispute of rows) {
    const payment = await lockPayment(db, paymentId);
    if (payment) await bookDispute(db, payment, dispute, now);
  }
}

/** Writes into the books whatever follows from a dispute and is not there yet. */
async function bookDispute(
  db: pg.ClientBase,
  payment: PaymentRow,
  dispute: DisputeRow,
  now: Date,
): Promise<'applied' | 'known' | 'needs_a_person'> {
  // No money was taken of it yet, by what we know: it is looked at again when the capture is written down.
  if (payment.state !== 'captured') return 'known';
  const amount = cents(dispute.amount_cents);
  const written = { at: now, paymentId: payment.id };
  const named = `${dispute.provider}:${dispute.reference}`;
  let { booked } = dispute;
  let after = capturedOf(payment);
  const write = async (kind: DisputeRow['booked'], result: Result<Movement, PaymentRefusal>) => {
    if (!result.ok) return false;
    await writePosting(db, result.value.posting, { ...written, source: `dispute_${kind}:${named}` });
    after = result.value.payment;
    booked = kind;
    return true;
  };

  const taken = dispute.funds_withdrawn || dispute.funds_reinstated || dispute.outcome === 'lost';
  if (booked === 'nothing' && !taken) return 'known';
  if (booked === 'nothing' && !(await write('opened', openDispute(after, amount)))) return 'needs_a_person';

  const cost = minus(cents(dispute.cost_cents), cents(dispute.cost_given_back_cents));
  if (cost !== dispute.booked_cost_cents) {
    const source = `dispute_cost:${named}:${dispute.cost_cents}-${dispute.cost_given_back_cents}`;
    await writePosting(db, disputeCost(minus(cost, cents(dispute.booked_cost_cents))), {
      ...written,
      source,
    });
  }

  const end = dispute.outcome ?? (dispute.funds_reinstated ? 'won' : null);
  const borneBy = end === 'lost' ? await bearerOf(db, payment) : null;
  if (booked === 'opened' && end !== null) {
    const result = borneBy === null ? winDispute(after, amount) : loseDispute(after, amount, borneBy);
    if (!(await write(end, result))) return 'needs_a_person';
  }
  if (booked === dispute.booked && cost === dispute.booked_cost_cents) return 'known';
  await keepBooked(db, dispute, { booked, cost, borneBy, now });
  await storeCaptured(db, payment.id, after);
  // An open dispute holds the share again; it is released again once it is over.
  if (!after.released)
    await db.query('update public.payments set released_at = null where id = $1', [payment.id]);
  if (after.disputed === NOTHING)
    await db.query(
      // What waited for the bank. One that is being recorded just now holds its row and comes for the payment afterwards.
      `update public.payment_orders set next_attempt_at = least(next_attempt_at, $2) where id in (
         select id from public.payment_orders where payment_id = $1 and state = 'pending' for update skip locked)`,
      [payment.id, now],
    );
  return 'applied';
}

/**
 * A streamer who was there for the session does not pay for a dispute that was lost all the same: the platform does. Any other is
 * borne as a refund would be.
 */
async function bearerOf(db: pg.ClientBase, payment: PaymentRow): Promise<'streamer' | 'platform'> {
  const { rows } = await db.query('select status from public.bookings where id = $1', [payment.booking_id]);
  return rows[0]?.status === 'completed' ? 'platform' : 'streamer';
}

async function keepBooked(
  db: pg.ClientBase,
  { provider, reference }: DisputeRow,
  {
    booked,
    cost,
    borneBy,
    now,
  }: { booked: DisputeRow['booked']; cost: Cents; borneBy: 'streamer' | 'platform' | null; now: Date },
): Promise<void> {
  await db.query(
    `update private.disputes set booked = $3, booked_cost_cents = $4, borne_by = coalesce(borne_by, $5),
       ended_at = case when $3 in ('won', 'lost') then coalesce(ended_at, $6) end
     where provider = $1 and reference = $2`,
    [provider, reference, booked, cost, borneBy, now],
  );
}
