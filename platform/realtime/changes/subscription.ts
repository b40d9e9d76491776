import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Condition, FilterError, parseFilter } from './filter.ts';

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

/**
 * A condition. Where two values of the column are equal exactly when their JSON is, it has its
 * values as that JSON: no query is needed.
 */
export interface CheckedCondition extends Condition {
  /** Null when only Postgres can tell (realtime.passes_filter). */
  simple: readonly unknown[] | null;
}

/** One `postgres_changes` binding of a channel. */
export interface Subscription {
  /**
   * Equal bindings have the same id, as on a hosted project; the client finds its callbacks by this
   * id.
   */
  id: number;
  event: ChangeType | '*';
  schema: string;
  /** Null follows every published table of the schema. */
  table: string | null;
  conditions: readonly CheckedCondition[];
  /** The columns that the client asked for; null asks for all. */
  chosen: readonly string[] | null;
}

/** A binding as the client wrote it, with its id: the answer to the join repeats both. */
export type Binding = Record<string, unknown> & { id: number };

export interface Asked {
  binding: Binding;
  event: Subscription['event'];
  schema: string;
  table: string | null;
  conditions: Condition[];
  chosen: string[] | null;
}

const shape = z.object({
  event: z.string().optional(),
  schema: z.string().optional(),
  table: z.string().optional(),
  filter: z.string().nullish(),
  select: z.array(z.string()).nullish(),
});

/** Ids stay within the range of a hosted project's ids, which Erlang's phash2 makes. */
export function bindingOf(params: Record<string, unknown>): Binding {
  const id = createHash('sha256').update(JSON.stringify(params)).digest().readUInt32BE() >>> 5;
  return { ...params, id };
}

/** @throws FilterError when the filter or the list of columns cannot be parsed */
export function parseSubscription(binding: Binding): Asked {
  const parsed = shape.safeParse(binding);
  if (!parsed.success || (parsed.data.schema === undefined && parsed.data.table === undefined)) {
    const { id: _id, ...params } = binding;
    throw new FilterError(
      `No subscription params provided. Please provide at least a \`schema\` or \`table\` to subscribe to: ${JSON.stringify(params).slice(0, 300)}`,
    );
  }
  const { schema = 'public', table = '*', filter, select, event = '*' } = parsed.data;
  const wanted = event.toUpperCase();
  const conditions = parseFilter(filter ?? '');
  const chosen = select && select.length > 0 ? select : null;
  if (table === '*' && (conditions.length > 0 || chosen))
    throw new FilterError('A filter or a column selection needs an explicit table name.');
  return {
    binding,
    event: wanted === 'INSERT' || wanted === 'UPDATE' || wanted === 'DELETE' ? wanted : '*',
    schema,
    table: table === '*' ? null : table,
    conditions,
    chosen,
  };
}
