import { StreamersAdmin } from '#web/features/marketplace-admin/streamers-admin.tsx';
import { useLiveMarketplace } from '#web/features/marketplace-admin/use-live-marketplace.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/streamers`. */
export function Component() {
  const address = useAddress();
  useLiveMarketplace('streamers');
  return (
    <>
      <PageHeader title="Streamers" description="Chaque page, ce qu’elle propose, et ce que Loge en fait." />
      <StreamersAdmin {...address} />
    </>
  );
}
