import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { settingsKey } from '#web/features/streamer-settings/queries.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

const COLUMNS =
  'id,title,description,category,duration_minutes,price_cents,seats,confirmation,policy,questions,position,is_active,updated_at';

const read = (supabase: LogeSupabase) => supabase.from('offers').select(COLUMNS);

/** An offer as its streamer writes it. Cents, minutes. */
export type Offer = QueryData<ReturnType<typeof read>>[number];

/** One's offers that are not put away, in the order of the page. */
export const offersQuery = (userId: string) =>
  queryOptions({
    queryKey: [...settingsKey(userId), 'offers'],
    queryFn: async (): Promise<Offer[]> => {
      const { supabase } = await loadClient();
      const { data } = await read(supabase)
        .eq('streamer_id', userId)
        .is('archived_at', null)
        .order('position')
        .order('id')
        .throwOnError();
      return data;
    },
  });

/** Writes the places of a list of offers, those alone that change. */
export async function saveOrder(offers: readonly Offer[]): Promise<void> {
  const { supabase } = await loadClient();
  for (const [position, offer] of offers.entries()) {
    if (offer.position === position) continue;
    await supabase.from('offers').update({ position }).eq('id', offer.id).throwOnError();
  }
}
