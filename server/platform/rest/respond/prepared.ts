import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Statement texts that came before, and the name each is prepared under from then on. */
const REMEMBERED = 1000;
/** A connection that prepared this many is replaced by a fresh one, which bounds what the server keeps for us. */
const MOST_PER_CONNECTION = 300;

const seen = new Map<string, string | null>();
const byConnection = new WeakMap<pg.ClientBase, Set<string>>();

/**
 * The query for a statement: prepared under a name from its second use on, so that Postgres parses and plans the shapes a
 * page really sends once per connection, and a stray shape leaves nothing behind.
 */
export function prepared(client: pg.ClientBase, text: string, values: unknown[]): pg.QueryConfig {
  const known = seen.get(text);
  if (known === undefined) {
    if (seen.size >= REMEMBERED) seen.delete(seen.keys().next().value ?? '');
    seen.set(text, null);
    return { text, values };
  }
  const name = known ?? `rest-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  // Moved to the end: the least recently used is forgotten first.
  seen.delete(text);
  seen.set(text, name);
  const names = byConnection.get(client) ?? new Set();
  byConnection.set(client, names.add(name));
  return { name, text, values };
}

prepared.isFull = (client: pg.ClientBase): boolean =>
  (byConnection.get(client)?.size ?? 0) > MOST_PER_CONNECTION;
