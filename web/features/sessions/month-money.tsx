import { useQuery } from '@tanstack/react-query';
import { ofName } from '#product/shared/elision.ts';
import { earningsQuery, monthName } from '#web/entities/payment/earnings.ts';
import { formatDay, formatMoney } from '#web/lib/format.ts';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';

/**
 * The money of the month as the earnings page has it: of the month's sessions, against the last one
 * to the same day, and what is on its way.
 */
export function MonthMoney({ userId }: { userId: string }) {
  const { data, isPending, isError, refetch, isFetching } = useQuery(earningsQuery(userId));
  if (isPending) return <Skeleton className="h-28" />;
  if (isError)
    return (
      <ErrorLine onRetry={refetch} retrying={isFetching}>
        L’argent du mois n’a pas pu être chargé.
      </ErrorLine>
    );
  const { thisMonth, lastMonth, pendingCents, availableCents, nextPayout, zone } = data;
  const net = thisMonth.shareCents;
  const difference = net - lastMonth.shareCents;
  return (
    <section className="grid gap-4" aria-labelledby="month-money">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="month-money" className="text-title">
          L’argent {ofName(monthName(thisMonth.from, zone, 'long'))}
        </h2>
        <TextLink to="/streamer-dashboard/earnings" className="inline-flex min-h-11 items-center text-small">
          Tous mes revenus
        </TextLink>
      </div>
      <StatRow
        stats={[
          {
            label: 'Net pour vous',
            value: formatMoney(net),
            note:
              net === 0 && difference === 0
                ? 'commission déduite'
                : `${difference > 0 ? '+' : ''}${formatMoney(difference)} sur le mois dernier, au même jour`,
          },
          { label: 'Retenu', value: formatMoney(pendingCents), note: 'jusqu’après les sessions' },
          {
            label: 'Disponible',
            value: formatMoney(availableCents),
            tone: 'settled',
            note: nextPayout.at
              ? `prochain versement : ${formatMoney(nextPayout.totalCents)}, le ${formatDay(nextPayout.at, 'Europe/Paris', { weekday: false })}`
              : 'attend de savoir où le verser',
          },
        ]}
      />
    </section>
  );
}
