import { columnNotFound, notImplemented } from '../errors.ts';
import type { Payload } from '../parse/body.ts';
import type { Preferences } from '../parse/prefer.ts';
import type { Query } from '../parse/syntax.ts';
import type { Column, Table } from '../schema-cache/catalog.ts';
import type { Insert } from '../sql/mutation.ts';
import type { ReadNode } from './read-plan.ts';

/** The columns a payload writes. @throws RestError PGRST204 */
export function columnsWritten(table: Table, { keys }: Payload): Column[] {
  return [...new Set(keys)].map((key) => {
    const column = table.columns.get(key);
    if (!column) throw columnNotFound(table.name, key);
    return column;
  });
}

/** What a write must hand on so that the select on top of it finds its columns, joins and order. */
export function columnsReturned(node: ReadNode): string[] {
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

/** @throws RestError when a merge has nothing to recognise duplicates by */
export function conflictOf(table: Table, query: Query, { resolution }: Preferences): Insert['conflict'] {
  if (resolution === null) return null;
  const columns = query.onConflict ?? table.primaryKey;
  // PostgREST inserts plainly when there is no key at all.
  return columns.length === 0 ? null : { columns, resolution };
}

/**
 * An update or delete of 'the first ten' was removed from PostgREST; passing over the limit would write too much.
 * @throws RestError PGRST127
 */
export function refuseLimitedWrite(method: string, query: Query): void {
  const root = query.scopes.get('');
  if (root !== undefined && (root.limit !== null || root.offset > 0)) {
    throw notImplemented(`limit and offset are not available on ${method}`);
  }
}
