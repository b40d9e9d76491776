import { ChartNoAxesCombined } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/analytics`. */
export function Component() {
  return (
    <>
      <PageHeader title="Statistiques" description="De la visite à la session honorée." />
      <EmptyState
        icon={<ChartNoAxesCombined />}
        title="Les courbes ne sont pas encore là"
        description="Elles viendront des vraies réservations. En attendant, les sessions et les paiements se lisent un à un."
        action={<ButtonLink to="/admin-dashboard/users">Voir les utilisateurs</ButtonLink>}
      />
    </>
  );
}
