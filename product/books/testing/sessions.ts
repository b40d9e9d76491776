import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import { insertBooking, insertPayment } from '#database/seed/marketplace-factories.ts';

export const IDENTITY = {
  kind: 'business' as const,
  legalName: 'Inès Morel',
  soleTrader: true,
  street: '3 rue des Écoles',
  postcode: '75005',
  city: 'Paris',
  siren: '732829320',
  birthDate: null,
  taxNumber: null,
  vatNumber: null,
  accountHolder: 'Inès Morel',
};

interface Held {
  streamerId: string;
  viewerId: string;
  start: Date;
  /** Cents. */
  share?: number;
  fee?: number;
  /** When the share became available; null: not yet. */
  releasedAt?: Date | null;
}

/** A session, of 45 euros unless told, that was paid, held and settled, as its rows. @returns its booking */
export async function insertHeld(
  pool: pg.Pool,
  { streamerId, viewerId, start, share = 3825, fee = 675, releasedAt = null }: Held,
): Promise<string> {
  const end = new Date(start.getTime() + 3_600_000);
  const bookingId = await insertBooking(pool, {
    streamerId,
    viewerId,
    start,
    status: 'completed',
    more: { ended_at: end, refund_cents: 0, delivered_minutes: 60 },
  });
  const paymentId = await insertPayment(pool, { bookingId, streamerId, viewerId });
  await pool.query(
    `with posting as (
       insert into ledger_postings (id, at, kind, source, payment_id) values ($1::uuid, $3, 'capture', 'test:' || $1::uuid, $4) returning id)
     insert into ledger_lines (posting_id, account, streamer_id, amount_cents)
     select id, account, streamer_id::uuid, amount from posting, (values
       ('provider_balance', null, $5::bigint + $6::bigint), ('platform_fees', null, -$6::bigint), ('streamer_pending', $2::text, -$5::bigint)
     ) line (account, streamer_id, amount)`,
    [randomUUID(), streamerId, end, paymentId, share, fee],
  );
  if (releasedAt)
    await insertMove(pool, { streamerId, bookingId, at: releasedAt, kind: 'release' }, [
      ['streamer_pending', share],
      ['streamer_available', -share],
    ]);
  return bookingId;
}

/** Whatever else the books hold of a session's payment: lines of account and cents, those of `streamer_…` the streamer's. */
export async function insertMove(
  pool: pg.Pool,
  { streamerId, bookingId, at, kind }: { streamerId: string; bookingId: string; at: Date; kind: string },
  lines: readonly (readonly [account: string, cents: number])[],
): Promise<void> {
  const moved = lines.filter(([, amount]) => amount !== 0);
  await pool.query(
    `with posting as (
       insert into ledger_postings (id, at, kind, source, payment_id)
       select $1::uuid, $2, $3, 'test:' || $1::uuid, p.id from payments p where p.booking_id = $4 returning id)
     insert into ledger_lines (posting_id, account, streamer_id, amount_cents)
     select id, account, case when account like 'streamer%' then $5::uuid end, amount
     from posting, unnest($6::text[], $7::bigint[]) line (account, amount)`,
    [
      randomUUID(),
      at,
      kind,
      bookingId,
      streamerId,
      moved.map(([account]) => account),
      moved.map(([, amount]) => amount),
    ],
  );
}

/** Asserts that each series begins at 1 and has no gap, and that each chain is that of its documents. @returns how many there are */
export async function expectSound(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    'select issuer, year, number, reference, pdf, digest, chain from public.documents order by issuer, year, number',
  );
  let chain = Buffer.alloc(0);
  let expected = 1;
  let series = '';
  for (const { issuer, year, number, reference, pdf, digest, chain: kept } of rows) {
    if (series !== `${issuer} ${year}`) {
      series = `${issuer} ${year}`;
      expected = 1;
      chain = Buffer.alloc(0);
    }
    expect({ series, number }).toEqual({ series, number: expected++ });
    const bytes = createHash('sha256').update(pdf).digest();
    expect(digest.equals(bytes)).toBe(true);
    chain = createHash('sha256').update(chain).update(reference).update(bytes).digest();
    expect(kept.equals(chain)).toBe(true);
  }
  const { rows: last } = await pool.query(
    `select s.issuer from private.document_series s where s.last <> (
       select max(d.number) from public.documents d where d.issuer = s.issuer and d.year = s.year)`,
  );
  expect(last).toEqual([]);
  return rows.length;
}
