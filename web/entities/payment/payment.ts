import type { QueryData } from '@supabase/supabase-js';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listPayments, MOST_PAYMENTS, readBalance } from '#product/payments/contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { callCommand } from '#web/lib/call-command.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient, loadReader } from '#web/lib/supabase/load.ts';
import { useLive } from '#web/lib/use-live.ts';
import { deviceZone } from '#web/lib/zone.ts';
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

/** The columns of a payment that tell where it stands. Cents. */
interface Standing {
  state: string;
  capturedCents: number;
  refundedCents: number;
  /** Some of it is on its way back. */
  refunding: boolean;
}

/** Where a payment stands, in words. */
export function paymentStateOf({ state, capturedCents, refundedCents, refunding }: Standing): {
  tone: StateTone;
  label: string;
} {
  if (refunding) return { tone: 'spot', label: 'Remboursement en cours' };
  if (state === 'authorised') return { tone: 'spot', label: 'Autorisé, non débité' };
  if (state === 'voided') return { tone: 'neutral', label: 'Libéré, jamais débité' };
  if (refundedCents === 0) return { tone: 'settled', label: 'Payé' };
  return refundedCents === capturedCents
    ? { tone: 'neutral', label: 'Remboursé' }
    : { tone: 'neutral', label: 'Remboursé en partie' };
}

/** The filter of one's payments, and the page of them. */
export interface PaymentsView {
  year: number | null;
  search: string;
  page: number;
}

/** The filter that an address asks for; anything else that stands there is no filter. */
export const paymentsViewOf = (params: URLSearchParams): PaymentsView => {
  const year = params.get('year') ?? '';
  return {
    year: /^2\d{3}$/.test(year) ? Number(year) : null,
    search: (params.get('q') ?? '').slice(0, 100),
    page: Math.min(100_000, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
  };
};

const ask = (view: PaymentsView, size: number) =>
  callCommand(listPayments, { ...view, zone: deviceZone(), size });

/** A payment as the list of one's own shows it. Cents. */
export type PaidRow = ResponseOf<typeof listPayments>['payments'][number];

/**
 * A page of one's payments, latest first, and what all that are found come to. Attempts that failed
 * are left out.
 */
export const paymentsQuery = (userId: string, view: PaymentsView) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, userId, 'paid', view],
    placeholderData: keepPreviousData,
    queryFn: () => ask(view, PAYMENTS_PAGE),
  });

/** Every payment that a view finds, for a file: as many pages as there are. */
export async function allPayments(view: PaymentsView): Promise<PaidRow[]> {
  const all: PaidRow[] = [];
  for (let page = 1; ; page++) {
    const { payments, totals } = await ask({ ...view, page }, MOST_PAYMENTS);
    all.push(...payments);
    if (payments.length === 0 || all.length >= totals.payments) return all;
  }
}

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
