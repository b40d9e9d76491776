import { CalendarDays } from 'lucide-react';
import { useLocation } from 'react-router';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/streamer-dashboard/bookings` and `/streamer-dashboard/calendar`: the same page (spec, section 2). */
export function Component() {
  const calendar = useLocation().pathname.endsWith('/calendar');
  return (
    <>
      <PageHeader
        title={calendar ? 'Calendrier' : 'Réservations'}
        description="Vos sessions, semaine après semaine."
      />
      <EmptyState
        icon={<CalendarDays />}
        title="Aucune session réservée"
        description="Les sessions se placeront ici sur votre semaine, avec les demandes qui attendent votre réponse."
        action={<ButtonLink to="/streamer-dashboard/availability">Voir mes disponibilités</ButtonLink>}
      />
    </>
  );
}
