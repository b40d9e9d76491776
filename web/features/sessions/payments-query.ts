import type { QueryData } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { BOOKINGS_KEY } from '#web/features/sessions/queries.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { PAST_THE_END } from '#web/lib/supabase/past-the-end.ts';

export const PAYMENTS_PAGE = 20;

const columns =
  'id,booking_id,kind,provider,state,amount_cents,captured_cents,refunded_cents,authorised_at,captured_at,created_at,bookings(title,start_at,duration_minutes,viewer_zone,status,session_extensions(minutes,state)),payment_orders(id,kind,amount_cents,state,created_at,done_at)';

const read = (supabase: LogeSupabase) => supabase.from('payments').select(columns);

/** A payment with what it was for; instants ISO 8601, amounts cents. */
export type Payment = QueryData<ReturnType<typeof read>>[number];

/** A page of what one has paid, from the latest. Attempts that came to nothing are left out. */
export const paymentsQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, userId, 'payments', page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ payments: Payment[]; count: number }> => {
      const { supabase } = await loadClient();
      const from = (page - 1) * PAYMENTS_PAGE;
      const { data, count, error } = await supabase
        .from('payments')
        .select(columns, { count: 'exact' })
        .eq('viewer_id', userId)
        .in('state', ['authorised', 'captured', 'voided'])
        .order('created_at', { ascending: false })
        .order('id')
        .range(from, from + PAYMENTS_PAGE - 1)
        .abortSignal(signal);
      if (error?.code === PAST_THE_END) return { payments: [], count: 0 };
      if (error) throw error;
      return { payments: data, count: count ?? 0 };
    },
  });

/** One payment; null when it is not one's own. */
export const paymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, 'payment', paymentId],
    queryFn: async ({ signal }): Promise<Payment | null> => {
      const { supabase } = await loadClient();
      const { data } = await read(supabase)
        .eq('id', paymentId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });
