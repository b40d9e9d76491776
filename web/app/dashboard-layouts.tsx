import { Outlet } from 'react-router';
import { DashboardShell } from '#web/app/shells/dashboard-shell.tsx';
import {
  adminNavigation,
  type NavItem,
  streamerNavigation,
  viewerNavigation,
} from '#web/app/shells/navigation.ts';
import { useShellAccount } from '#web/app/use-shell-account.ts';

function DashboardLayout({ area, navigation }: { area: string; navigation: readonly NavItem[] }) {
  const { account, onSignOut } = useShellAccount();
  return (
    <DashboardShell account={account} onSignOut={onSignOut} area={area} navigation={navigation}>
      <Outlet />
    </DashboardShell>
  );
}

export const ViewerLayout = () => <DashboardLayout area="Espace viewer" navigation={viewerNavigation} />;
export const StreamerLayout = () => (
  <DashboardLayout area="Espace streamer" navigation={streamerNavigation} />
);
export const AdminLayout = () => <DashboardLayout area="Administration" navigation={adminNavigation} />;
