import type pg from 'pg';
import { insertOrder, orderWhatIsOwed } from '#product/booking/payment-orders.ts';
import { capturedOf, lockPayment, type PaymentRow, storeCaptured } from '#product/booking/payment-row.ts';
import {
  disputeCost,
  loseDispute,
  type Movement,
  openDispute,
  type PaymentRefusal,
  reopenLost,
  winDispute,
} from '#product/booking/rules/payment.ts';
import { writePosting } from '#product/books/ledger.ts';
import { type Cents, cents, minus, NOTHING, sum } from '#product/shared/money/cents.ts';
import type { Result } from '#product/shared/result.ts';
import type { DisputeState } from '#server/integrations/payments/provider-event.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { evidenceOf } from './dispute-evidence.ts';
import { notifyOfDispute } from './notify-payment.ts';

const COLUMNS = `provider, reference, payment_id, amount_cents, cost_cents, cost_given_back_cents, withdrawn_cents, reinstated_cents,
  outcome, booked, booked_cost_cents, booked_withdrawn_cents, booked_reinstated_cents, borne_by, turns, phase, answer`;

const BY_REFERENCE =
  `select ${COLUMNS} from private.disputes where provider = $1 and reference = $2` as const;

/** Of two words of the same second, the one that is further on. */
const LATER =
  `(excluded.told_at, private.dispute_rank(excluded.phase)) >= (d.told_at, private.dispute_rank(d.phase))` as const;

/** Everything reported so far about a dispute, and how much of it the books contain. */
type DisputeRow = Row<typeof BY_REFERENCE>;

/** How long a dispute that is not decided is left before the provider is asked about it. */
const LOOK_AGAIN_HOURS = 6;

/**
 * Records what the provider reports about a dispute, and updates the books. Reports are only ever
 * added to earlier ones, and the books are derived from all of them: so any order and any
 * repetition leads to the same books. What the bank took and gave back are sums that only grow. Of
 * two contradicting outcomes the provider's last one counts, by its own clock. The caller holds the
 * payment's lock.
 * @param saidAt when the provider reported it: the event's time, or now for an answer to our
 *   question
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
       withdrawn_cents, reinstated_cents, outcome, decided_at, next_look_at, created_at, reason, phase, answer_by, told_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9::text is not null then $12::timestamptz end,
       $10::timestamptz + make_interval(hours => $11), $10, $13, $14, $15, $12)
     on conflict (provider, reference) do update set
       amount_cents = case when ${LATER} then excluded.amount_cents else d.amount_cents end,
       cost_cents = greatest(d.cost_cents, excluded.cost_cents),
       cost_given_back_cents = greatest(d.cost_given_back_cents, excluded.cost_given_back_cents),
       withdrawn_cents = greatest(d.withdrawn_cents, excluded.withdrawn_cents),
       reinstated_cents = greatest(d.reinstated_cents, excluded.reinstated_cents),
       -- Of two words of the same second, the one that costs: whatever was won meanwhile is told again.
       outcome = case when excluded.outcome is null then d.outcome
         when d.outcome is null or (excluded.decided_at, excluded.outcome = 'lost') > (d.decided_at, d.outcome = 'lost')
         then excluded.outcome else d.outcome end,
       decided_at = greatest(d.decided_at, excluded.decided_at),
       reason = case when ${LATER} then excluded.reason else d.reason end,
       phase = case when ${LATER} then excluded.phase else d.phase end,
       answer_by = case when ${LATER} then excluded.answer_by else d.answer_by end,
       told_at = greatest(d.told_at, excluded.told_at),
       next_look_at = excluded.next_look_at
     returning ${COLUMNS}`,
    [
      payment.provider,
      told.disputeReference,
      payment.id,
      told.amount,
      told.cost,
      told.costGivenBack,
      told.withdrawn,
      told.reinstated,
      told.outcome,
      now,
      LOOK_AGAIN_HOURS,
      saidAt,
      told.reason,
      told.phase,
      told.answerBy === null ? null : new Date(told.answerBy),
    ],
  );
  const [dispute] = rows;
  if (!dispute || dispute.payment_id !== payment.id) return 'needs_a_person';
  if (dispute.answer === null) await keepEvidence(db, payment.booking_id, dispute);
  const booked = await bookDispute(db, payment, dispute, now);
  if (booked === 'known') return sameFacts(before[0], dispute) ? 'known' : 'applied';
  return booked;
}

const sameFacts = (before: DisputeRow | undefined, after: DisputeRow): boolean =>
  before !== undefined && JSON.stringify(before) === JSON.stringify(after);

/**
 * Until the team answers, the evidence is what Loge knows by then: a session may be held while its
 * payer disputes it.
 */
