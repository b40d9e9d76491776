import { PlatformSettings } from '#web/features/admin/settings/platform-settings.tsx';
import { TeamSection } from '#web/features/admin/team/team-section.tsx';
import { AccountSettingsPage } from '#web/pages/account-settings/account-settings.tsx';

/** `/admin-dashboard/settings`: the platform's terms, the team, then one's own account. */
export function Component() {
  return (
    <AccountSettingsPage
      before={
        <>
          <PlatformSettings />
          <TeamSection />
        </>
      }
    />
  );
}
