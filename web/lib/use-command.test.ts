import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cancelDeletion } from '#product/accounts/contract.ts';
import { joinWaitingList } from '#product/booking/contract.ts';
import { callCommandOf } from '#web/lib/call-command.ts';
import { sendOnce } from '#web/lib/use-command.ts';

const offerId = '0b2c9f5e-8f0a-4c56-9d6a-3f6f3b1f8a11';
const other = '7a8e1c4b-12f3-4b7e-9f55-0c1d2e3f4a5b';

/** What the server does with each request in turn: an answer, or null for a connection that breaks. */
let script: ({ status: number; body: object } | null)[] = [];
let received: Record<string, unknown>[] = [];
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => {
    text += part.toString();
  });
  request.on('end', () => {
    received.push(JSON.parse(text));
    const next = script.shift();
    if (!next) return void response.destroy();
    response.writeHead(next.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(next.body));
  });
});
const client = () => {
  const { port } = server.address() as AddressInfo;
  return createClient(`http://127.0.0.1:${String(port)}`, 'key', { auth: { persistSession: false } });
};
const join = (id = offerId) =>
  sendOnce(joinWaitingList, { offerId: id }, (request) => callCommandOf(client(), joinWaitingList, request));
const keys = () => received.map(({ key }) => key);

beforeAll(() => new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening)));
afterAll(() => new Promise<void>((closed) => void server.close(() => closed())));
beforeEach(() => {
  script = [];
  received = [];
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    },
  });
  return () => vi.unstubAllGlobals();
});

const done = { status: 200, body: { entryId: offerId } };

test('after a lost answer the same intention is sent under the same key, until it is answered', async () => {
  script = [null, done, done];
  await expect(join()).rejects.toMatchObject({ code: 'unreachable' });
  await join();
  await join();
  const [lost, again, next] = keys();
  expect(again).toBe(lost);
  expect(next).not.toBe(lost);
});

test('other values are another intention', async () => {
  script = [null, null];
  await expect(join()).rejects.toThrow();
  await expect(join(other)).rejects.toThrow();
  expect(new Set(keys()).size).toBe(2);
});

test.each([
  ['a refusal ends the intention', 409, 'already_waiting', false],
  ['a failure of the server does not: it may have been done', 500, 'internal', true],
])('%s', async (_what, status, code, same) => {
  script = [{ status, body: { code, message: 'English', requestId: 'r1' } }, done];
  await expect(join()).rejects.toMatchObject({ code });
  await join();
  const [first, second] = keys();
  expect(first === second).toBe(same);
});

test('a command without a key is sent as it is', async () => {
  script = [{ status: 200, body: {} }];
  await sendOnce(cancelDeletion, {}, (request) => callCommandOf(client(), cancelDeletion, request));
  expect(received).toEqual([{}]);
});
