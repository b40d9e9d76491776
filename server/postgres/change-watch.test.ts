import pino from 'pino';
import { expect, test } from 'vitest';
import { openBreakableConnection } from '#server/postgres/testing/breakable-connection.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { watchChanges } from './change-watch.ts';

const database = await openTestDatabase('empty');
const logger = pino({ level: 'silent' });
const channel = 'news';

test('what this process carried is counted before anybody goes on, change after change', async () => {
  const watch = await watchChanges({ connection: database.connection, channel, logger });
  expect(watch.settled()).toBeNull();
  for (let at = 1; at <= 50; at += 1) {
    await database.pool.query('notify news');
    watch.wrote();
    await watch.settled();
    expect(watch.version()).toBe(at);
    expect(watch.settled()).toBeNull();
  }
  await watch.close();
});

test('those who go on together wait for one answer, and a change in between for another', async () => {
  const watch = await watchChanges({ connection: database.connection, channel, logger });
  watch.wrote();
  const first = watch.settled();
  expect(watch.settled()).toBe(first);
  await database.pool.query('notify news');
  watch.wrote();
  const second = watch.settled();
  expect(second).not.toBe(first);
  await second;
  expect(watch.version()).toBe(1);
  await first;
  expect(watch.settled()).toBeNull();
  await watch.close();
});

test('a change of another process is heard of', async () => {
  const watch = await watchChanges({ connection: database.connection, channel, logger });
  await database.pool.query('notify news');
  await expect.poll(() => watch.version()).toBe(1);
  await watch.close();
});

test('while nothing can be heard each of our changes counts, and so does what was missed', async () => {
  const proxy = await openBreakableConnection(database.connection);
  const watch = await watchChanges({ connection: proxy.connection, channel, logger });
  await proxy.takeAway();
  watch.wrote();
  await watch.settled();
  const away = watch.version();
  expect(away).toBeGreaterThan(0);
  watch.wrote();
  await watch.settled();
  expect(watch.version()).toBeGreaterThan(away);
  const before = watch.version();
  await proxy.bringBack();
  await expect.poll(() => watch.version()).toBeGreaterThan(before);
  await watch.close();
  await proxy.close();
});
