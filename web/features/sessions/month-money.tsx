import { useQuery } from '@tanstack/react-query';
import { ofName } from '#domain/account/elision.ts';
import { balanceQuery, monthNetQuery } from '#web/entities/payment/payment.ts';
import { formatDay, formatMoney } from '#web/lib/format.ts';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';

const monthName = new Intl.DateTimeFormat('fr-FR', { month: 'long', timeZone: 'UTC' });

/** The money of the month: what it left so far, against the last one to the same day, and what is on its way. */
export function MonthMoney({ userId }: { userId: string }) {
  const month = useQuery(monthNetQuery(userId));
  const balance = useQuery(balanceQuery(userId));
  if (month.isPending || balance.isPending) return <Skeleton className="h-28" />;
  if (month.isError || balance.isError) {
    const missing = month.isError ? month : balance;
    return (
      <ErrorLine onRetry={missing.refetch} retrying={missing.isFetching}>
        L’argent du mois n’a pas pu être chargé.
      </ErrorLine>
    );
  }
  const { net, before } = month.data;
  const { pendingCents, availableCents, nextPayoutAt } = balance.data;
  const difference = net - before;
  return (
    <section className="grid gap-4" aria-labelledby="month-money">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="month-money" className="text-title">
          L’argent {ofName(monthName.format(new Date()))}
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
              net === 0 && before === 0
                ? 'commission déduite'
                : `${difference > 0 ? '+' : ''}${formatMoney(difference)} sur le mois dernier, au même jour`,
          },
          { label: 'Retenu', value: formatMoney(pendingCents), note: 'jusqu’après les sessions' },
          {
            label: 'Disponible',
            value: formatMoney(availableCents),
            tone: 'settled',
            note: nextPayoutAt
              ? `versé le ${formatDay(nextPayoutAt, 'Europe/Paris', { weekday: false })}`
              : 'pour le prochain versement',
          },
        ]}
      />
    </section>
  );
}
