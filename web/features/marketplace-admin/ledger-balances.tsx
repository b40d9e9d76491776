import { useQuery } from '@tanstack/react-query';
import { ACCOUNT_LABELS, type Balance, balancesQuery } from '#web/features/marketplace-admin/payment.ts';
import { formatMoney } from '#web/lib/format.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';

const of = (balances: readonly Balance[], account: string): number =>
  balances.find((balance) => balance.account === account)?.amount_cents ?? 0;

/** The books in a few figures, and the proof that they balance. */
export function LedgerBalances() {
  const balances = useQuery(balancesQuery);
  if (balances.isPending) return <Skeleton className="h-24" />;
  if (balances.isError) {
    return (
      <ErrorState
        title="Le grand livre n’a pas pu être lu"
        onRetry={() => balances.refetch()}
        retrying={balances.isFetching}
      />
    );
  }
  const total = balances.data.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const figure = (account: string, side: 1 | -1) => ({
    label: ACCOUNT_LABELS[account] ?? account,
    // A credit account stands below zero in the books and above it in people's minds.
    value: formatMoney(side * of(balances.data, account) || 0),
  });
  return (
    <StatRow
      className="mb-8"
      stats={[
        {
          label: 'Grand livre',
          value: formatMoney(total),
          note: total === 0 ? 'Les écritures s’équilibrent' : 'Les écritures ne s’équilibrent pas',
          tone: total === 0 ? 'settled' : 'live',
        },
        figure('provider_balance', 1),
        figure('streamer_pending', -1),
        figure('streamer_available', -1),
        figure('platform_fees', -1),
      ]}
    />
  );
}
