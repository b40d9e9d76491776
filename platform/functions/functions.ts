import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type pg from 'pg';
import type { Logger } from 'pino';
import { platformCors } from '#platform/cors.ts';
import type { Asked } from '#platform/gateway/address.ts';
import { onlyLooks } from '#platform/gateway/caller.ts';
import type { Gateway } from '#platform/gateway/gateway.ts';
import { inTransaction, refuseEnded } from '#server/postgres/as-caller.ts';
import { isDatabaseAway } from '#server/postgres/database.ts';
import { AfterCommit, type Command, KeptRefusal } from './command.ts';
import {
  hostRefusal,
  INTERNAL,
  invalidInput,
  isConflict,
  LOOKING_ONLY,
  NOT_FOUND,
  type Refusal,
  Refused,
  TOO_LARGE,
  UNAVAILABLE,
} from './refusal.ts';

export interface FunctionsDeps {
  pool: pg.Pool;
  gateway: Gateway;
  commands: readonly Command[];
  /**
   * The refusal for an error that a command threw; null for an error that the product does not
   * know.
   */
  refusalOf: (error: unknown) => Refusal | null;
  /** Returns a key for the network that a request comes from. */
  placeOf: (asked: Asked) => string;
  logger: Logger;
  now?: () => Date;
}

/** The largest body that is read for any command; each contract has its own, smaller limit. */
const BODY_LIMIT = 1024 * 1024;

/**
 * A transaction that failed because of another one is run again. That is safe, because a command
 * changes nothing but the database.
 */
const ATTEMPTS = 3;

type Variables = { requestId: string };

interface Received {
  body: unknown;
  requestId: string;
  place: string;
}

/**
 * The host of commands: `POST /<capability>/<verb-noun>` with a JSON body, as
 * `supabase.functions.invoke` sends it. It finds out who calls, then in one transaction checks the
 * session, the caller's access and the body, and runs the command. Calls to other servers follow
 * after the commit, so that no transaction waits for them. Errors are
 * `{code, message, fields?, requestId}`; an unknown error is logged and answered with a 500 without
 * details.
 */
export function createFunctions(deps: FunctionsDeps): Hono<{ Variables: Variables }> {
  const { pool, gateway, refusalOf, logger, now = () => new Date() } = deps;
  const commands = new Map(deps.commands.map((command) => [command.contract.name, command]));

  async function transact<T>(work: (db: pg.PoolClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(pool, work);
      } catch (error) {
        if (!isConflict(error) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async function run(
    command: Command,
    request: Request,
    { body, requestId, place }: Received,
  ): Promise<unknown> {
    const caller = await gateway.reader(request.headers);
    const looks = onlyLooks(caller);
    if (looks && !command.contract.viewing) throw new Refused(LOOKING_ONLY);
    const { response } = command.contract;
    const result = await transact(async (db) => {
      if (looks) await db.query('set transaction read only');
      await refuseEnded(db, caller);
      const person = await command.access(db, caller);
      const input = command.contract.request.safeParse(body);
      if (!input.success) throw new Refused(invalidInput(input.error));
      const answer = await command.run({ db, person, input: input.data, now: now(), requestId, place });
      // An answer that does not fit the contract is our bug: `parse` throws, so that nothing is
      // committed.
      return answer instanceof KeptRefusal || answer instanceof AfterCommit ? answer : response.parse(answer);
    });
    if (result instanceof KeptRefusal) throw result.error;
    // Work after a commit is an effect, and somebody who only looks may have none.
    if (looks && result instanceof AfterCommit) throw new Refused(LOOKING_ONLY);
    return result instanceof AfterCommit ? response.parse(await result.finish(transact)) : result;
  }

  const app = new Hono<{ Variables: Variables }>();
  app.use(async (c, next) => {
    c.set('requestId', randomUUID());
    c.header('X-Request-Id', c.get('requestId'));
    await next();
  });
  app.use(platformCors);
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: () => {
        throw new Refused(TOO_LARGE);
      },
    }),
  );

  app.post('/:capability/:verb', async (c) => {
    const command = commands.get(`${c.req.param('capability')}/${c.req.param('verb')}`);
    if (!command) throw new Refused(NOT_FOUND);
    const text = await c.req.text();
    if (Buffer.byteLength(text) > command.contract.maxBytes) throw new Refused(TOO_LARGE);
    const body = parseJson(text);
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    const place = deps.placeOf({
      forwarded: c.req.header('X-Forwarded-For'),
      remote: incoming?.socket.remoteAddress,
    });
    const answer = await run(command, c.req.raw, { body, requestId: c.get('requestId'), place });
    return c.json(answer as object);
  });
  app.all('*', () => {
    throw new Refused(NOT_FOUND);
  });
  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const unforeseen = isDatabaseAway(error) ? UNAVAILABLE : INTERNAL;
    const refusal = hostRefusal(error) ?? refusalOf(error) ?? unforeseen;
    if (refusal === unforeseen) {
      logger.error({ err: error, requestId, path: c.req.path }, 'a command failed');
    }
    const { status, retryAfter, ...body } = refusal;
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
    c.header('X-Request-Id', requestId);
    // The rest of a body that is too large is not read, so the connection cannot carry another
    // request.
    if (refusal.status === TOO_LARGE.status) c.header('Connection', 'close');
    return c.json({ ...body, requestId }, status as ContentfulStatusCode);
  });
  return app;
}

/** supabase-js sends an empty body when it is called without one: that counts as `{}`. */
function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused({ status: 400, code: 'invalid_input', message: 'The body is no JSON' });
  }
}
