import type pg from 'pg';
import { type Cents, cents, minus, NOTHING } from '#domain/money/cents.ts';
import {
  disputeCost,
  loseDispute,
  type Movement,
  openDispute,
  type PaymentRefusal,
  reopenLost,
  winDispute,
} from '#domain/money/payment.ts';
import type { Result } from '#domain/result.ts';
import type { DisputeState } from '#server/integrations/payments/provider-event.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { writePosting } from '#server/product/lifecycle/ledger.ts';
import { orderWhatIsOwed } from '#server/product/lifecycle/payment-orders.ts';
import {
  capturedOf,
  lockPayment,
  type PaymentRow,
  storeCaptured,
} from '#server/product/lifecycle/payment-row.ts';

const COLUMNS = `provider, reference, payment_id, amount_cents, cost_cents, cost_given_back_cents, funds_withdrawn,
  funds_reinstated, outcome, booked, booked_cost_cents, borne_by, turns`;

const BY_REFERENCE =
  `select ${COLUMNS} from private.disputes where provider = $1 and reference = $2` as const;

/** Everything reported so far about a dispute, and how much of it the books contain. */
type DisputeRow = Row<typeof BY_REFERENCE>;

/** How long a dispute that is not decided is left before the provider is asked about it. */
const LOOK_AGAIN_HOURS = 6;

/**
 * Records what the provider reports about a dispute, and updates the books. Reports are only ever added to earlier ones, and the books
 * are derived from all of them: so any order and any repetition leads to the same books. Of two contradicting outcomes the provider's
 * last one counts, by its own clock. The caller holds the payment's lock.
 * @param saidAt when the provider reported it: the event's time, or now for an answer to our question
 */
