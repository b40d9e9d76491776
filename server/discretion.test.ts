import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { VISITS_PATH } from '#product/shared/visit.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings } from '#server/settings.ts';
import { startLoge } from '#server/start.ts';

// What the running server does not keep of those who come: a visit that nobody wants counted, a secret in an address.
const database = await createTestDatabase('product');
const dataDir = mkdtempSync(join(tmpdir(), 'loge-discretion-'));
const settings = parseSettings({
  NODE_ENV: 'test',
  PORT: '0',
  DATA_DIR: dataDir,
  DATABASE_URL: connectionUrl(database),
  DEMO_DATA: 'false',
});
const lines: string[] = [];
const loge = await startLoge(
  settings,
  pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }),
);
afterAll(async () => {
  await loge.stop();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

test('the secret of a mail that opens a page is not in the log', async () => {
  const secret = '5ec7e7'.repeat(10);
  for (const folder of [
    'guardian',
    'decision',
    'keep-factors',
    'unknown-sign-in',
    'emails/annonces',
    'emails/refus',
    'overlay',
    'calendars',
  ])
    await fetch(`${loge.origin}/${folder}/${secret}`);
  await expect.poll(() => lines.join('')).toContain('"/calendars/…"');
  const log = lines.join('');
  expect(log).toContain('"/guardian/…"');
  expect(log).not.toContain(secret);
});

test('who sends Do Not Track or Global Privacy Control is counted by nothing of the running server, and who sends neither is', async () => {
  const streamerId = await insertPerson(database.pool, { email: 'nour@exemple.test', role: 'streamer' });
  await database.pool.query('update public.streamers set published_at = now() where id = $1', [streamerId]);
  const counted = async () => {
    const { rows } = await database.pool.query<{ visits: number }>(
      'select count(*)::int as visits from private.visits where streamer_id = $1',
      [streamerId],
    );
    return rows[0]?.visits;
  };
  const visit = async (headers: Record<string, string>) => {
    const answer = await fetch(`${loge.origin}${VISITS_PATH}`, {
      method: 'POST',
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body: JSON.stringify({ kind: 'profile', streamerId, source: 'direct' }),
    });
    expect(answer.status).toBe(204);
  };
  await visit({ 'sec-gpc': '1' });
  await visit({ dnt: '1' });
  expect(await counted()).toBe(0);
  await visit({});
  expect(await counted()).toBe(1);
});
