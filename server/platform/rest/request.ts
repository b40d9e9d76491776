import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { parse as parseCookies } from 'hono/utils/cookie';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { RestLimits, RestOptions } from '#server/settings.ts';
import type { Caller } from '../gateway/caller.ts';
import { schemaNotExposed } from './errors.ts';
import { parseAccept, type Shape } from './parse/accept.ts';
import { type Preferences, parsePrefer } from './parse/prefer.ts';
import { parseQuery } from './parse/query-string.ts';
import type { Query } from './parse/syntax.ts';
import type { Catalog } from './schema-cache/catalog.ts';

/** What every request needs. */
export interface RestEnvironment {
  pool: pg.Pool;
  schemas: readonly string[];
  options: RestOptions;
  limits: RestLimits;
  logger: Logger;
  catalog(): Catalog;
}

/** What SQL reads of its request as `request.method`, `request.path`, `request.headers` and `request.cookies`; the last two are JSON. */
interface RequestSettings {
  method: string;
  /** As sent, from the API's root on: `/films`, `/rpc/add`. */
  path: string;
  headers: string;
  cookies: string;
}

/** A request, read but not yet checked against the catalogue. */
export interface RestRequest {
  context: Context;
  caller: Caller;
  catalog: Catalog;
  /** `GET`, `HEAD`, `POST`, … */
  method: string;
  schema: string;
  /** The table or function that the path names. */
  resource: string;
  query: Query;
  preferences: Preferences;
  shape: Shape;
  settings: RequestSettings;
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
  const headers = context.req.raw.headers;
  const reads = method === 'GET' || method === 'HEAD';
  const url = context.req.url;
  const search = new URLSearchParams(url.slice(queryStart(url)));
  return {
    context,
    caller,
    catalog,
    method,
    schema: exposedSchema(environment, headers.get(reads ? 'accept-profile' : 'content-profile')),
    resource,
    query: parseQuery(search, forCall, environment.limits, environment.options.aggregates),
    preferences: parsePrefer(headers.get('prefer')),
    shape: parseAccept(headers.get('accept'), {
      explain: environment.options.explain,
      geoJson: catalog.geoJson,
    }),
    settings: settingsOf(method, url, sentHeaders(context), forCall),
  };
}

/** As Node has read them, which are there already: the web's `Headers` sorts its entries each time they are listed. */
function sentHeaders({ env, req }: Context): Readonly<Record<string, unknown>> {
  const incoming = (env as Partial<HttpBindings> | undefined)?.incoming;
  return incoming?.headers ?? Object.fromEntries(req.raw.headers);
}

function settingsOf(
  method: string,
  url: string,
  headers: Readonly<Record<string, unknown>>,
  forCall: boolean,
): RequestSettings {
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

const queryStart = (url: string) => {
  const at = url.indexOf('?');
  return at < 0 ? url.length : at + 1;
};

/** The schema that the profile header names, else the first exposed one. */
function exposedSchema({ schemas }: RestEnvironment, asked: string | null): string {
  const schema = asked ?? schemas[0] ?? 'public';
  if (!schemas.includes(schema)) throw schemaNotExposed(schema, schemas);
  return schema;
}
