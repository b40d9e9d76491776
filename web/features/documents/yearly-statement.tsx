import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { DocumentButton } from '#web/entities/payment/document-button.tsx';
import { statementQuery } from '#web/entities/payment/documents.ts';
import { formatCount, formatDay, formatMoney } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';
import { Table } from '#web/ui/table.tsx';

const QUARTERS = ['Janvier à mars', 'Avril à juin', 'Juillet à septembre', 'Octobre à décembre'];

const isYear = (text: string): boolean => /^20\d\d$/.test(text);

/** A streamer's credits of a past year, by quarter, as the year's document lists them. */
export function YearlyStatement({ userId, year }: { userId: string; year: string }) {
  const statement = useQuery({ ...statementQuery(userId, Number(year)), enabled: isYear(year) });
  if (statement.isError)
    return (
      <ErrorState
        title="Ce relevé n’a pas pu être lu"
        onRetry={() => statement.refetch()}
        retrying={statement.isFetching}
      />
    );
  if (isYear(year) && statement.isPending)
    return (
      <div aria-busy="true" className="grid gap-6">
        <Skeleton className="h-28" />
        <Skeleton className="h-64" />
      </div>
    );
  if (!statement.data)
    return (
      <EmptyState
        icon={<SearchX />}
        title="Pas de relevé pour cette année"
        description="Celui d’une année où vous avez eu des revenus est fait au début de janvier suivant."
        action={<ButtonLink to="/streamer-dashboard/earnings">Voir mes revenus</ButtonLink>}
      />
    );
  const { statement_quarters: quarters, ...document } = statement.data;
  const total = (of: 'sessions' | 'credited_cents' | 'fee_cents') =>
    quarters.reduce((sum, quarter) => sum + quarter[of], 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <StatRow
        stats={[
          { label: 'Montant net', value: formatMoney(document.total_cents), tone: 'settled' },
          { label: 'Sessions', value: formatCount(total('sessions')) },
          { label: 'Commission de Loge', value: formatMoney(total('fee_cents')) },
        ]}
      />
      <Card padded={false}>
        <Table
          caption={`Relevé ${year} par trimestre`}
          rows={quarters}
          rowKey={({ quarter }) => String(quarter)}
          columns={[
            {
              key: 'quarter',
              header: 'Trimestre',
              heading: true,
              cell: ({ quarter }) => QUARTERS[quarter - 1] ?? '',
            },
            {
              key: 'sessions',
              header: 'Sessions',
              align: 'end',
              cell: ({ sessions }) => formatCount(sessions),
            },
            {
              key: 'credited',
              header: 'Montant net',
              align: 'end',
              cell: ({ credited_cents }) => formatMoney(credited_cents),
            },
            {
              key: 'fee',
              header: 'Commission',
              align: 'end',
              cell: ({ fee_cents }) => formatMoney(fee_cents),
            },
          ]}
        />
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="num max-w-[60ch] text-small text-soft">
          Fait le {formatDay(document.issued_at, 'Europe/Paris', { weekday: false, year: true })}, d’après le
          grand livre, et jamais modifié depuis. Le montant net est ce qui est devenu disponible dans le
          trimestre, remboursements déduits, sans la commission. C’est ce que la loi fait déclarer à
          l’administration fiscale (art. 1649 ter A du CGI).
        </p>
        <DocumentButton document={document} label={`Télécharger le relevé ${year}`} />
      </div>
    </div>
  );
}
