import { useEffect, useState } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { offerPasskeys, signInWithPasskey, stopOffering } from '#web/features/auth/passkey-sign-in.ts';
import { useExplain } from '#web/features/auth/use-explain.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

export type SentMail = { kind: 'signup' | 'magiclink'; email: string };

interface SignInFormProps {
  email: string;
  onEmail: (email: string) => void;
  /** Where the link of a mail should lead afterwards. */
  returnTo: string | null;
  onMailSent: (mail: SentMail) => void;
}

const schema = async () => (await import('#web/features/auth/forms/schemas.ts')).signInSchema;

/**
 * E-mail and password, or a link by mail instead. Once signed in, the page around it moves on by
 * itself.
 */
export function SignInForm({ email, onEmail, returnTo, onMailSent }: SignInFormProps) {
  const { prepare, signIn, sendMagicLink, resendConfirmation, store } = useAuth();
  const explain = useExplain();
  const form = useSchemaForm(
    schema,
    { email, password: '' },
    ({ email: address, password }) => signIn(address, password),
    async (error) => {
      const failed = await explain(error);
      if (failed.code === 'invalid_credentials') form.setFocus('password', { shouldSelect: true });
      return failed;
    },
  );
  const { failure, errors } = form;
  // The running request beside the form, one at a time: a second window for a key would call off
  // the first.
  const [asking, setAsking] = useState<'mail' | 'key' | null>(null);
  const ask = (what: 'mail' | 'key', work: () => Promise<unknown>) => async () => {
    setAsking(what);
    await work();
    setAsking(null);
  };
  useEffect(() => stopOffering, []);
  const withEmail = (kind: SentMail['kind'], send: (address: string) => Promise<void>) => async () => {
    if (!(await form.trigger('email', { shouldFocus: true }))) return;
    const address = form.getValues('email').trim();
    if (await form.attempt(() => send(address))) onMailSent({ kind, email: address });
  };

  return (
    <form
      noValidate
      onSubmit={form.submit}
      onFocus={() => {
        prepare();
        void offerPasskeys(store, (error) => void form.attempt(() => Promise.reject(error)));
      }}
      aria-label="Se connecter"
      className="grid gap-5"
    >
      {failure && (
        <FormError
          action={
            failure.code === 'email_not_confirmed' && (
              <Button
                size="sm"
                className="justify-self-start"
                loading={asking === 'mail'}
                onClick={ask('mail', withEmail('signup', resendConfirmation))}
              >
                Renvoyer le lien
              </Button>
            )
          }
        >
          {failure.text}
        </FormError>
      )}
      <Field label="Adresse e-mail" error={errors.email?.message} required>
        <Input
          {...form.register('email', { onChange: (event) => onEmail(event.target.value) })}
          type="email"
          autoComplete="username webauthn"
          inputMode="email"
        />
      </Field>
      <Field
        label="Mot de passe"
        error={errors.password?.message}
        required
        aside={
          <TextLink to="/forgot-password" className="-my-3 inline-flex min-h-11 items-center">
            Mot de passe oublié ?
          </TextLink>
        }
      >
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      <Button type="submit" tone="spot" size="lg" loading={form.busy}>
        Se connecter
      </Button>
      <Button
        tone="quiet"
        loading={asking === 'mail'}
        disabled={asking !== null}
        onClick={ask(
          'mail',
          withEmail('magiclink', (address) => sendMagicLink(address, returnTo)),
        )}
      >
        Recevoir un lien de connexion par e-mail
      </Button>
      <Button
        tone="quiet"
        loading={asking === 'key'}
        disabled={asking !== null}
        onClick={ask('key', () => form.attempt(() => signInWithPasskey(store)))}
      >
        Utiliser une clé d’accès
      </Button>
    </form>
  );
}
