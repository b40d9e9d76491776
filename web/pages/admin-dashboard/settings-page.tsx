import { useQuery } from '@tanstack/react-query';
import { PlatformSettings, versionsQuery } from '#web/features/admin/settings/platform-settings.tsx';
import { teamQuery } from '#web/features/admin/team/duties.ts';
import { TeamSection } from '#web/features/admin/team/team-section.tsx';
import { AccountSettingsPage } from '#web/pages/account-settings/account-settings.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** `/admin-dashboard/settings`: the platform's terms, the team, then one's own account. */
export function Component() {
  const versions = useQuery(versionsQuery);
  const team = useQuery(teamQuery);
  return (
    <AccountSettingsPage
      before={
        // Both at once, and nothing of the account in sight before: what is read never moves.
        !versions.isFetched || !team.isFetched ? (
          <Skeleton className="mb-10 h-dvh" />
        ) : (
          <>
            <PlatformSettings />
            <TeamSection />
          </>
        )
      }
    />
  );
}
