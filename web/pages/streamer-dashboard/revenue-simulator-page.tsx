import { Calculator } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/streamer-dashboard/revenue-simulator`. */
export function Component() {
  return (
    <>
      <PageHeader title="Simulateur de revenus" description="Combien rapporterait votre semaine." />
      <EmptyState
        icon={<Calculator />}
        title="Le simulateur n’est pas encore ouvert"
        description="Vous choisirez un prix, une durée et un nombre de sessions, et verrez ce qui vous revient une fois la commission retirée."
        action={<ButtonLink to="/streamer-dashboard/earnings">Voir mes revenus</ButtonLink>}
      />
    </>
  );
}
