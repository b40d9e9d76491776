import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { leaveRoom } from '#contracts/conference.ts';
import { callCommandOf, commandErrorOf } from '#web/lib/call-command.ts';

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
