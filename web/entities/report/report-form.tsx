import * as z from 'zod/mini';
import { CATEGORIES, CATEGORY_NAMES } from '#product/accounts/rules/sanctions.ts';
import { type ReportSubject, sendReport } from '#product/moderation/contract.ts';
import { email } from '#web/lib/forms/account-fields.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

const BODY_MIN = 10;
const report = {
  category: z.enum(CATEGORY_NAMES, 'Choisissez un motif'),
  body: z.string().check(z.trim(), z.minLength(BODY_MIN, 'Dites en une phrase au moins ce qui s’est passé')),
  goodFaith: z
    .boolean()
    .check(z.refine((value) => value, 'Confirmez que vous dites ce que vous croyez vrai')),
};
const ofAccount = z.object({ ...report, name: z.string(), email: z.string() });
const ofStranger = z.object({
  ...report,
  name: z.string().check(z.trim(), z.minLength(2, 'Indiquez votre nom')),
  email,
});

interface ReportFormProps {
  subject: ReportSubject;
  signedIn: boolean;
  onClose: () => void;
}

/**
 * The form in which a person reports a problem in their own words. People without an account give
 * the address for the answer.
 */
export default function ReportForm({ subject, signedIn, onClose }: ReportFormProps) {
  const sending = useCommand(sendReport, {
    done: () => ({
      title: 'Signalement envoyé',
      description: 'Une personne de l’équipe l’étudie et vous répond par e-mail.',
    }),
  });
  const { register, submit, errors, busy, failure } = useSchemaForm(
    signedIn ? ofAccount : ofStranger,
    { body: '', goodFaith: false, name: '', email: '' },
    async ({ category, body, name, email: address }) => {
      const who = signedIn ? null : { name, email: address };
      await sending.run({ subject, category, body, path: window.location.pathname, goodFaith: true, who });
      onClose();
    },
    commandFailure,
  );
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && <FormError>{failure.text}</FormError>}
      <Field label="Motif" error={errors.category?.message} required>
        <Select
          placeholder="Choisir un motif"
          defaultValue=""
          options={CATEGORY_NAMES.map((value) => ({ value, label: CATEGORIES[value].label }))}
          {...register('category')}
        />
      </Field>
      <Field
        label="Ce qui s’est passé"
        hint="Ce que vous voyez est gardé tel quel avec votre signalement."
        error={errors.body?.message}
        required
      >
        <Textarea rows={4} maxLength={2000} {...register('body')} />
      </Field>
      {!signedIn && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Votre nom" error={errors.name?.message} required>
            <Input autoComplete="name" {...register('name')} />
          </Field>
          <Field label="Votre e-mail" error={errors.email?.message} required>
            <Input type="email" autoComplete="email" {...register('email')} />
          </Field>
        </div>
      )}
      <Field label={<span className="sr-only">Bonne foi</span>} error={errors.goodFaith?.message}>
        <Checkbox label="Je dis ce que je crois vrai et complet." {...register('goodFaith')} />
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>Revenir</Button>
        <Button type="submit" tone="spot" loading={busy}>
          Envoyer le signalement
        </Button>
      </div>
    </form>
  );
}
