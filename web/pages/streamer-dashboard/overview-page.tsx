import { House } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/streamer-dashboard`. */
export function Component() {
  return (
    <>
      <PageHeader title="Mon espace" />
      <EmptyState
        icon={<House />}
        title="Votre journée tiendra sur cette page"
        description="La prochaine session, les demandes qui attendent votre réponse et ce que vous avez gagné. Les réservations ouvrent bientôt. En attendant, complétez votre compte."
        action={
          <ButtonLink tone="spot" to="/streamer-dashboard/settings">
            Compléter mon compte
          </ButtonLink>
        }
      />
    </>
  );
}
