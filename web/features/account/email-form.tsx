import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { email } from '#web/lib/forms/account-fields.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { type AccountSectionProps, pendingEmailQuery } from './queries.ts';

const schema = z.object({ email });

/**
 * The address that signs in. It changes only once the links sent to the old and to the new one were
 * followed.
 */
export function EmailForm({ account, explain }: AccountSectionProps) {
  const pending = useQuery(pendingEmailQuery(account.id));
  const form = useSchemaForm(
    schema,
    { email: '' },
    async ({ email: address }) => {
      if (address.toLowerCase() === account.email.toLowerCase()) {
        form.setError('email', { message: 'C’est déjà votre adresse.' }, { shouldFocus: true });
        return;
      }
      const { supabase } = await loadClient();
      const { error } = await supabase.auth.updateUser(
        { email: address },
        { emailRedirectTo: `${window.location.origin}/auth/callback?flow=email-change` },
      );
      if (error) throw error;
      form.reset({ email: '' });
      await pending.refetch();
    },
    async (error) => {
      const { code, text } = await explain(error);
      return code === 'email_exists' || code === 'email_address_invalid'
        ? { text, fields: { email: text } }
        : { text };
    },
  );
  return (
    <SettingsSection
      title="Adresse e-mail"
      description={
        <>
          Vous vous connectez avec <b className="font-semibold wrap-anywhere text-ink">{account.email}</b>.
        </>
      }
    >
      {pending.data && (
        <p role="status" className="rounded-lg bg-wash px-4 py-3.5 text-small text-soft">
          Changement en attente vers <b className="wrap-anywhere text-ink">{pending.data}</b>. Ouvrez le lien
          reçu à votre adresse actuelle, puis celui reçu à la nouvelle.
        </p>
      )}
      <form noValidate onSubmit={form.submit} aria-label="Adresse e-mail" className="grid gap-5">
        {form.failure && <FormError>{form.failure.text}</FormError>}
        <Field
          label="Nouvelle adresse"
          hint="Nous écrirons aux deux adresses pour confirmer."
          error={form.errors.email?.message}
          required
        >
          <Input {...form.register('email')} type="email" inputMode="email" autoComplete="email" />
        </Field>
        <Button type="submit" loading={form.busy} className="justify-self-start">
          Changer d’adresse
        </Button>
      </form>
    </SettingsSection>
  );
}
