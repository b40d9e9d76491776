import { randomBytes, randomUUID } from 'node:crypto';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { openProduct } from '#product/testing/product-server.ts';
import { identitySeal } from '#server/integrations/identity/identity-seal.ts';
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
function openLog() {
  const errors: Record<string, unknown>[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line)) });
  return { errors, run: { pool, logger, signal: new AbortController().signal } };
}

describe('a change of IDENTITY_KEY', () => {
  test('opens what either key sealed while both are given, and needs the first alone once all is sealed again', async () => {
    const old = await keep(sealedBefore);
    const fresh = await keep(during);
    const file = await keepFile('<dac7/>');
    expect(during.open(old, await sealedOf(old))).toEqual(IDENTITY);
    expect(() => afterwards.open(old, Buffer.from(sealedBefore.seal(old, IDENTITY)))).toThrow(
      'lacks the key',
    );
    const untouched = await sealedOf(fresh);

    const { errors, run } = openLog();
    expect(await sealAgain(during)(run)).toBe(2);
    expect(await sealAgain(during)(run)).toBe(0);
    expect(errors).toEqual([]);
    expect(afterwards.open(old, await sealedOf(old))).toEqual(IDENTITY);
    expect(afterwards.openFile(file, await bodyOf(file))).toBe('<dac7/>');
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

  test('says which rows no key opens, leaves them, and goes on with the others', async () => {
    const lost = await keep(identitySeal([foreign]));
    const before = await sealedOf(lost);
    const old = await keep(sealedBefore);
    const { errors, run } = openLog();
    expect(await sealAgain(during)(run)).toBe(1);
    expect(errors).toEqual([expect.objectContaining({ sealed: lost })]);
    expect(await sealedOf(lost)).toEqual(before);
    expect(afterwards.open(old, await sealedOf(old))).toEqual(IDENTITY);
    await pool.query('delete from private.fiscal_identities where person_id = $1', [lost]);
  });
});
