import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ServerType, serve } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Logger } from 'pino';

/** How long a request in flight may take to end once we were asked to stop. */
const GRACE = 10_000;

export interface Listening {
  port: number;
  /** Takes no new request, lets those in flight end, then closes. */
  close(): Promise<void>;
}

export class PortInUse extends Error {
  override name = 'PortInUse';
  constructor(port: number) {
    super(`Le port ${port} est déjà pris. Choisissez-en un autre : PORT=${port + 1} npm start`);
  }
}

/** Where a websocket is asked for; any other upgrade is refused. */
const WEBSOCKET = /^\/realtime\/v1\/websocket\/?(?:\?|$)/;

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
}

/** @throws PortInUse */
export function listen(
  app: Hono,
  { host, port }: { host: string; port: number },
  upgrade?: Upgrade,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server: ServerType = serve({ fetch: app.fetch, hostname: host, port }, (info: AddressInfo) => {
      resolve({ port: info.port, close: () => closeServer(server) });
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (upgrade && WEBSOCKET.test(request.url ?? '')) upgrade(request, socket, head);
      else refuseUpgrade(socket);
    });
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      reject(new PortInUse(port));
    });
  });
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    if ('closeIdleConnections' in server) {
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), GRACE).unref();
    }
  });
}

/**
 * Runs `stop` once on SIGTERM or SIGINT, then ends the process; a second signal ends it at once.
 * @param stop closes everything that was opened, in reverse
 */
export function stopOnSignal(stop: () => Promise<void>, logger: Logger): void {
  let askedAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (askedAt !== null) {
      // The terminal, npm and scripts/start.mjs each hand the same signal on: what comes at once is one wish.
      if (performance.now() - askedAt > 1_000) process.exit(1);
      return;
    }
    askedAt = performance.now();
    logger.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
