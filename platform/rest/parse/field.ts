import type { Cursor } from './cursor.ts';
import type { Field, JsonStep } from './syntax.ts';

/**
 * An index in a JSON path: a whole number of at most nine digits, since no JSON array has more
 * elements.
 */
const INDEX = /-?\d{1,9}(?=->|::|[.,)]|$)/y;

/** A key in a JSON path has any character but those that end it, and dashes that begin no arrow. */
const KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy;

function jsonPath(cursor: Cursor): JsonStep[] {
  const path: JsonStep[] = [];
  while (cursor.take('->')) path.push({ asText: cursor.take('>'), key: jsonKey(cursor) });
  return path;
}

function jsonKey(cursor: Cursor): JsonStep['key'] {
  const index = cursor.match(INDEX);
  if (index !== null) return Number(index);
  const key = cursor.quoted() ?? cursor.match(KEY)?.trim();
  if (key) return key;
  if (cursor.take('-')) cursor.fail('digit');
  return cursor.fail('"-", digit or any non reserved character different from: .,>()');
}

/**
 * `name`, `"quoted name"`, `name->key->>0`.
 * @param orElse what else could stand here, for the error
 */
export function field(cursor: Cursor, orElse = ''): Field {
  cursor.spaces();
  const name = cursor.name(orElse);
  const path = jsonPath(cursor);
  cursor.spaces();
  return { name, path };
}
