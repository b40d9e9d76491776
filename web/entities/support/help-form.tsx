import * as z from 'zod/mini';
import { threadNumber } from '#product/shared/reference-numbers.ts';
import {
  openThread,
  SUBJECT_MAX,
  SUPPORT_MESSAGE_MAX,
  type ThreadSubject,
} from '#product/support/contract.ts';
import { REQUESTS_KEY } from '#web/entities/support/thread.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { AttachmentPicker, receiveFiles, useFilesToSend } from '#web/ui/attachment-picker.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';

const schema = z.object({
  subject: z.string().check(z.trim(), z.minLength(3, 'Dites en quelques mots de quoi il s’agit')),
  body: z.string().check(z.trim(), z.minLength(1, 'Écrivez votre message')),
});

/** The form in which a person asks the team for help. */
export default function HelpForm({ about, onClose }: { about: ThreadSubject; onClose: () => void }) {
  const opening = useCommand(openThread, {
    changes: [REQUESTS_KEY],
    done: ({ number }) => ({
      title: `Demande ${threadNumber(number)} envoyée`,
      description: 'La réponse arrive parmi vos demandes et par e-mail.',
    }),
  });
  const files = useFilesToSend();
  const { register, submit, errors, busy, failure } = useSchemaForm(
    schema,
    { subject: '', body: '' },
    async (values) => {
      await opening.run({ about, ...values, files: files.sent });
      onClose();
    },
    commandFailure,
  );
  return (
    <form onSubmit={submit} noValidate className="grid gap-5" {...receiveFiles(files)}>
      {failure && <FormError>{failure.text}</FormError>}
      <Field label="Objet" error={errors.subject?.message} required>
        <Input maxLength={SUBJECT_MAX} autoComplete="off" {...register('subject')} />
      </Field>
      <Field
        label="Votre message"
        hint="Ne donnez ni mot de passe ni numéro de carte : l’équipe n’en a jamais besoin."
        error={errors.body?.message}
        required
      >
        <Textarea rows={5} maxLength={SUPPORT_MESSAGE_MAX} {...register('body')} />
      </Field>
      <AttachmentPicker files={files} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>Revenir</Button>
        <Button type="submit" tone="spot" loading={busy} disabled={files.busy}>
          Envoyer
        </Button>
      </div>
    </form>
  );
}
