import { AdminList } from '#web/features/marketplace-admin/admin-list.tsx';
import { adminListQuery, adminViewOf } from '#web/features/marketplace-admin/admin-view.ts';
import { LedgerBalances } from '#web/features/marketplace-admin/ledger-balances.tsx';
import { OpenButton } from '#web/features/marketplace-admin/open-button.tsx';
import {
  type AdminPayment,
  PAYMENT_COLUMNS,
  PAYMENT_STATES,
} from '#web/features/marketplace-admin/payment.ts';
import { PaymentWindow } from '#web/features/marketplace-admin/payment-window.tsx';
import { formatDay, formatMoney } from '#web/lib/format.ts';
import type { useAddress } from '#web/lib/use-address.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Badge, StateDot } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/table.tsx';

const LIST = {
  relation: 'admin_payments',
  columns: PAYMENT_COLUMNS,
  stateColumn: 'state',
  order: { column: 'created_at', ascending: false },
};

const states = Object.entries(PAYMENT_STATES).map(([value, { label }]) => ({ value, label }));

const columns = (onOpen: (id: string) => void): Column<AdminPayment>[] => [
  {
    key: 'title',
    header: 'Paiement',
    heading: true,
    cell: ({ id, title, kind }) => (
      <OpenButton label="Ouvrir le paiement de" onOpen={() => onOpen(id)}>
        {title}
        {kind === 'extension' && ' (prolongation)'}
      </OpenButton>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    cell: ({ created_at }) =>
      formatDay(created_at, deviceZone(), { weekday: false, month: 'short', year: true }),
  },
  { key: 'viewer', header: 'Payé par', cell: ({ viewer_name }) => viewer_name ?? 'Compte supprimé' },
  { key: 'streamer', header: 'Pour', cell: ({ streamer_name }) => streamer_name ?? 'Compte supprimé' },
  {
    key: 'state',
    header: 'État',
    cell: ({ state, has_failed_order, disputed_cents }) => (
      <span className="flex flex-wrap items-center gap-2">
        <StateDot tone={PAYMENT_STATES[state].tone}>{PAYMENT_STATES[state].label}</StateDot>
        {has_failed_order && <Badge tone="live">Ordre en échec</Badge>}
        {disputed_cents > 0 && <Badge tone="live">Contesté</Badge>}
      </span>
    ),
  },
  { key: 'amount', header: 'Montant', align: 'end', cell: ({ amount_cents }) => formatMoney(amount_cents) },
  {
    key: 'refunded',
    header: 'Rendu',
    align: 'end',
    cell: ({ refunded_cents }) => formatMoney(refunded_cents),
  },
];

/** Every payment over the books that prove themselves. */
export function PaymentsAdmin({ params, change, hrefFor }: ReturnType<typeof useAddress>) {
  const view = adminViewOf(
    params,
    states.map(({ value }) => value),
  );
  const page = params.get('page');
  return (
    <>
      <LedgerBalances />
      <AdminList
        caption="Paiements"
        noun={['paiement', 'paiements']}
        query={adminListQuery<AdminPayment>(LIST, view)}
        view={view}
        states={states}
        columns={columns((payment) => change({ payment, page }))}
        rowKey={({ id }) => id}
        searchLabel="Rechercher un paiement"
        placeholder="Un nom, une adresse, une référence…"
        onChange={change}
        hrefFor={hrefFor}
      />
      <PaymentWindow paymentId={params.get('payment')} onClose={() => change({ payment: null, page })} />
    </>
  );
}
