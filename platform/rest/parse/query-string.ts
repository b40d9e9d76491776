import type { RestLimits } from '#server/settings.ts';
import { negativeLimit } from '../errors.ts';
import { Cursor } from './cursor.ts';
import { field } from './field.ts';
import { looksLikeFilter, parseFilter, parseLogic } from './filter.ts';
import { parseSelect } from './select.ts';
import { emptyScope, type OrderTerm, PATH_SEPARATOR, type Query, type Scope } from './syntax.ts';

/** `order=year.desc.nullslast,directors(last_name)`. @throws RestError PGRST100 */
function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order');
  const terms: OrderTerm[] = [];
  do terms.push(term(cursor));
  while (cursor.take(','));
  return terms;
}

const DIRECTIONS = ['asc', 'desc'];
const NULLS = ['nullsfirst', 'nullslast'];

/** What stands behind a term and is none of its words, as PostgREST's own parser tells it. */
function refuseRest(cursor: Cursor, { direction, nulls }: Pick<OrderTerm, 'direction' | 'nulls'>): void {
  if (cursor.done || cursor.peek() === ',') return;
  if (nulls !== null || !cursor.take('.'))
    cursor.fail(`${nulls === null ? 'delimiter (.), ' : ''}"," or end of input`, `'${cursor.peek()}'`);
  const words = direction === null ? [...DIRECTIONS, ...NULLS] : NULLS;
  const [first = ''] = words;
  const rest = cursor.text.slice(cursor.at);
  const unlike = [...rest].findIndex((char, at) => char !== first[at]);
  const quoted = words.map((word) => `"${word}"`);
  const found = unlike < 0 ? 'end of input' : `"${rest[unlike]}"`;
  cursor.fail(`${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`, found);
}

function term(cursor: Cursor): OrderTerm {
  let what = field(cursor);
  let relation: string | null = null;
  if (what.path.length === 0 && cursor.take('(')) {
    relation = what.name;
    what = field(cursor);
    cursor.expect(')');
  }
  const direction = cursor.take('.asc') ? 'asc' : cursor.take('.desc') ? 'desc' : null;
  const nulls = cursor.take('.nullsfirst') ? 'first' : cursor.take('.nullslast') ? 'last' : null;
  cursor.spaces();
  refuseRest(cursor, { direction, nulls });
  return { relation, field: what, direction, nulls };
}

/** More parameters than any page sends; Postgres itself allows 65,535 values per statement. */
const MOST_PARAMETERS = 1000;

/** @throws RestError PGRST100 for more than so many, in a query string or in a form */
export function refuseManyParameters(count: number): void {
  if (count > MOST_PARAMETERS) new Cursor('', 'query string').fail('fewer parameters');
}

function columnList(text: string, what: string): string[] {
  const cursor = new Cursor(text, what);
  const names: string[] = [];
  do {
    cursor.spaces();
    names.push(cursor.name());
    cursor.spaces();
  } while (cursor.take(','));
  cursor.expectEnd('"," or end of input');
  return names;
}

/** Splits `a.b.column->>key` at its dots into the embed path and the rest, which is the field. */
function splitPath(key: string): { path: string[]; rest: string } {
  if (!key.includes('.')) return { path: [], rest: key };
  const cursor = new Cursor(key, 'tree path');
  const path: string[] = [];
  for (;;) {
    const start = cursor.at;
    const name = cursor.name();
    if (!cursor.take('.')) return { path, rest: key.slice(start) };
    path.push(name);
  }
}

const wholeNumber = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);

/** Like PostgREST, ignores a limit that is no number; a negative one is an error. */
function limitOf(text: string): number | null {
  if (/^-\d+$/.test(text) && Number(text) < 0) throw negativeLimit();
  return wholeNumber(text);
}

/**
 * Reads a whole query string.
 * @param forCall whether parameters that are no filter are arguments of a function
 * @param aggregates whether `select` may call aggregate functions
 * @throws RestError PGRST100, PGRST103, and 54001 for a `select` that exceeds the limits
 */
export function parseQuery(
  search: URLSearchParams,
  forCall: boolean,
  limits: RestLimits,
  aggregates: boolean,
): Query {
  const query: Query = { select: [], scopes: new Map(), columns: null, onConflict: null, params: [] };
  let select: string | null = null;
  let count = 0;
  for (const [key, value] of search) {
    refuseManyParameters(++count);
    if (key === 'select') select ??= value;
    else if (key === 'columns') query.columns ??= columnList(value, 'columns parameter');
    else if (key === 'on_conflict') query.onConflict ??= columnList(value, 'on_conflict parameter');
    else if (key !== 'apikey') readScoped(query, key, value, forCall);
  }
  query.select = parseSelect(select || '*', limits, aggregates);
  return query;
}

function readScoped(query: Query, key: string, value: string, forCall: boolean): void {
  const word = key.slice(key.lastIndexOf('.') + 1);
  if (forCall && !key.includes('.') && !reserved.has(word) && !looksLikeFilter(value)) {
    query.params.push([key, value]);
    return;
  }
  const { path, rest } = splitPath(key);
  const operator = rest === 'and' || rest === 'or' ? rest : null;
  const negated = operator !== null && path.at(-1) === 'not';
  if (negated) path.pop();
  const scope = scopeAt(query, path);
  if (operator !== null) scope.conditions.push(parseLogic(operator, negated, value));
  else if (rest === 'order') {
    if (value !== '') scope.order = parseOrder(value);
  } else if (rest === 'limit') scope.limit = limitOf(value);
  else if (rest === 'offset') scope.offset = wholeNumber(value) ?? 0;
  else scope.conditions.push(parseFilter(rest, value));
}

const reserved = new Set(['order', 'limit', 'offset', 'and', 'or']);

function scopeAt(query: Query, path: string[]): Scope {
  const key = path.join(PATH_SEPARATOR);
  const known = query.scopes.get(key);
  if (known) return known;
  const made = emptyScope();
  query.scopes.set(key, made);
  return made;
}
