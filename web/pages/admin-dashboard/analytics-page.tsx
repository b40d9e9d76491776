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
        title="Pas encore de quoi mesurer"
        description="Les courbes viendront des vraies réservations. Il n’y en a pas encore."
        action={<ButtonLink to="/admin-dashboard/users">Voir les utilisateurs</ButtonLink>}
      />
    </>
  );
}
