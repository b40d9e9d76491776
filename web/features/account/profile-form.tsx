import { useState } from 'react';
import * as z from 'zod/mini';
import { avatarOf } from '#domain/account/roles.ts';
import type { Account } from '#web/features/account/account.ts';
import { firstName, lastName } from '#web/lib/forms/account-fields.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

const schema = z.object({ firstName, lastName });

interface ProfileFormProps {
  account: Account;
  /** Reads the profile again for the rest of the page. */
  onChanged: () => Promise<void>;
}

/** The person's names and picture: plain facts, written straight into their own row. */
export function ProfileForm({ account, onChanged }: ProfileFormProps) {
  const [failed, setFailed] = useState(false);
  const form = useSchemaForm(schema, { firstName: account.firstName, lastName: account.lastName });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setFailed(false);
    const { supabase } = await loadClient();
    const { error } = await supabase
      .from('profiles')
      .update({ first_name: values.firstName, last_name: values.lastName })
      .eq('id', account.id);
    if (error) {
      console.error('Profil non enregistré', error);
      setFailed(true);
      return;
    }
    await onChanged();
    form.reset(values);
    toast({ title: 'Profil enregistré' });
  });
  return (
    <SettingsSection
      title="Profil"
      description="Votre nom tel que les autres le voient. Une image selon votre rôle en attendant la vôtre."
    >
      <form noValidate onSubmit={submit} aria-label="Profil" className="grid gap-5">
        <div className="flex items-center gap-4">
          <Avatar name={`${account.firstName} ${account.lastName}`} src={avatarOf(account)} size="lg" />
          <p className="min-w-0">
            <b className="block font-semibold">
              {account.firstName} {account.lastName}
            </b>
            <span className="block truncate text-small text-muted">{account.email}</span>
          </p>
        </div>
        {failed && <FormError>Votre profil n’a pas pu être enregistré. Réessayez dans un instant.</FormError>}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Prénom" error={errors.firstName?.message} required>
            <Input {...form.register('firstName')} autoComplete="given-name" maxLength={80} />
          </Field>
          <Field label="Nom" error={errors.lastName?.message} required>
            <Input {...form.register('lastName')} autoComplete="family-name" maxLength={80} />
          </Field>
        </div>
        <Button
          type="submit"
          tone={isDirty ? 'spot' : 'outline'}
          loading={isSubmitting}
          className="justify-self-start"
        >
          Enregistrer le profil
        </Button>
      </form>
    </SettingsSection>
  );
}
