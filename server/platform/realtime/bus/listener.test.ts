import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { startListener } from './listener.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterAll(() => database.close());

/** A way to the database that can be broken, and that can accept connections and then say nothing. */
async function openWay() {
  const { host = 'localhost', port = 5432 } = database.connection;
  const sockets = new Set<Socket>();
  const way = { isSilent: false, accepted: 0 };
  const server = createServer((socket) => {
    way.accepted += 1;
    const both = [socket];
    if (way.isSilent) socket.resume();
    else {
      const onwards = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
      socket.pipe(onwards).pipe(socket);
      both.push(onwards);
    }
    for (const each of both) {
      sockets.add(each);
      each.on('error', () => undefined); // the test breaks them
      each.on('close', () => sockets.delete(each));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(way, {
    port: (server.address() as AddressInfo).port,
    cut,
    open: () => sockets.size,
    close: () => {
      cut();
      server.close();
    },
  });
}

test('a reconnection that is accepted and never answered is given up, and tried again until one is', async () => {
  const way = await openWay();
  const heard: string[] = [];
  let reconnected = 0;
  const listener = await startListener({
    connection: { ...database.connection, host: '127.0.0.1', port: way.port },
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
  way.isSilent = true;
  way.cut();
  await expect.poll(() => way.accepted, { timeout: 5_000 }).toBeGreaterThan(2);
  // What was given up is let go.
  await expect.poll(() => way.open()).toBeLessThanOrEqual(1);
  way.isSilent = false;
  await expect.poll(() => reconnected, { timeout: 10_000 }).toBe(1);
  await database.pool.query("notify news, 'two'");
  await expect.poll(() => heard).toEqual(['one', 'two']);
  await listener.close();
  way.close();
});
