import { Wallet } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/streamer-dashboard/earnings`. */
export function Component() {
  return (
    <>
      <PageHeader title="Revenus" description="Ce qui est gagné, ce qui est en attente, ce qui est versé." />
      <EmptyState
        icon={<Wallet />}
        title="Aucun revenu"
        description="Chaque session honorée apparaîtra ici, avec les frais retenus et la date du versement."
        action={<ButtonLink to="/streamer-dashboard/availability">Voir mes disponibilités</ButtonLink>}
      />
    </>
  );
}
