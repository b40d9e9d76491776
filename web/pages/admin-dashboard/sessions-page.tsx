import { CalendarDays } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/sessions`. */
export function Component() {
  return (
    <>
      <PageHeader title="Sessions" description="Ce qui est réservé, en cours et terminé." />
      <EmptyState
        icon={<CalendarDays />}
        title="Aucune session"
        description="Les sessions apparaîtront ici dès que les réservations seront ouvertes, avec leur état et leur historique."
        action={<ButtonLink to="/admin-dashboard/users">Voir les utilisateurs</ButtonLink>}
      />
    </>
  );
}
