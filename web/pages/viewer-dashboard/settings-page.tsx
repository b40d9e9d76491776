import { Settings } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/viewer-dashboard/settings`. */
export function Component() {
  return (
    <>
      <PageHeader title="Réglages" />
      <EmptyState
        icon={<Settings />}
        title="Vos réglages arrivent"
        description="Votre nom, votre adresse, votre mot de passe et vos appareils connectés se règleront ici."
      />
    </>
  );
}
