import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { AccountSectionProps } from '#web/features/account/account.ts';
import { pendingEmailQuery } from '#web/features/account/queries.ts';
import { email } from '#web/lib/forms/account-fields.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

const schema = z.object({ email });

/** The address that signs in. It changes only once the links sent to the old and to the new one were followed. */
export function EmailForm({ account, explain }: AccountSectionProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const pending = useQuery(pendingEmailQuery(account.id));
  const form = useSchemaForm(schema, { email: '' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    if (values.email.toLowerCase() === account.email.toLowerCase()) {
      form.setError('email', { message: 'C’est déjà votre adresse.' }, { shouldFocus: true });
      return;
    }
    try {
      const { supabase } = await loadClient();
      const { error } = await supabase.auth.updateUser(
        { email: values.email },
        { emailRedirectTo: `${window.location.origin}/auth/callback?flow=email-change` },
      );
      if (error) throw error;
      form.reset({ email: '' });
      await pending.refetch();
    } catch (error) {
      const { code, text } = await explain(error);
      if (code === 'email_exists' || code === 'email_address_invalid') {
        form.setError('email', { message: text }, { shouldFocus: true });
      } else setFailure(text);
    }
  });
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
      <form noValidate onSubmit={submit} aria-label="Adresse e-mail" className="grid gap-5">
        {failure && <FormError>{failure}</FormError>}
        <Field
          label="Nouvelle adresse"
          hint="Nous écrirons aux deux adresses pour confirmer."
          error={errors.email?.message}
          required
        >
          <Input {...form.register('email')} type="email" inputMode="email" autoComplete="email" />
        </Field>
        <Button type="submit" loading={isSubmitting} className="justify-self-start">
          Changer d’adresse
        </Button>
      </form>
    </SettingsSection>
  );
}
