import { Clock } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/streamer-dashboard/availability`. */
export function Component() {
  return (
    <>
      <PageHeader title="Disponibilités" description="Les heures où l’on peut vous réserver." />
      <EmptyState
        icon={<Clock />}
        title="Vos heures ne sont pas encore ouvertes"
        description="Vous peindrez ici vos heures sur la semaine, avec vos exceptions, vos vacances et le temps de souffler entre deux sessions."
        action={<ButtonLink to="/streamer-dashboard/settings">Vérifier mon compte</ButtonLink>}
      />
    </>
  );
}
