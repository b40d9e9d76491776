import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { accountNamed } from '#product/books/rules/ledger.ts';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { ACCOUNT_LABELS } from '#web/features/admin/payments/ledger-balances.tsx';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { StateDot } from '#web/ui/badge.tsx';

const readPostings = (supabase: LogeSupabase) =>
  supabase.from('ledger_postings').select('id,at,kind,ledger_lines(id,account,amount_cents)');
const readOrders = (supabase: LogeSupabase) =>
  supabase.from('payment_orders').select('id,kind,amount_cents,state,created_at');

type Posting = QueryData<ReturnType<typeof readPostings>>[number];
type PaymentOrder = QueryData<ReturnType<typeof readOrders>>[number];

/** The postings and the orders of a payment. */
const booksQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'books', paymentId],
    queryFn: async ({ signal }): Promise<{ postings: Posting[]; orders: PaymentOrder[] }> => {
      const { supabase } = await loadClient();
      const [postings, orders] = await Promise.all([
        readPostings(supabase).eq('payment_id', paymentId).order('at').abortSignal(signal).throwOnError(),
        readOrders(supabase)
          .eq('payment_id', paymentId)
          .order('created_at')
          .abortSignal(signal)
          .throwOnError(),
      ]);
      return { postings: postings.data, orders: orders.data };
    },
  });

const POSTINGS: Readonly<Record<Posting['kind'], string>> = {
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
  dispute_cost: 'Frais de contestation',
  dispute_won: 'Contestation gagnée',
  dispute_lost: 'Contestation perdue',
  refund_failed: 'Remboursement renvoyé par la banque',
  refund_again: 'Remboursement refait',
  refund_by_hand: 'Remboursement refait par virement',
};
/** The request that each order makes to the provider. */
export const ORDERS = {
  capture: 'Débiter',
  void: 'Libérer',
  refund: 'Rembourser',
  refund_again: 'Rembourser de nouveau',
  reverse_transfer: 'Reprendre au streamer',
  transfer: 'Rendre au streamer',
  contest_dispute: 'Contester auprès de la banque',
  accept_dispute: 'Accepter la contestation',
} as const satisfies Record<PaymentOrder['kind'], string>;
const ORDER_STATES = {
  pending: { tone: 'spot', label: 'En attente' },
  done: { tone: 'settled', label: 'Fait' },
  failed: { tone: 'live', label: 'En échec' },
  closed: { tone: 'neutral', label: 'Clos' },
} as const satisfies Record<PaymentOrder['state'], unknown>;

/** A payment's lines in the ledger, posting by posting, and what the provider was told. */
export function PaymentBooks({ paymentId }: { paymentId: string }) {
  const books = useQuery(booksQuery(paymentId));
  return (
    <Loaded query={books} failed="Les écritures n’ont pas pu être lues">
      {({ postings, orders }) => (
        <div className="num grid gap-7 text-small">
          <section className="grid gap-4">
            <h3 className="text-title">Écritures</h3>
            {postings.length === 0 && <p className="text-soft">Aucun argent n’a bougé.</p>}
            {postings.map((posting) => (
              <table key={posting.id} className="w-full border-collapse">
                <caption className="pb-1.5 text-left">
                  <b>{POSTINGS[posting.kind]}</b>{' '}
                  <span className="text-muted">
                    {formatDateTime(posting.at, TEAM_ZONE, { weekday: false, year: true })}
                  </span>
                </caption>
                <thead className="sr-only">
                  <tr>
                    <th scope="col">Compte</th>
                    <th scope="col">Débit</th>
                    <th scope="col">Crédit</th>
                  </tr>
                </thead>
                <tbody>
                  {posting.ledger_lines.map(({ id, account, amount_cents }) => (
                    <tr key={id} className="border-t border-line">
                      <td className="py-1.5 text-soft">{ACCOUNT_LABELS[accountNamed(account)]}</td>
                      <td className="w-28 py-1.5 text-right">
                        {amount_cents > 0 && formatMoney(amount_cents)}
                      </td>
                      <td className="w-28 py-1.5 text-right">
                        {amount_cents < 0 && formatMoney(-amount_cents)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ))}
          </section>
          {orders.length > 0 && (
            <section className="grid gap-3">
              <h3 className="text-title">Ordres au prestataire</h3>
              <ul className="grid gap-2">
                {orders.map(({ id, kind, amount_cents, state, created_at }) => (
                  <li key={id} className="flex flex-wrap items-center justify-between gap-3">
                    <span>
                      {ORDERS[kind]} {amount_cents > 0 && formatMoney(amount_cents)}{' '}
                      <span className="text-muted">
                        {formatDateTime(created_at, TEAM_ZONE, { weekday: false })}
                      </span>
                    </span>
                    <StateDot tone={ORDER_STATES[state].tone}>{ORDER_STATES[state].label}</StateDot>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </Loaded>
  );
}
