import { useQuery } from '@tanstack/react-query';
import {
  ACCOUNT_LABELS,
  type PaymentOrder,
  paymentBooksQuery,
  postingLabel,
} from '#web/features/marketplace-admin/payment.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const ORDERS = { capture: 'Débiter', void: 'Libérer', refund: 'Rembourser' } as const;
const ORDER_STATES = {
  pending: { tone: 'spot', label: 'En attente' },
  done: { tone: 'settled', label: 'Fait' },
  failed: { tone: 'live', label: 'En échec' },
} as const satisfies Record<PaymentOrder['state'], unknown>;

/** A payment's lines in the ledger, posting by posting, and what the provider was told. */
export function PaymentBooks({ paymentId }: { paymentId: string }) {
  const books = useQuery(paymentBooksQuery(paymentId));
  if (books.isPending) return <SkeletonText lines={5} />;
  if (books.isError) {
    return (
      <ErrorState
        title="Les écritures n’ont pas pu être lues"
        onRetry={() => books.refetch()}
        retrying={books.isFetching}
      />
    );
  }
  const { postings, orders } = books.data;
  const zone = deviceZone();
  return (
    <div className="num grid gap-7 text-small">
      <section className="grid gap-4">
        <h3 className="text-title">Écritures</h3>
        {postings.length === 0 && <p className="text-soft">Aucun argent n’a bougé.</p>}
        {postings.map((posting) => (
          <table key={posting.id} className="w-full border-collapse">
            <caption className="pb-1.5 text-left">
              <b>{postingLabel(posting.kind)}</b>{' '}
              <span className="text-muted">
                {formatDateTime(posting.at, zone, { weekday: false, year: true })}
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
                  <td className="py-1.5 text-soft">{ACCOUNT_LABELS[account] ?? account}</td>
                  <td className="w-28 py-1.5 text-right">{amount_cents > 0 && formatMoney(amount_cents)}</td>
                  <td className="w-28 py-1.5 text-right">{amount_cents < 0 && formatMoney(-amount_cents)}</td>
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
                  <span className="text-muted">{formatDateTime(created_at, zone, { weekday: false })}</span>
                </span>
                <StateDot tone={ORDER_STATES[state].tone}>{ORDER_STATES[state].label}</StateDot>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
