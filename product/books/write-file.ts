import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { ProductDeps } from '#product/command/deps.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { frenchDate } from '#server/integrations/pdf/render-pdf.ts';
import { MAKERS, type OfYear, TABLES } from './books-tables.ts';
import { declarationOf, sellersCsvOf } from './declare-sellers.ts';
import { entriesOf, type Period } from './entries-of.ts';
import { renderTable } from './render-table.ts';
import { type Vat, vatOf } from './rules/document.ts';
import {
  csvText,
  DECLARATIONS,
  FEC_HEADER,
  type FileKind,
  fecLines,
  fecName,
  isSealed,
  type PrintedKind,
} from './rules/files.ts';
import { REPORTING_ZONE } from './rules/reporting.ts';
import { transparencyOf } from './transparency.ts';

/** The dependencies with which files of the books are made. */
export type BooksDeps = Pick<ProductDeps, 'operator' | 'seal'>;

interface Made extends Period {
  name: string;
  /** Or piece by piece, each a whole number of lines. */
  body: string | Buffer | AsyncIterable<string>;
  /** Sellers that a declaration could not name. */
  leftOut?: number;
}

const FILE_NAMES: Record<Exclude<FileKind, OfYear>, string> = {
  month: 'rapport',
  trial_balance: 'balance',
  commission_vat: 'tva-commissions',
  vat_by_country: 'tva-par-pays',
  payouts: 'versements',
  refunds: 'remboursements',
  disputes: 'contestations',
};

const LAST_CLOSED = `select to_char(max(m.month) + interval '1 month' - interval '1 day', 'YYYY-MM-DD') as "lastDay"
  from public.accounting_months m where m.month >= $1::date and m.month < $1::date + interval '1 year'`;

async function makeFec(db: pg.ClientBase, year: string, deps: BooksDeps, today: Vat): Promise<Made> {
  const firstDay = `${year}-01-01`;
  const { rows } = await db.query(LAST_CLOSED, [firstDay]);
  const lastDay = rows[0]?.lastDay;
  if (!lastDay) throw new AppError('nothing_closed');
  return {
    name: fecName(deps.operator.business.siren, lastDay),
    body: fecOf(db, { firstDay, lastDay }, today),
    firstDay,
    lastDay,
  };
}

async function* fecOf(
  db: pg.ClientBase,
  period: Period,
  today: Vat,
): AsyncGenerator<string, void, undefined> {
  yield FEC_HEADER;
  let number = 0;
  for await (const entry of entriesOf(db, period, today)) {
    number += 1;
    yield fecLines(entry, number);
  }
}

/** As they are headed on paper. */
const TITLES: Readonly<Record<PrintedKind, string>> = {
  month: 'Rapport du mois',
  trial_balance: 'Balance',
  vat_by_country: 'TVA des commissions par pays',
};

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  pdf: 'application/pdf',
  xml: 'application/xml',
};

/** In Paris, `YYYY-MM-DD`. */
const dayAt = (at: Date): string => localDateAt(REPORTING_ZONE, instantOf(at.getTime()));

/**
 * A report to the tax office or the public is about days that are over.
 * @throws AppError while they are not
 */
export function refuseUnfinished(lastDay: string, now: Date): void {
  if (lastDay >= dayAt(now)) throw new AppError('month_not_over');
}

const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/**
 * @param fileId what the file will be called in the database: a declaration names its records with
 *   it
 */
