import * as z from 'zod/mini';
import { password, samePasswords } from '#web/lib/forms/account-fields.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { PasswordByMail, useCameFromElsewhere } from './password-by-mail.tsx';
import type { AccountSectionProps } from './queries.ts';

const schema = z
  .object({
    currentPassword: z.string().check(z.minLength(1, 'Saisissez votre mot de passe actuel')),
    password,
    confirmPassword: password,
  })
  .check(samePasswords);

const empty = { currentPassword: '', password: '', confirmPassword: '' };

/** Codes of the auth service that are about one field. */
const fieldOf = new Map<string, 'currentPassword' | 'password'>([
  ['current_password_invalid', 'currentPassword'],
  ['current_password_required', 'currentPassword'],
  ['weak_password', 'password'],
  ['same_password', 'password'],
]);

interface PasswordFormProps extends AccountSectionProps {
  /** The other devices were signed out by the change. */
  onChanged: () => Promise<void>;
}

/** A new password, given with the current one; the other devices are signed out. */
export function PasswordForm({ account, explain, onChanged }: PasswordFormProps) {
  const form = useSchemaForm(
    schema,
    empty,
    async (values) => {
      const { supabase } = await loadClient();
      const { error } = await supabase.auth.updateUser({
        password: values.password,
        current_password: values.currentPassword,
      });
      if (error) throw error;
      form.reset(empty);
      await onChanged();
      toast({ title: 'Mot de passe changé', description: 'Vos autres appareils ont été déconnectés.' });
    },
    async (error) => {
      const { code, text } = await explain(error);
      const field = fieldOf.get(code);
      return field ? { text, fields: { [field]: text } } : { text };
    },
  );
  const { errors } = form;
  if (useCameFromElsewhere(account.id))
    return (
      <SettingsSection
        title="Mot de passe"
        description="Vous vous connectez par un autre compte. Pour choisir un mot de passe, ou en changer, recevez un lien."
      >
        <PasswordByMail account={account} explain={explain} />
      </SettingsSection>
    );
  return (
    <SettingsSection title="Mot de passe" description="Le changer déconnecte vos autres appareils.">
      <form noValidate onSubmit={form.submit} aria-label="Mot de passe" className="grid gap-5">
        {form.failure && <FormError>{form.failure.text}</FormError>}
        <input type="text" hidden name="username" autoComplete="username" value={account.email} readOnly />
        <Field label="Mot de passe actuel" error={errors.currentPassword?.message} required>
          <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
        </Field>
        <Field
          label="Nouveau mot de passe"
          hint="6 caractères au moins."
          error={errors.password?.message}
          required
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Field label="Confirmer le nouveau mot de passe" error={errors.confirmPassword?.message} required>
          <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
        </Field>
        <Button type="submit" loading={form.busy} className="justify-self-start">
          Changer le mot de passe
        </Button>
      </form>
    </SettingsSection>
  );
}
