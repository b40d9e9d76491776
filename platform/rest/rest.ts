import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import type pg from 'pg';
import type { Logger } from 'pino';
import { addressOf, placeOf } from '#platform/gateway/address.ts';
import type { Caller } from '#platform/gateway/caller.ts';
import { type Gateway, GatewayError } from '#platform/gateway/gateway.ts';
import { sentHeader } from '#platform/gateway/sent-header.ts';
import { createTurns } from '#platform/gateway/turns.ts';
import { SessionEnded } from '#server/postgres/as-caller.ts';
import { AWAY_RETRY_AFTER, isDatabaseAway } from '#server/postgres/database.ts';
import type { RestLimits, RestOptions } from '#server/settings.ts';
import { call } from './call.ts';
import {
  bodyTooLarge,
  invalidPath,
  RestError,
  rootDisabled,
  tooManyAtOnce,
  unsupportedMethod,
} from './errors.ts';
import { unknownRoutine } from './plan/find-routine.ts';
import { findTable, read } from './read.ts';
import { exposedSchema, type RestEnvironment, readRequest } from './request.ts';
import { fromPostgres, isPostgresError } from './respond/postgres-errors.ts';
import { toResponse } from './respond/response.ts';
import { keyOf } from './schema-cache/catalog.ts';
import { followCatalog } from './schema-cache/follow.ts';
import { write } from './write.ts';

/** Requests of one address that may run or wait, as a multiple of those that may run at once. */
const WAITING = 25;

export interface RestDeps {
  pool: pg.Pool;
  /** For a separate connection, on which the database notifies of schema changes. */
  connection: pg.ClientConfig;
  gateway: Gateway;
  /**
   * The schemas that requests may use; the first one is the default, a profile header names
   * another.
   */
  schemas: string[];
  options: RestOptions;
  limits: RestLimits;
  /** Whether a proxy of ours writes the client's address to `X-Forwarded-For`. */
  trustProxy?: boolean;
  logger: Logger;
}

export interface Rest {
  app: Hono;
  /** Reads the schema again; after a migration this happens by itself. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/**
 * PostgREST's protocol over the database's own row-level security: each request becomes one SQL
 * statement that runs as the caller and returns the body of the response.
 * @throws when the schema cannot be read
 */
export async function createRest(deps: RestDeps): Promise<Rest> {
  const { pool, connection, gateway, schemas, options, limits, logger } = deps;
  const cache = await followCatalog(pool, connection, schemas, logger);
  const environment: RestEnvironment = { pool, schemas, options, limits, logger, catalog: cache.current };

  const inTurn = createTurns(limits.perAddress, limits.perAddress * WAITING, () => {
    throw tooManyAtOnce();
  });

  async function answer(context: Context, resource: string, forCall: boolean): Promise<Response> {
    const { method } = context.req;
    if (method === 'OPTIONS') return allowing(allowed(environment, context, resource, forCall));
    const caller = await gateway.reader(
      { get: (name) => sentHeader(context, name) },
      context.req.query('apikey') ?? null,
    );
    // The secret key belongs to a server, whose requests all come from one address, so that no
    // limit per address applies.
    if (caller.role === 'service_role') return decide(context, resource, forCall, caller);
    const forwarded = sentHeader(context, 'x-forwarded-for') ?? undefined;
    const remote = (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
    const place = placeOf(addressOf({ forwarded, remote }, deps.trustProxy ?? false));
    return inTurn(place, () => decide(context, resource, forCall, caller));
  }

  async function decide(
    context: Context,
    resource: string,
    forCall: boolean,
    caller: Caller,
  ): Promise<Response> {
    const { method } = context.req;
    try {
      const request = readRequest(environment, context, caller, resource, forCall);
      if (forCall) return toResponse(request, await call(environment, request));
      if (method === 'GET' || method === 'HEAD') return toResponse(request, await read(environment, request));
      if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) throw unsupportedMethod(method);
      return toResponse(request, await write(environment, request));
    } catch (error) {
      throw isPostgresError(error) ? fromPostgres(error, caller.role === 'anon') : error;
    }
  }

  const app = new Hono();
  const limitBody = bodyLimit({
    maxSize: limits.body,
    onError: () => {
      throw bodyTooLarge(limits.body);
    },
  });
  // Reading the body makes Hono build a whole Request object, so methods without a body skip this.
  app.use((c, next) => (/^(?:GET|HEAD|OPTIONS)$/.test(c.req.method) ? next() : limitBody(c, next)));
  app.all('/rpc/:function', (c) => answer(c, c.req.param('function'), true));
  app.all('/:table', (c) => answer(c, c.req.param('table'), false));
  // PostgREST can serve an OpenAPI description of the schema here; it is off, as on a hosted
  // project today.
  app.get('/', () => {
    throw rootDisabled();
  });
  app.all('*', (c) => {
    if (!c.req.path.endsWith('/')) throw invalidPath();
    if (c.req.method === 'OPTIONS') return allowing(READS);
    throw rootDisabled();
  });
  app.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    const known = knownError(error);
    if (known.status >= 500) logger.error({ err: error, code: known.code }, 'rest request failed');
    const { code, message, details, hint } = known;
    // The rest of a body that is too large is not read, so the connection cannot carry another
    // request.
    const headers = {
      'Proxy-Status': `PostgREST; error=${code}`,
      ...known.headers,
      ...(known.status === 413 && { Connection: 'close' }),
    };
    return Response.json({ code, details, hint, message }, { status: known.status, headers });
  });
  return { app, reload: cache.reload, close: cache.close };
}

