import { useQuery } from '@tanstack/react-query';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminList, type ListColumn } from '#web/features/admin/list.ts';
import { momentsOf, TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { FailedPayouts, failedPayoutsQuery } from '#web/features/admin/payments/failed-payouts.tsx';
import { IdentityRequests, identityRequestsQuery } from '#web/features/admin/payments/identity-requests.tsx';
import { LedgerBalances } from '#web/features/admin/payments/ledger-balances.tsx';
import {
  type AdminPayment,
  disputeLabel,
  eitherSide,
  PaymentWindow,
  paymentStanding,
  readPayments,
  STANDING_LABELS,
} from '#web/features/admin/payments/payment-window.tsx';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { PersonLink } from '#web/features/admin/users/person-link.tsx';
import { formatDay, formatMoney } from '#web/lib/format.ts';
import { Badge, StateDot } from '#web/ui/badge.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const PAYMENTS = adminList({
  name: 'payments',
  caption: 'Paiements',
  noun: { one: 'paiement', many: 'paiements' },
  search: { label: 'Rechercher un paiement', placeholder: 'Un nom, un numéro de billet, une référence…' },
  filters: { state: { label: 'État', all: 'Tous les états', values: STANDING_LABELS } },
  ofPerson: true,
  days: 'all',
  sorts: ['created_at', 'amount_cents', 'refunded_cents'],
  rows: (supabase, { patterns, chosen: { state }, who, days, sort }) => {
    let payments = readPayments(supabase);
    for (const pattern of patterns) payments = payments.like('search', pattern);
    if (state) payments = payments.eq('standing', state);
    if (who) payments = payments.or(eitherSide(who));
    if (days?.days) {
      const { from, until } = momentsOf(days.days);
      payments = payments.gte('created_at', from).lt('created_at', until);
    }
    return payments.order(sort.key, { ascending: sort.direction === 'ascending' }).order('id');
  },
});

const day = (instant: string) =>
  formatDay(instant, TEAM_ZONE, { weekday: false, month: 'short', year: true });

const columns: ListColumn<AdminPayment>[] = [
  {
    key: 'title',
    header: 'Paiement',
    heading: true,
    place: 'start',
    cell: ({ title, kind }) => (kind === 'extension' ? `${title} (prolongation)` : title),
  },
  {
    key: 'created_at',
    header: 'Date',
    sortable: true,
    place: 'below',
    text: ({ created_at }) => day(created_at),
    cell: ({ created_at, viewer_name }) => (
      <>
        {day(created_at)}
        <span className="md:hidden">&nbsp;· {viewer_name ?? 'Compte supprimé'}</span>
      </>
    ),
  },
  {
    key: 'viewer',
    header: 'Payé par',
    text: ({ viewer_name }) => viewer_name ?? 'Compte supprimé',
    cell: ({ viewer_id, viewer_name }) => <PersonLink id={viewer_id} name={viewer_name} />,
  },
  {
    key: 'streamer',
    header: 'Pour',
    text: ({ streamer_name }) => streamer_name ?? 'Compte supprimé',
    cell: ({ streamer_id, streamer_name }) => <PersonLink id={streamer_id} name={streamer_name} />,
  },
  {
    key: 'state',
    header: 'État',
    place: 'below-end',
    text: (payment) =>
      [
        paymentStanding(payment).label,
        payment.has_failed_order && 'ordre en échec',
        disputeLabel(payment)?.toLowerCase(),
      ]
        .filter(Boolean)
        .join(', '),
    cell: (payment) => {
      const { tone, label } = paymentStanding(payment);
      const dispute = disputeLabel(payment);
      return (
        <span className="flex flex-wrap items-center gap-2 max-md:justify-end">
          <StateDot tone={tone}>{label}</StateDot>
          {payment.has_failed_order && <Badge tone="live">Ordre en échec</Badge>}
          {dispute !== null && (
            <Badge tone={payment.disputed_cents > 0 ? 'live' : 'neutral'}>{dispute}</Badge>
          )}
        </span>
      );
    },
  },
  {
    key: 'amount_cents',
    header: 'Montant',
    align: 'end',
    place: 'end',
    sortable: true,
    cell: ({ amount_cents }) => formatMoney(amount_cents),
  },
  {
    key: 'refunded_cents',
    header: 'Remboursé',
    align: 'end',
    sortable: true,
    cell: ({ refunded_cents }) => formatMoney(refunded_cents),
  },
];

/** `/admin-dashboard/payments`: every payment, below the balance of the books. */
export function Component() {
  const mayReadBooks = useDuty('finance');
  const failed = useQuery(failedPayoutsQuery);
  const asked = useQuery(identityRequestsQuery);
  // The cases that need attention stand above the list, and mostly there are none: the list waits
  // for them, so that it is not pushed down.
  const known = failed.isFetched && asked.isFetched;
  return (
    <>
      <PageHeader title="Paiements" description="Le grand livre, et chaque paiement, à l’heure de Paris." />
      {mayReadBooks && <LedgerBalances />}
      {known ? (
        <>
          <FailedPayouts />
          <IdentityRequests />
          <AdminList
            list={PAYMENTS}
            columns={columns}
            live={['payments', 'payment_orders', 'payouts']}
            window={{
              name: 'payment',
              title: 'Paiement',
              open: 'Ouvrir le paiement :',
              content: (id) => <PaymentWindow id={id} />,
            }}
          />
        </>
      ) : (
        <Skeleton className="h-[80vh]" />
      )}
    </>
  );
}
