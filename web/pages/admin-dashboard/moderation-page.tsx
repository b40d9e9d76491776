import { Flag } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/moderation`. */
export function Component() {
  return (
    <>
      <PageHeader title="Modération" description="Les signalements à décider." />
      <EmptyState
        icon={<Flag />}
        title="Aucun signalement"
        description="Un signalement de profil, de message, d’avis ou de session attendra ici une décision motivée. D’ici là, un compte peut déjà être suspendu."
        action={<ButtonLink to="/admin-dashboard/users">Voir les utilisateurs</ButtonLink>}
      />
    </>
  );
}
