import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CATEGORIES, LANGUAGES } from '#domain/discovery/categories.ts';
import { ConflictNote } from '#web/features/streamer-settings/conflict-note.tsx';
import { PillChecks } from '#web/features/streamer-settings/pill-checks.tsx';
import {
  columnsOf,
  profileSchema,
  saysTheSame,
  valuesOf,
} from '#web/features/streamer-settings/profile-fields.ts';
import { pageQuery, type StreamerPage, settingsKey } from '#web/features/streamer-settings/queries.ts';
import { ChangedElsewhere, constraintOf, saveFresh } from '#web/features/streamer-settings/save-fresh.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

type Trouble = 'changed' | 'failed' | null;

const categories = CATEGORIES.map(({ slug, name }) => ({ value: slug, label: name }));
const languages = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));

/** What the public page says: plain facts, written into the streamer's own row unless it changed meanwhile. */
export function PublicProfileForm({ page }: { page: StreamerPage }) {
  const queries = useQueryClient();
  const [trouble, setTrouble] = useState<Trouble>(null);
  const form = useSchemaForm(profileSchema, valuesOf(page));
  const [base, setBase] = useState(page);
  const { errors, isSubmitting, isDirty } = form.formState;
  const handle = form.watch('handle');
  const { reset } = form;
  // What was saved elsewhere is taken over while nothing is typed here.
  useEffect(() => {
    if (base === page || (isDirty && !saysTheSame(base, page))) return;
    setBase(page);
    if (!isDirty) reset(valuesOf(page));
  }, [base, page, isDirty, reset]);
  const refresh = () => queries.invalidateQueries({ queryKey: settingsKey(page.id) });
  const submit = form.handleSubmit(async (values) => {
    setTrouble(null);
    try {
      await saveFresh({
        table: 'streamers',
        id: page.id,
        readAt: base.updated_at,
        changes: columnsOf(values),
      });
    } catch (error) {
      if (error instanceof ChangedElsewhere) {
        const current = await queries.fetchQuery({ ...pageQuery(page.id), staleTime: 0 });
        // A review or a picture changed the row, and nothing of what is written here.
        if (current && saysTheSame(current, base)) return retry(current);
        setTrouble('changed');
        return;
      }
      const constraint = constraintOf(error);
      if (constraint === 'streamers_handle_key') {
        form.setError('handle', { message: 'Cette adresse est déjà prise' }, { shouldFocus: true });
      } else {
        console.error('Page non enregistrée', error);
        setTrouble('failed');
      }
      return;
    }
    form.reset(values);
    await refresh();
    toast({ title: 'Page enregistrée' });
  });
  const retry = (current: StreamerPage) => {
    setBase(current);
    toast({ title: 'Votre page venait de changer', description: 'Enregistrez encore une fois.' });
  };
  return (
    <SettingsSection
      title="Ce que dit votre page"
      description="Tout le monde le lit : dites ce que vous faites et pour qui."
    >
      <form noValidate onSubmit={submit} aria-label="Page publique" className="grid gap-5">
        {trouble === 'failed' && (
          <FormError>Votre page n’a pas pu être enregistrée. Réessayez dans un instant.</FormError>
        )}
        {trouble === 'changed' && (
          <ConflictNote
            what="Votre page a été enregistrée ailleurs entre-temps"
            onTake={() => {
              setTrouble(null);
              setBase(page);
              form.reset(valuesOf(page));
            }}
            onKeep={() => {
              setTrouble(null);
              setBase(page);
            }}
          />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Nom affiché" error={errors.displayName?.message} required>
            <Input {...form.register('displayName')} maxLength={60} autoComplete="nickname" />
          </Field>
          <Field
            label="Adresse de la page"
            hint={
              page.published_at !== null && handle !== page.handle
                ? 'Les liens déjà partagés vers l’ancienne adresse ne mèneront plus à votre page.'
                : `${window.location.host}/streamer/${handle || '…'}`
            }
            error={errors.handle?.message}
            required
          >
            <Input {...form.register('handle')} maxLength={40} autoCapitalize="none" spellCheck={false} />
          </Field>
        </div>
        <Field
          label="Accroche"
          hint="Une phrase, sous votre nom et dans les résultats."
          error={errors.headline?.message}
        >
          <Input {...form.register('headline')} maxLength={120} />
        </Field>
        <Field label="Présentation" error={errors.bio?.message}>
          <Textarea {...form.register('bio')} rows={6} maxLength={4000} />
        </Field>
        <Field label="Catégories" hint="Cinq au plus." error={errors.categories?.message} group>
          <PillChecks {...form.register('categories')} label="Catégories" options={categories} />
        </Field>
        <Field label="Langues" error={errors.languages?.message} group>
          <PillChecks {...form.register('languages')} label="Langues" options={languages} />
        </Field>
        <Field
          label="Bannière"
          optional
          hint="L’adresse d’une image large. Sans elle, un dégradé à vos couleurs."
          error={errors.bannerUrl?.message}
        >
          <Input {...form.register('bannerUrl')} type="url" placeholder="https://" maxLength={2048} />
        </Field>
        <Button
          type="submit"
          tone={isDirty ? 'spot' : 'outline'}
          loading={isSubmitting}
          className="justify-self-start"
        >
          Enregistrer la page
        </Button>
      </form>
      <LeaveGuard when={isDirty} placeOf={({ pathname, search }) => pathname + search} />
    </SettingsSection>
  );
}
