import { queryOptions, useQuery } from '@tanstack/react-query';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';

/** The accounts of the ledger, in words. */
export const ACCOUNT_LABELS: Readonly<Record<string, string>> = {
  provider_balance: 'Chez le prestataire de paiement',
  disputed_funds: 'Contesté auprès des banques',
  processing_costs: 'Frais du prestataire',
  dispute_costs: 'Frais de contestation',
  platform_fees: 'Commissions de Loge',
  streamer_pending: 'Fonds retenus',
  streamer_available: 'Disponible aux streamers',
  payouts_in_transit: 'Versements en route',
};

/** The balance of each account, debit positive. */
const balancesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'balances'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('admin_ledger_balances')
      .select('account,amount_cents')
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
});

/** The books in a few figures, and the proof that they balance. */
export function LedgerBalances() {
  const balances = useQuery(balancesQuery);
  return (
    <Loaded
      query={balances}
      failed="Le grand livre n’a pas pu être lu"
      waiting={<Skeleton className="mb-8 h-[18.6rem] lg:h-28" />}
    >
      {(accounts) => {
        const total = accounts.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
        const figure = (name: string, side: 1 | -1) => ({
          label: ACCOUNT_LABELS[name] ?? name,
          // A credit account stands below zero in the books and above it in people's minds.
          value: formatMoney(
            side * (accounts.find(({ account }) => account === name)?.amount_cents ?? 0) || 0,
          ),
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
      }}
    </Loaded>
  );
}
