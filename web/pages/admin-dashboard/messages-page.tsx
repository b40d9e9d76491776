import { MessagesSquare } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/messages`. */
export function Component() {
  return (
    <>
      <PageHeader title="Messages" description="Ce que l’on vous écrit." />
      <EmptyState
        icon={<MessagesSquare />}
        title="Aucun message"
        description="Les messages adressés à l’équipe arriveront ici, avec le compte de la personne à portée de main."
        action={<ButtonLink to="/admin-dashboard/users">Voir les utilisateurs</ButtonLink>}
      />
    </>
  );
}
