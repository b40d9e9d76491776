import { Ticket } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/viewer-dashboard`. */
export function Component() {
  return (
    <>
      <PageHeader title="Mon espace" />
      <EmptyState
        icon={<Ticket />}
        title="Votre prochain billet sera ici"
        description="Dès votre première réservation, vous verrez sa date, le temps qui reste et le bouton pour rejoindre. Les réservations ouvrent bientôt."
        action={
          <ButtonLink tone="spot" to="/browse">
            Parcourir les streamers
          </ButtonLink>
        }
      />
    </>
  );
}