async function keepEvidence(
  db: pg.ClientBase,
  bookingId: string,
  { provider, reference }: DisputeRow,
): Promise<void> {
  await db.query('update private.disputes set evidence = $3 where provider = $1 and reference = $2', [
    provider,
    reference,
    JSON.stringify(await evidenceOf(db, bookingId)),
  ]);
}

/**
 * Updates the books with disputes that were reported before the payment's capture was recorded. The
 * caller holds its lock.
 */
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

/**
 * The end of a dispute in the provider's words: null while the bank decides, or while money that
 * was won has not come back.
 */
function endOf({
  outcome,
  withdrawn_cents: taken,
  reinstated_cents: back,
}: DisputeRow): 'won' | 'lost' | null {
  if (outcome === 'lost') return 'lost';
  if (outcome === 'won') return back > 0 ? 'won' : null;
  return back >= taken ? 'won' : null;
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
  const taken = cents(dispute.withdrawn_cents);
  const back = cents(dispute.reinstated_cents);
  // An inquiry took nothing. A bank that gives back more than it took is for a person.
  if (taken === NOTHING) return 'known';
  if (back > taken) return 'needs_a_person';
  const written = { at: now, paymentId: payment.id };
  const named = `${dispute.provider}:${dispute.reference}`;
  let { booked, turns, borne_by: borneBy } = dispute;
  let bookedTaken = cents(dispute.booked_withdrawn_cents);
  let bookedBack = cents(dispute.booked_reinstated_cents);
  let after = capturedOf(payment);
  /** By how much the streamer's share was made smaller; below zero when it was given back. */
  let share = NOTHING;
  const write = async (source: string, result: Result<Movement, PaymentRefusal>) => {
    if (!result.ok) return false;
    await writePosting(db, result.value.posting, { ...written, source: `${source}:${turns}` });
    share = sum([share, shareTaken(result.value)]);
    after = result.value.payment;
    return true;
  };

  const cost = minus(cents(dispute.cost_cents), cents(dispute.cost_given_back_cents));
  if (cost !== dispute.booked_cost_cents) {
    const source = `dispute_cost:${named}:${dispute.cost_cents}-${dispute.cost_given_back_cents}`;
    await writePosting(db, disputeCost(minus(cost, cents(dispute.booked_cost_cents))), {
      ...written,
      source,
    });
  }

  const end = endOf(dispute);
  const moved = taken !== bookedTaken || back !== bookedBack;
  const turned = (booked === 'won' && moved) || (booked === 'lost' && (moved || end === null));
  if (turned) {
    turns += 1;
    const lost = minus(bookedTaken, bookedBack);
    if (booked === 'lost' && lost > NOTHING) {
      const ours = await borneByUs(db, payment, dispute, lost);
      if (!(await write(`dispute_reopened:${named}`, reopenLost(after, lost, ours)))) return 'needs_a_person';
    }
  }
  if (turned || booked === 'nothing') booked = 'opened';
  if (taken > bookedTaken) {
    const source = `dispute_opened:${named}:${String(taken)}`;
    if (!(await write(source, openDispute(after, minus(taken, bookedTaken))))) return 'needs_a_person';
    bookedTaken = taken;
  }
  if (back > bookedBack) {
    const source = `dispute_won:${named}:${String(back)}`;
    if (!(await write(source, winDispute(after, minus(back, bookedBack))))) return 'needs_a_person';
    bookedBack = back;
  }
  if (booked === 'opened' && end !== null) {
    const lost = minus(taken, back);
    borneBy = lost > NOTHING ? await bearerOf(db, payment) : null;
    if (borneBy !== null) {
      const result = loseDispute(after, lost, borneBy);
      if (!(await write(`dispute_lost:${named}`, result))) return 'needs_a_person';
    }
    booked = borneBy === null ? 'won' : 'lost';
  }
  if (booked === dispute.booked && !moved && !turned && cost === dispute.booked_cost_cents) return 'known';
  await keepBooked(db, dispute, { booked, cost, borneBy, turns, bookedTaken, bookedBack, now });
  await storeCaptured(db, payment.id, after);
  // An open dispute holds the share again; it is released again once it is over.
  if (!after.released)
    await db.query('update public.payments set released_at = null where id = $1', [payment.id]);
  if (after.disputed === NOTHING)
    await db.query(
      // Orders that waited for the bank. One that is being recorded at this moment holds its row
      // and processes the payment afterwards.
      `update public.payment_orders set next_attempt_at = least(next_attempt_at, $2) where id in (
         select id from public.payment_orders where payment_id = $1 and state = 'pending' for update skip locked)`,
      [payment.id, now],
    );
  await orderShare(db, payment, share, now);
  if (booked !== dispute.booked || turned)
    await notifyOfDispute(db, {
      bookingId: payment.booking_id,
      taken: minus(bookedTaken, bookedBack),
      back: bookedBack,
      ended: booked === 'won' || booked === 'lost',
      share: borneBy === 'streamer' ? cents(Math.max(NOTHING, share)) : NOTHING,
      now,
    });
  // A part that a refund left out because the bank had returned it is owed again.
  if (turned && booked === 'won') await orderWhatIsOwed(db, payment.booking_id, now);
  return 'applied';
}

