import { PlatformCodes } from '#web/features/admin/settings/platform-codes.tsx';
import { PlatformSettings } from '#web/features/admin/settings/platform-settings.tsx';
import { SettingsWays } from '#web/features/admin/settings/settings-ways.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/settings/platform`. */
export const Component = () => (
  <>
    <PageHeader
      title="Réglages"
      description="La commission, le délai des fonds et le versement minimal, avec toutes leurs versions, et les codes de Loge."
    />
    <SettingsWays />
    <PlatformSettings />
    <PlatformCodes />
  </>
);
