import { PageHeader } from '#web/ui/page-header.tsx';
import { ShowActions } from './show-actions.tsx';
import { ShowBooker } from './show-booker.tsx';
import { ShowCharts } from './show-charts.tsx';
import { ShowData } from './show-data.tsx';
import { ShowForms } from './show-forms.tsx';
import { ShowOverlays } from './show-overlays.tsx';
import { ShowTickets } from './show-tickets.tsx';
import { ShowTokens } from './show-tokens.tsx';
import { ShowWeeks } from './show-weeks.tsx';

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
      <ShowCharts />
      <ShowData />
      <ShowOverlays />
    </div>
  );
}
