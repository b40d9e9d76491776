import { PlatformSettings } from '#web/features/admin/settings/platform-settings.tsx';
import { AccountSettingsPage } from '#web/pages/account-settings/account-settings.tsx';

/** `/admin-dashboard/settings`: the platform's terms below one's own account. */
export function Component() {
  return (
    <>
      <AccountSettingsPage />
      <PlatformSettings />
    </>
  );
}
