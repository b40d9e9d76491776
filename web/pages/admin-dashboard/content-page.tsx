import { Newspaper } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/content`. */
export function Component() {
  return (
    <>
      <PageHeader title="Contenu" description="Les catégories et les textes de la plateforme." />
      <EmptyState
        icon={<Newspaper />}
        title="Rien à éditer pour l’instant"
        description="Les catégories et les textes que lisent les visiteurs se modifieront ici."
        action={<ButtonLink to="/browse">Voir la page publique</ButtonLink>}
      />
    </>
  );
}
