import type { ReactNode } from 'react';
import { AccountSettings } from '#web/features/account/account-settings.tsx';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

interface AccountSettingsPageProps {
  description?: string;
  /** Under the title: the ways to the other settings. */
  ways?: ReactNode;
  /** Sections of the role, among those of the account. */
  children?: ReactNode;
}

/** The settings of a dashboard: the same account, whatever the role. */
export function AccountSettingsPage({
  description = 'Votre compte, vos appareils et vos données.',
  ways,
  children,
}: AccountSettingsPageProps) {
  const { state, store, signOut, explain } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return (
    <>
      <PageHeader title="Réglages" description={description} />
      {ways}
      <AccountSettings
        key={state.user.id}
        account={state.user}
        explain={explain}
        onProfileChanged={() => store.reload()}
        onSignOut={signOut}
      >
        {children}
      </AccountSettings>
    </>
  );
}
