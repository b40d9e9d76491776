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
        title="Les courbes ne sont pas encore là"
        description="Elles se dessineront à partir de vos vraies sessions. En attendant, vos réservations et vos revenus disent tout au jour le jour."
        action={<ButtonLink to="/streamer-dashboard/bookings">Voir mes réservations</ButtonLink>}
      />
    </>
  );
}
