import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { parse as parseCookies } from 'hono/utils/cookie';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Caller } from '#platform/gateway/caller.ts';
import { sentHeader } from '#platform/gateway/sent-header.ts';
import type { RestLimits, RestOptions } from '#server/settings.ts';
import { schemaNotExposed } from './errors.ts';
import { parseAccept, type Shape } from './parse/accept.ts';
import { type Preferences, parsePrefer } from './parse/prefer.ts';
import { parseQuery } from './parse/query-string.ts';
import { applyRange } from './parse/range.ts';
import type { Query } from './parse/syntax.ts';
import type { Catalog } from './schema-cache/catalog.ts';

/** Every request needs these. */
export interface RestEnvironment {
  pool: pg.Pool;
  schemas: readonly string[];
  options: RestOptions;
  limits: RestLimits;
  logger: Logger;
  catalog(): Catalog;
}

/**
 * The settings that SQL reads of its request as `request.method`, `request.path`, `request.headers`
 * and `request.cookies`; the last two are JSON.
 */
interface RequestSettings {
  method: string;
  /** As sent, from the API's root on: `/films`, `/rpc/add`. */
  path: string;
  headers: string;
  cookies: string;
  /** In which times are read and written; null: as the database has it. */
  timezone: string | null;
}

/** The parts of a request that its URL and headers state, no matter who sends it. */
export interface Asked {
  schema: string;
  query: Query;
  preferences: Preferences;
  shape: Shape;
}

/** A request, read but not yet checked against the catalogue. */
export interface RestRequest extends Asked {
  /**
   * The same object for a read that was asked before in the same words: what was made of it can be
   * kept under it.
   */
  asked: Asked;
  context: Context;
  caller: Caller;
  catalog: Catalog;
  /** `GET`, `HEAD`, `POST`, … */
  method: string;
  /** The table or function that the path names. */
  resource: string;
  settings: RequestSettings;
}

/**
 * Reads that are remembered, and the longest of them: those of pages come again and again, word for
 * word.
 */
const REMEMBERED = 500;
const LONGEST = 1_000;
const remembered = new WeakMap<Catalog, Map<string, Asked>>();

/** @param words everything of which `read` makes its result */
function rememberedAs(catalog: Catalog, words: readonly (string | null)[], read: () => Asked): Asked {
  const key = words.join('\0');
  if (key.length > LONGEST) return read();
  const known = remembered.get(catalog) ?? new Map<string, Asked>();
  remembered.set(catalog, known);
  const asked = known.get(key) ?? read();
  // Moved to the end of the map, so that what was not asked for longest is forgotten first.
  known.delete(key);
  known.set(key, asked);
  if (known.size > REMEMBERED) known.delete(known.keys().next().value ?? '');
  return asked;
}

/** @throws RestError for a query or header that cannot be parsed */
export function readRequest(
  environment: RestEnvironment,
  context: Context,
  caller: Caller,
  resource: string,
  forCall: boolean,
): RestRequest {
  const { method } = context.req;
  const catalog = environment.catalog();
  const header = (name: string) => sentHeader(context, name);
  const reads = method === 'GET' || method === 'HEAD';
  const url = context.req.url;
  const search = url.slice(queryStart(url));
  const profile = header(reads ? 'accept-profile' : 'content-profile');
  const [prefer, accept, range] = [header('prefer'), header('accept'), header('range')];
  const read = (): Asked => {
    const query = parseQuery(
      new URLSearchParams(search),
      forCall && reads,
      environment.limits,
      environment.options.aggregates,
    );
    if (method === 'GET' && !forCall) applyRange(query, range);
    return {
      schema: exposedSchema(environment, profile),
      query,
      preferences: parsePrefer(prefer),
      shape: parseAccept(accept, { explain: environment.options.explain, geoJson: catalog.geoJson }),
    };
  };
  const trusted = caller.role === 'service_role' ? 'trusted' : null;
  const asked =
    reads && !forCall
      ? rememberedAs(catalog, [method, resource, search, profile, prefer, accept, range, trusted], read)
      : read();
  return {
    ...asked,
    asked,
    context,
    caller,
    catalog,
    method,
    resource,
    settings: {
      ...settingsOf(method, url, sentHeaders(context), forCall),
      timezone: asked.preferences.timezone,
    },
  };
}

/**
 * As Node has read them, which are there already: the web's `Headers` sorts its entries each time
 * they are listed.
 */
function sentHeaders({ env, req }: Context): Readonly<Record<string, unknown>> {
  const incoming = (env as Partial<HttpBindings> | undefined)?.incoming;
  return incoming?.headers ?? Object.fromEntries(req.raw.headers);
}

function settingsOf(
  method: string,
  url: string,
  headers: Readonly<Record<string, unknown>>,
  forCall: boolean,
): Omit<RequestSettings, 'timezone'> {
  const end = url.indexOf('?');
  const address = end < 0 ? url : url.slice(0, end);
  const path = address.slice(address.lastIndexOf('/', forCall ? address.lastIndexOf('/') - 1 : undefined));
  const { cookie, ...sent } = headers;
  return {
    method,
    path,
    headers: JSON.stringify(sent),
    cookies: typeof cookie === 'string' ? JSON.stringify(parseCookies(cookie)) : '{}',
  };
}

/** Where a URL's parameters begin, behind the question mark. */
export const queryStart = (url: string) => {
  const at = url.indexOf('?');
  return at < 0 ? url.length : at + 1;
};

/** The schema that the profile header names, else the first exposed one. */
export function exposedSchema({ schemas }: RestEnvironment, asked: string | null): string {
  const schema = asked ?? schemas[0] ?? 'public';
  if (!schemas.includes(schema)) throw schemaNotExposed(schema, schemas);
  return schema;
}
