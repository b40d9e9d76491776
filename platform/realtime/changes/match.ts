import type { Change } from './reader.ts';
import type { CheckedCondition, Subscription } from './subscription.ts';
import { isOn, type PublishedTable } from './tables.ts';

/**
 * Of a deleted row only the key may be compared: more would reveal its content to people who may
 * not see it.
 */
export function comparable(change: Change, { primaryKey }: PublishedTable): Record<string, unknown> {
  if (change.type !== 'DELETE') return change.record ?? {};
  return Object.fromEntries(primaryKey.map((column) => [column, change.oldRecord?.[column] ?? null]));
}

/** A comparison with null gives null in SQL, which no filter lets pass. */
function passesSimply(
  { column, operator, negated }: CheckedCondition,
  simple: readonly unknown[],
  row: Record<string, unknown>,
) {
  const value = row[column];
  if (value === null || value === undefined) return false;
  const isAmong = simple.includes(value);
  return (operator === 'neq' ? !isAmong : isAmong) !== negated;
}

/** A condition over one change, to be evaluated by Postgres. */
export interface Question {
  change: Change;
  condition: CheckedCondition;
}

/**
 * Checks the conditions that need no database.
 * @returns null when the change does not match the subscription; else the conditions that Postgres
 *   must still evaluate
 */
export function matches(
  subscription: Subscription,
  change: Change,
  table: PublishedTable,
  row: Record<string, unknown>,
): Question[] | null {
  const { event, conditions } = subscription;
  if ((event !== '*' && event !== change.type) || !isOn(table, subscription)) return null;
  const left: Question[] = [];
  for (const condition of conditions) {
    if (condition.simple === null) left.push({ change, condition });
    else if (!passesSimply(condition, condition.simple, row)) return null;
  }
  return left;
}
