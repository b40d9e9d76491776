import { useAuth } from '#web/features/auth/auth-context.ts';
import { recoverySchema } from '#web/features/auth/forms/schemas.ts';
import { useExplain } from '#web/features/auth/use-explain.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';

interface RecoveryFormProps {
  email: string;
  onSent: (email: string) => void;
}

/** Asks for a recovery mail. The answer is the same whether or not there is such an account. */
export function RecoveryForm({ email, onSent }: RecoveryFormProps) {
  const { sendRecovery } = useAuth();
  const { register, submit, errors, failure, busy } = useSchemaForm(
    recoverySchema,
    { email },
    async (values) => {
      await sendRecovery(values.email);
      onSent(values.email);
    },
    useExplain(),
  );
  return (
    <form noValidate onSubmit={submit} aria-label="Mot de passe oublié" className="grid gap-5">
      {failure && <FormError>{failure.text}</FormError>}
      <Field label="Adresse e-mail" error={errors.email?.message} required>
        <Input {...register('email')} type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Button type="submit" tone="spot" size="lg" loading={busy}>
        Recevoir le lien
      </Button>
    </form>
  );
}
