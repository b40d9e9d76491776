import { PaymentsAdmin } from '#web/features/marketplace-admin/payments-admin.tsx';
import { useLiveMarketplace } from '#web/features/marketplace-admin/use-live-marketplace.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/payments`. */
export function Component() {
  const address = useAddress();
  useLiveMarketplace('payments', 'payment_orders');
  return (
    <>
      <PageHeader title="Paiements" description="Le grand livre, à l’équilibre." />
      <PaymentsAdmin {...address} />
    </>
  );
}
