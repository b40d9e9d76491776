import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { cancelDeletion, requestDeletion } from '#product/accounts/contract.ts';
import { DELETION_GRACE_DAYS } from '#product/deletion/rules/deletion.ts';
import { PasswordByMail, useCameFromElsewhere } from '#web/features/account/password-by-mail.tsx';
import { type AccountSectionProps, accountKey, deletionQuery } from '#web/features/account/queries.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { type FormFailure, useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Deleting the account: asks for the password, and can be undone by a click until the grace period
 * is over.
 */
export function DeleteAccount({ account, explain }: AccountSectionProps) {
  const { id: userId } = account;
  const [asking, setAsking] = useState(false);
  const deletion = useQuery(deletionQuery(userId));
  const keep = useCommand(cancelDeletion, {
    changes: [deletionQuery(userId).queryKey],
    done: 'Votre compte est gardé',
    failed: 'Annulation impossible',
  });
  return (
    <SettingsSection
      title="Supprimer le compte"
      description={`Votre compte disparaît ${DELETION_GRACE_DAYS}\u00a0jours après votre demande. D’ici là, vous pouvez changer d’avis.`}
    >
      <div role="status" className="num text-small empty:hidden">
        {deletion.data && (
          <p className="rounded-lg border border-live-edge bg-live-wash px-4 py-4">
            Votre compte sera supprimé le <b>{formatDateTime(deletion.data, zone, { year: true })}</b>.
          </p>
        )}
      </div>
      {/* One button for both ways, so that the focus stays on it when the way turns. */}
      <Button
        tone={deletion.data ? 'outline' : 'danger-outline'}
        className="justify-self-start"
        loading={keep.pending}
        onClick={() => (deletion.data ? keep.press({}) : setAsking(true))}
      >
        {deletion.data ? 'Garder mon compte' : 'Supprimer mon compte'}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Supprimer votre compte ?"
        description={`Vos autres appareils sont déconnectés tout de suite. Dans ${DELETION_GRACE_DAYS}\u00a0jours, votre profil et vos connexions sont effacés. Vos sessions, vos paiements et vos avis sont conservés sans votre nom. Les factures sont gardées dix ans et l’identité fiscale d’un streamer qui a été payé, chiffrée, jusqu’à la fin de la cinquième année après sa dernière session\u202f: la loi l’exige.`}
      >
        <DeletionForm account={account} explain={explain} onClose={() => setAsking(false)} />
      </Dialog>
    </SettingsSection>
  );
}

interface DeletionFormProps extends AccountSectionProps {
  onClose: () => void;
}

const deletionSchema = z.object({
  password: z.string().check(z.minLength(1, 'Saisissez votre mot de passe')),
});

function explainRefusal(error: unknown): FormFailure {
  const failure = commandFailure(error);
  return error instanceof CommandError && error.code === 'wrong_password'
    ? { ...failure, fields: { password: failure.text } }
    : failure;
}

/** Lives only while the dialog is open, so each opening starts empty. */
function DeletionForm({ account, explain, onClose }: DeletionFormProps) {
  const ask = useCommand(requestDeletion, { changes: [accountKey(account.id)] });
  const cameFromElsewhere = useCameFromElsewhere(account.id);
  const { register, submit, errors, busy, failure } = useSchemaForm(
    deletionSchema,
    { password: '' },
    async (values) => {
      await ask.run(values);
      onClose();
    },
    explainRefusal,
  );
  return (
    <form noValidate aria-label="Supprimer le compte" className="grid gap-5" onSubmit={submit}>
      {failure && <FormError>{failure.text}</FormError>}
      <Field
        label="Votre mot de passe"
        hint="Pour être sûrs que c’est bien vous."
        error={errors.password?.message}
        required
      >
        <PasswordInput {...register('password')} autoComplete="current-password" />
      </Field>
      {cameFromElsewhere && (
        <div className="grid gap-3 rounded-lg border border-line px-4 py-4">
          <p className="text-small text-soft">
            Vous n’avez jamais choisi de mot de passe{'\u202f'}? Recevez un lien pour le faire, puis revenez
            ici.
          </p>
          <PasswordByMail account={account} explain={explain} />
        </div>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>Garder mon compte</Button>
        <Button type="submit" tone="danger" loading={busy}>
          Demander la suppression
        </Button>
      </div>
    </form>
  );
}
