import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test, vi } from 'vitest';
import { type WebSocket as Accepted, WebSocketServer } from 'ws';
import { watchSocket } from '#web/lib/supabase/watched-fetch.ts';

let server: WebSocketServer | null = null;
afterEach(() => server?.close());

test('a socket that is closed because the session ended tells so; one that was lost does not', async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const accepted: Accepted[] = [];
  server.on('connection', (socket) => accepted.push(socket));
  await once(server, 'listening');
  let refused = 0;
  const client = createClient(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    'sb_publishable_test',
    {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: {
        transport: watchSocket(WebSocket, () => {
          refused += 1;
        }),
      },
    },
  );
  client.realtime.connect();
  await vi.waitFor(() => expect(accepted.length).toBe(1), { timeout: 10_000 });
  accepted[0]?.close(1001, 'The server goes away');
  // The client comes back by itself.
  await vi.waitFor(() => expect(accepted.length).toBe(2), { timeout: 15_000 });
  expect(refused).toBe(0);
  accepted[1]?.close(1008, 'Session ended');
  await vi.waitFor(() => expect(refused).toBe(1), { timeout: 10_000 });
  await client.realtime.disconnect();
});
