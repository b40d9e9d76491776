import { cannotCallBy, invalidBody, maxAffectedOfNoSet, tooManyAffected, unreadableType } from './errors.ts';
import { parsePayload } from './parse/body.ts';
import { refuseManyParameters } from './parse/query-string.ts';
import { applyRange } from './parse/range.ts';
import type { Condition } from './parse/syntax.ts';
import { type Arguments, findRoutine } from './plan/find-routine.ts';
import { planRead } from './plan/plan-read.ts';
import type { ReadNode } from './plan/read-plan.ts';
import { counting, planOf, requireSingle, searchPath, totalOf } from './read.ts';
import type { RestEnvironment, RestRequest } from './request.ts';
import { pageOf } from './respond/content-range.ts';
import { commonHeaders, type Reply, shapedBySql } from './respond/response.ts';
import { type Job, run } from './respond/run.ts';
import type { Parameter, Routine } from './schema-cache/catalog.ts';
import { answerSql, type Content, RESPONSE_SETTINGS } from './sql/answer.ts';
import { selectTree } from './sql/select.ts';
import { ident, qualified, Statement } from './sql/statement.ts';

/** Where the arguments of a call come from. */
type CallArguments =
  | { kind: 'json'; body: string; names: string[]; list: boolean }
  | { kind: 'texts'; values: Map<string, string[]> }
  | { kind: 'whole'; body: string | Buffer };

/**
 * The rows of a function call: its columns, or its scalar as `pgrst_scalar`.
 * @param computed names of functions of a returned row, which are known beside the call alone
 * @returns SQL of a select
 */
function callSql(
  statement: Statement,
  routine: Routine,
  args: CallArguments,
  computed: readonly string[],
): string {
  const alias = ident(routine.name);
  const columns = ['*', ...computed.map(ident)].map((column) => `${alias}.${column}`).join(', ');
  /** A scalar is called where columns stand: of a `record`, its columns are known there alone. */
  const callOf = (list: string, source = '') => {
    const called = `${qualified(routine)}(${list})`;
    if (routine.returns === 'row')
      return `select ${columns} from ${source === '' ? '' : `${source}, lateral `}${called} as ${alias}`;
    return `select ${called} as pgrst_scalar${source === '' ? '' : ` from ${source}`}`;
  };
  if (args.kind === 'whole') {
    const type = routine.parameters[0]?.type ?? 'json';
    return callOf(`${statement.value(args.body)}::${type}`);
  }
  const given = routine.parameters.filter(({ name }) =>
    args.kind === 'json' ? args.names.includes(name) : args.values.has(name),
  );
  if (args.kind === 'texts') {
    const list = given.map((parameter) => {
      const values = args.values.get(parameter.name) ?? [];
      const value = parameter.variadic ? variadicLiteral(values) : values.at(-1);
      return assign(parameter, `${statement.value(value)}::${parameter.type}`);
    });
    return callOf(list.join(', '));
  }
  const list = given.map((parameter) => assign(parameter, `pgrst_args.${ident(parameter.name)}`)).join(', ');
  if (given.length === 0) return callOf('');
  const record = given.map(({ name, type }) => `${ident(name)} ${type}`).join(', ');
  const first = args.list ? '->0' : '';
  const object = `(${statement.value(args.body)}::json${first})`;
  return callOf(list, `json_to_record(${object}) as pgrst_args(${record})`);
}

const assign = ({ name, variadic }: Parameter, sql: string) =>
  `${variadic ? 'variadic ' : ''}${ident(name)} := ${sql}`;

/**
 * Each repetition of a parameter is an element of the array; a single `{…}` is the array itself.
 */
function variadicLiteral(values: string[]): string {
  const [first = ''] = values;
  if (values.length === 1 && first.startsWith('{')) return first;
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}

const SOURCE = 'pgrst_call';

interface Given {
  match: Arguments;
  named: CallArguments;
  whole: string | Buffer;
}

/**
 * `GET`, `HEAD` and `POST` of `/rpc/<function>`. `GET`, `HEAD` and functions that are not volatile
 * run read-only.
 */
export async function call(environment: RestEnvironment, request: RestRequest): Promise<Reply> {
  const { catalog, method, query, schema, preferences } = request;
  const reads = method === 'GET' || method === 'HEAD';
  if (!reads && method !== 'POST') throw cannotCallBy(method);
  const given = reads ? fromTexts(query.params) : await fromBody(request);
  const { routine, unnamed } = findRoutine(catalog, schema, request.resource, given.match);
  if (preferences.maxAffected !== null && !routine.set) throw maxAffectedOfNoSet();
  applyRange(query, method === 'GET' ? request.context.req.raw.headers.get('range') : null);
  const root = { name: routine.name, schema, table: routine.table };
  const node = planRead(catalog, root, query, environment.limits.rows);
  const statement = new Statement(catalog);
  const args: CallArguments = unnamed ? { kind: 'whole', body: given.whole } : given.named;
  const computed = computedOf(node);
  if (computed.length > 0) node.columns = withoutStar(node);
  const rows = callSql(statement, routine, args, computed);
  const count = counting(environment, request, statement, node, SOURCE);
  const job: Job = {
    text: answerSql(environment.limits.answer, {
      // A scalar that nobody looks at is computed all the same, for what its function does.
      ctes: [`${SOURCE} as ${routine.returns === 'row' ? '' : 'materialized '}(${rows})`],
      rows: selectTree(statement, node, SOURCE),
      content: contentOf(request, routine),
      total: count.estimate === null ? count.total : `(select count(*) from ${SOURCE})`,
      more: RESPONSE_SETTINGS,
    }),
    values: statement.values,
    readOnly: reads || !routine.volatile,
    searchPath: searchPath(environment, schema),
    discard: preferences.tx === 'rollback',
    estimate: null,
    check(answer) {
      requireSingle(request, answer);
      if (preferences.maxAffected !== null && answer.rows > preferences.maxAffected) {
        throw tooManyAffected(answer.rows);
      }
    },
  };
  if (request.shape.explain !== null) return planOf(environment, request, job, request.shape.explain);
  const { answer } = await run(environment, request, job);
  const common = commonHeaders(environment, request, ['count', 'tx', 'handling', 'timezone', 'maxAffected']);
  if (routine.returns === 'void') return shapedBySql(answer, { status: 204, headers: common, body: null });
  const page = pageOf(node.offset, answer.rows, totalOf(environment, answer, null, node.offset));
  const headers = {
    'Content-Type': request.shape.contentType,
    'Content-Range': page.contentRange,
    ...common,
  };
  return shapedBySql(answer, { status: page.status, headers, body: answer.body });
}

