import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { exportData } from '#product/accounts/contract.ts';
import { HelpButton } from '#web/entities/support/help-button.tsx';
import { DeleteAccount } from '#web/features/account/delete-account.tsx';
import { EmailForm } from '#web/features/account/email-form.tsx';
import { EventsList } from '#web/features/account/events-list.tsx';
import { FactorsSection, PasskeysSection } from '#web/features/account/factors-section.tsx';
import { IdentitiesList } from '#web/features/account/identities-list.tsx';
import { PasswordForm } from '#web/features/account/password-form.tsx';
import { ProfileForm } from '#web/features/account/profile-form.tsx';
import { SessionsList } from '#web/features/account/sessions-list.tsx';
import { useCommand } from '#web/lib/use-command.ts';
import { readViewing } from '#web/lib/viewing.ts';
import { Button } from '#web/ui/button.tsx';
import { SettingsLayout } from '#web/ui/settings-layout.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { type AccountSectionProps, sessionsQuery } from './queries.ts';

interface AccountSettingsProps extends AccountSectionProps {
  onProfileChanged: () => Promise<void>;
  onSignOut: (scope: 'local' | 'others') => Promise<void>;
  /**
   * The sections of the role beside the account: about mails and calendars. It stands before the help,
   * so that deletion comes last.
   */
  children?: ReactNode;
}

/**
 * The sections in which every role settles about their own account, the deletion last. To one of the team who sees
 * it as the person, how they sign in stays closed (`web/lib/viewing.ts`).
 */
export function AccountSettings({
  account,
  explain,
  onProfileChanged,
  onSignOut,
  children,
}: AccountSettingsProps) {
  const queries = useQueryClient();
  const [viewing] = useState(readViewing);
  if (viewing) {
    return (
      <SettingsLayout label="Sections des réglages">
        <ProfileForm account={account} onChanged={onProfileChanged} />
        {children}
        <SettingsSection
          title="Connexion et données"
          description="Adresse, mot de passe, appareils, données et suppression restent à la personne seule."
        >
          <p className="text-muted">Fermé pendant que vous voyez Loge comme {viewing.person.name}.</p>
        </SettingsSection>
      </SettingsLayout>
    );
  }
  return (
    <SettingsLayout label="Sections des réglages">
      <ProfileForm account={account} onChanged={onProfileChanged} />
      <EmailForm account={account} explain={explain} />
      <PasswordForm
        account={account}
        explain={explain}
        onChanged={() => queries.invalidateQueries({ queryKey: sessionsQuery(account.id).queryKey })}
      />
      <IdentitiesList account={account} explain={explain} />
      <FactorsSection account={account} explain={explain} />
      <PasskeysSection account={account} explain={explain} />
      <SessionsList userId={account.id} onSignOut={onSignOut} />
      <EventsList userId={account.id} />
      {children}
      <SettingsSection
        title="Aide"
        description="Une question sur votre compte, un paiement ou vos données ? Une personne de l’équipe vous répond."
      >
        <div className="flex flex-wrap gap-3">
          <HelpButton about={{ kind: 'account', id: null }} label="Écrire à l’équipe" />
        </div>
      </SettingsSection>
      <DataExport />
      <DeleteAccount account={account} explain={explain} />
    </SettingsLayout>
  );
}

function save(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Everything that Loge holds about the person, as one file (RGPD articles 15 and 20). */
function DataExport() {
  const exporting = useCommand(exportData, { failed: 'Export impossible' });
  const download = () =>
    exporting.press({}, (data) => save(`loge-mes-donnees-${data.exportedAt.slice(0, 10)}.json`, data));
  return (
    <SettingsSection
      title="Vos données"
      description="Tout ce que Loge sait de vous : compte, profil, connexions, demandes et décisions, dans un fichier JSON."
    >
      <Button className="justify-self-start" loading={exporting.pending} onClick={download}>
        <Download aria-hidden="true" />
        Télécharger mes données
      </Button>
    </SettingsSection>
  );
}
