import { CalendarDays } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/book-session/{streamerId}`. Open to anyone: one signs in at the last step. */
export function Component() {
  return (
    <div className="wrap pt-8 pb-16">
      <PageHeader title="Réserver une session" />
      <EmptyState
        icon={<CalendarDays />}
        title="La réservation n’est pas encore ouverte"
        description="Vous choisirez ici un jour, une heure et une durée, avec le prix et la règle d’annulation écrits avant de payer."
        action={<ButtonLink to="/browse">Revenir aux streamers</ButtonLink>}
      />
    </div>
  );
}
