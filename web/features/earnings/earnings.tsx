import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { basisPoints, cents } from '#domain/money/cents.ts';
import { streamerShareOf } from '#domain/money/price.ts';
import {
  balanceQuery,
  type Earned,
  earnedQuery,
  PAYMENTS_PAGE,
  type Payout,
  payoutsQuery,
} from '#web/entities/payment/payment.ts';
import { formatDateTime, formatDay, formatMoney, plural } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';
import { Table } from '#web/ui/table.tsx';

/** What the streamer keeps of a payment, by the rule that the ledger follows. */
const shareOf = ({ captured_cents, refunded_cents, fee_basis_points }: Earned): number =>
  streamerShareOf(cents(captured_cents - refunded_cents), basisPoints(fee_basis_points));

const PAYOUTS: Readonly<Record<Payout['state'], { tone: StateTone; label: string }>> = {
  pending: { tone: 'spot', label: 'En préparation' },
  sent: { tone: 'spot', label: 'En route' },
  paid: { tone: 'settled', label: 'Versé' },
  failed: { tone: 'live', label: 'Refusé par la banque' },
};

const date = (instant: string) =>
  formatDay(instant, deviceZone(), { weekday: false, month: 'short', year: true });

interface EarningsProps {
  userId: string;
  page: number;
  hrefFor: (page: number) => string;
}

/** Earned, retained and paid out amounts, read from the ledger. */
export function Earnings({ userId, page, hrefFor }: EarningsProps) {
  return (
    <div className="grid gap-10">
      <Balance userId={userId} />
      <Sessions userId={userId} page={page} hrefFor={hrefFor} />
      <Payouts userId={userId} />
    </div>
  );
}

function Balance({ userId }: { userId: string }) {
  const balance = useQuery(balanceQuery(userId));
  if (balance.isPending) return <Skeleton className="h-[11.4rem] lg:h-24" />;
  if (balance.isError) {
    return (
      <ErrorState
        title="Votre solde n’a pas pu être lu"
        onRetry={() => balance.refetch()}
        retrying={balance.isFetching}
      />
    );
  }
  const { pendingCents, availableCents, inTransitCents, nextPayoutAt, leastPayoutCents } = balance.data;
  return (
    <StatRow
      stats={[
        {
          label: 'Disponible',
          value: formatMoney(availableCents),
          tone: 'settled',
          note: `Versé dès ${formatMoney(leastPayoutCents)}`,
        },
        {
          label: 'Fonds retenus',
          value: formatMoney(pendingCents),
          note: 'Disponibles après chaque session',
        },
        { label: 'En route', value: formatMoney(inTransitCents), note: 'Vers votre banque' },
        {
          label: 'Prochain versement',
          value: nextPayoutAt
            ? formatDay(nextPayoutAt, deviceZone(), { weekday: false, month: 'short' })
            : 'Aucun',
          note: nextPayoutAt
            ? formatDateTime(nextPayoutAt, deviceZone())
            : 'Dites où verser dans vos réglages',
        },
      ]}
    />
  );
}

function Sessions({ userId, page, hrefFor }: EarningsProps) {
  const list = useQuery(earnedQuery(userId, page));
  const count = list.data?.count ?? 0;
  return (
    <section className="grid gap-4" aria-labelledby="earned">
      <h2 id="earned" className="text-title">
        Par session
      </h2>
      {list.isError ? (
        <ErrorState
          title="Vos revenus n’ont pas pu être chargés"
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      ) : (
        <Card padded={false}>
          <Table
            caption="Revenus par session"
            rows={list.data?.rows ?? []}
            rowKey={({ id }) => id}
            loadingRows={list.isPending ? 6 : undefined}
            refreshing={list.isPlaceholderData}
            empty={
              <EmptyState
                icon={<Wallet />}
                title="Aucun revenu"
                description="Chaque session payée apparaîtra ici, avec la commission et la date à laquelle votre part devient disponible."
                action={<ButtonLink to="/streamer-dashboard/settings">Voir mes offres</ButtonLink>}
              />
            }
            columns={[
              {
                key: 'title',
                header: 'Session',
                heading: true,
                cell: ({ bookings, kind }) => (
                  <span className="font-semibold">
                    {bookings?.title ?? 'Session'}
                    {kind === 'extension' && ' (prolongation)'}
                  </span>
                ),
              },
              {
                key: 'start',
                header: 'Date',
                cell: ({ bookings }) => (bookings ? date(bookings.start_at) : ''),
              },
              {
                key: 'paid',
                header: 'Payé',
                align: 'end',
                cell: ({ captured_cents }) => formatMoney(captured_cents),
              },
              {
                key: 'back',
                header: 'Remboursé',
                align: 'end',
                cell: ({ refunded_cents }) => formatMoney(refunded_cents),
              },
              {
                key: 'fee',
                header: 'Commission',
                align: 'end',
                cell: (row) => formatMoney(row.captured_cents - row.refunded_cents - shareOf(row)),
              },
              {
                key: 'share',
                header: 'Pour vous',
                align: 'end',
                cell: (row) => <b>{formatMoney(shareOf(row))}</b>,
              },
              {
                key: 'state',
                header: 'Disponible',
                cell: ({ released_at, release_due_at }) =>
                  released_at ? (
                    <StateDot tone="settled">{`Depuis le ${date(released_at)}`}</StateDot>
                  ) : (
                    <StateDot tone="spot">
                      {release_due_at ? `Le ${date(release_due_at)}` : 'Après la session'}
                    </StateDot>
                  ),
              },
            ]}
          />
        </Card>
      )}
      {count > PAYMENTS_PAGE && (
        <Pagination
          page={page}
          pageCount={Math.ceil(count / PAYMENTS_PAGE)}
          hrefFor={hrefFor}
          summary={plural(count, 'session payée', 'sessions payées')}
        />
      )}
    </section>
  );
}

function Payouts({ userId }: { userId: string }) {
  const list = useQuery(payoutsQuery(userId));
  if (list.isError) {
    return (
      <ErrorLine onRetry={list.refetch} retrying={list.isFetching}>
        Vos versements n’ont pas pu être chargés.
      </ErrorLine>
    );
  }
  if (!list.data || list.data.length === 0) return null;
  return (
    <section className="grid gap-4" aria-labelledby="payouts">
      <h2 id="payouts" className="text-title">
        Versements
      </h2>
      <Card padded={false}>
        <Table
          caption="Versements"
          rows={list.data}
          rowKey={({ id }) => id}
          columns={[
            { key: 'date', header: 'Date', heading: true, cell: ({ created_at }) => date(created_at) },
            {
              key: 'state',
              header: 'État',
              cell: ({ state }) => <StateDot tone={PAYOUTS[state].tone}>{PAYOUTS[state].label}</StateDot>,
            },
            {
              key: 'amount',
              header: 'Montant',
              align: 'end',
              cell: ({ amount_cents }) => formatMoney(amount_cents),
            },
          ]}
        />
      </Card>
    </section>
  );
}
