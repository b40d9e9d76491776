import { queryOptions } from '@tanstack/react-query';
import { MARKETPLACE_KEY } from '#web/features/marketplace-admin/admin-view.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import type { StateTone } from '#web/ui/badge.tsx';

/** A row of `admin_payments`; amounts are cents. */
export interface AdminPayment {
  id: string;
  booking_id: string;
  kind: 'booking' | 'extension';
  provider: string;
  payment_reference: string | null;
  state: 'open' | 'authorised' | 'captured' | 'voided' | 'declined' | 'expired';
  amount_cents: number;
  captured_cents: number;
  refunded_cents: number;
  refunding_cents: number;
  disputed_cents: number;
  has_failed_order: boolean;
  failure: string | null;
  created_at: string;
  captured_at: string | null;
  release_due_at: string | null;
  released_at: string | null;
  title: string;
  start_at: string;
  viewer_name: string | null;
  viewer_email: string | null;
  streamer_name: string | null;
}

export const PAYMENT_COLUMNS =
  'id,booking_id,kind,provider,payment_reference,state,amount_cents,captured_cents,refunded_cents,refunding_cents,disputed_cents,has_failed_order,failure,created_at,captured_at,release_due_at,released_at,title,start_at,viewer_name,viewer_email,streamer_name';

export const PAYMENT_STATES = {
  open: { tone: 'spot', label: 'Page ouverte' },
  authorised: { tone: 'spot', label: 'Autorisé' },
  captured: { tone: 'settled', label: 'Débité' },
  voided: { tone: 'neutral', label: 'Libéré' },
  declined: { tone: 'neutral', label: 'Refusé' },
  expired: { tone: 'neutral', label: 'Expiré' },
} as const satisfies Record<AdminPayment['state'], { tone: StateTone; label: string }>;

/** The accounts of the ledger, in words. */
export const ACCOUNT_LABELS: Readonly<Record<string, string>> = {
  provider_balance: 'Chez le prestataire de paiement',
  disputed_funds: 'Contesté auprès des banques',
  processing_costs: 'Frais du prestataire',
  dispute_costs: 'Frais de contestation',
  platform_fees: 'Commissions de Loge',
  streamer_pending: 'Fonds retenus',
  streamer_available: 'Disponible aux streamers',
  payouts_in_transit: 'Versements en route',
};

const POSTINGS: Readonly<Record<string, string>> = {
  capture: 'Débit',
  extension: 'Prolongation',
  processing_cost: 'Frais du prestataire',
  refund: 'Remboursement',
  settlement: 'Règlement de la session',
  release: 'Fonds disponibles',
  payout_sent: 'Versement envoyé',
  payout_paid: 'Versement arrivé',
  payout_failed: 'Versement revenu',
  dispute_opened: 'Contestation ouverte',
  dispute_won: 'Contestation gagnée',
  dispute_lost: 'Contestation perdue',
};
export const postingLabel = (kind: string): string => POSTINGS[kind] ?? kind;

export interface Posting {
  id: string;
  at: string;
  kind: string;
  ledger_lines: { id: number; account: string; amount_cents: number }[];
}

export interface PaymentOrder {
  id: string;
  kind: 'capture' | 'void' | 'refund';
  amount_cents: number;
  state: 'pending' | 'done' | 'failed';
  created_at: string;
  done_at: string | null;
}

/** What was written in the books about a payment, and what the provider was told. */
export const paymentBooksQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [...MARKETPLACE_KEY, 'books', paymentId],
    queryFn: async ({ signal }): Promise<{ postings: Posting[]; orders: PaymentOrder[] }> => {
      const { supabase } = await loadClient();
      const [postings, orders] = await Promise.all([
        supabase
          .from('ledger_postings')
          .select('id,at,kind,ledger_lines(id,account,amount_cents)')
          .eq('payment_id', paymentId)
          .order('at')
          .abortSignal(signal)
          .overrideTypes<Posting[], { merge: false }>()
          .throwOnError(),
        supabase
          .from('payment_orders')
          .select('id,kind,amount_cents,state,created_at,done_at')
          .eq('payment_id', paymentId)
          .order('created_at')
          .abortSignal(signal)
          .overrideTypes<PaymentOrder[], { merge: false }>()
          .throwOnError(),
      ]);
      return { postings: postings.data, orders: orders.data };
    },
  });

export interface Balance {
  account: string;
  amount_cents: number;
  lines: number;
}

/** What stands on each account, debit positive. */
export const balancesQuery = queryOptions({
  queryKey: [...MARKETPLACE_KEY, 'balances'],
  queryFn: async ({ signal }): Promise<Balance[]> => {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('admin_ledger_balances')
      .select('account,amount_cents,lines')
      .abortSignal(signal)
      .overrideTypes<Balance[], { merge: false }>()
      .throwOnError();
    return data;
  },
});
