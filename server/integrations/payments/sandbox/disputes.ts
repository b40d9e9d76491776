import type pg from 'pg';
import { cents } from '#product/shared/money/cents.ts';
import { type Instant, instantOf } from '#product/shared/time/instant.ts';
import { type DisputeAtProvider, ProviderRefusal } from '../provider.ts';
import { aboutPayment } from './movements.ts';
import { tell } from './webhooks.ts';

/**
 * The sandbox's charge for a dispute, as real providers have one: not given back, whichever side
 * wins. Cents.
 */
const COST = 1_500;
/** So long the bank decides. Milliseconds. */
const DECIDES_AFTER = 120_000;

export interface Dispute {
  reference: string;
  payment_reference: string;
  amount_cents: number;
  withdrawn_cents: number;
  reinstated_cents: number;
  next_step_at: Date | null;
  decides: 'won' | 'lost';
  state: 'announced' | 'needs_response' | 'won' | 'lost';
}

/**
 * Takes the bank's next step: it takes what was not refunded before, then it decides. The caller
 * holds the dispute's lock.
 */
export async function takeStep(db: pg.ClientBase, dispute: Dispute, now: Date): Promise<void> {
  const { rows } = await db.query('select * from sandbox.payments where reference = $1 for update', [
    dispute.payment_reference,
  ]);
  const [payment] = rows;
  if (!payment) throw new Error(`dispute ${dispute.reference} is about no payment`);
  const left = payment.captured_cents - payment.refunded_cents;
  if (dispute.state === 'announced' && left <= 0) {
    // Everything was refunded before the bank asked, so nothing is left to dispute.
    await db.query('delete from sandbox.disputes where reference = $1', [dispute.reference]);
    return;
  }
  const next: Dispute =
    dispute.state === 'announced'
      ? {
          ...dispute,
          state: 'needs_response',
          amount_cents: left,
          withdrawn_cents: left,
          next_step_at: new Date(now.getTime() + DECIDES_AFTER),
        }
      : decided(dispute, dispute.decides);
  await store(db, next);
  await tell(db, { kind: 'dispute_changed', ...aboutPayment(payment), ...stateOf(next) }, { now });
}

/** A bank that decides otherwise than before moves the money once more. */
function decided(dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  const { amount_cents, withdrawn_cents: withdrawn, reinstated_cents: reinstated } = dispute;
  const ended = { ...dispute, state: outcome, next_step_at: null };
  if (outcome === 'won') return { ...ended, reinstated_cents: withdrawn };
  return { ...ended, withdrawn_cents: withdrawn === reinstated ? withdrawn + amount_cents : withdrawn };
}

const store = (db: pg.ClientBase, dispute: Dispute) =>
  db.query(
    `update sandbox.disputes set state = $2, amount_cents = $3, next_step_at = $4, withdrawn_cents = $5, reinstated_cents = $6
     where reference = $1`,
    [
      dispute.reference,
      dispute.state,
      dispute.amount_cents,
      dispute.next_step_at,
      dispute.withdrawn_cents,
      dispute.reinstated_cents,
    ],
  );

/**
 * The fictitious bank has made up its mind: evidence changes nothing, and who accepts has lost at
 * once.
 */
export async function answerDispute(
  db: pg.ClientBase,
  reference: string,
  kind: 'contest' | 'accept',
  now: Date,
): Promise<void> {
  const { rows } = await db.query('select * from sandbox.disputes where reference = $1 for update', [
    reference,
  ]);
  const dispute: Dispute | undefined = rows[0];
  if (!dispute) throw new ProviderRefusal('resource_missing', `no dispute ${reference}`);
  if (kind === 'contest' || dispute.state === 'lost') return;
  if (dispute.state === 'won') throw new ProviderRefusal('dispute_closed', 'the bank has decided');
  await takeStep(db, { ...dispute, decides: 'lost' }, now);
}

const stateOf = ({
  reference,
  payment_reference,
  amount_cents,
  withdrawn_cents,
  reinstated_cents,
  next_step_at,
  state,
}: Dispute): DisputeAtProvider => ({
  disputeReference: reference,
  paymentReference: payment_reference,
  amount: cents(amount_cents),
  withdrawn: cents(withdrawn_cents),
  reinstated: cents(reinstated_cents),
  reason: 'fraudulent',
  phase: state === 'needs_response' ? 'needs_answer' : 'closed',
  answerBy: state === 'needs_response' && next_step_at !== null ? instantOf(next_step_at.getTime()) : null,
  outcome: state === 'won' || state === 'lost' ? state : null,
  cost: cents(state === 'announced' ? 0 : COST),
  costGivenBack: cents(0),
});

/** @throws ProviderRefusal for an unknown reference */
export async function readDispute(db: pg.ClientBase, reference: string): Promise<DisputeAtProvider> {
  const { rows } = await db.query('select * from sandbox.disputes where reference = $1', [reference]);
  if (!rows[0]) throw new ProviderRefusal('resource_missing', `no dispute ${reference}`);
  return stateOf(rows[0]);
}

export async function listDisputes(db: pg.ClientBase, since: Instant): Promise<DisputeAtProvider[]> {
  const { rows } = await db.query(
    "select * from sandbox.disputes where created_at >= $1 and state <> 'announced' order by created_at",
    [new Date(since)],
  );
  return rows.map(stateOf);
}
