import { SettingsWays } from '#web/features/admin/settings/settings-ways.tsx';
import { AccountSettingsPage } from '#web/pages/account-settings/account-settings.tsx';

/** `/admin-dashboard/settings`: one's own account. */
export const Component = () => <AccountSettingsPage ways={<SettingsWays />} />;
