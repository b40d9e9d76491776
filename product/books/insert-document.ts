import type pg from 'pg';
import type { Cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { DocumentKind } from './rules/document.ts';
import { reportingYearOf } from './rules/reporting.ts';

interface NewDocument {
  /** The issuer of the series. */
  issuer: string;
  reference: (year: number, number: number) => string;
  kind: DocumentKind;
  source: string;
  /** When its fact was: the date that a demo's document bears. */
  factAt: Date;
  streamerId: string;
  viewerId: string | null;
  bookingId: string | null;
  correctsId: string | null;
  periodFirst: string;
  buyerName: string;
  label: string;
}

/**
 * Takes the next number of a series and writes the document that has it. The series is locked until
 * the transaction ends.
 * @param render makes its amounts and bytes once number and date are known
 */
export async function insertDocument(
  db: pg.PoolClient,
  { backdated, now }: { backdated: boolean; now: () => Date },
  document: NewDocument,
  render: (numbered: {
    reference: string;
    at: Date;
  }) => Promise<{ net: Cents; vat: Cents; total: Cents; pdf: Buffer }>,
): Promise<{ id: string; reference: string; at: Date }> {
  const { issuer } = document;
  const at = backdated ? await inOrder(db, issuer, document.factAt) : now();
  const year = reportingYearOf(instantOf(at.getTime()));
  const { rows } = await db.query(
    `insert into private.document_series (issuer, year, last) values ($1, $2, 1)
     on conflict (issuer, year) do update set last = document_series.last + 1 returning last`,
    [issuer, year],
  );
  const number = rows[0]?.last ?? 0;
  const reference = document.reference(year, number);
  const { net, vat, total, pdf } = await render({ reference, at });
  const { rows: written } = await db.query(
    `insert into public.documents (issuer, year, number, reference, kind, source, issued_at, streamer_id, viewer_id, booking_id, corrects,
       period_first, buyer_name, label, net_cents, vat_cents, total_cents, pdf, chain)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, '') returning id`,
    [
      issuer,
      year,
      number,
      reference,
      document.kind,
      document.source,
      at,
      document.streamerId,
      document.viewerId,
      document.bookingId,
      document.correctsId,
      document.periodFirst,
      document.buyerName,
      document.label,
      net,
      vat,
      total,
      pdf,
    ],
  );
  return { id: written[0]?.id ?? '', reference, at };
}

/**
 * The date of a demo's document: that of its session, and never before the last one of the series.
 */
async function inOrder(db: pg.PoolClient, issuer: string, factAt: Date): Promise<Date> {
  const { rows } = await db.query('select max(issued_at) as last from public.documents where issuer = $1', [
    issuer,
  ]);
  const last = rows[0]?.last;
  return last && last > factAt ? last : factAt;
}
