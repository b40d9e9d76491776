import { useState } from 'react';
import type { Role } from '#product/shared/roles.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { ROLE_CARDS } from '#web/features/auth/role-cards.tsx';
import type { SentMail } from '#web/features/auth/sign-in-form.tsx';
import { useExplain } from '#web/features/auth/use-explain.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';

interface SignUpFormProps {
  email: string;
  onEmail: (email: string) => void;
  /** The role that the link to this page chose. */
  role: Role | null;
  /** False within a booking: only that role makes sense, and the password is typed once. */
  asksRole: boolean;
  /**
   * The account is about to be made: once it is signed in, the page may have something to say
   * first.
   */
  onSubmitting: () => void;
  onMailSent: (mail: SentMail) => void;
  /** To the form for those who have an account, with the address typed here. */
  onSignIn: () => void;
}

const schemas = () => import('#web/features/auth/forms/schemas.ts');
const wholeSchema = async () => (await schemas()).signUpSchema;
const shortSchema = async () => (await schemas()).shortSignUpSchema;

/** A new account, in one of the three roles. */
export function SignUpForm(props: SignUpFormProps) {
  const { email, onEmail, role, asksRole, onSubmitting, onMailSent, onSignIn } = props;
  const { prepare, signUp } = useAuth();
  const [isTaken, setTaken] = useState(false);
  const explain = useExplain({ weak_password: 'password', user_already_exists: 'email' });
  const { register, submit, errors, failure, busy } = useSchemaForm(
    asksRole ? wholeSchema : shortSchema,
    {
      firstName: '',
      lastName: '',
      email,
      password: '',
      confirmPassword: '',
      ...(role && { role }),
    },
    async (values) => {
      onSubmitting();
      const outcome = await signUp(values);
      if (outcome.kind === 'confirm-email') onMailSent({ kind: 'signup', email: values.email });
    },
    async (error) => {
      const failed = await explain(error);
      setTaken(failed.code === 'user_already_exists');
      return failed;
    },
  );

  return (
    <form noValidate onSubmit={submit} onFocus={prepare} aria-label="Créer un compte" className="grid gap-5">
      {failure && <FormError>{failure.text}</FormError>}
      {asksRole && (
        <Field label="Vous êtes ici en tant que" error={errors.role?.message} group required>
          <RadioCards {...register('role')} options={ROLE_CARDS} />
        </Field>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Prénom" error={errors.firstName?.message} required>
          <Input {...register('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Nom" error={errors.lastName?.message} required>
          <Input {...register('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <Field label="Adresse e-mail" error={errors.email?.message} required>
        <Input
          {...register('email', { onChange: (event) => onEmail(event.target.value) })}
          type="email"
          autoComplete="email"
          inputMode="email"
        />
      </Field>
      {isTaken && errors.email && (
        <Button size="sm" className="justify-self-start" onClick={onSignIn}>
          Se connecter avec cette adresse
        </Button>
      )}
      <Field label="Mot de passe" hint="6 caractères au moins." error={errors.password?.message} required>
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      {asksRole && (
        <Field label="Confirmer le mot de passe" error={errors.confirmPassword?.message} required>
          <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
        </Field>
      )}
      <Button type="submit" tone="spot" size="lg" loading={busy}>
        Créer mon compte
      </Button>
      <p className="text-small text-muted">
        En créant un compte, vous acceptez les{' '}
        <TextLink to="/cgu" target="_blank">
          conditions d’utilisation
        </TextLink>
        . Ce que nous faisons de vos données{'\u202f'}:{' '}
        <TextLink to="/confidentialite" target="_blank">
          confidentialité
        </TextLink>
        .
      </p>
    </form>
  );
}
