import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { connectionUrl, openTestDatabase } from '#server/postgres/testing/database.ts';

const db = await openTestDatabase('product');
const program = join(import.meta.dirname, 'testing/write-fec-process.ts');
const ENTRIES = 1_000_000;
const MEGABYTE = 1024 * 1024;

/** Entries of a year, each with three lines, and its months closed. What is tested is a file, not what posts them: no trigger runs. */
async function fill(year: number, entries: number): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `with posted as (
         insert into public.ledger_postings (at, kind, source, accounted_on)
         select day + time '12:00', 'capture', 'long:' || $1::int || ':' || number, day
         from (select number, make_date($1, 1, 1) + (number % 365)::int as day from generate_series(1, $2::int) as number) as numbered
         returning id)
       insert into public.ledger_lines (posting_id, account, amount_cents)
       select posted.id, a.account, a.amount from posted,
         (values ('provider_balance', 4500), ('platform_fees', -675), ('disputed_funds', -3825)) as a (account, amount)`,
      [year, entries],
    );
    await client.query(
      `insert into public.accounting_months (month, closed_at, postings, reason)
       select make_date($1, number, 1), make_date($1 + 1, 2, 1), 1, 'Essai' from generate_series(1, 12) as number`,
      [year],
    );
  } finally {
    client.release(true);
  }
  await db.pool.query('analyze public.ledger_postings, public.ledger_lines');
}

async function write(year: number, authorId: string): Promise<{ fileId: string; peak: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    connectionUrl(db),
    `${year}-12`,
    authorId,
  ]);
  return JSON.parse(stdout);
}

test('the FEC of a million entries takes no more memory than that of a hundred thousand, and is whole', {
  timeout: 1_200_000,
}, async () => {
  const authorId = await insertPerson(db.pool, { email: `${randomUUID()}@books.test`, role: 'admin' });
  // Long enough for the heap to have its size: what a file takes beyond it would grow with its entries.
  await fill(2041, ENTRIES / 10);
  const short = await write(2041, authorId);
  await fill(2042, ENTRIES);
  const long = await write(2042, authorId);
  const { rows } = await db.pool.query(
    "select parts, part_bytes::int as bytes, encode(digest, 'hex') as digest from public.accounting_files where id = $1",
    [long.fileId],
  );
  const [file] = rows;
  // Four lines an entry, its VAT being one of its own: some hundred megabytes, of which a few are held.
  expect(file.bytes).toBeGreaterThan(300 * MEGABYTE);
  expect(long.peak - short.peak).toBeLessThan(100 * MEGABYTE);
  const hash = createHash('sha256');
  let [lines, entries, last] = [0, 0, 0];
  for (let number = 1; number <= file.parts; number++) {
    const { rows: parts } = await db.pool.query(
      'select body from private.accounting_file_parts where file_id = $1 and number = $2',
      [long.fileId, number],
    );
    const [{ body }] = parts;
    expect(body.length).toBeLessThanOrEqual(2 * MEGABYTE);
    hash.update(body);
    for (const line of body.toString('utf8').split('\r\n').slice(0, -1)) {
      lines += 1;
      if (lines === 1) continue;
      const entry = Number(line.split('\t', 3)[2]);
      if (entry !== last) {
        expect(entry).toBe(last + 1);
        entries += 1;
        last = entry;
      }
    }
  }
  // The year before is carried over in one entry.
  expect(entries).toBe(ENTRIES + 1);
  expect(hash.digest('hex')).toBe(file.digest);
});
