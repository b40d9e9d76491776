import { SettingsWays } from '#web/features/admin/settings/settings-ways.tsx';
import { TeamSection } from '#web/features/admin/team/team-section.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/settings/team`. */
export const Component = () => (
  <>
    <PageHeader title="Réglages" description="Qui est de l’équipe, et ce que chacun peut y faire." />
    <SettingsWays />
    <TeamSection />
  </>
);
