import { ChartNoAxesCombined } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/streamer-dashboard/statistics`. */
export function Component() {
  return (
    <>
      <PageHeader title="Statistiques" description="Qui vient, quand, et pour quoi." />
      <EmptyState
        icon={<ChartNoAxesCombined />}
        title="Pas encore de quoi compter"
        description="Les courbes se dessineront à partir de vos vraies sessions. Aucune n’a encore eu lieu."
        action={<ButtonLink to="/streamer-dashboard/bookings">Voir mes réservations</ButtonLink>}
      />
    </>
  );
}
