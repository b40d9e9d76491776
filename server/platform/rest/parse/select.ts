import { aggregatesNotAllowed } from '../errors.ts';
import { Cursor } from './cursor.ts';
import { field } from './field.ts';
import type { ColumnItem, EmbedItem, SelectItem } from './syntax.ts';

/** Deep enough for any page; a deeper tree is somebody trying the parser. */
const DEEPEST = 30;

/**
 * `select=title,studio:studios!fk!inner(name),...directors(last_name),details->>year::int`
 * @throws RestError PGRST100
 */
export function parseSelect(text: string): SelectItem[] {
  const cursor = new Cursor(text, 'select parameter');
  const items = text === '' ? [] : list(cursor, 0);
  cursor.expectEnd('",", "(" or end of input');
  return items;
}

function list(cursor: Cursor, depth: number): SelectItem[] {
  const items: SelectItem[] = [];
  do {
    cursor.spaces();
    items.push(item(cursor, depth));
    cursor.spaces();
  } while (cursor.take(','));
  return items;
}

function item(cursor: Cursor, depth: number): SelectItem {
  if (cursor.take('*')) {
    if (cursor.peek() === '.') throw aggregatesNotAllowed();
    return { kind: 'column', field: { name: '*', path: [] }, alias: null, cast: null };
  }
  const spread = cursor.take('...');
  const start = cursor.at;
  let alias: string | null = cursor.name();
  if (spread || !cursor.looksAt(':') || cursor.looksAt('::')) {
    alias = null;
    cursor.at = start;
  } else cursor.expect(':');
  const beforeName = cursor.at;
  if (cursor.looksAt('count()')) throw aggregatesNotAllowed();
  const target = cursor.name();
  if (spread || cursor.peek() === '!' || cursor.peek() === '(') {
    return embed(cursor, { target, alias, spread }, depth);
  }
  cursor.at = beforeName;
  return column(cursor, alias);
}

function column(cursor: Cursor, alias: string | null): ColumnItem {
  const what = field(cursor);
  const cast = cursor.take('::') ? (cursor.match(/[\p{L}\p{N}_ ]+/uy) ?? cursor.fail('a type')).trim() : null;
  if (cursor.match(/\.(sum|avg|min|max|count)\(\)/y) !== null) throw aggregatesNotAllowed();
  return { kind: 'column', field: what, alias, cast };
}

function embed(
  cursor: Cursor,
  { target, alias, spread }: { target: string; alias: string | null; spread: boolean },
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
  if (depth >= DEEPEST) cursor.fail('a shallower tree');
  cursor.expect('(');
  cursor.spaces();
  const select = cursor.peek() === ')' ? [] : list(cursor, depth + 1);
  cursor.expect(')');
  return { kind: 'embed', target, alias, hint, join, spread, select };
}
