import type { Cursor } from './cursor.ts';
import type { Field, JsonStep } from './syntax.ts';

/**
 * An index in a JSON path: a whole number of at most nine digits, since no JSON array has more
 * elements.
 */
const INDEX = /-?\d{1,9}(?=->|::|[.,)]|$)/y;

function jsonPath(cursor: Cursor): JsonStep[] {
  const path: JsonStep[] = [];
  while (cursor.take('->')) {
    const asText = cursor.take('>');
    const index = cursor.match(INDEX);
    path.push({ asText, key: index === null ? cursor.name() : Number(index) });
  }
  return path;
}

/** `name`, `"quoted name"`, `name->key->>0`. */
export function field(cursor: Cursor): Field {
  cursor.spaces();
  const name = cursor.name();
  const path = jsonPath(cursor);
  cursor.spaces();
  return { name, path };
}