export async function recordDispute(
  db: pg.ClientBase,
  payment: PaymentRow,
  told: DisputeState,
  { saidAt, now }: { saidAt: Date; now: Date },
): Promise<'applied' | 'known' | 'needs_a_person'> {
  const { rows: before } = await db.query(BY_REFERENCE, [payment.provider, told.disputeReference]);
  const { rows } = await db.query(
    `insert into private.disputes as d (provider, reference, payment_id, amount_cents, cost_cents, cost_given_back_cents,
       funds_withdrawn, funds_reinstated, outcome, decided_at, next_look_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9::text is not null then $12::timestamptz end,
       $10::timestamptz + make_interval(hours => $11), $10)
     on conflict (provider, reference) do update set
       amount_cents = case when d.booked = 'nothing' then greatest(d.amount_cents, excluded.amount_cents) else d.amount_cents end,
       cost_cents = greatest(d.cost_cents, excluded.cost_cents),
       cost_given_back_cents = greatest(d.cost_given_back_cents, excluded.cost_given_back_cents),
       funds_withdrawn = d.funds_withdrawn or excluded.funds_withdrawn,
       funds_reinstated = d.funds_reinstated or excluded.funds_reinstated,
       -- Of two words of the same second, the one that costs: whatever was won meanwhile is told again.
       outcome = case when excluded.outcome is null then d.outcome
         when d.outcome is null or (excluded.decided_at, excluded.outcome = 'lost') > (d.decided_at, d.outcome = 'lost')
         then excluded.outcome else d.outcome end,
       decided_at = greatest(d.decided_at, excluded.decided_at),
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
      saidAt,
    ],
  );
  const [dispute] = rows;
  if (!dispute || dispute.payment_id !== payment.id) return 'needs_a_person';
  const booked = await bookDispute(db, payment, dispute, now);
  if (booked === 'known') return sameFacts(before[0], dispute) ? 'known' : 'applied';
  return booked;
}

const sameFacts = (before: DisputeRow | undefined, after: DisputeRow): boolean =>
  before !== undefined && JSON.stringify(before) === JSON.stringify(after);

/** Updates the books with disputes that were reported before the payment's capture was recorded. The caller holds its lock. */
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

/** Posts whatever follows from a dispute and is not in the books yet. */
async function bookDispute(
  db: pg.ClientBase,
  payment: PaymentRow,
  dispute: DisputeRow,
  now: Date,
): Promise<'applied' | 'known' | 'needs_a_person'> {
  // No captured money is known yet: the dispute is processed again when the capture is recorded.
  if (payment.state !== 'captured') return 'known';
  const amount = cents(dispute.amount_cents);
  const written = { at: now, paymentId: payment.id };
  const named = `${dispute.provider}:${dispute.reference}`;
  let { booked, turns, borne_by: borneBy } = dispute;
  let after = capturedOf(payment);
  const write = async (kind: DisputeRow['booked'], result: Result<Movement, PaymentRefusal>) => {
    if (!result.ok) return false;
    const source = `dispute_${kind}:${named}${turns === 0 ? '' : `:${turns}`}`;
    await writePosting(db, result.value.posting, { ...written, source });
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
  const turned = end !== null && (booked === 'won' || booked === 'lost') && booked !== end;
  if (turned) {
    const again =
      booked === 'won'
        ? openDispute(after, amount)
        : reopenLost(after, amount, await borneByUs(db, payment, dispute));
    turns += 1;
    if (!(await write('opened', again))) return 'needs_a_person';
  }
  if (booked === 'opened' && end !== null) {
    borneBy = end === 'lost' ? await bearerOf(db, payment) : null;
    const result = borneBy === null ? winDispute(after, amount) : loseDispute(after, amount, borneBy);
    if (!(await write(end, result))) return 'needs_a_person';
  }
  if (booked === dispute.booked && cost === dispute.booked_cost_cents) return 'known';
  await keepBooked(db, dispute, { booked, cost, borneBy, turns, now });
  await storeCaptured(db, payment.id, after);
  // An open dispute holds the share again; it is released again once it is over.
  if (!after.released)
    await db.query('update public.payments set released_at = null where id = $1', [payment.id]);
  if (after.disputed === NOTHING)
    await db.query(
      // Orders that waited for the bank. One that is being recorded at this moment holds its row and processes the payment afterwards.
      `update public.payment_orders set next_attempt_at = least(next_attempt_at, $2) where id in (
         select id from public.payment_orders where payment_id = $1 and state = 'pending' for update skip locked)`,
      [payment.id, now],
    );
  // A part that a refund left out because the bank had returned it is owed again.
  if (turned && booked === 'won') await orderWhatIsOwed(db, payment.booking_id, now);
  return 'applied';
}

/**
 * When a dispute is lost although the streamer was there for the session, the platform pays. Any other lost dispute is borne like a
 * refund.
 */
async function bearerOf(db: pg.ClientBase, payment: PaymentRow): Promise<'streamer' | 'platform'> {
  const { rows } = await db.query('select status from public.bookings where id = $1', [payment.booking_id]);
  return rows[0]?.status === 'completed' ? 'platform' : 'streamer';
}

/**
 * How much of a lost dispute the platform bore, in cents: all of one that it had to bear, of another what exceeded the amount still paid.
 */
async function borneByUs(db: pg.ClientBase, payment: PaymentRow, dispute: DisputeRow): Promise<Cents> {
  const amount = cents(dispute.amount_cents);
  if (dispute.borne_by === 'platform') return amount;
  const { rows } = await db.query(
    `select coalesce(sum(amount_cents), 0)::int as whole from private.disputes
     where payment_id = $1 and booked = 'lost' and borne_by = 'platform'`,
    [payment.id],
  );
  return cents(Math.min(amount, payment.lost_cents - (rows[0]?.whole ?? 0)));
}

async function keepBooked(
  db: pg.ClientBase,
  { provider, reference }: DisputeRow,
  {
    booked,
    cost,
    borneBy,
    turns,
    now,
  }: Pick<DisputeRow, 'booked' | 'turns'> & { cost: Cents; borneBy: DisputeRow['borne_by']; now: Date },
): Promise<void> {
  await db.query(
    `update private.disputes set booked = $3, booked_cost_cents = $4, borne_by = $5, turns = $7,
       ended_at = case when $3 in ('won', 'lost') then case when booked = $3 then ended_at else $6 end end
     where provider = $1 and reference = $2`,
    [provider, reference, booked, cost, borneBy, now, turns],
  );
}
