import { Gauge } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard`. */
export function Component() {
  return (
    <>
      <PageHeader title="Administration" />
      <EmptyState
        icon={<Gauge />}
        title="Les comptes d’abord"
        description="Les chiffres des sessions et des paiements arriveront avec les réservations. Les comptes, leurs rôles et les demandes d’accès se gèrent dès maintenant."
        action={
          <ButtonLink tone="spot" to="/admin-dashboard/users">
            Voir les utilisateurs
          </ButtonLink>
        }
      />
    </>
  );
}
