import {
  columnNotFound,
  notImplemented,
  permissionDenied,
  putFilters,
  putLimited,
  putUnlikeUrl,
  tooManyAffected,
} from './errors.ts';
import { type Payload, parsePayload } from './parse/body.ts';
import type { Preferences } from './parse/prefer.ts';
import { type Condition, emptyScope, type Query } from './parse/syntax.ts';
import { planRead } from './plan/plan-read.ts';
import type { ReadNode } from './plan/read-plan.ts';
import { findTable, planOf, requireSingle, rootOf, searchPath } from './read.ts';
import type { RestEnvironment, RestRequest } from './request.ts';
import { commonHeaders, type Reply, shapedBySql } from './respond/response.ts';
import { type Job, run } from './respond/run.ts';
import type { Column, Table } from './schema-cache/catalog.ts';
import { answerSql, RESPONSE_SETTINGS } from './sql/answer.ts';
import { deleteSql, INSERTED, type Insert, insertSql, updateSql, type Write } from './sql/mutation.ts';
import { selectTree } from './sql/select.ts';
import { type Answer, qualified, Statement } from './sql/statement.ts';

/** The columns a payload writes. @throws RestError PGRST204 */
function columnsWritten(table: Table, { keys }: Payload): Column[] {
  return [...new Set(keys)].map((key) => {
    const column = table.columns.get(key);
    if (!column) throw columnNotFound(table.name, key);
    return column;
  });
}

/**
 * The columns that a write must return, because the select around it needs them for its columns,
 * joins and order.
 */
function columnsReturned(node: ReadNode): string[] {
  const names = [
    ...node.columns.map(({ field }) => field.name),
    ...node.order.flatMap(({ relation, field }) => (relation === null ? [field.name] : [])),
    ...node.embeds.flatMap(({ relationship }) => {
      if (relationship.kind === 'computed') return ['*'];
      const pairs = relationship.kind === 'key' ? relationship.columns : relationship.originColumns;
      return pairs.map(([ours]) => ours);
    }),
  ];
  return names.includes('*') ? ['*'] : [...new Set(names)];
}

/** The columns by which an upsert recognises duplicates; null for a plain insert. */
function conflictOf(table: Table, query: Query, { resolution }: Preferences): Insert['conflict'] {
  if (resolution === null) return null;
  const columns = query.onConflict ?? table.primaryKey;
  // Like PostgREST, a table without a primary key gets a plain insert.
  return columns.length === 0 ? null : { columns, resolution };
}

/**
 * PostgREST no longer supports an update or delete with a limit; ignoring the limit would write too
 * many rows.
 * @throws RestError PGRST127, PGRST114
 */
function refuseLimitedWrite(method: string, query: Query): void {
  const root = query.scopes.get('');
  if (root !== undefined && (root.limit !== null || root.offset > 0)) {
    if (method === 'PUT') throw putLimited();
    throw notImplemented(`limit and offset are not available on ${method}`);
  }
}

/**
 * The row that `PUT /films?id=eq.4` names: its filters are the primary key, all of it and nothing
 * else.
 * @throws RestError PGRST105
 */
function rowNamed({ primaryKey, isTable }: Table, conditions: readonly Condition[]): Insert['only'] {
  const named = conditions.map((condition) => {
    if (condition.kind !== 'filter' || condition.negated || condition.field.path.length > 0)
      throw putFilters();
    const { operation } = condition;
    if (operation.kind !== 'compare' || operation.operator !== 'eq' || operation.quantifier !== null)
      throw putFilters();
    return { column: condition.field.name, value: operation.value };
  });
  const columns = new Set(named.map(({ column }) => column));
  const same = named.length === primaryKey.length && primaryKey.every((column) => columns.has(column));
  if (!isTable || primaryKey.length === 0 || !same) throw putFilters();
  return named;
}

const SOURCE = 'pgrst_source';
const AFFECTED = `(select count(*) from ${SOURCE})::int`;

/** The primary key of the first row written, as texts, for the `Location` header. */
const LOCATION = `(select json_agg(json_build_array(k.key, k.value)) from
  (select row_to_json(s) as j from (select * from ${SOURCE} limit 1) s) r, json_each_text(r.j) k)`;

