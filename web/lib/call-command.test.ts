import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { revokeLogin } from '#product/accounts/contract.ts';
import { leaveRoom } from '#product/conference/contract.ts';
import { callCommandOf, commandErrorOf } from '#web/lib/call-command.ts';
import { askFactorsWith } from '#web/lib/second-factor.ts';

const answer = (body: unknown, status = 422) => Response.json(body, { status });

test('a refusal becomes its French sentence, with the fields and the request’s id', async () => {
  const refused = await commandErrorOf(
    answer({ code: 'wrong_password', message: 'English', fields: { password: 'faux' }, requestId: 'r1' }),
  );
  expect(refused).toMatchObject({
    code: 'wrong_password',
    message: 'Le mot de passe n’est pas le bon.',
    fields: { password: 'faux' },
    requestId: 'r1',
  });
});

test('an answer that is not ours is an internal error; no answer at all means that the network is down', async () => {
  expect((await commandErrorOf(answer({ code: 'of_tomorrow' }))).code).toBe('internal');
  expect((await commandErrorOf(new Response('<html>', { status: 502 }))).code).toBe('internal');
  expect((await commandErrorOf(null)).code).toBe('unreachable');
});

test.each([
  ['before it begins', false],
  ['in its middle', true],
])(
  'an answer that stalls %s is given up at its deadline, as a network that is down',
  async (_when, begins) => {
    const server = createServer((_request, response) => {
      if (begins) response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const { port } = server.address() as AddressInfo;
      const client = createClient(`http://127.0.0.1:${port}`, 'key', { auth: { persistSession: false } });
      const id = '00000000-0000-4000-8000-000000000000';
      const calling = callCommandOf(client, leaveRoom, { roomId: id, participantId: id }, { deadline: 100 });
      await expect(calling).rejects.toMatchObject({ code: 'unreachable' });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);

describe('a command that wants the second factor', () => {
  const refusal = JSON.stringify({ code: 'second_factor_required', message: 'aal2', requestId: 'r' });
  const wanting = async (
    levels: readonly ('aal1' | 'aal2')[],
    work: (send: () => Promise<unknown>, asked: () => number) => Promise<void>,
  ) => {
    let sent = 0;
    const server = createServer((_request, response) => {
      const raised = levels[sent++] === 'aal2';
      response.writeHead(raised ? 200 : 403, { 'Content-Type': 'application/json' });
      response.end(raised ? '{"loginId":"00000000-0000-4000-8000-000000000000"}' : refusal);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const { port } = server.address() as AddressInfo;
      const client = createClient(`http://127.0.0.1:${port}`, 'key', { auth: { persistSession: false } });
      const loginId = '00000000-0000-4000-8000-000000000000';
      await work(
        () => callCommandOf(client, revokeLogin, { loginId }),
        () => sent,
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  test('is sent again by itself once the person has shown it, and they are asked once for all', () =>
    wanting(['aal1', 'aal1', 'aal2', 'aal2'], async (send, sent) => {
      let asked = 0;
      let show: (shown: boolean) => void = () => undefined;
      const stop = askFactorsWith(() => {
        asked += 1;
        return new Promise((resolve) => {
          show = resolve;
        });
      });
      const both = Promise.all([send(), send()]);
      await expect.poll(() => [asked, sent()]).toEqual([1, 2]);
      show(true);
      await expect(both).resolves.toHaveLength(2);
      expect([asked, sent()]).toEqual([1, 4]);
      stop();
    }));

  test.each<readonly [string, (() => Promise<boolean>) | null, number]>([
    ['the person closes the window', async () => false, 1],
    ['it is refused once more', async () => true, 2],
    ['nobody asks', null, 1],
  ])('is refused where %s', (_when, ask, times) =>
    wanting(['aal1', 'aal1', 'aal1'], async (send, sent) => {
      const stop = ask ? askFactorsWith(ask) : () => undefined;
      await expect(send()).rejects.toMatchObject({ code: 'second_factor_required' });
      expect(sent()).toBe(times);
      stop();
    }),
  );
});
