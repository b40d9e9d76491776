import { completeProfile } from '#product/accounts/contract.ts';
import type { Role } from '#product/shared/roles.ts';
import { profileSchema } from '#web/features/auth/forms/schemas.ts';
import { ROLE_CARDS } from '#web/features/auth/role-cards.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';

interface CompleteProfileProps {
  /** As the provider told it, to begin with. */
  name: string;
  onDone: (role: Role) => Promise<void>;
}

/** Role and names of somebody who came by another account, which does not tell them. */
export function CompleteProfile({ name, onDone }: CompleteProfileProps) {
  const [firstName = '', ...rest] = name.split(/\s+/);
  const { register, submit, errors, failure, busy } = useSchemaForm(
    profileSchema,
    { firstName, lastName: rest.join(' ') },
    async (values) => {
      const { role } = await callCommand(completeProfile, values);
      if (role !== values.role)
        toast({ title: 'Demande transmise', description: 'L’équipe décidera de votre rôle d’admin.' });
      await onDone(role);
    },
    (error) => {
      console.error('Profil non complété', error);
      return { text: errorText(error) };
    },
  );
  return (
    <form noValidate onSubmit={submit} aria-label="Compléter mon profil" className="grid gap-5">
      {failure && <FormError>{failure.text}</FormError>}
      <Field label="Vous êtes ici en tant que" error={errors.role?.message} group required>
        <RadioCards {...register('role')} options={ROLE_CARDS} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Prénom" error={errors.firstName?.message} required>
          <Input {...register('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Nom" error={errors.lastName?.message} required>
          <Input {...register('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <Button type="submit" tone="spot" size="lg" loading={busy}>
        Entrer
      </Button>
      <p className="text-small text-muted">
        En continuant, vous acceptez les{' '}
        <TextLink to="/cgu" target="_blank">
          conditions d’utilisation
        </TextLink>
        .
      </p>
    </form>
  );
}
