import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { parseEnv } from 'node:util';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import { alreadySent } from '#platform/already-sent.ts';
import { type Gateway, GatewayError } from '#platform/gateway/gateway.ts';
import { refuseEnded, SessionEnded } from '#server/postgres/as-caller.ts';
import { AWAY_RETRY_AFTER, isDatabaseAway } from '#server/postgres/database.ts';
import type { FunctionsSettings } from '#server/settings.ts';
import { BootError, startWorker, type Worker } from './worker.ts';

export interface ModulesDeps extends Omit<FunctionsSettings, 'folder'> {
  folder: string;
  pool: pg.Pool;
  gateway: Gateway;
  /**
   * The environment of each function, such as `SUPABASE_URL`; a file `.env` of the folder adds to
   * it.
   */
  environment: () => Record<string, string>;
  logger: Logger;
}

export interface Modules {
  app: Hono;
  close(): Promise<void>;
}

/**
 * An answer of the server in a function's place; the client tells it by the header. Codes and texts
 * are a hosted project's.
 */
class Relayed extends Error {
  readonly status: number;
  readonly code: string | number;
  constructor(status: number, code: string | number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const notFound = () => new Relayed(404, 'NOT_FOUND', 'Requested function was not found');
const bootError = () => new Relayed(503, 'BOOT_ERROR', 'Function failed to start (please check logs)');
const failed = () => new Relayed(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
const beyondLimits = () =>
  new Relayed(
    546,
    'WORKER_LIMIT',
    'Function failed due to not having enough compute resources (please check logs)',
  );
const tooLate = () => new Relayed(504, 'IDLE_TIMEOUT', 'Function did not answer in time');
const tooLarge = () => new Relayed(413, 'PAYLOAD_TOO_LARGE', 'The body is too large');
const tooMany = () => new Relayed(429, 'TOO_MANY_REQUESTS', 'Too many requests to this function at once');

/** A module that was not loaded is not tried again for so long. Milliseconds. */
const AFTER_BOOT_ERROR = 2_000;
/** Requests of one function under way at once, the most. */
const MOST_AT_ONCE = 100;
const MOST_BODY = 10 * 1024 * 1024;
/** Of one connection, not of the message that it carries (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const FILES = ['.ts', '.mts', '.js', '.mjs', '/index.ts', '/index.mts', '/index.js', '/index.mjs'];

/**
 * The file of a function: `hello.ts`, or `hello/index.ts`. A name that begins with `_` is for what
 * functions share.
 */
async function fileOf(folder: string, name: string): Promise<string | null> {
  if (!/^[a-z0-9][\w-]{0,62}$/i.test(name)) return null;
  for (const end of FILES) {
    const file = join(folder, name + end);
    if ((await stat(file).catch(() => null))?.isFile()) return file;
  }
  return null;
}

/**
 * `/functions/v1/<name>`, answered by modules of the operator: `(Request) => Response`, any method,
 * bodies streamed both ways. Each has a process of its own, started when it is first asked for, and
 * ended when it takes more memory than it may or does not come to an end; the requests it had are
 * told so, those of other functions notice nothing. Anybody who calls needs a key or token that is
 * good, except for `OPTIONS`.
 */
export function createModules(deps: ModulesDeps): Modules {
  const { pool, gateway, timeout, memory, logger } = deps;
  const folder = resolve(deps.folder);
  const sockets = mkdtempSync(join(tmpdir(), 'loge-functions-'));
  const running = new Map<string, { worker: Worker; socket: string; underway: number }>();
  const broken = new Map<string, number>();
  let started = 0;

  async function environment(): Promise<NodeJS.ProcessEnv> {
    const own = await readFile(join(folder, '.env'), 'utf8').catch(() => '');
    return { ...deps.environment(), ...parseEnv(own) };
  }

  async function workerOf(name: string) {
    const file = await fileOf(folder, name);
    if (file === null) throw notFound();
    if ((broken.get(name) ?? 0) > performance.now()) throw bootError();
    const told = await environment();
    const known = running.get(name);
    if (known) return known;
    started += 1;
    const socket = join(sockets, `${started}.sock`);
    const worker = startWorker({ file, socket, environment: told, memory, logger });
    const mine = { worker, socket, underway: 0 };
    running.set(name, mine);
    void worker.ended.then(() => {
      if (running.get(name) === mine) running.delete(name);
      rmSync(socket, { force: true });
    });
    worker.ready.catch(() => broken.set(name, performance.now() + AFTER_BOOT_ERROR));
    return mine;
  }

  async function serve(name: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Response> {
    const target = await workerOf(name);
    if (target.underway >= MOST_AT_ONCE) throw tooMany();
    target.underway += 1;
    const done = target.worker.begin();
    try {
      await target.worker.ready;
      return await pass(target.worker, target.socket, incoming, outgoing, timeout * 1_000);
    } catch (error) {
      throw error instanceof BootError ? bootError() : error;
    } finally {
      target.underway -= 1;
      done();
    }
  }

  async function admit(headers: Headers, apikeyInQuery: string | null): Promise<void> {
    const caller = await gateway.caller(headers, apikeyInQuery);
    if (caller.sessionId === null && caller.userId === null) return;
    const client = await pool.connect();
    try {
      await refuseEnded(client, caller);
    } finally {
      client.release();
    }
  }

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all('/:name{.+}', async (c) => {
    const [name = ''] = c.req.param('name').split('/');
    // A preflight carries no token. What it answers is the function's affair, as on a hosted
    // project.
    if (c.req.method !== 'OPTIONS') await admit(c.req.raw.headers, c.req.query('apikey') ?? null);
    const { incoming, outgoing } = c.env;
    return serve(name, incoming, outgoing);
  });
  app.all('*', () => {
    throw notFound();
  });
  app.onError((error, c) => {
    if (c.env.outgoing?.headersSent) {
      // The client sees that the answer was broken off.
      c.env.outgoing.destroy();
      return alreadySent();
    }
    const { status, code, message } = relayedOf(error);
    if (status === 500) logger.error({ err: error, path: c.req.path }, 'a function could not be called');
    const headers = {
      'X-Relay-Error': 'true',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'X-Relay-Error',
      ...(status === 503 && { 'Retry-After': String(AWAY_RETRY_AFTER) }),
      ...(status === 413 && { Connection: 'close' }),
    };
    return Response.json({ code, message }, { status, headers });
  });
  return {
    // The bindings are those of Node's server, which is the only one that serves it.
    app: app as unknown as Hono,
    async close() {
      const workers = [...running.values()].map(({ worker }) => worker);
      for (const worker of workers) worker.kill('closed');
      await Promise.all(workers.map(({ ended }) => ended));
      rmSync(sockets, { recursive: true, force: true });
    },
  };
}

function relayedOf(error: Error): Relayed {
  if (error instanceof Relayed) return error;
  if (error instanceof GatewayError) {
    const missing = error.code === 'no_api_key' && error.message.startsWith('No API key');
    return new Relayed(401, 401, missing ? 'Missing authorization header' : 'Invalid JWT');
  }
  if (error instanceof SessionEnded) return new Relayed(401, 401, 'Invalid JWT');
  if (isDatabaseAway(error)) return new Relayed(503, 'SERVICE_UNAVAILABLE', 'The database is away');
  return failed();
}

/**
 * Passes a request on to the process of a function, and its answer back.
 * @throws Relayed when there is no whole answer
 */
function pass(
  worker: Worker,
  socketPath: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  within: number,
): Promise<Response> {
  if (Number(incoming.headers['content-length'] ?? 0) > MOST_BODY) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.has(name)),
    );
    // The path of a function's request begins with its name, as on a hosted project.
    const path = (incoming.url ?? '/').replace(/^\/functions\/v1/, '');
    const { method } = incoming;
    // Otherwise the process would close as soon as it has answered, while the end of the body is
    // still on its way.
    headers.connection = 'keep-alive';
    // Node frames the body of every method only when told to.
    if (incoming.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked';
    const asked = ask({ socketPath, path, method, headers, agent: false });
    let answered = false;
    /**
     * An answer to HEAD goes back through Hono, which makes a response of its own for that method.
     */
    let head: Response | null = null;
    const settle = (error: Error | null) => {
      clearTimeout(late);
      incoming.off('data', count);
      asked.destroy();
      if (error) reject(error);
      else resolve(head ?? alreadySent());
    };
    const late = setTimeout(() => settle(tooLate()), within);
    // Once a process has been ended, its broken connection is only the consequence: the reason is
    // why it was.
    const broken = () =>
      void Promise.race([worker.ended, new Promise<null>((go) => setTimeout(go, 200, null))]).then((why) =>
        settle(why === 'limits' ? beyondLimits() : failed()),
      );
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BODY) settle(tooLarge());
    };
    incoming.on('data', count);
    asked.on('error', () => {
      // Once the answer has begun, its own stream says whether it is whole.
      if (!answered) broken();
    });
    asked.on('response', (answer) => {
      answered = true;
      const kept = Object.entries(answer.headers).flatMap(([name, value = []]) =>
        HOP_BY_HOP.has(name) ? [] : [[name, value] as const],
      );
      const status = answer.statusCode ?? 500;
      if (method === 'HEAD') {
        const pairs = kept.flatMap(([name, value]) =>
          [value].flat().map((each): [string, string] => [name, each]),
        );
        head = new Response(null, { status, headers: pairs });
        return settle(null);
      }
      outgoing.writeHead(status, Object.fromEntries(kept));
      outgoing.flushHeaders();
      pipeline(answer, outgoing, (error) => {
        // A client that went away has nothing more to be told.
        if (!error || outgoing.destroyed) settle(null);
        else broken();
      });
    });
    outgoing.once('close', () => settle(null));
    incoming.pipe(asked);
  });
}
