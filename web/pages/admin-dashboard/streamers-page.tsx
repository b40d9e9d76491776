import { Video } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/streamers`. */
export function Component() {
  return (
    <>
      <PageHeader title="Streamers" description="Les profils publiés et ceux qui attendent." />
      <EmptyState
        icon={<Video />}
        title="Aucun profil publié"
        description="Les streamers publieront leur profil avec leurs offres. Leurs comptes sont déjà parmi les utilisateurs."
        action={
          <ButtonLink to="/admin-dashboard/users?role=streamer">Voir les comptes de streamers</ButtonLink>
        }
      />
    </>
  );
}
