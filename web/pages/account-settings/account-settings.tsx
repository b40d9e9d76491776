import type { ReactNode } from 'react';
import { AccountSettings } from '#web/features/account/account-settings.tsx';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/**
 * The settings of each dashboard: the same account, whatever the role; `before` stands above it.
 */
export function AccountSettingsPage({ before }: { before?: ReactNode }) {
  const { state, store, signOut, explain } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return (
    <>
      <PageHeader
        title="Réglages"
        description={
          before
            ? 'Les conditions de la plateforme, l’équipe, puis votre compte.'
            : 'Votre compte, vos appareils et vos données.'
        }
      />
      {before}
      <AccountSettings
        key={state.user.id}
        account={state.user}
        explain={explain}
        onProfileChanged={() => store.reload()}
        onSignOut={signOut}
      />
    </>
  );
}
