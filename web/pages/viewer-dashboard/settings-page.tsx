import { useAuth } from '#web/features/auth/auth-context.ts';
import { ContactConsents } from '#web/features/sessions/contact-consents.tsx';
import { PersonSettings } from '#web/features/sessions/person-settings.tsx';
import { PrivateFeed } from '#web/features/sessions/private-feed.tsx';
import { AccountSettingsPage } from '#web/pages/account-settings/account-settings.tsx';

/** `/viewer-dashboard/settings`: the account, how and when one is told, and the deletion last. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return (
    <AccountSettingsPage description="Votre compte, vos e-mails, votre agenda et vos données.">
      <PersonSettings userId={state.user.id} />
      <ContactConsents viewerId={state.user.id} />
      <PrivateFeed userId={state.user.id} />
    </AccountSettingsPage>
  );
}