function contentOf({ shape, method, catalog }: RestRequest, routine: Routine): Content {
  if (routine.returns === 'void' || method === 'HEAD') return { kind: 'nothing' };
  const { stripNulls } = shape;
  const rows: Content = { kind: 'rows', shape, geoJson: catalog.geoJson };
  if (shape.kind === 'csv' || shape.kind === 'geojson') return rows;
  if (routine.returns === 'scalar') {
    return { kind: 'scalar', set: routine.set && shape.kind === 'array', stripNulls };
  }
  return routine.set ? rows : { kind: 'row', stripNulls };
}

/** The functions of a row that a request reads as its columns. */
function computedOf({ table, columns, conditions, order }: ReadNode): string[] {
  const filtered = (condition: Condition): string[] =>
    condition.kind === 'filter' ? [condition.field.name] : condition.members.flatMap(filtered);
  const asked = [
    ...columns.map(({ field }) => field.name),
    ...order.flatMap(({ relation, field }) => (relation === null ? [field.name] : [])),
    ...conditions.flatMap(filtered),
  ];
  return [...new Set(asked)].filter((name) => table?.computed.has(name) && !table.columns.has(name));
}

/** `*` as the columns that it stands for: beside the call its computed ones are columns too. */
const withoutStar = ({ table, columns }: ReadNode): ReadNode['columns'] =>
  columns.flatMap((item) =>
    item.field.name === '*' && item.aggregate === null && table
      ? Array.from(table.columns.keys(), (name) => ({ ...item, field: { ...item.field, name } }))
      : [item],
  );

/**
 * Arguments in a query string or a form; a repeated name is the next element of a variadic
 * parameter.
 */
function fromTexts(texts: Iterable<[name: string, value: string]>): Given {
  const values = new Map<string, string[]>();
  for (const [name, value] of texts) {
    const given = values.get(name);
    if (given) given.push(value);
    else values.set(name, [value]);
  }
  return {
    match: { names: [...values.keys()], wholeBody: null },
    named: { kind: 'texts', values },
    whole: '',
  };
}

/**
 * Arguments in a body: an object's keys, or the body itself for a function with one unnamed
 * parameter.
 */
async function fromBody({ context, query }: RestRequest): Promise<Given> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() || 'application/json';
  const whole = wholeBodies.get(type);
  if (whole !== undefined && whole !== 'json') {
    const bytes = Buffer.from(await context.req.arrayBuffer());
    const body = whole === 'bytea' ? bytes : bytes.toString('utf8');
    return {
      match: { names: [], wholeBody: whole },
      named: { kind: 'json', body: '{}', names: [], list: false },
      whole: body,
    };
  }
  const text = await context.req.text();
  if (type === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams(text);
    refuseManyParameters(form.size);
    return fromTexts(form);
  }
  if (whole === undefined) {
    if (type !== 'text/csv') throw unreadableType(type);
    const { json, keys: names } = parsePayload(text, type, null);
    return {
      match: { names, wholeBody: null },
      named: { kind: 'json', body: json, names, list: true },
      whole: json,
    };
  }
  const body = text.trim() === '' ? '{}' : text;
  const { names, list } = keysOf(body);
  return {
    match: { names: query.columns ?? names, wholeBody: 'json' },
    named: { kind: 'json', body, names: query.columns ?? names, list },
    whole: body,
  };
}

const wholeBodies: ReadonlyMap<string, Exclude<Arguments['wholeBody'], null>> = new Map([
  ['application/json', 'json'],
  ['text/plain', 'text'],
  ['text/xml', 'xml'],
  ['application/octet-stream', 'bytea'],
]);

/**
 * The argument names of a JSON body, those of the first object where it is a list of them. A list
 * of anything else or a scalar has no names, and fits only an unnamed parameter.
 */
function keysOf(text: string): { names: string[]; list: boolean } {
  try {
    const value: unknown = JSON.parse(text);
    const list = Array.isArray(value);
    const first: unknown = list ? value[0] : value;
    const named = typeof first === 'object' && first !== null && !Array.isArray(first);
    return { names: named ? Object.keys(first) : [], list };
  } catch {
    throw invalidBody('Empty or invalid json');
  }
}
