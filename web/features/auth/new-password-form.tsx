import { useAuth } from '#web/features/auth/auth-context.ts';
import { newPasswordSchema } from '#web/features/auth/forms/schemas.ts';
import { useExplain } from '#web/features/auth/use-explain.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

interface NewPasswordFormProps {
  /** The account it is for, so that a password manager updates the right entry. */
  email: string;
  onChanged: () => Promise<void>;
}

/** A new password, twice, for a session that came from a recovery link. */
export function NewPasswordForm({ email, onChanged }: NewPasswordFormProps) {
  const { changePassword } = useAuth();
  const { register, submit, errors, failure, busy } = useSchemaForm(
    newPasswordSchema,
    { password: '', confirmPassword: '' },
    async ({ password }) => {
      await changePassword(password);
      await onChanged();
    },
    useExplain({ weak_password: 'password', same_password: 'password' }),
  );
  return (
    <form noValidate onSubmit={submit} aria-label="Choix du mot de passe" className="grid gap-5">
      {failure && <FormError>{failure.text}</FormError>}
      <input
        type="text"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      />
      <Field
        label="Nouveau mot de passe"
        hint="6 caractères au moins."
        error={errors.password?.message}
        required
      >
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <Field label="Confirmer le mot de passe" error={errors.confirmPassword?.message} required>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <Button type="submit" tone="spot" size="lg" loading={busy}>
        Enregistrer le mot de passe
      </Button>
    </form>
  );
}
