import pino from 'pino';
import { expect, test } from 'vitest';
import { openBreakableConnection } from '#server/postgres/testing/breakable-connection.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { startListener } from './listener.ts';

const database = await openTestDatabase('empty');

test('a reconnection that is accepted but never answered is given up, and tried again until one is answered', async () => {
  const proxy = await openBreakableConnection(database.connection);
  const heard: string[] = [];
  let reconnected = 0;
  const listener = await startListener({
    connection: proxy.connection,
    name: 'test',
    logger: pino({ level: 'silent' }),
    channels: ['news'],
    onNotification: (_, payload) => heard.push(payload),
    onReconnected: (restarted) => {
      expect(restarted).toBe(false);
      reconnected += 1;
    },
    answerWithin: 200,
  });
  await database.pool.query("notify news, 'one'");
  await expect.poll(() => heard).toEqual(['one']);
  proxy.isSilent = true;
  proxy.cut();
  await expect.poll(() => proxy.accepted, { timeout: 5_000 }).toBeGreaterThan(2);
  // Connections that were given up are closed.
  await expect.poll(() => proxy.open()).toBeLessThanOrEqual(1);
  proxy.isSilent = false;
  await expect.poll(() => reconnected, { timeout: 10_000 }).toBe(1);
  await database.pool.query("notify news, 'two'");
  await expect.poll(() => heard).toEqual(['one', 'two']);
  await listener.close();
  await proxy.close();
});
