import { randomBytes } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { identitySeal } from '#server/integrations/identity/identity-seal.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { openReadyDatabase } from './ready-database.ts';
import { parseSettings } from './settings.ts';

const deps = {
  seal: identitySeal([randomBytes(32)]),
  logger: pino({ level: 'silent' }),
  now: () => new Date(),
};

/** A pool that nobody closed lets its idle connections go by itself after ten seconds. */
const CLOSED_WITHIN = 8_000;

/** A database, and how many connections to it others have. */
async function open(template: 'empty' | 'product') {
  const db = await createTestDatabase(template);
  const client = new pg.Client(db.connection);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await db.close();
  });
  const settingsOf = (more: Record<string, string>) =>
    parseSettings({ NODE_ENV: 'test', DEMO_DATA: 'false', DATABASE_URL: connectionUrl(db), ...more });
  const others = async () => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'loge' order by pid",
    );
    return rows.map(({ pid }) => pid);
  };
  return { settingsOf, others };
}

test('what fails after the schema is there leaves no connection open', async () => {
  const { settingsOf, others } = await open('product');
  const before = await others();
  // Asked for at the last step, when the texts are put in.
  const now = () => {
    throw new Error('no clock');
  };
  await expect(openReadyDatabase(settingsOf({}), { ...deps, now })).rejects.toThrow('no clock');
  await expect.poll(others, { timeout: CLOSED_WITHIN }).toEqual(before);
});

test('a wait for the schema ends when it is told to, and leaves no connection open', async () => {
  const { settingsOf, others } = await open('empty');
  const before = await others();
  const waiting = new AbortController();
  const opening = openReadyDatabase(settingsOf({ MIGRATE_AT_START: 'false' }), {
    ...deps,
    signal: waiting.signal,
  });
  await expect.poll(async () => (await others()).length).toBeGreaterThan(before.length);
  waiting.abort();
  await expect(opening).rejects.toThrow('aborted');
  await expect.poll(others, { timeout: CLOSED_WITHIN }).toEqual(before);
});
