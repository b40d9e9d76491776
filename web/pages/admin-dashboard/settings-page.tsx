import { PlatformSettings } from '#web/features/admin/settings/platform-settings.tsx';
import { TeamSection } from '#web/features/admin/team/team-section.tsx';
import { AccountSettingsPage } from '#web/pages/account-settings/account-settings.tsx';

/** `/admin-dashboard/settings`: the team and the platform's terms below one's own account. */
export function Component() {
  return (
    <>
      <AccountSettingsPage />
      <TeamSection />
      <PlatformSettings />
    </>
  );
}
