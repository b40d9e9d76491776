import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { type Listening, listen } from '#server/listen.ts';
import type { HttpLimits } from '#server/settings.ts';

const MIB = 1024 * 1024;
const open: (Socket | Listening)[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await ('port' in each ? each.close() : each.destroy());
});

interface Started {
  port: number;
  /** How many large answers ended, read or not. */
  ended(): number;
  /** How often `/count` was worked on. */
  begun(): number;
  /** How many large answers are there, and the bytes of them that wait to be read. */
  unread(): { count: number; bytes: number };
}

async function start(limits: Partial<HttpLimits>): Promise<Started> {
  const app = new Hono();
  let ended = 0;
  let begun = 0;
  const answers = new Set<HttpBindings['outgoing']>();
  app.get('/large', (c) => {
    const { outgoing } = c.env as HttpBindings;
    answers.add(outgoing);
    outgoing.once('close', () => {
      ended += 1;
      answers.delete(outgoing);
    });
    return c.body('x'.repeat(8 * MIB));
  });
  app.get('/small', (c) => c.text('ok'));
  app.get('/count', (c) => {
    begun += 1;
    return c.text('counted');
  });
  app.get('/slow', async (c) => {
    await sleep(3_500);
    return c.text('at last');
  });
  app.post('/take', async (c) => c.text(String((await c.req.text()).length)));
  const http = { requestTimeout: 60, idleTimeout: 60, unread: 16 * MIB, ...limits };
  const server = await listen(app, { host: '127.0.0.1', port: 0, http });
  open.push(server);
  const unread = () => ({
    count: answers.size,
    bytes: [...answers].reduce((sum, { writableLength }) => sum + writableLength, 0),
  });
  return { port: server.port, ended: () => ended, begun: () => begun, unread };
}

/** Asks and does not read. */
function askWithoutReading(port: number): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  open.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

/** Reads what still comes; @returns the bytes read until the end */
async function drain(socket: Socket): Promise<number> {
  socket.resume().end();
  await once(socket, 'close');
  return socket.bytesRead;
}

test('an address that leaves its answers unread loses them, and others are served', async () => {
  const { port, ended } = await start({ unread: 20 * MIB });
  const readers = Array.from({ length: 8 }, () => askWithoutReading(port));
  await expect.poll(ended, { timeout: 20_000 }).toBeGreaterThanOrEqual(5);
  expect((await fetch(`http://127.0.0.1:${port}/small`)).status).toBe(200);
  const lengths = await Promise.all(readers.map(drain));
  expect(lengths.filter((length) => length < 8 * MIB).length).toBeGreaterThanOrEqual(5);
  // A client that reads as it comes gets all of it.
  expect((await (await fetch(`http://127.0.0.1:${port}/large`)).text()).length).toBe(8 * MIB);
});

test('nor gets an address more by asking faster than the limit is checked', async () => {
  const { port, ended, unread } = await start({ unread: 8 * MIB });
  let most = 0;
  for (let asked = 1; asked <= 30; asked += 1) {
    askWithoutReading(port);
    while (ended() + unread().count < asked) await immediate();
    for (let turn = 0; turn < 5; turn += 1) await immediate();
    most = Math.max(most, unread().bytes);
  }
  // Twice the limit, and the answer that was just made.
  expect(most).toBeLessThanOrEqual(3 * 8 * MIB);
});

test('an answer that nobody reads is not kept for ever', async () => {
  const { port, ended } = await start({ idleTimeout: 1 });
  const socket = askWithoutReading(port);
  await expect.poll(ended, { timeout: 20_000 }).toBe(1);
  expect(await drain(socket)).toBeLessThan(8 * MIB);
});

test('who sends many requests without waiting for an answer has few of them worked on', async () => {
  const { port, begun } = await start({});
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  socket.write(ask('/slow') + ask('/count').repeat(20));
  const text = (await Array.fromAsync(socket)).join('');
  // The first is still being made while the others come; the first refusal ends the connection.
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([...Array(4).fill('HTTP/1.1 200'), 'HTTP/1.1 429']);
  expect(begun()).toBe(3);
  // Requests one after the other are not refused.
  for (let at = 0; at < 6; at += 1)
    expect(await (await fetch(`http://127.0.0.1:${port}/count`)).text()).toBe('counted');
});

test('an answer that takes long to make does not count as unread', async () => {
  const { port } = await start({ idleTimeout: 1 });
  expect(await (await fetch(`http://127.0.0.1:${port}/slow`)).text()).toBe('at last');
});

test('a request must come whole within its time, however steadily it trickles', async () => {
  const { port } = await start({ requestTimeout: 2 });
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.write('POST /take HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
  const trickle = setInterval(() => socket.write('x'), 100);
  await once(socket, 'close');
  clearInterval(trickle);
  expect(answer).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
});
