import { Gauge } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/system`. */
export function Component() {
  return (
    <>
      <PageHeader title="Système" />
      <EmptyState
        icon={<Gauge />}
        title="Le journal arrive"
        description="Les actions de l’équipe seront consignées ici, avec leur motif."
      />
    </>
  );
}
