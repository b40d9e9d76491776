import { Wallet } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/payments`. */
export function Component() {
  return (
    <>
      <PageHeader title="Paiements" description="Le grand livre, à l’équilibre." />
      <EmptyState
        icon={<Wallet />}
        title="Aucun mouvement"
        description="Chaque paiement, remboursement et versement sera écrit ici en partie double. La somme devra toujours faire zéro."
        action={<ButtonLink to="/admin-dashboard/users">Voir les utilisateurs</ButtonLink>}
      />
    </>
  );
}
