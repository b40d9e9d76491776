import type { Cursor } from './cursor.ts';
import type { Field, JsonStep } from './syntax.ts';

/** The whole number a json path's index may be; larger ones could not index anything. */
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
