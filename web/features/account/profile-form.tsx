import { useState } from 'react';
import * as z from 'zod/mini';
import { avatarOf } from '#product/shared/roles.ts';
import { firstName, lastName, ownNames } from '#web/lib/forms/account-fields.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { removePictures, replacePicture } from '#web/lib/pictures.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { PictureEditor } from '#web/ui/picture-editor.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import type { Account } from './queries.ts';

const schemaOfTeam = z.object({ firstName, lastName });
const schema = schemaOfTeam.check(ownNames);

interface ProfileFormProps {
  account: Account;
  /** Reads the profile again for the rest of the page. */
  onChanged: () => Promise<void>;
}

/** The person's names and picture: plain facts, written straight into their own row. */
export function ProfileForm({ account, onChanged }: ProfileFormProps) {
  const form = useSchemaForm(
    account.role === 'admin' ? schemaOfTeam : schema,
    { firstName: account.firstName, lastName: account.lastName },
    async (values) => {
      const { supabase } = await loadClient();
      await supabase
        .from('profiles')
        .update({ first_name: values.firstName, last_name: values.lastName })
        .eq('id', account.id)
        .throwOnError();
      await onChanged();
      form.reset(values);
      toast({ title: 'Profil enregistré' });
    },
    (error) => {
      console.error('Profil non enregistré', error);
      return { text: 'Votre profil n’a pas pu être enregistré. Réessayez dans un instant.' };
    },
  );
  const { errors } = form;
  const { isDirty } = form.formState;
  return (
    <SettingsSection title="Profil" description="Votre nom et votre photo tels que les autres les voient.">
      <form noValidate onSubmit={form.submit} aria-label="Profil" className="grid grid-cols-1 gap-5">
        <div className="flex items-center gap-4">
          <Avatar name={`${account.firstName} ${account.lastName}`} src={avatarOf(account)} size="xl" />
          <p className="min-w-0">
            <b className="block font-semibold">
              {account.firstName} {account.lastName}
            </b>
            <span className="block truncate text-small text-muted">{account.email}</span>
          </p>
        </div>
        <AvatarActions account={account} onChanged={onChanged} />
        {form.failure && <FormError>{form.failure.text}</FormError>}
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
          loading={form.busy}
          className="justify-self-start"
        >
          Enregistrer le profil
        </Button>
      </form>
    </SettingsSection>
  );
}

/**
 * The person's photo, kept as soon as it is framed. Without one of theirs they have that of their
 * role.
 */
function AvatarActions({ account, onChanged }: ProfileFormProps) {
  const [removing, setRemoving] = useState(false);
  async function show(avatarUrl: string | null) {
    const { supabase } = await loadClient();
    await supabase.from('profiles').update({ avatar_url: avatarUrl }).eq('id', account.id).throwOnError();
    await onChanged();
  }
  async function shownNow(): Promise<string | null> {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('profiles')
      .select('avatar_url')
      .eq('id', account.id)
      .single()
      .throwOnError();
    return data.avatar_url;
  }
  async function remove() {
    setRemoving(true);
    try {
      await show(null);
      await removePictures('avatars', account.id);
      toast({ title: 'Photo retirée' });
    } catch (error) {
      console.error('Photo non retirée', error);
      toast({ title: 'La photo n’a pas pu être retirée', description: 'Réessayez dans un instant.' });
    } finally {
      setRemoving(false);
    }
  }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <PictureEditor
        label={account.avatarUrl === null ? 'Choisir une photo' : 'Changer de photo'}
        title="Cadrer la photo"
        width={512}
        height={512}
        round
        onPicture={async (picture, watch) => {
          await replacePicture('avatars', account.id, picture, watch, { use: show, shownNow });
          toast({ title: 'Photo enregistrée' });
        }}
      />
      {account.avatarUrl !== null && (
        <Button tone="quiet" loading={removing} onClick={remove}>
          Retirer
        </Button>
      )}
    </div>
  );
}