/**
 * The sum that a movement takes from the streamer's two accounts together; moving the share between
 * them takes nothing.
 */
const shareTaken = ({ posting }: Movement): Cents =>
  sum(posting.lines.filter(({ streamerId }) => streamerId !== null).map(({ amount }) => amount));

/**
 * Has the provider take from the streamer's account what a lost dispute took in the books, or give
 * it back when the bank decides otherwise in the end. A share that still waits with the platform is
 * transferred at what is left of it, so nothing is to be taken back.
 */
async function orderShare(db: pg.ClientBase, payment: PaymentRow, share: Cents, now: Date): Promise<void> {
  if (share === NOTHING || (payment.destination_reference ?? payment.transfer_reference) === null) return;
  const kind = share > NOTHING ? 'reverse_transfer' : 'transfer';
  await insertOrder(db, { paymentId: payment.id, kind, amount: Math.abs(share), now });
}

/**
 * When a dispute is lost although the streamer was there for the session, the platform pays. Any
 * other lost dispute is borne like a refund.
 */
async function bearerOf(db: pg.ClientBase, payment: PaymentRow): Promise<'streamer' | 'platform'> {
  const { rows } = await db.query('select status from public.bookings where id = $1', [payment.booking_id]);
  return rows[0]?.status === 'completed' ? 'platform' : 'streamer';
}

/**
 * How much of a lost dispute the platform bore, in cents: all of one that it had to bear, of
 * another what exceeded the amount still paid.
 */
async function borneByUs(
  db: pg.ClientBase,
  payment: PaymentRow,
  dispute: DisputeRow,
  lost: Cents,
): Promise<Cents> {
  if (dispute.borne_by === 'platform') return lost;
  const { rows } = await db.query(
    `select coalesce(sum(booked_withdrawn_cents - booked_reinstated_cents), 0)::int as whole from private.disputes
     where payment_id = $1 and booked = 'lost' and borne_by = 'platform'`,
    [payment.id],
  );
  return cents(Math.min(lost, payment.lost_cents - (rows[0]?.whole ?? 0)));
}

interface Booked extends Pick<DisputeRow, 'booked' | 'turns'> {
  cost: Cents;
  borneBy: DisputeRow['borne_by'];
  bookedTaken: Cents;
  bookedBack: Cents;
  now: Date;
}

async function keepBooked(
  db: pg.ClientBase,
  { provider, reference }: DisputeRow,
  { booked, cost, borneBy, turns, bookedTaken, bookedBack, now }: Booked,
): Promise<void> {
  await db.query(
    `update private.disputes set booked = $3, booked_cost_cents = $4, borne_by = $5, turns = $7, booked_withdrawn_cents = $8,
       booked_reinstated_cents = $9,
       ended_at = case when $3 in ('won', 'lost') then case when booked = $3 then ended_at else $6 end end
     where provider = $1 and reference = $2`,
    [provider, reference, booked, cost, borneBy, now, turns, bookedTaken, bookedBack],
  );
}
