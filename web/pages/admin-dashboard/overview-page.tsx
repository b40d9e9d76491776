import { LedgerBalances } from '#web/features/marketplace-admin/ledger-balances.tsx';
import { MarketplaceToday } from '#web/features/marketplace-admin/today.tsx';
import { useLiveMarketplace } from '#web/features/marketplace-admin/use-live-marketplace.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard`. */
export function Component() {
  useLiveMarketplace('bookings', 'payments', 'payment_orders', 'streamers');
  return (
    <>
      <PageHeader
        title="Administration"
        description="La place de marché aujourd’hui, et ce qui attend une décision."
      />
      <MarketplaceToday />
      <section className="mt-10 grid gap-4">
        <h2 className="text-title">Le grand livre</h2>
        <LedgerBalances />
      </section>
    </>
  );
}
