import { loadClient } from '#web/lib/supabase/load.ts';

/** Somebody, or another tab, has changed the row since it was read. */
export class ChangedElsewhere extends Error {
  override name = 'ChangedElsewhere';
}

interface Fresh {
  table: 'streamers' | 'offers';
  id: string;
  /** `updated_at` as it was read. */
  readAt: string;
  changes: object;
}

/**
 * Updates a row that nobody else has changed meanwhile.
 * @throws ChangedElsewhere when somebody has; PostgrestError when the database refuses
 */
export async function saveFresh({ table, id, readAt, changes }: Fresh): Promise<void> {
  const { supabase } = await loadClient();
  const { data } = await supabase
    .from(table)
    .update(changes)
    .eq('id', id)
    .eq('updated_at', readAt)
    .select('id')
    .throwOnError();
  if (data.length === 0) throw new ChangedElsewhere();
}

/** The name of the constraint that a refused write ran into; null for another failure. */
export function constraintOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('message' in error)) return null;
  return /constraint "(\w+)"/.exec(String(error.message))?.[1] ?? null;
}
