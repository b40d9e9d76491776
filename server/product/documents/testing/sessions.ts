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

/** A session of 45 euros that was paid, held and settled, as its rows. @returns its booking */
export async function insertHeld(
  pool: pg.Pool,
  { streamerId, viewerId, start }: { streamerId: string; viewerId: string; start: Date },
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
       ('provider_balance', null, 4500), ('platform_fees', null, -675), ('streamer_pending', $2::text, -3825)
     ) line (account, streamer_id, amount)`,
    [randomUUID(), streamerId, end, paymentId],
  );
  return bookingId;
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