const READS = ['OPTIONS', 'GET', 'HEAD'];

const allowing = (methods: readonly string[]) =>
  new Response(null, { status: 200, headers: { Allow: methods.join(',') } });

/**
 * The methods that a table, view or function can answer, whoever asks.
 * @throws RestError when there is none of that name
 */
function allowed(
  environment: RestEnvironment,
  context: Context,
  resource: string,
  forCall: boolean,
): readonly string[] {
  const catalog = environment.catalog();
  const schema = exposedSchema(environment, sentHeader(context, 'accept-profile'));
  if (forCall) {
    const overloads = catalog.routines.get(keyOf(schema, resource));
    if (!overloads) throw unknownRoutine(catalog, schema, resource);
    return overloads.every(({ volatile }) => volatile) ? ['OPTIONS', 'POST'] : [...READS, 'POST'];
  }
  const { writable, primaryKey, isTable } = findTable(catalog, schema, resource);
  const puts = writable.insert && writable.update && isTable && primaryKey.length > 0;
  return [
    ...READS,
    ...(writable.insert ? ['POST'] : []),
    ...(puts ? ['PUT'] : []),
    ...(writable.update ? ['PATCH'] : []),
    ...(writable.delete ? ['DELETE'] : []),
  ];
}

function knownError(error: Error): RestError {
  if (error instanceof RestError) return error;
  const bearer = (text: string) => ({
    'WWW-Authenticate': `Bearer error="invalid_token", error_description="${text}"`,
  });
  if (error instanceof SessionEnded) {
    return new RestError(401, 'PGRST301', 'JWT session ended', { headers: bearer('JWT session ended') });
  }
  if (error instanceof GatewayError) {
    const text = error.message.replaceAll('"', "'");
    return new RestError(error.status, error.code, error.message, { headers: bearer(text) });
  }
  const headers = { 'Retry-After': String(AWAY_RETRY_AFTER) };
  if (isPostgresError(error)) return fromPostgres(error, true);
  if (error.message.startsWith('timeout exceeded when trying to connect')) {
    return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.', {
      headers,
    });
  }
  if (isDatabaseAway(error))
    return new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.', { headers });
  return new RestError(500, 'PGRSTX00', 'Internal error');
}