/** `POST`, `PUT`, `PATCH` and `DELETE` of a table or view. */
export async function write(environment: RestEnvironment, request: RestRequest): Promise<Reply> {
  const { catalog, method, preferences, query, shape } = request;
  const table = findTable(catalog, request.schema, request.resource);
  if (method !== 'POST') refuseLimitedWrite(method, query);
  const conditions = query.scopes.get('')?.conditions ?? [];
  const only = method === 'PUT' ? rowNamed(table, conditions) : [];
  const body = method === 'DELETE' ? null : await payloadOf(environment, request, table);
  const shown = preferences.return === 'representation';
  // The filters apply to the write; the select around it returns all written rows, so it has no
  // filters.
  const asRead = { ...query, scopes: new Map(query.scopes) };
  asRead.scopes.set('', { ...emptyScope(), ...query.scopes.get(''), conditions: [] });
  const node: ReadNode | null = shown
    ? planRead(catalog, rootOf(table), asRead, Number.POSITIVE_INFINITY)
    : null;
  const statement = new Statement(catalog);
  const target: Write = {
    node: { ...emptyNode(table), conditions },
    returning: node ? columnsReturned(node) : preferences.return === 'headers-only' ? table.primaryKey : [],
  };
  if (node && target.returning.length === 0) target.returning = ['*'];
  const mutation = mutationSql(statement, request, target, body, only);
  const located = method === 'POST' && preferences.return === 'headers-only' && target.returning.length > 0;
  const job: Job = {
    text: answerSql(environment.limits.answer, {
      ctes: [`${SOURCE} as (${mutation})`],
      rows: node ? selectTree(statement, node, SOURCE) : `select from ${SOURCE}`,
      content: node ? { kind: 'rows', shape, geoJson: catalog.geoJson } : { kind: 'nothing' },
      total: null,
      more: {
        affected: AFFECTED,
        inserted: INSERTED,
        ...(located ? { location: LOCATION } : {}),
        ...RESPONSE_SETTINGS,
      },
    }),
    values: statement.values,
    readOnly: false,
    searchPath: searchPath(environment, request.schema),
    discard: preferences.tx === 'rollback',
    estimate: null,
    check(answer) {
      requireSingle(request, answer);
      const affected = answer.affected ?? 0;
      if (method === 'PUT' && affected !== 1) throw putUnlikeUrl();
      if (method !== 'POST' && preferences.maxAffected !== null && affected > preferences.maxAffected) {
        throw tooManyAffected(affected);
      }
    },
  };
  if (shape.explain !== null) return planOf(environment, request, job, shape.explain);
  const { answer } = await run(environment, request, job);
  return shapedBySql(answer, replyOf(environment, request, table, answer));
}

/**
 * In characters. A larger body is parsed only after a check that the caller may write the table at
 * all.
 */
const CHECKED_FIRST = 64 * 1024;

async function payloadOf(environment: RestEnvironment, request: RestRequest, table: Table): Promise<Payload> {
  const { context, query, method, caller } = request;
  const text = await context.req.text();
  if (text.length > CHECKED_FIRST) {
    const privilege = method === 'POST' || method === 'PUT' ? 'INSERT' : 'UPDATE';
    const { rows } = await environment.pool.query(
      'select has_any_column_privilege($1::name, $2::text, $3) as may',
      [caller.role, qualified(table), privilege],
    );
    if (rows[0]?.may !== true) throw permissionDenied(table.name, caller.role === 'anon');
  }
  return parsePayload(text, context.req.header('content-type') ?? null, query.columns);
}

const emptyNode = (table: Table) => ({
  alias: table.name,
  table,
  columns: [],
  embeds: [],
  ...emptyScope(),
});

function mutationSql(
  statement: Statement,
  request: RestRequest,
  target: Write,
  payload: Payload | null,
  only: Insert['only'],
): string {
  const { table } = target.node;
  if (payload === null) return deleteSql(statement, target);
  const columns = columnsWritten(table, payload);
  const fillDefaults = request.preferences.missing === 'default';
  const written = { ...target, payload, columns, fillDefaults };
  if (request.method === 'POST') {
    const conflict = conflictOf(table, request.query, request.preferences);
    return insertSql(statement, { ...written, conflict, only });
  }
  if (request.method === 'PUT') {
    const keys = new Set(payload.keys);
    if (!table.primaryKey.every((column) => keys.has(column))) throw putUnlikeUrl();
    const conflict = { columns: table.primaryKey, resolution: 'merge-duplicates' } as const;
    return insertSql(statement, { ...written, conflict, only });
  }
  return updateSql(statement, written);
}

const honoured: Record<string, readonly (keyof Preferences)[]> = {
  POST: ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone'],
  PUT: ['missing', 'return', 'tx', 'handling', 'timezone'],
  PATCH: ['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
  DELETE: ['return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
};

/** A table without a key has no duplicates that could be merged or left out. */
const honouredBy = ({ method, query, preferences }: RestRequest, table: Table) =>
  (honoured[method] ?? []).filter(
    (name) => name !== 'resolution' || conflictOf(table, query, preferences) !== null,
  );

function replyOf(environment: RestEnvironment, request: RestRequest, table: Table, answer: Answer): Reply {
  const { method, preferences, shape } = request;
  const affected = answer.affected ?? 0;
  const shown = preferences.return === 'representation';
  const total = preferences.count === 'exact' ? affected : '*';
  const rows = method === 'PATCH' && affected > 0 ? `0-${affected - 1}` : '*';
  const headers: Record<string, string> = {
    ...(method !== 'PUT' && { 'Content-Range': `${rows}/${total}` }),
    ...commonHeaders(environment, request, honouredBy(request, table)),
  };
  if (shown) headers['Content-Type'] = shape.contentType;
  if (answer.location && affected === 1) headers.Location = locationOf(table, answer.location);
  // Nothing is counted where there is no row to insert.
  const inserted = answer.inserted ?? affected;
  const merged = preferences.resolution === 'merge-duplicates' && inserted === 0;
  const made = method === 'POST' ? !merged : method === 'PUT' && (answer.inserted ?? 0) > 0;
  const done = made ? 201 : shown || method === 'POST' ? 200 : 204;
  return { status: done, headers, body: shown ? answer.body : null };
}

function locationOf({ name }: Table, key: [string, string | null][]): string {
  const parts = key.map(([column, value]) => {
    return `${encodeURIComponent(column)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`;
  });
  return `/${encodeURIComponent(name)}?${parts.join('&')}`;
}
