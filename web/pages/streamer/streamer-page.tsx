import { UserRound } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/streamer/{streamerId}`. A public profile, once streamers publish one. */
export function Component() {
  return (
    <div className="wrap pt-8 pb-16">
      <PageHeader title="Profil de streamer" />
      <EmptyState
        icon={<UserRound />}
        title="Ce profil n’est pas encore publié"
        description="Un profil présentera le streamer, ce qu’il propose, ses heures libres et les avis de celles et ceux qui l’ont rencontré."
        action={<ButtonLink to="/browse">Parcourir les streamers</ButtonLink>}
      />
    </div>
  );
}
