import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { identitySeal } from '#server/integrations/identity/identity-seal.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings } from '#server/settings.ts';
import { keyPrints, keysMissing } from './key-prints.ts';

const folder = mkdtempSync(join(tmpdir(), 'loge-prints-'));
const db = await createTestDatabase('product');
const client = await db.pool.connect();
// Rows of people who are not there: what is sealed is all that counts here.
await client.query('set session_replication_role = replica');
afterAll(async () => {
  client.release(true);
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const [before, present, unused] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const SECRETS = { SECRETS_KEY: randomBytes(32).toString('base64') };
const settingsOf = (...keys: Buffer[]) =>
  parseSettings({
    ...SECRETS,
    DATA_DIR: folder,
    IDENTITY_KEY: keys.map((key) => key.toString('base64')).join(','),
  });
const lacks = async (...keys: Buffer[]) => {
  const prints = await keyPrints(settingsOf(present, before, unused), client);
  return Promise.all([
    keysMissing(settingsOf(...keys), prints),
    keysMissing(settingsOf(present), prints),
    keysMissing(settingsOf(before), prints),
  ]);
};
const MISSING = ['identity.key (or each IDENTITY_KEY that was in use)'];

test('a backup wants each key of identities under which something is sealed, and no other', async () => {
  expect(await lacks(present)).toEqual([[], [], MISSING]);
  const id = randomUUID();
  const keep = (sealed: Buffer) =>
    client.query(
      `insert into private.stream_kits (streamer_id, token_hash, token_sealed, renewed_at) values ($1, sha256($2), $2, now())
       on conflict (streamer_id) do update set token_sealed = excluded.token_sealed`,
      [id, sealed],
    );
  await keep(identitySeal([before]).sealFile(`overlay:${id}`, 'secret'));
  expect(await lacks(present, before)).toEqual([[], MISSING, MISSING]);
  // A version that did not name its key: any of them may be the one.
  await keep(Buffer.from([1, ...randomBytes(40)]));
  expect(await lacks(present, before)).toEqual([MISSING, MISSING, MISSING]);
  expect((await lacks(present, before, unused))[0]).toEqual([]);
  await keep(identitySeal([present]).sealFile(`overlay:${id}`, 'secret'));
  expect(await lacks(present)).toEqual([[], [], MISSING]);
});
