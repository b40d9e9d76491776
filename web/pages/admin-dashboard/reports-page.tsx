import { FileText } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/reports`. */
export function Component() {
  return (
    <>
      <PageHeader title="Rapports" description="Les chiffres d’une période, à emporter." />
      <EmptyState
        icon={<FileText />}
        title="Aucun rapport"
        description="Les rapports d’activité et de comptabilité se prépareront ici à partir des sessions et des paiements."
        action={<ButtonLink to="/admin-dashboard/users">Voir les utilisateurs</ButtonLink>}
      />
    </>
  );
}
