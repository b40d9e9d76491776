import { notSingular, tableNotFound } from './errors.ts';
import type { Explain } from './parse/accept.ts';
import { alike } from './plan/alike.ts';
import { planRead } from './plan/plan-read.ts';
import type { ReadNode } from './plan/read-plan.ts';
import { type Asked, queryStart, type RestEnvironment, type RestRequest } from './request.ts';
import { pageOf } from './respond/content-range.ts';
import { commonHeaders, type Reply, shapedBySql } from './respond/response.ts';
import { explain, type Job, run } from './respond/run.ts';
import { type Catalog, keyOf, namesIn, type Table } from './schema-cache/catalog.ts';
import { answerSql, type Content, RESPONSE_SETTINGS } from './sql/answer.ts';
import { selectMatching, selectTree } from './sql/select.ts';
import { type Answer, ident, qualified, Statement } from './sql/statement.ts';

/** A read that is ready to be run, no matter who asks. */
type Planned = Omit<Job, 'check'> & { offset: number; location: string | null };

/** The plans of reads that may come again in the same words. */
const planned = new WeakMap<Asked, Planned>();

/** `GET` and `HEAD` of a table or view. */
export async function read(environment: RestEnvironment, request: RestRequest): Promise<Reply> {
  const { shape } = request;
  const plan = planned.get(request.asked) ?? planOnce(environment, request);
  planned.set(request.asked, plan);
  const job: Job = { ...plan, check: (answer) => requireSingle(request, answer) };
  if (shape.explain !== null) return planOf(environment, request, job, shape.explain);
  const { answer, estimated } = await run(environment, request, job);
  const page = pageOf(plan.offset, answer.rows, totalOf(environment, answer, estimated, plan.offset));
  return shapedBySql(answer, {
    status: page.status,
    headers: {
      'Content-Type': shape.contentType,
      'Content-Range': page.contentRange,
      ...(plan.location !== null && { 'Content-Location': plan.location }),
      ...commonHeaders(environment, request, ['count', 'handling', 'timezone', 'maxAffected']),
    },
    body: answer.body,
  });
}

/** In characters. Clients refuse answers with longer headers, though they send longer addresses. */
const LONGEST_LOCATION = 2_000;

/** The address of what was read with its parameters in the order of their names; null: too long. */
function locationOf({ resource, context }: RestRequest): string | null {
  const { url } = context.req;
  const search = url.slice(queryStart(url));
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const parameters = [...new URLSearchParams(search)]
    .filter(([name]) => name !== 'apikey')
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const location = `/${encoded(resource)}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
  return location.length > LONGEST_LOCATION ? null : location;
}

function planOnce(environment: RestEnvironment, request: RestRequest): Planned {
  const { catalog, query, shape, method } = request;
  const table = findTable(catalog, request.schema, request.resource);
  const node = planRead(catalog, rootOf(table), query, environment.limits.rows);
  const statement = new Statement(catalog);
  const source = qualified(table);
  const rows = selectTree(statement, node, source);
  const headOnly = method === 'HEAD' && shape.kind !== 'object';
  const content: Content = headOnly ? { kind: 'nothing' } : { kind: 'rows', shape, geoJson: catalog.geoJson };
  const count = counting(environment, request, statement, node, source);
  // Nothing but the operator's function can set them in a read.
  const more = environment.options.preRequest === null ? {} : RESPONSE_SETTINGS;
  return {
    text: answerSql(environment.limits.answer, { ctes: [], rows, content, total: count.total, more }),
    values: statement.values,
    readOnly: true,
    searchPath: searchPath(environment, request.schema),
    discard: false,
    estimate: count.estimate,
    offset: node.offset,
    location: locationOf(request),
  };
}

/** The reply to a request for the plan of its statement. */
export async function planOf(
  environment: RestEnvironment,
  request: RestRequest,
  job: Job,
  asked: Explain,
): Promise<Reply> {
  const body = await explain(environment, request, job, asked);
  return { status: 200, headers: { 'Content-Type': request.shape.contentType }, body };
}

export const rootOf = (table: Table) => ({ name: table.name, schema: table.schema, table });

/** @throws RestError PGRST205 */
export function findTable(catalog: Catalog, schema: string, name: string): Table {
  const table = catalog.tables.get(keyOf(schema, name));
  if (table) return table;
  throw tableNotFound(schema, name, alike(name, namesIn(schema, catalog.tables)));
}

/**
 * Where Postgres looks for unqualified names in functions and defaults: first in the request's
 * schema, then in those of the setting, as in PostgREST.
 */
export const searchPath = ({ options }: RestEnvironment, schema: string): string =>
  [...new Set([schema, ...options.extraSearchPath])].map(ident).join(', ');

/** @throws RestError PGRST116 when one object was requested and the number of rows is not one */
export function requireSingle({ shape }: RestRequest, { rows }: Answer): void {
  if (shape.kind === 'object' && rows !== 1) throw notSingular(rows);
}

/**
 * The count that `Prefer: count=` adds to a statement. `estimated` counts up to the row cap, and
 * uses the planner's estimate above it. The planner's estimate leaves row-level security out, so it
 * could reveal the size of a table to somebody who sees none of its rows. Therefore only the
 * service role gets a `planned` count; others get an `estimated` one.
 */
export function counting(
  { limits }: RestEnvironment,
  { preferences, catalog, caller }: RestRequest,
  statement: Statement,
  node: ReadNode,
  source: string,
): { total: string | null; estimate: Job['estimate'] } {
  const { count } = preferences;
  if (count === null) return { total: null, estimate: null };
  const total = () => `(select count(*) from (${selectMatching(statement, node, source)}) c)`;
  if (count === 'exact') return { total: total(), estimate: null };
  const planned = new Statement(catalog);
  const estimate = { text: selectMatching(planned, node, source), values: planned.values };
  if (count === 'planned' && caller.role === 'service_role') return { total: null, estimate };
  const capped = `(select count(*) from (${selectMatching(statement, node, source)} limit ${limits.rows + 1}) c)`;
  return { total: capped, estimate };
}

/**
 * The number of all rows: counted, or the planner's estimate, which is raised to at least the rows
 * that were read.
 */
export function totalOf(
  { limits }: RestEnvironment,
  { total, rows }: Answer,
  estimated: number | null,
  offset: number,
): number | null {
  const counted = total === null ? null : Number(total);
  if (estimated === null || (counted !== null && counted <= limits.rows)) return counted;
  return Math.max(estimated, rows === 0 ? 0 : offset + rows, counted ?? 0);
}
