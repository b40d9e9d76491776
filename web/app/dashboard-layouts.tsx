import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { DashboardShell } from '#web/app/shells/dashboard-shell.tsx';
import { LazyNextSession } from '#web/app/shells/lazy-next-session.tsx';
import {
  adminNavigation,
  type NavItem,
  streamerNavigation,
  viewerNavigation,
} from '#web/app/shells/navigation.ts';
import { useShellAccount } from '#web/app/use-shell-account.ts';

interface DashboardLayoutProps {
  area: string;
  navigation: readonly NavItem[];
  nextSession?: ReactNode;
}

function DashboardLayout({ area, navigation, nextSession }: DashboardLayoutProps) {
  const { account, onSignOut } = useShellAccount();
  return (
    <DashboardShell
      account={account}
      onSignOut={onSignOut}
      area={area}
      navigation={navigation}
      nextSession={nextSession}
    >
      <Outlet />
    </DashboardShell>
  );
}

export const ViewerLayout = () => (
  <DashboardLayout
    area="Espace viewer"
    navigation={viewerNavigation}
    nextSession={<LazyNextSession side="viewer" />}
  />
);
export const StreamerLayout = () => (
  <DashboardLayout
    area="Espace streamer"
    navigation={streamerNavigation}
    nextSession={<LazyNextSession side="streamer" />}
  />
);
export const AdminLayout = () => <DashboardLayout area="Administration" navigation={adminNavigation} />;
