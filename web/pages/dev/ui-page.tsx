import { ShowActions } from '#web/pages/dev/show-actions.tsx';
import { ShowBooker } from '#web/pages/dev/show-booker.tsx';
import { ShowData } from '#web/pages/dev/show-data.tsx';
import { ShowForms } from '#web/pages/dev/show-forms.tsx';
import { ShowOverlays } from '#web/pages/dev/show-overlays.tsx';
import { ShowTickets } from '#web/pages/dev/show-tickets.tsx';
import { ShowTokens } from '#web/pages/dev/show-tokens.tsx';
import { ShowWeeks } from '#web/pages/dev/show-weeks.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/dev/ui`: every primitive with all its states, in development builds only. The names and figures on it are specimens. */
export function Component() {
  return (
    <div className="wrap py-10">
      <PageHeader
        title="Le système visuel"
        description="Chaque pièce dans tous ses états. Cette page n’existe qu’en développement."
        back={{ to: '/', label: 'Accueil' }}
        actions={null}
      />
      <ShowTokens />
      <ShowActions />
      <ShowForms />
      <ShowTickets />
      <ShowBooker />
      <ShowWeeks />
      <ShowData />
      <ShowOverlays />
    </div>
  );
}
