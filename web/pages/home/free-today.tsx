import { CalendarDays } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

/** Where the places that are free today will be. Until there are offers it says so, and invents nobody. */
export function FreeToday() {
  return (
    <section className="wrap py-10 lg:py-14" aria-labelledby="free-today">
      <h2 id="free-today" className="mb-6 text-heading">
        Libres aujourd’hui
      </h2>
      <EmptyState
        icon={<CalendarDays />}
        title="Le rideau n’est pas encore levé"
        description="Aucune heure n’est ouverte à la réservation pour l’instant. Dès qu’un streamer publie les siennes, elles sont ici."
        action={<ButtonLink to="/browse">Parcourir les streamers</ButtonLink>}
      />
    </section>
  );
}
