import { Ticket } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/viewer-dashboard/bookings`. */
export function Component() {
  return (
    <>
      <PageHeader title="Réservations" description="Vos billets, à venir et passés." />
      <EmptyState
        icon={<Ticket />}
        title="Aucune réservation"
        description="Chaque session que vous réservez devient un billet : le streamer, la date, l’heure chez vous et chez lui, et ce que coûterait une annulation."
        action={<ButtonLink to="/browse">Parcourir les streamers</ButtonLink>}
      />
    </>
  );
}
