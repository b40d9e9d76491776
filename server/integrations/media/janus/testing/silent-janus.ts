import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

/** What Loge and Janus say to each other, as far as the test has to tell one request from another. */
const message = z.object({
  janus: z.string(),
  transaction: z.string().optional(),
  body: z.object({ request: z.string() }).optional(),
});

/** A real Janus behind a connection that loses requests or answers, without either side noticing. */
export interface SilentJanus {
  url: string;
  /** By the plugin's request: lost `before` Janus gets it, or its answer is lost `after` Janus did it. */
  silentAt: Map<string, 'before' | 'after'>;
  /** The requests that will get no answer, once they are lost or done. */
  unanswered: string[];
  close(): void;
}

/** @param url of the Janus behind it */
export async function openSilentJanus(url: string): Promise<SilentJanus> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: () => 'janus-protocol' });
  await once(server, 'listening');
  const silentAt: SilentJanus['silentAt'] = new Map();
  const unanswered: string[] = [];
  server.on('connection', (near) => {
    const far = new WebSocket(url, 'janus-protocol');
    const opened = once(far, 'open');
    /** Requests whose answers are lost, by their transaction. */
    const lost = new Map<string, string>();
    near.on('message', async (data) => {
      const text = String(data);
      const { transaction = '', body } = message.parse(JSON.parse(text));
      const when = body && silentAt.get(body.request);
      if (body && when === 'before') {
        unanswered.push(body.request);
        return;
      }
      if (body && when === 'after') lost.set(transaction, body.request);
      await opened;
      far.send(text);
    });
    far.on('message', (data) => {
      const text = String(data);
      const { janus, transaction = '' } = message.parse(JSON.parse(text));
      const request = lost.get(transaction);
      if (request === undefined) near.send(text);
      else if (janus !== 'ack') unanswered.push(request);
    });
    near.on('close', () => far.terminate());
    far.on('close', () => near.terminate());
    far.on('error', () => near.terminate());
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silentAt,
    unanswered,
    close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
