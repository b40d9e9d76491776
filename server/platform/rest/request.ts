import type { Context } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { RestLimits } from '#server/settings.ts';
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
  limits: RestLimits;
  logger: Logger;
  catalog(): Catalog;
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
  const headers = context.req.raw.headers;
  const reads = method === 'GET' || method === 'HEAD';
  const url = context.req.url;
  const search = new URLSearchParams(url.slice(queryStart(url)));
  return {
    context,
    caller,
    catalog: environment.catalog(),
    method,
    schema: exposedSchema(environment, headers.get(reads ? 'accept-profile' : 'content-profile')),
    resource,
    query: parseQuery(search, forCall, environment.limits),
    preferences: parsePrefer(headers.get('prefer')),
    shape: parseAccept(headers.get('accept')),
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
