import { queryOptions, useQuery } from '@tanstack/react-query';
import { type BooksSide, balanceSheet } from '#product/books/rules/balance-sheet.ts';
import type { Account } from '#product/books/rules/ledger.ts';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The accounts of the ledger, in words. */
export const ACCOUNT_LABELS: Readonly<Record<Account, string>> = {
  provider_balance: 'Chez le prestataire de paiement',
  disputed_funds: 'Contesté auprès des banques',
  processing_costs: 'Frais du prestataire',
  dispute_costs: 'Frais de contestation',
  refunds_owed: 'Remboursements à refaire',
  own_bank: 'Remboursé par virement',
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
      waiting={<Skeleton className="mb-8 h-160 md:h-88" />}
    >
      {(accounts) => {
        const { has, owes, total } = balanceSheet(accounts);
        return (
          <section className="mb-8 grid gap-4" aria-labelledby="ledger">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <h2 id="ledger" className="text-title">
                Grand livre
              </h2>
              <StateDot tone={total === 0 ? 'settled' : 'live'}>
                {total === 0
                  ? 'Les écritures s’équilibrent'
                  : `Les écritures ne s’équilibrent pas : ${formatMoney(total)}`}
              </StateDot>
            </div>
            <div className="grid gap-4 md:grid-cols-2">
              <Side title="Ce que Loge a, et ce qu’elle a dépensé" side={has} />
              <Side title="À qui c’est" side={owes} />
            </div>
          </section>
        );
      }}
    </Loaded>
  );
}

/** One side of the books, account by account, and its sum. */
function Side({ title, side }: { title: string; side: BooksSide }) {
  return (
    <Card padded={false}>
      <table className="num w-full text-small">
        <caption className="px-5 pt-4 pb-2 text-left text-muted">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Compte</th>
            <th scope="col">Solde</th>
          </tr>
        </thead>
        <tbody>
          {side.accounts.map(({ name, cents }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-2.5 pr-3 pl-5 text-left font-normal text-soft">
                {ACCOUNT_LABELS[name]}
              </th>
              <td className="py-2.5 pr-5 text-right whitespace-nowrap">{formatMoney(cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-strong font-semibold">
            <th scope="row" className="py-3 pr-3 pl-5 text-left">
              Total
            </th>
            <td className="py-3 pr-5 text-right whitespace-nowrap">{formatMoney(side.cents)}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}
