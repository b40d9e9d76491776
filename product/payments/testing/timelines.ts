import type pg from 'pg';
import type { PostingKind } from '#product/books/rules/ledger.ts';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import {
  addUp,
  NOWHERE,
  type PaymentMove,
  timelineOf,
  unexplained,
  type Whereabouts,
} from '../rules/timeline.ts';

const MONEY = [
  'captured',
  'returned',
  'disputed',
  'fee',
  'borne',
  'pending',
  'available',
  'in_transit',
  'banked',
] as const;
type Moved = Record<`${(typeof MONEY)[number]}_cents`, string>;
interface PostingRow extends Moved {
  payment_id: string;
  streamer_id: string | null;
  posting_id: string;
  at: Date;
  kind: PostingKind;
  payout_id: string | null;
  payment_kind: string;
}

const whereabouts = (row: Moved): Whereabouts => ({
  captured: cents(Number(row.captured_cents)),
  returned: cents(Number(row.returned_cents)),
  disputed: cents(Number(row.disputed_cents)),
  fee: cents(Number(row.fee_cents)),
  borne: cents(Number(row.borne_cents)),
  pending: cents(Number(row.pending_cents)),
  available: cents(Number(row.available_cents)),
  inTransit: cents(Number(row.in_transit_cents)),
  banked: cents(Number(row.banked_cents)),
});

// The books themselves, without any of what the timelines are read by. What the provider charges is no part of anybody's way.
const BALANCE_SHEET = `select coalesce(l.streamer_id, p.streamer_id, s.streamer_id)::text as streamer_id, l.account, sum(l.amount_cents)::int as amount
  from public.ledger_lines l join public.ledger_postings g on g.id = l.posting_id
  left join public.payments p on p.id = g.payment_id
  left join public.payouts s on s.id = g.payout_id
  where g.kind not in ('processing_cost', 'dispute_cost') group by 1, 2 having sum(l.amount_cents) <> 0 order by 1, 2`;

/**
 * Compares the timelines of all payments, as the page builds them, with the balance sheet of the ledger, and with what is kept of each payment.
 * @returns what differs; empty when everything agrees to the cent
 */
export async function timelineFaults(pool: pg.Pool): Promise<string[]> {
  const { sheet, postings, kept } = await inTransaction(pool, async (db) => {
    const { rows } = await db.query<{ streamer_id: string; account: string; amount: number }>(BALANCE_SHEET);
    const balances = await db.query<Moved & { payment_id: string }>('select * from public.payment_balances');
    await db.query('set local role service_role');
    const moves = await db.query<PostingRow>('select * from public.streamer_postings order by at, line_id');
    return { sheet: rows, postings: moves.rows, kept: balances.rows };
  });
  const faults: string[] = [];
  const byPayment = Map.groupBy(postings, (row) => row.payment_id);
  const ofStreamer = new Map<string, Whereabouts>();
  for (const [paymentId, rows] of byPayment) {
    const moves = rows.map(
      (row): PaymentMove => ({
        ...whereabouts(row),
        postingId: row.posting_id,
        kind: row.kind,
        at: instantOf(row.at.getTime()),
        extension: row.payment_kind === 'extension',
        payoutId: row.payout_id,
        releaseDueAt: null,
      }),
    );
    const where = timelineOf(moves).at(-1)?.after ?? NOWHERE;
    if (unexplained(where) !== 0)
      faults.push(`${paymentId} has ${String(unexplained(where))} cents from nowhere`);
    const row = kept.find(({ payment_id }) => payment_id === paymentId);
    if (JSON.stringify(row && whereabouts(row)) !== JSON.stringify(where))
      faults.push(`${paymentId} is kept as ${JSON.stringify(row)} and posted as ${JSON.stringify(where)}`);
    const streamer = rows[0]?.streamer_id ?? '';
    ofStreamer.set(streamer, addUp(ofStreamer.get(streamer) ?? NOWHERE, where));
  }
  if (kept.length !== byPayment.size)
    faults.push(`${String(kept.length)} payments are kept, ${String(byPayment.size)} posted`);
  const streamers = new Set([...ofStreamer.keys(), ...sheet.map((row) => row.streamer_id)]);
  for (const streamer of streamers) {
    const where = ofStreamer.get(streamer) ?? NOWHERE;
    const expected: Record<string, number> = {
      // What is owed for a refund that came back, and what was paid for it by hand, are the provider's money on its way.
      provider_balance: where.captured - where.returned - where.disputed - where.banked,
      disputed_funds: where.disputed,
      dispute_costs: where.borne,
      platform_fees: -where.fee,
      streamer_pending: -where.pending,
      streamer_available: -where.available,
      payouts_in_transit: -where.inTransit,
    };
    for (const [account, amount] of Object.entries(expected)) {
      const accounts = account === 'provider_balance' ? [account, 'refunds_owed', 'own_bank'] : [account];
      const stands = sheet
        .filter((row) => row.streamer_id === streamer && accounts.includes(row.account))
        .reduce((total, row) => total + row.amount, 0);
      if (stands !== amount)
        faults.push(
          `${account} of ${streamer} stands at ${String(stands)}, its timelines say ${String(amount)}`,
        );
    }
  }
  return faults;
}
