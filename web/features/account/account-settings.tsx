import { useQueryClient } from '@tanstack/react-query';
import type { AccountSectionProps } from '#web/features/account/account.ts';
import { DataExport } from '#web/features/account/data-export.tsx';
import { DeleteAccount } from '#web/features/account/delete-account.tsx';
import { EmailForm } from '#web/features/account/email-form.tsx';
import { PasswordForm } from '#web/features/account/password-form.tsx';
import { ProfileForm } from '#web/features/account/profile-form.tsx';
import { sessionsQuery } from '#web/features/account/queries.ts';
import { SessionsList } from '#web/features/account/sessions-list.tsx';

interface AccountSettingsProps extends AccountSectionProps {
  onProfileChanged: () => Promise<void>;
  onSignOut: (scope: 'local' | 'others') => Promise<void>;
}

/** What every role settles about their own account. */
export function AccountSettings({ account, explain, onProfileChanged, onSignOut }: AccountSettingsProps) {
  const queries = useQueryClient();
  return (
    <>
      <ProfileForm account={account} onChanged={onProfileChanged} />
      <EmailForm account={account} explain={explain} />
      <PasswordForm
        account={account}
        explain={explain}
        onChanged={() => queries.invalidateQueries({ queryKey: sessionsQuery(account.id).queryKey })}
      />
      <SessionsList userId={account.id} onSignOut={onSignOut} />
      <DataExport />
      <DeleteAccount userId={account.id} />
    </>
  );
}
