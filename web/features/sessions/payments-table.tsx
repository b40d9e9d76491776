import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { DocumentButton } from '#web/entities/payment/document-button.tsx';
import { documentsOfSessionsQuery, type IssuedDocument } from '#web/entities/payment/documents.ts';
import { PAYMENTS_PAGE, type Payment, paymentStateOf, paymentsQuery } from '#web/entities/payment/payment.ts';
import { formatDay, formatMoney, plural } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const date = (instant: string) =>
  formatDay(instant, deviceZone(), { weekday: false, month: 'short', year: true });

const columns = (
  receiptHref: (id: string) => string,
  documents: readonly IssuedDocument[],
): Column<Payment>[] => [
  {
    key: 'title',
    header: 'Session',
    heading: true,
    place: 'start',
    cell: ({ id, captured_cents, bookings, kind }) => {
      const title = `${bookings?.title ?? 'Session'}${kind === 'extension' ? ' (prolongation)' : ''}`;
      return (
        <span className="block font-semibold">
          {/* On a telephone the whole row opens what the wide table has columns for. */}
          {captured_cents > 0 ? (
            <Link to={receiptHref(id)} data-row="" className="-my-2.75 block truncate py-2.75 md:hidden">
              {title}
              <span className="sr-only">, ouvrir le reçu</span>
            </Link>
          ) : (
            <span className="block truncate md:hidden">{title}</span>
          )}
          <span className="max-md:hidden">{title}</span>
        </span>
      );
    },
  },
  { key: 'created_at', header: 'Date', place: 'below', cell: ({ created_at }) => date(created_at) },
  {
    key: 'state',
    header: 'État',
    place: 'below-end',
    cell: (payment) => <StateDot {...toned(payment)} className="max-md:text-kicker" />,
  },
  {
    key: 'amount',
    header: 'Montant',
    align: 'end',
    place: 'end',
    cell: ({ amount_cents, captured_cents }) => (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap max-md:font-semibold">
        {formatMoney(amount_cents)}
        <ChevronRight
          aria-hidden="true"
          className={classNames('size-4.5 text-muted md:hidden', captured_cents === 0 && 'invisible')}
        />
      </span>
    ),
  },
  {
    key: 'refunded',
    header: 'Remboursé',
    align: 'end',
    cell: ({ refunded_cents }) => (refunded_cents > 0 ? formatMoney(refunded_cents) : 'Rien'),
  },
  {
    key: 'receipt',
    header: 'Reçu',
    cell: ({ id, captured_cents, created_at, bookings }) =>
      captured_cents > 0 ? (
        <TextLink to={receiptHref(id)} className="inline-flex min-h-11 items-center">
          Ouvrir
          <span className="sr-only">
            {' '}
            le reçu de « {bookings?.title ?? 'Session'} » du {date(created_at)}
          </span>
        </TextLink>
      ) : (
        'Aucun'
      ),
  },
  {
    key: 'documents',
    header: 'Factures',
    // The invoice of a session holds its prolongations, so it stands with the session alone.
    cell: ({ booking_id, kind, captured_cents }) => {
      const made = documents.filter((document) => document.booking_id === booking_id);
      if (kind === 'extension' || made.length === 0) return captured_cents > 0 ? 'Reçu seul' : 'Aucune';
      return (
        <span className="-mx-4 inline-grid justify-items-start">
          {made.map((document) => (
            <DocumentButton key={document.id} document={document} short />
          ))}
        </span>
      );
    },
  },
];

function toned(payment: Payment) {
  const { tone, label } = paymentStateOf(payment);
  return { tone, children: label };
}

interface PaymentsTableProps {
  userId: string;
  page: number;
  hrefFor: (page: number) => string;
  receiptHref: (paymentId: string) => string;
}

/** The viewer's payments and refunds, to the cent. */
export function PaymentsTable({ userId, page, hrefFor, receiptHref }: PaymentsTableProps) {
  const list = useQuery(paymentsQuery(userId, page));
  const documents = useQuery(
    documentsOfSessionsQuery((list.data?.payments ?? []).map(({ booking_id }) => booking_id)),
  );
  if (list.isError) {
    return (
      <ErrorState
        title="Vos paiements n’ont pas pu être chargés"
        onRetry={() => list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  const count = list.data?.count ?? 0;
  return (
    <div className="grid gap-4">
      <Card padded={false}>
        <Table
          caption="Paiements"
          lines
          columns={columns(receiptHref, documents.data ?? [])}
          rows={list.data?.payments ?? []}
          rowKey={({ id }) => id}
          loadingRows={list.isPending ? 5 : undefined}
          refreshing={list.isPlaceholderData}
          empty={
            <EmptyState
              icon={<Wallet />}
              title="Aucun paiement"
              description="Vos paiements, vos remboursements et vos reçus seront rangés ici, au centime près."
              action={<ButtonLink to="/browse">Parcourir les streamers</ButtonLink>}
            />
          }
        />
      </Card>
      {count > PAYMENTS_PAGE && (
        <Pagination
          page={page}
          pageCount={Math.ceil(count / PAYMENTS_PAGE)}
          hrefFor={hrefFor}
          summary={plural(count, 'paiement', 'paiements')}
        />
      )}
    </div>
  );
}
