import { DoorClosed } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/conference/room/{roomId}`. */
export function Component() {
  return (
    <div className="wrap pt-8 pb-16">
      <PageHeader title="La loge" />
      <EmptyState
        icon={<DoorClosed />}
        title="Cette loge est fermée"
        description="Une loge ouvre dix minutes avant l’heure, pour les personnes de la réservation seulement."
        action={<ButtonLink to="/dashboard">Revenir à mon espace</ButtonLink>}
      />
    </div>
  );
}
