import type { RestLimits } from '#server/settings.ts';
import { aggregatesNotAllowed, selectTooLarge } from '../errors.ts';
import { Cursor } from './cursor.ts';
import { field } from './field.ts';
import type { Aggregate, ColumnItem, EmbedItem, SelectItem } from './syntax.ts';

/** How many more columns and embeds the request's limits allow, while its `select` is parsed. */
interface Budget {
  readonly limits: RestLimits;
  readonly aggregates: boolean;
  columns: number;
  embeds: number;
}

/**
 * `select=title,studio:studios!fk!inner(name),...directors(last_name),details->>year::int`
 * @throws RestError PGRST100, PGRST123 for aggregates that are not allowed, and 54001 for more
 *   columns, embedded resources or levels than the limits allow
 */
export function parseSelect(text: string, limits: RestLimits, aggregates: boolean): SelectItem[] {
  const cursor = new Cursor(text, 'select parameter');
  const budget = { limits, aggregates, columns: limits.columns, embeds: limits.embeds };
  const items = list(cursor, budget, 0);
  cursor.expectEnd('",", "(" or end of input');
  return items;
}

function list(cursor: Cursor, budget: Budget, depth: number): SelectItem[] {
  const items: SelectItem[] = [];
  do {
    cursor.spaces();
    items.push(item(cursor, budget, depth));
    cursor.spaces();
  } while (cursor.take(','));
  return items;
}

function item(cursor: Cursor, budget: Budget, depth: number): SelectItem {
  if (cursor.take('*')) {
    if (cursor.peek() === '.') throw aggregatesNotAllowed();
    spend(budget, 'columns');
    return { kind: 'column', field: { name: '*', path: [] }, alias: null, cast: null, aggregate: null };
  }
  const spread = cursor.take('...');
  const start = cursor.at;
  let alias: string | null = cursor.name();
  if (spread || !cursor.looksAt(':') || cursor.looksAt('::')) {
    alias = null;
    cursor.at = start;
  } else cursor.expect(':');
  const beforeName = cursor.at;
  if (!spread && cursor.take('count()')) {
    spend(budget, 'columns');
    const counted = aggregate(cursor, 'count', budget);
    return { kind: 'column', field: { name: '*', path: [] }, alias, cast: null, aggregate: counted };
  }
  const target = cursor.name();
  if (spread || cursor.peek() === '!' || cursor.peek() === '(') {
    spend(budget, 'embeds');
    return embed(cursor, { target, alias, spread }, budget, depth);
  }
  cursor.at = beforeName;
  spend(budget, 'columns');
  return column(cursor, alias, budget);
}

function spend(budget: Budget, what: 'columns' | 'embeds'): void {
  if (--budget[what] < 0) {
    const most = budget.limits[what];
    throw selectTooLarge(what === 'columns' ? `${most} columns` : `${most} embedded resources`);
  }
}

function column(cursor: Cursor, alias: string | null, budget: Budget): ColumnItem {
  const what = field(cursor);
  const cast = castTo(cursor);
  const called = cursor.match(/\.(?:sum|avg|min|max|count)\(\)/y);
  const name = called?.slice(1, -2) as Aggregate['name'] | undefined; // the pattern allows no other name
  const made = name === undefined ? null : aggregate(cursor, name, budget);
  return { kind: 'column', field: what, alias, cast, aggregate: made };
}

const castTo = (cursor: Cursor): string | null =>
  cursor.take('::') ? (cursor.match(/[\p{L}\p{N}_ ]+/uy) ?? cursor.fail('a type')).trim() : null;

/** @throws RestError PGRST123 */
function aggregate(cursor: Cursor, name: Aggregate['name'], { aggregates }: Budget): Aggregate {
  if (!aggregates) throw aggregatesNotAllowed();
  return { name, cast: castTo(cursor) };
}

function embed(
  cursor: Cursor,
  { target, alias, spread }: { target: string; alias: string | null; spread: boolean },
  budget: Budget,
  depth: number,
): EmbedItem {
  let hint: string | null = null;
  let join: 'left' | 'inner' = 'left';
  while (cursor.take('!')) {
    const param = cursor.name();
    if (param === 'inner' || param === 'left') join = param;
    else if (hint === null) hint = param;
    else cursor.fail('"("');
  }
  if (depth >= budget.limits.depth) throw selectTooLarge(`${budget.limits.depth} levels`);
  cursor.expect('(');
  cursor.spaces();
  const select = cursor.peek() === ')' ? [] : list(cursor, budget, depth + 1);
  cursor.expect(')');
  return { kind: 'embed', target, alias, hint, join, spread, select };
}
