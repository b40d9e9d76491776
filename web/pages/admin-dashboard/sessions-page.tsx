import { SessionsAdmin } from '#web/features/marketplace-admin/sessions-admin.tsx';
import { useLiveMarketplace } from '#web/features/marketplace-admin/use-live-marketplace.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/sessions`. */
export function Component() {
  const address = useAddress();
  useLiveMarketplace('bookings');
  return (
    <>
      <PageHeader
        title="Sessions"
        description="Ce qui est réservé, en cours et terminé, avec son historique."
      />
      <SessionsAdmin {...address} />
    </>
  );
}