async function make(
  db: pg.ClientBase,
  kind: FileKind,
  {
    month,
    format,
    fileId,
    now,
    deps,
  }: { month: string; format: 'csv' | 'pdf'; fileId: string; now: Date; deps: BooksDeps },
): Promise<Made> {
  const year = month.slice(0, 4);
  const [period, ofYear] = [
    { firstDay: `${month}-01`, lastDay: lastDayOf(month) },
    { firstDay: `${year}-01-01`, lastDay: `${year}-12-31` },
  ];
  const today = vatOf(deps.operator.business);
  switch (kind) {
    case 'fec':
      return makeFec(db, year, deps, today);
    case 'dac7':
    case 'dac7_correction': {
      refuseUnfinished(ofYear.lastDay, now);
      // A deposit being recorded is waited for, and none begins until this is kept
      // (record-deposit.ts).
      await db.query('lock table public.accounting_deposits in share mode');
      const { xml, leftOut } = await declarationOf(db, deps, {
        year: Number(year),
        fileId,
        now,
        corrects: kind !== 'dac7',
      });
      if (xml === null)
        throw new AppError(leftOut > 0 && kind === 'dac7' ? 'sellers_unknown' : 'nothing_to_declare');
      const name = kind === 'dac7' ? 'dac7' : 'dac7-correction';
      return { ...ofYear, name: `loge-${name}-${year}-${fileId.slice(0, 8)}.xml`, body: xml, leftOut };
    }
    case 'dac7_sellers':
      return {
        ...ofYear,
        name: `loge-dac7-vendeurs-${year}.csv`,
        body: await sellersCsvOf(db, deps, Number(year)),
      };
    case 'transparency': {
      refuseUnfinished(period.lastDay, now);
      const { firstDay, body } = await transparencyOf(db, month);
      return { firstDay, lastDay: period.lastDay, name: `loge-transparence-${month}.csv`, body };
    }
    case 'month':
    case 'trial_balance':
    case 'vat_by_country': {
      const table = await TABLES[kind](db, period, { today, seal: deps.seal });
      const name = `loge-${FILE_NAMES[kind]}-${month}`;
      if (format === 'csv')
        return { ...period, name: `${name}.csv`, body: csvText(table.header, table.rows) };
      const { name: operator, siren } = deps.operator.business;
      const lines = [
        `${operator}, SIREN ${siren}`,
        `Mois de ${month.split('-').reverse().join('/')}, établi le ${frenchDate(dayAt(now))}`,
      ];
      const body = await renderTable(table, { title: TITLES[kind], lines, at: now });
      return { ...period, name: `${name}.pdf`, body };
    }
    default:
      return {
        ...period,
        name: `loge-${FILE_NAMES[kind]}-${month}.csv`,
        body: MAKERS[kind](db, period, today),
      };
  }
}

/** A part of a long file: as much as is in the memory at once. */
const PART_BYTES = 2 * 1024 * 1024;

interface Bytes {
  /** Nothing when the file lies in parts. */
  body: Buffer;
  digest: Buffer;
  parts: number;
  partBytes: number;
}

/**
 * Hashes what is written piece by piece, and keeps all that is longer than one part as parts. The
 * file's own row comes after them.
 */
async function keepPieces(db: pg.ClientBase, fileId: string, pieces: AsyncIterable<string>): Promise<Bytes> {
  const hash = createHash('sha256');
  let [parts, partBytes, waiting, size] = [0, 0, [] as Buffer[], 0];
  const keep = async (): Promise<void> => {
    parts += 1;
    partBytes += size;
    await db.query('insert into private.accounting_file_parts (file_id, number, body) values ($1, $2, $3)', [
      fileId,
      parts,
      Buffer.concat(waiting),
    ]);
    [waiting, size] = [[], 0];
  };
  for await (const text of pieces) {
    const piece = Buffer.from(text);
    if (size > 0 && size + piece.length > PART_BYTES) await keep();
    hash.update(piece);
    waiting.push(piece);
    size += piece.length;
  }
  if (parts > 0 && size > 0) await keep();
  return { body: Buffer.concat(waiting), digest: hash.digest(), parts, partBytes };
}

function keepWhole(body: string | Buffer, sealed: Buffer | null): Bytes {
  return {
    body: sealed ?? Buffer.from(body),
    digest: createHash('sha256').update(body).digest(),
    parts: 0,
    partBytes: 0,
  };
}

interface Order {
  kind: FileKind;
  month: string;
  format: 'csv' | 'pdf';
  /** The author of the file. */
  authorId: string;
  now: Date;
}

/**
 * Makes a file of the books and keeps it, with its SHA-256 and its author, in the caller's
 * transaction.
 * @throws AppError as the contract says
 */
export async function writeFile(
  db: pg.ClientBase,
  deps: BooksDeps,
  { kind, month, format, authorId, now }: Order,
): Promise<{ fileId: string; name: string; leftOut: number }> {
  const fileId = randomUUID();
  const sealed = isSealed(kind);
  const {
    name,
    firstDay,
    lastDay,
    body: made,
    leftOut = 0,
  } = await make(db, kind, { month, format, fileId, now, deps });
  const { body, digest, parts, partBytes } =
    typeof made === 'string' || Buffer.isBuffer(made)
      ? keepWhole(made, sealed ? deps.seal.sealFile(fileId, made.toString()) : null)
      : await keepPieces(db, fileId, made);
  await db.query(
    `insert into public.accounting_files
       (id, kind, name, first_day, last_day, body, digest, parts, part_bytes, sealed, media_type, made_at, made_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
       -- A declaration that waited for a deposit was made after it, whenever it was asked for.
       case when $2 = any($14::text[]) then greatest($12, (select max(d.deposited_at) from public.accounting_deposits d)) else $12 end, $13)`,
    [
      fileId,
      kind,
      name,
      firstDay,
      lastDay,
      body,
      digest,
      parts,
      partBytes,
      sealed,
      MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain',
      now,
      authorId,
      [...DECLARATIONS],
    ],
  );
  return { fileId, name, leftOut };
}
