import { Wallet } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/viewer-dashboard/payments`. */
export function Component() {
  return (
    <>
      <PageHeader title="Paiements" description="Ce que vous avez payé, et ce qui vous a été rendu." />
      <EmptyState
        icon={<Wallet />}
        title="Aucun paiement"
        description="Vos paiements, vos remboursements et vos reçus seront rangés ici, au centime près. Rien ne vous est demandé avant une réservation."
        action={<ButtonLink to="/viewer-dashboard/bookings">Voir mes réservations</ButtonLink>}
      />
    </>
  );
}
