import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { identitySeal } from '#server/integrations/identity/identity-seal.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { insertMandate } from './commands/accept-mandate.ts';
import { expectSound, IDENTITY, insertHeld } from './testing/sessions.ts';

const SESSIONS = 24;
const program = join(import.meta.dirname, 'testing/make-documents-process.ts');

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase('product');
});
afterAll(() => db.close());

const count = async () =>
  (await db.pool.query('select count(*)::int as made from public.documents')).rows[0].made;

test('killed while documents are made, again and again: no number is missing or used twice, and no session is left out', {
  timeout: 240_000,
}, async () => {
  const streamerId = await insertPerson(db.pool, { email: 'streamer@kill.test', role: 'streamer' });
  const viewerId = await insertPerson(db.pool, { email: 'viewer@kill.test', role: 'viewer' });
  const seal = identitySeal([Buffer.alloc(32, 5)]);
  await db.pool.query(
    'insert into private.fiscal_identities (person_id, sealed, updated_at) values ($1, $2, now())',
    [streamerId, seal.seal(streamerId, IDENTITY)],
  );
  await insertMandate(db.pool, streamerId, new Date());
  for (let index = 1; index <= SESSIONS; index++)
    await insertHeld(db.pool, { streamerId, viewerId, start: new Date(Date.now() - index * 86_400_000) });
  let kills = 0;
  const ofSessions = `select count(*)::int as made from public.documents where kind = 'session_invoice'`;
  const made = async () => (await db.pool.query(ofSessions)).rows[0].made;
  while ((await made()) < SESSIONS) {
    const before = await count();
    // Two processes at once: one may hold the series when it dies.
    const children = [0, 1].map(() =>
      spawn(process.execPath, [program, connectionUrl(db)], { env: { PATH: '/usr/bin:/bin' } }),
    );
    const gone = children.map((child) => once(child, 'exit'));
    await expect
      .poll(async () => (await count()) > before + 2 || (await made()) === SESSIONS, {
        timeout: 60_000,
        interval: 3,
      })
      .toBe(true);
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(gone);
    kills += 2;
    await expectSound(db.pool);
  }
  expect(kills).toBeGreaterThan(2);
  expect(await made()).toBe(SESSIONS);
});
