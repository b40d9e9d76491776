import type { QueryData } from '@supabase/supabase-js';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readBalance } from '#product/payments/contract.ts';
import { callCommand } from '#web/lib/call-command.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient, loadReader, PAST_THE_END } from '#web/lib/supabase/load.ts';
import { useLive } from '#web/lib/use-live.ts';
import type { StateTone } from '#web/ui/badge.tsx';

/** Everything about money is under this key. */
export const PAYMENTS_KEY = ['payments'] as const;
export const PAYMENTS_PAGE = 20;

const columns =
  'id,booking_id,kind,provider,state,amount_cents,captured_cents,refunded_cents,authorised_at,captured_at,created_at,bookings(title,start_at,duration_minutes,viewer_zone,status,session_extensions(minutes,state)),payment_orders(id,kind,amount_cents,state,created_at,done_at)';

const read = (supabase: LogeSupabase) => supabase.from('payments').select(columns);

/** A payment with what it was for; instants ISO 8601, amounts cents. */
export type Payment = QueryData<ReturnType<typeof read>>[number];

/** « 48 h après la session », or « dès la fin de la session » where nothing is held back. */
export const afterSession = (pendingHours: number): string =>
  pendingHours === 0 ? 'dès la fin de la session' : `${String(pendingHours)}\u00a0h après la session`;

/** Where a payment stands, in words. */
export function paymentStateOf(payment: Payment): { tone: StateTone; label: string } {
  const back = payment.payment_orders.some(({ kind, state }) => kind === 'refund' && state === 'pending');
  if (back) return { tone: 'spot', label: 'Remboursement en cours' };
  if (payment.state === 'authorised') return { tone: 'spot', label: 'Autorisé, non débité' };
  if (payment.state === 'voided') return { tone: 'neutral', label: 'Libéré, jamais débité' };
  if (payment.refunded_cents === 0) return { tone: 'settled', label: 'Payé' };
  return payment.refunded_cents === payment.captured_cents
    ? { tone: 'neutral', label: 'Remboursé' }
    : { tone: 'neutral', label: 'Remboursé en partie' };
}

/** A page of one's payments, latest first. Attempts that failed are left out. */
export const paymentsQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, userId, 'paid', page],
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
    queryKey: [...PAYMENTS_KEY, 'one', paymentId],
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

/** The outcome of the last attempt to pay a booking: a code of ours, or null when none failed. */
export const paymentFailureQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'failure', bookingId],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('payments')
        .select('failure')
        .eq('booking_id', bookingId)
        .eq('kind', 'booking')
        .order('created_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data?.failure ?? null;
    },
  });

/** A streamer's earnings that have not been paid out, from the ledger. */
export const balanceQuery = (userId: string) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, userId, 'balance'],
    queryFn: () => callCommand(readBalance, {}),
  });

/** The platform's fee and delay of today. */
export const platformTermsQuery = () =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'terms'],
    staleTime: 300_000,
    queryFn: async () => {
      const supabase = await loadReader();
      const { data } = await supabase
        .from('platform_settings')
        .select('fee_basis_points,pending_hours')
        .order('version', { ascending: false })
        .limit(1)
        .single()
        .throwOnError();
      return data;
    },
  });

/** Refetches payments or earnings that change while they are shown. */
export function useLivePayments(userId: string, side: 'viewer' | 'streamer'): void {
  const filter = `${side}_id=eq.${userId}`;
  useLive(
    [
      { table: 'payments', filter },
      side === 'viewer' ? { table: 'bookings', filter } : { table: 'payouts', filter },
    ],
    PAYMENTS_KEY,
  );
}

const readPayouts = (supabase: LogeSupabase) =>
  supabase.from('payouts').select('id,amount_cents,state,created_at,ended_at');
/** A transfer to the streamer's bank. */
export type Payout = QueryData<ReturnType<typeof readPayouts>>[number];

/** Each « Afficher la suite » shows as many more. */
const PAYOUTS_PAGE = 12;

/** The transfers to a streamer's bank, a page after another, the latest first. */
export const payoutsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...PAYMENTS_KEY, userId, 'payouts'],
    initialPageParam: 0,
    getNextPageParam: (last: Payout[], pages) =>
      last.length === PAYOUTS_PAGE ? pages.length * PAYOUTS_PAGE : undefined,
    queryFn: async ({ signal, pageParam }): Promise<Payout[]> => {
      const { supabase } = await loadClient();
      const { data } = await readPayouts(supabase)
        .eq('streamer_id', userId)
        .order('created_at', { ascending: false })
        .order('id')
        .range(pageParam, pageParam + PAYOUTS_PAGE - 1)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

/** The failed transfers to a streamer's bank whose money is in no later transfer yet. */
export const failedPayoutsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, userId, 'failed-payouts'],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('payouts')
        .select('id,amount_cents,ended_at')
        .eq('streamer_id', userId)
        .eq('state', 'failed')
        .is('retried_at', null)
        .order('ended_at', { ascending: false })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });
