import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { alreadySent } from '#platform/already-sent.ts';

/** More than a connection takes at once: the answer is still under way when the handler returns. */
const LONG = Buffer.alloc(8 * 1024 * 1024, 'x');

test.each([
  ['as it is', false],
  ['after another handler gave it a header', true],
])(
  'what was written to the connection is the whole answer, and the connection stays: %s',
  async (_, marked) => {
    const app = new Hono<{ Bindings: HttpBindings }>();
    if (marked)
      app.use(async (c, next) => {
        await next();
        c.header('x-request-id', '1');
      });
    app.get('/', (c) => {
      c.env.outgoing.end(LONG);
      return alreadySent();
    });
    const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(async () => {
      agent.destroy();
      server.close();
      await once(server, 'close');
    });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const isReused of [false, true, true]) {
      const request = get({ port, host: '127.0.0.1', agent });
      const [answer] = await once(request, 'response');
      expect((await buffer(answer)).length).toBe(LONG.length);
      expect(request.reusedSocket).toBe(isReused);
      await new Promise(setImmediate); // the connection goes back to the agent
    }
  },
);
