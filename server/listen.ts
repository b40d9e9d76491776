import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Http2Bindings, type HttpBindings, type ServerType, serve } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { addressOf } from '#platform/gateway/address.ts';
import type { HttpLimits } from '#server/settings.ts';

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
    super(`Port ${port} is taken. Choose another one: PORT=${port + 1} npm start`);
  }
}

/** Where a websocket is asked for; any other upgrade is refused. */
const WEBSOCKET = /^\/realtime\/v1\/websocket\/?(?:\?|$)/;

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
}

/** How often answers that nobody reads are looked for. */
const SWEEP = 1_000;

/**
 * How much more than the limit may be unread between two looks, and the size from which an answer
 * counts then: who reads fast is not measured.
 */
const BURST = 2;
const LARGE = 64 * 1024;

/** An answer under way, and since when nothing of it was read. */
interface Underway {
  address: string | null;
  unread: number;
  since: number;
}

/**
 * Drops clients that send requests and do not read the answers: an answer waits in our memory until
 * it is read, and they could have it all. While one address leaves more unread than the limit, its
 * largest answers are broken off; and all addresses together may leave eight times as much. It is
 * looked each second, and at twice the limit as soon as a large answer was written, so that no
 * burst has more. An answer of which nothing is read for the idle time is broken off too; one that
 * is still being made is not idle.
 */
function dropUnread(server: ServerType, limits: HttpLimits, trustProxy: boolean): NodeJS.Timeout {
  const answers = new Map<ServerResponse, Underway>();
  const drop = (allowance: number) => {
    const byAddress = Map.groupBy(answers.keys(), (response) => answers.get(response)?.address);
    const left = [...byAddress.values()].flatMap((own) => dropBeyond(own, limits.unread * allowance));
    dropBeyond(left, limits.unread * allowance * 8);
  };
  let isDue = false;
  const watched = <Method extends ServerResponse['write'] | ServerResponse['end']>(method: Method): Method =>
    new Proxy(method, {
      apply(target, response: ServerResponse, given) {
        const result: unknown = Reflect.apply(target, response, given);
        if (!isDue && response.writableLength > LARGE) {
          isDue = true;
          // By then the system took what it takes at once.
          setImmediate(() => {
            isDue = false;
            drop(BURST);
          });
        }
        return result;
      },
    });
  // The first listener: an answer that is made at once is written before the next listener hears of
  // the request.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const forwarded = request.headers['x-forwarded-for'];
    const address = addressOf({ forwarded, remote: request.socket.remoteAddress }, trustProxy);
    answers.set(response, { address, unread: 0, since: performance.now() });
    response.once('close', () => answers.delete(response));
    response.write = watched(response.write);
    response.end = watched(response.end);
  });
  const sweep = setInterval(() => {
    const at = performance.now();
    for (const [response, answer] of answers) {
      if (response.writableLength === 0 || response.writableLength !== answer.unread) {
        Object.assign(answer, { unread: response.writableLength, since: at });
      } else if (at - answer.since >= limits.idleTimeout * 1_000) response.destroy();
    }
    drop(1);
  }, SWEEP);
  return sweep.unref();
}

/** @returns those that were kept */
function dropBeyond(answers: ServerResponse[], most: number): ServerResponse[] {
  let unread = answers.reduce((sum, { writableLength }) => sum + writableLength, 0);
  return answers
    .toSorted((one, other) => other.writableLength - one.writableLength)
    .filter((answer) => {
      if (unread <= most) return true;
      unread -= answer.writableLength;
      answer.destroy();
      return false;
    });
}

/**
 * Browsers and proxies wait for an answer before they send the next request on a connection; a few
 * early ones harm nobody.
 */
const MOST_UNDER_WAY = 4;

/**
 * Works on few requests of one connection at once. Otherwise all answers would be made and kept for
 * a sender who asks hundreds of times and reads nothing. One request too many ends the connection
 * after the answers before it.
 */
function refusePipelines(app: Hono) {
  const underWay = new WeakMap<Socket, number>();
  return (request: Request, bindings: HttpBindings | Http2Bindings) => {
    const { incoming, outgoing } = bindings;
    const { socket } = incoming;
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    outgoing.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    if (count <= MOST_UNDER_WAY) return app.fetch(request, bindings);
    return new Response('Too many requests at once on one connection\n', {
      status: 429,
      headers: { Connection: 'close', 'Retry-After': '1' },
    });
  };
}

export interface ListenOptions {
  host: string;
  port: number;
  trustProxy?: boolean;
  http?: HttpLimits;
}

/** @throws PortInUse */
export function listen(
  app: Hono,
  { host, port, trustProxy = false, http }: ListenOptions,
  upgrade?: Upgrade,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const serverOptions = {
      // Longer than any proxy keeps its connections: who closes first must not be us, between two
      // requests of theirs.
      keepAliveTimeout: 65_000,
      ...(http && {
        requestTimeout: http.requestTimeout * 1_000,
        headersTimeout: Math.min(http.requestTimeout, 20) * 1_000,
        connectionsCheckingInterval: 1_000,
      }),
    };
    const options = { fetch: http ? refusePipelines(app) : app.fetch, hostname: host, port, serverOptions };
    const server: ServerType = serve(options, (info: AddressInfo) => {
      resolve({ port: info.port, close: () => closeServer(server) });
    });
    if (http) {
      const sweep = dropUnread(server, http, trustProxy);
      server.once('close', () => clearInterval(sweep));
    }
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
      // The terminal, npm and scripts/start.mjs each forward the same signal: several at once are
      // one request to stop.
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
