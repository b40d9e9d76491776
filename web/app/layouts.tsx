import { Outlet } from 'react-router';
import { PublicShell } from '#web/app/shells/public-shell.tsx';
import { useShellAccount } from '#web/app/use-shell-account.ts';

/** The public pages: header, page, footer. */
export function PublicLayout() {
  const { account, pending, onSignOut } = useShellAccount();
  return (
    <PublicShell account={account} accountPending={pending} onSignOut={onSignOut}>
      <Outlet />
    </PublicShell>
  );
}
