import { queryOptions } from '@tanstack/react-query';
import type { PolicyName } from '#domain/cancellation/policies.ts';
import { settingsKey } from '#web/features/streamer-settings/queries.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

export interface IntakeQuestion {
  id: string;
  label: string;
  required: boolean;
  long: boolean;
}

/** An offer as its streamer writes it. Cents, minutes. */
export interface Offer {
  id: string;
  title: string;
  description: string;
  category: string;
  duration_minutes: number;
  price_cents: number;
  seats: number;
  confirmation: 'instant' | 'on_request';
  policy: PolicyName;
  questions: IntakeQuestion[];
  position: number;
  is_active: boolean;
  updated_at: string;
}

const COLUMNS =
  'id,title,description,category,duration_minutes,price_cents,seats,confirmation,policy,questions,position,is_active,updated_at';

/** One's offers that are not put away, in the order of the page. */
export const offersQuery = (userId: string) =>
  queryOptions({
    queryKey: [...settingsKey(userId), 'offers'],
    queryFn: async (): Promise<Offer[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('offers')
        .select(COLUMNS)
        .eq('streamer_id', userId)
        .is('archived_at', null)
        .order('position')
        .order('id')
        .overrideTypes<Offer[], { merge: false }>()
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
