import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Condition, FilterError, parseFilter } from './filter.ts';

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

/** A condition, and the values as the column writes them in JSON where comparing those is comparing the values. */
export interface CheckedCondition extends Condition {
  /** Null when only Postgres can tell (realtime.passes_filter). */
  simple: readonly unknown[] | null;
}

/** One `postgres_changes` binding of a channel. */
export interface Subscription {
  /** The same for equal bindings, as on a hosted project; the client finds its callbacks by it. */
  id: number;
  event: ChangeType | '*';
  schema: string;
  /** Null follows every published table of the schema. */
  table: string | null;
  conditions: readonly CheckedCondition[];
  /** The columns that the client asked for; null asks for all. */
  chosen: readonly string[] | null;
}

/** A binding as the client wrote it, with its id: the join's answer repeats it. */
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

/** Small enough for the integer that a hosted project's ids are (Erlang's phash2). */
export function bindingOf(params: Record<string, unknown>): Binding {
  const id = createHash('sha256').update(JSON.stringify(params)).digest().readUInt32BE() >>> 5;
  return { ...params, id };
}

/** @throws FilterError when the client asks for what cannot be read */
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
