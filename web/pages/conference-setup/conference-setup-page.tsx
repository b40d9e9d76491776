import { Video } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/conference/setup`. */
export function Component() {
  return (
    <div className="wrap pt-8 pb-16">
      <PageHeader title="Avant d’entrer" />
      <EmptyState
        icon={<Video />}
        title="Rien à préparer pour l’instant"
        description="Avant une session, vous vérifierez ici votre caméra, votre micro et votre connexion. Les sessions ouvrent avec les réservations."
        action={<ButtonLink to="/dashboard">Revenir à mon espace</ButtonLink>}
      />
    </div>
  );
}
