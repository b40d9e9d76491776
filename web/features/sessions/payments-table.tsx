import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Download, SearchX, Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { DocumentButton } from '#web/entities/payment/document-button.tsx';
import { documentsOfSessionsQuery, type IssuedDocument } from '#web/entities/payment/documents.ts';
import {
  allPayments,
  PAYMENTS_PAGE,
  type PaidRow,
  type PaymentsView,
  paymentStateOf,
  paymentsQuery,
} from '#web/entities/payment/payment.ts';
import { paymentsCsv, sellerName, soldTitle } from '#web/features/sessions/payments-file.ts';
import { formatDay, formatMoney, plural } from '#web/lib/format.ts';
import { saveCsv } from '#web/lib/spreadsheet.ts';
import { useAction } from '#web/lib/use-command.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const date = (instant: string) =>
  formatDay(instant, deviceZone(), { weekday: false, month: 'short', year: true });

const columns = (
  receiptHref: (id: string) => string,
  documents: readonly IssuedDocument[],
): Column<PaidRow>[] => [
  {
    key: 'title',
    header: 'Session',
    heading: true,
    place: 'start',
    cell: (payment) => (
      <span className="flex min-w-0 items-center gap-3.5">
        <Avatar name={sellerName(payment)} src={payment.streamer?.avatarUrl} size="sm" />
        <span className="grid min-w-0">
          <span className="font-semibold">
            {/* On a telephone the whole row opens what the wide table has columns for. */}
            {payment.capturedCents > 0 ? (
              <Link
                to={receiptHref(payment.id)}
                data-row=""
                className="-my-2.75 block truncate py-2.75 md:hidden"
              >
                {soldTitle(payment)}
                <span className="sr-only">, ouvrir le reçu</span>
              </Link>
            ) : (
              <span className="block truncate md:hidden">{soldTitle(payment)}</span>
            )}
            <span className="max-md:hidden lg:block lg:min-w-44">{soldTitle(payment)}</span>
          </span>
          <span className="truncate text-muted max-md:text-kicker">{sellerName(payment)}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'createdAt',
    header: 'Date',
    place: 'below',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{date(createdAt)}</span>,
  },
  {
    key: 'state',
    header: 'État',
    place: 'below-end',
    cell: (payment) => {
      const { tone, label } = paymentStateOf(payment);
      return (
        <StateDot tone={tone} className="max-md:text-kicker">
          {label}
        </StateDot>
      );
    },
  },
  {
    key: 'amount',
    header: 'Montant',
    align: 'end',
    place: 'end',
    cell: ({ amountCents, capturedCents, refundedCents }) => (
      <span className="inline-grid justify-items-end whitespace-nowrap">
        <span className="inline-flex items-center gap-1.5 max-md:font-semibold">
          {formatMoney(amountCents)}
          <ChevronRight
            aria-hidden="true"
            className={classNames('size-4.5 text-muted md:hidden', capturedCents === 0 && 'invisible')}
          />
        </span>
        {refundedCents > 0 && (
          <span className="text-kicker text-muted max-md:hidden">
            {formatMoney(refundedCents)} remboursés
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'documents',
    header: 'Documents',
    // The invoice of a session holds its prolongations, so it stands with the session alone.
    cell: (payment) => {
      if (payment.capturedCents === 0) return 'Aucun';
      const made =
        payment.kind === 'extension'
          ? []
          : documents.filter((document) => document.booking_id === payment.bookingId);
      return (
        <span className="-my-2 flex flex-wrap items-center gap-x-1">
          <TextLink
            to={receiptHref(payment.id)}
            className="inline-flex min-h-11 items-center px-1 text-small"
          >
            Reçu
            <span className="sr-only">
              {' '}
              de « {soldTitle(payment)} » du {date(payment.createdAt)}
            </span>
          </TextLink>
          {made.map((document) => (
            <DocumentButton key={document.id} document={document} short />
          ))}
        </span>
      );
    },
  },
];

interface PaymentsTableProps {
  userId: string;
  view: PaymentsView;
  /** Sets parts of the address, or drops them. */
  change: (changes: Record<string, string | null>) => void;
  hrefFor: (page: number) => string;
  receiptHref: (paymentId: string) => string;
}

/** The viewer's payments and refunds: by year and name, with their sum, to the cent. */
export function PaymentsTable({ userId, view, change, hrefFor, receiptHref }: PaymentsTableProps) {
  const list = useQuery(paymentsQuery(userId, view));
  const { payments = [], totals } = list.data ?? {};
  const documents = useQuery(documentsOfSessionsQuery(payments.map(({ bookingId }) => bookingId)));
  const narrowed = view.year !== null || view.search !== '';
  const count = totals?.payments ?? 0;
  if (list.isError) {
    return (
      <ErrorState
        title="Vos paiements n’ont pas pu être chargés"
        onRetry={() => list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  return (
    <div className="grid gap-5">
      <Filters view={view} years={list.data?.years ?? []} change={change} count={count} />
      {totals ? <Sum totals={totals} view={view} /> : <Skeleton className="h-14" />}
      <Card padded={false}>
        <Table
          caption="Paiements"
          lines
          columns={columns(receiptHref, documents.data ?? [])}
          rows={payments}
          rowKey={({ id }) => id}
          loadingRows={list.isPending ? 5 : undefined}
          refreshing={list.isPlaceholderData}
          empty={
            narrowed ? (
              <EmptyState
                icon={<SearchX />}
                title="Aucun paiement ne correspond"
                description="Essayez un autre nom, ou choisissez une autre année."
                action={
                  <Button onClick={() => change({ year: null, q: null })}>Voir tous les paiements</Button>
                }
              />
            ) : (
              <EmptyState
                icon={<Wallet />}
                title="Aucun paiement"
                description="Vos paiements, vos remboursements et vos reçus seront rangés ici, au centime près."
                action={<ButtonLink to="/browse">Parcourir les streamers</ButtonLink>}
              />
            )
          }
        />
      </Card>
      {count > PAYMENTS_PAGE && (
        <Pagination
          page={view.page}
          pageCount={Math.ceil(count / PAYMENTS_PAGE)}
          hrefFor={hrefFor}
          summary={plural(count, 'paiement', 'paiements')}
        />
      )}
    </div>
  );
}

interface FiltersProps extends Pick<PaymentsTableProps, 'view' | 'change'> {
  years: readonly number[];
  /** How many payments the file would hold. */
  count: number;
}

function Filters({ view, years, change, count }: FiltersProps) {
  const save = useAction(() => allPayments(view), { failed: 'Le fichier n’a pas pu être préparé' });
  const shown = view.year === null || years.includes(view.year) ? years : [view.year, ...years];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 md:grid-cols-[minmax(0,1fr)_12rem_auto]">
      <SearchInput
        key={view.search}
        label="Chercher un paiement"
        placeholder="Un streamer, une offre…"
        initialValue={view.search}
        onSearch={(text) => change({ q: text === '' ? null : text })}
        className="max-md:col-span-2"
      />
      <Select
        aria-label="Année"
        placeholder="Toutes les années"
        options={shown.map((year) => ({ value: String(year), label: String(year) }))}
        value={view.year === null ? '' : String(view.year)}
        onChange={({ target }) => change({ year: target.value === '' ? null : target.value })}
      />
      <Button
        className="min-h-12"
        loading={save.pending}
        disabled={count === 0}
        onClick={() =>
          save.press(undefined, (all) =>
            saveCsv(paymentsCsv(all), `loge-paiements${view.year === null ? '' : `-${view.year}`}.csv`),
          )
        }
      >
        <Download aria-hidden="true" />
        <span>
          <span className="sr-only">Télécharger les paiements (</span>CSV<span className="sr-only">)</span>
        </span>
      </Button>
    </div>
  );
}

interface SumProps {
  totals: { payments: number; capturedCents: number; refundedCents: number; netCents: number };
  view: PaymentsView;
}

/** The sum of the payments found, and of what it is made. */
function Sum({ totals, view }: SumProps) {
  return (
    <p role="status" className="num flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
      <span>
        Montant net payé{view.year !== null && ` en ${view.year}`} :{' '}
        <b className="display text-title">{formatMoney(totals.netCents)}</b>
      </span>
      <span className="text-small text-soft">
        {plural(totals.payments, 'paiement', 'paiements')}, {formatMoney(totals.capturedCents)} débités
        {totals.refundedCents > 0 && `, ${formatMoney(totals.refundedCents)} remboursés`}
      </span>
    </p>
  );
}
