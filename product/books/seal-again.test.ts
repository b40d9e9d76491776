import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { openProduct } from '#product/testing/product-server.ts';
import { identitySeal, overlayOf } from '#server/integrations/identity/identity-seal.ts';
import { sealAgain } from './seal-again.ts';
import { IDENTITY } from './testing/sessions.ts';

const product = await openProduct();
const { pool } = product.database;
const admin = await product.join({ role: 'admin' });
const [before, present, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const sealedBefore = identitySeal([before]);
const during = identitySeal([present, before]);
const afterwards = identitySeal([present]);

const keep = async (seal: ReturnType<typeof identitySeal>): Promise<string> => {
  const { id } = await product.join({ role: 'streamer' });
  await pool.query(
    'insert into private.fiscal_identities (person_id, sealed, complete, updated_at) values ($1, $2, true, now())',
    [id, seal.seal(id, IDENTITY)],
  );
  return id;
};
const sealedOf = async (id: string): Promise<Buffer> => {
  const { rows } = await pool.query('select sealed from private.fiscal_identities where person_id = $1', [
    id,
  ]);
  return rows[0]?.sealed ?? Buffer.alloc(0);
};
const keepFile = async (text: string): Promise<string> => {
  const id = randomUUID();
  await pool.query(
    `insert into public.accounting_files
       (id, kind, name, first_day, last_day, body, digest, parts, part_bytes, sealed, media_type, made_at, made_by)
     values ($1, 'dac7', $2, '2070-01-01', '2070-12-31', $3, sha256($4), 0, 0, true, 'application/xml', now(), $5)`,
    [id, `${id}.xml`, sealedBefore.sealFile(id, text), Buffer.from(text), admin.id],
  );
  return id;
};
const bodyOf = async (id: string): Promise<Buffer> => {
  const { rows } = await pool.query('select body from public.accounting_files where id = $1', [id]);
  return rows[0]?.body ?? Buffer.alloc(0);
};
const keepOverlay = async (token: string): Promise<string> => {
  const { id } = await product.join({ role: 'streamer' });
  await pool.query(
    'insert into private.stream_kits (streamer_id, token_hash, token_sealed, renewed_at) values ($1, sha256($2), $3, now())',
    [id, Buffer.from(token), sealedBefore.sealFile(overlayOf(id), token)],
  );
  return id;
};
const overlaySealed = async (id: string): Promise<Buffer> => {
  const { rows } = await pool.query('select token_sealed from private.stream_kits where streamer_id = $1', [
    id,
  ]);
  return rows[0]?.token_sealed ?? Buffer.alloc(0);
};
function openLog(signal = new AbortController().signal) {
  const errors: Record<string, unknown>[] = [];
  const told: Record<string, unknown>[] = [];
  const write = (line: string) => {
    const entry = JSON.parse(line) as Record<string, unknown>;
    (Number(entry.level) >= 50 ? errors : told).push(entry);
  };
  return { errors, told, run: { pool, logger: pino({ level: 'info' }, { write }), signal } };
}

describe('a change of IDENTITY_KEY', () => {
  test('opens what either key sealed while both are given, and needs the first alone once all is sealed again', async () => {
    const old = await keep(sealedBefore);
    const fresh = await keep(during);
    const file = await keepFile('<dac7/>');
    const streamer = await keepOverlay('the address of an overlay');
    expect(during.open(old, await sealedOf(old))).toEqual(IDENTITY);
    expect(() => afterwards.open(old, Buffer.from(sealedBefore.seal(old, IDENTITY)))).toThrow(
      'lacks the key',
    );
    const untouched = await sealedOf(fresh);

    const { errors, told, run } = openLog();
    expect(await sealAgain(during)(run)).toBe(3);
    expect(await sealAgain(during)(run)).toBe(0);
    expect(errors).toEqual([]);
    expect(told).toMatchObject([
      { done: 3, left: 0 },
      { done: 0, left: 0 },
    ]);
    expect(afterwards.open(old, await sealedOf(old))).toEqual(IDENTITY);
    expect(afterwards.openFile(file, await bodyOf(file))).toBe('<dac7/>');
    expect(afterwards.openFile(overlayOf(streamer), await overlaySealed(streamer))).toBe(
      'the address of an overlay',
    );
    expect(await sealedOf(fresh)).toEqual(untouched);
  });

  test('opens and seals again what a version sealed that did not name its key', async () => {
    const id = await keep(sealedBefore);
    const named = await sealedOf(id);
    const unnamed = Buffer.concat([Buffer.from([1]), named.subarray(5)]);
    await pool.query('update private.fiscal_identities set sealed = $2 where person_id = $1', [id, unnamed]);
    expect(during.open(id, unnamed)).toEqual(IDENTITY);
    expect(() => afterwards.open(id, unnamed)).toThrow();
    expect(await sealAgain(during)(openLog().run)).toBe(1);
    expect(afterwards.open(id, await sealedOf(id))).toEqual(IDENTITY);
  });

  test('fails for as long as a row is left that no key opens, and goes on with the others', async () => {
    const lost = await keep(identitySeal([foreign]));
    const before = await sealedOf(lost);
    const old = await keep(sealedBefore);
    const { errors, told, run } = openLog();
    await expect(sealAgain(during)(run)).rejects.toThrow('1 rows are not sealed');
    expect(told).toMatchObject([{ done: 1, left: 1 }]);
    expect(errors).toEqual([expect.objectContaining({ sealed: lost })]);
    expect(await sealedOf(lost)).toEqual(before);
    expect(afterwards.open(old, await sealedOf(old))).toEqual(IDENTITY);
    await pool.query('delete from private.fiscal_identities where person_id = $1', [lost]);
  });

  test('is not over when the process stops in the middle', async () => {
    const old = await keep(sealedBefore);
    await expect(sealAgain(during)(openLog(AbortSignal.abort()).run)).rejects.toThrow('1 rows are not');
    expect(await sealAgain(during)(openLog().run)).toBe(1);
    expect(afterwards.open(old, await sealedOf(old))).toEqual(IDENTITY);
  });
});

/** Digests, secrets of one use, and what anybody concerned may read: nothing of `IDENTITY_KEY`. */
const NOT_SEALED = /[._](?:hash|digest|device|visitor|salt|chain|pdf)$/;
const OTHERS = new Set([
  'auth.webauthn_credentials.public_key',
  'private.accounting_file_parts.body',
  'realtime.messages.binary_payload',
]);

test('each column of bytes is sealed again, or is known not to be sealed', async () => {
  const { rows } = await pool.query(
    `select a.attrelid::regclass::text as "table", a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and a.atttypid = 'bytea'::regtype and a.attnum > 0
       and not a.attisdropped and n.nspname !~ '^(?:pg_|information_schema$)'`,
  );
  const columns = rows.map(({ table, name }) => `${table}.${name}`.replace(/^(?=[^.]+\.[^.]+$)/, 'public.'));
  const again = readFileSync(join(import.meta.dirname, 'seal-again.ts'), 'utf8');
  const isKept = (column: string) => {
    const [, table = '', name = ''] = /^(.+)\.(\w+)$/.exec(column) ?? [];
    return again.includes(`update ${table} set ${name} = $3`);
  };
  const unknown = columns.filter(
    (column) => !NOT_SEALED.test(column) && !OTHERS.has(column) && !isKept(column),
  );
  expect(columns.filter(isKept)).toHaveLength(3);
  expect(unknown).toEqual([]);
});
