import { Cursor } from './cursor.ts';
import { field } from './field.ts';
import type { OrderTerm } from './syntax.ts';

/** `order=year.desc.nullslast,directors(last_name)`. @throws RestError PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order');
  const terms: OrderTerm[] = [];
  do terms.push(term(cursor));
  while (cursor.take(','));
  cursor.expectEnd('"asc", "desc", "nullsfirst" or "nullslast"');
  return terms;
}

function term(cursor: Cursor): OrderTerm {
  let what = field(cursor);
  let relation: string | null = null;
  if (what.path.length === 0 && cursor.take('(')) {
    relation = what.name;
    what = field(cursor);
    cursor.expect(')');
  }
  const direction = cursor.match(/\.(asc|desc)(?=[.,\s]|$)/y);
  const nulls = cursor.match(/\.nulls(first|last)(?=[,\s]|$)/y);
  cursor.spaces();
  return {
    relation,
    field: what,
    direction: direction === null ? null : direction === '.asc' ? 'asc' : 'desc',
    nulls: nulls === null ? null : nulls === '.nullsfirst' ? 'first' : 'last',
  };
}
