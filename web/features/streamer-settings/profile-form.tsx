import { useQueryClient } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { choicesIn } from '#product/discovery/rules/catalogue.ts';
import { pictureSources } from '#product/shared/pictures.ts';
import { optionsOf, useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { RemovedNote } from '#web/entities/report/removed-note.tsx';
import { ConflictNote } from '#web/features/streamer-settings/conflict-note.tsx';
import { FilmSection } from '#web/features/streamer-settings/film-section.tsx';
import { GallerySection } from '#web/features/streamer-settings/gallery-section.tsx';
import {
  columnsOf,
  type ProfileValues,
  profileSchema,
  saysTheSame,
  valuesOf,
} from '#web/features/streamer-settings/profile-fields.ts';
import { pageQuery, type StreamerPage, settingsKey } from '#web/features/streamer-settings/queries.ts';
import { ChangedElsewhere, constraintOf, saveFresh } from '#web/features/streamer-settings/save-fresh.ts';
import { type FormFailure, useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { removePictures, replacePicture } from '#web/lib/pictures.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { PictureEditor } from '#web/ui/picture-editor.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

/**
 * The text for a page that was not saved: another tab was first, the address is taken, or the
 * database refused.
 */
function explainSave(error: unknown): FormFailure & { changed: boolean } {
  if (error instanceof ChangedElsewhere)
    return { changed: true, text: 'Votre page a été enregistrée ailleurs entre-temps' };
  const text = 'Votre page n’a pas pu être enregistrée. Réessayez dans un instant.';
  if (constraintOf(error) === 'streamers_handle_key')
    return { changed: false, text, fields: { handle: 'Cette adresse est déjà prise' } };
  if (constraintOf(error) === 'catalogue_retired')
    return {
      changed: false,
      text: 'Une catégorie ou une langue choisie n’est plus proposée. Rechargez la page pour voir celles qui le sont.',
    };
  console.error('Page non enregistrée', error);
  return { changed: false, text };
}

/** Renders a page that is being written as viewers would see it. */
export type PagePreview = (draft: ReturnType<typeof columnsOf>) => ReactNode;

/**
 * Edits the facts of the public page, written into the streamer's own row unless it changed
 * meanwhile.
 */
export function PublicProfileForm({ page, preview }: { page: StreamerPage; preview: PagePreview }) {
  const queries = useQueryClient();
  const form = useSchemaForm(profileSchema, valuesOf(page), save, explainSave);
  const [base, setBase] = useState(page);
  const { categories, languages } = useCatalogue();
  const [shown, setShown] = useState<ReturnType<typeof columnsOf> | null>(null);
  const { errors } = form;
  const { isDirty } = form.formState;
  const handle = form.watch('handle');
  const { reset } = form;
  // Values saved elsewhere are taken over while nothing is typed here.
  useEffect(() => {
    if (base === page || (isDirty && !saysTheSame(base, page))) return;
    setBase(page);
    if (!isDirty) reset(valuesOf(page));
  }, [base, page, isDirty, reset]);
  async function save(values: ProfileValues): Promise<void> {
    try {
      await saveFresh({
        table: 'streamers',
        id: page.id,
        readAt: base.updated_at,
        changes: columnsOf(values),
      });
    } catch (error) {
      if (!(error instanceof ChangedElsewhere)) throw error;
      const current = await queries.fetchQuery({ ...pageQuery(page.id), staleTime: 0 });
      if (!current || !saysTheSame(current, base)) throw error;
      // A review or a picture changed the row, and nothing of what is written here.
      setBase(current);
      toast({ title: 'Votre page venait de changer', description: 'Enregistrez encore une fois.' });
      return;
    }
    form.reset(values);
    await queries.invalidateQueries({ queryKey: settingsKey(page.id) });
    toast({ title: 'Page enregistrée' });
  }
  return (
    <>
      <CoverSection page={page} />
      <FilmSection page={page} />
      <GallerySection page={page} />
      <SettingsSection
        title="Ce que dit votre page"
        description="Tout le monde le lit : dites ce que vous faites et pour qui."
      >
        <form noValidate onSubmit={form.submit} aria-label="Page publique" className="grid gap-5">
          <RemovedNote kind="profile" />
          {form.failure && !form.failure.changed && <FormError>{form.failure.text}</FormError>}
          {form.failure?.changed && (
            <ConflictNote
              what={form.failure.text}
              onTake={() => {
                form.clearFailure();
                setBase(page);
                form.reset(valuesOf(page));
              }}
              onKeep={() => {
                form.clearFailure();
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
            <PillChecks
              {...form.register('categories')}
              label="Catégories"
              options={optionsOf(choicesIn(categories, page.categories))}
            />
          </Field>
          <Field label="Langues" error={errors.languages?.message} group>
            <PillChecks
              {...form.register('languages')}
              label="Langues"
              options={optionsOf(choicesIn(languages, page.languages))}
            />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" tone={isDirty ? 'spot' : 'outline'} loading={form.busy}>
              Enregistrer la page
            </Button>
            <Button onClick={() => setShown(columnsOf(form.getValues()))}>
              <Eye aria-hidden="true" />
              Aperçu
            </Button>
          </div>
        </form>
        <Dialog
          open={shown !== null}
          onOpenChange={(open) => !open && setShown(null)}
          size="lg"
          title="Aperçu de votre page"
          description="Avec ce que vous venez d’écrire. Rien n’est encore enregistré."
        >
          {shown && preview(shown)}
        </Dialog>
        <LeaveGuard when={isDirty} placeOf={({ pathname, search }) => pathname + search} />
      </SettingsSection>
    </>
  );
}

/** The picture at the head of the public page, kept as soon as it is framed. */
function CoverSection({ page }: { page: StreamerPage }) {
  const queries = useQueryClient();
  const [removing, setRemoving] = useState(false);
  async function show(bannerUrl: string | null) {
    const { supabase } = await loadClient();
    await supabase.from('streamers').update({ banner_url: bannerUrl }).eq('id', page.id).throwOnError();
    await queries.invalidateQueries({ queryKey: settingsKey(page.id) });
  }
  async function shownNow(): Promise<string | null> {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('streamers')
      .select('banner_url')
      .eq('id', page.id)
      .single()
      .throwOnError();
    return data.banner_url;
  }
  async function remove() {
    setRemoving(true);
    try {
      await show(null);
      await removePictures('covers', page.id);
      toast({ title: 'Couverture retirée' });
    } catch (error) {
      console.error('Couverture non retirée', error);
      toast({ title: 'La couverture n’a pas pu être retirée', description: 'Réessayez dans un instant.' });
    } finally {
      setRemoving(false);
    }
  }
  return (
    <SettingsSection
      title="Couverture"
      description="L’image large en tête de votre page et de votre carte. Sans elle, un dégradé à vos couleurs."
    >
      <div className="grid gap-4">
        {page.banner_url !== null && (
          <img
            {...pictureSources(page.banner_url, { width: 800, height: 280 })}
            alt="Votre couverture actuelle"
            width={800}
            height={280}
            className="aspect-20/7 w-full rounded-lg bg-raised object-cover"
          />
        )}
        <div className="flex flex-wrap gap-3">
          <PictureEditor
            label={page.banner_url === null ? 'Choisir une couverture' : 'Changer de couverture'}
            title="Cadrer la couverture"
            width={1600}
            height={560}
            onPicture={async (picture, watch) => {
              await replacePicture('covers', page.id, picture, watch, { use: show, shownNow });
              toast({ title: 'Couverture enregistrée' });
            }}
          />
          {page.banner_url !== null && (
            <Button tone="quiet" loading={removing} onClick={remove}>
              Retirer
            </Button>
          )}
        </div>
      </div>
    </SettingsSection>
  );
}

interface PillChecksProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Names the group when it stands outside a `Field group`. */
  label: string;
  options: readonly { value: string; label: string }[];
}

/**
 * Several of a few words, each a pill that can be tapped. The registration of a form goes to every
 * box.
 */
function PillChecks({ label, options, ...rest }: PillChecksProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-full border border-edge px-4 text-small transition-colors hover:border-soft',
            'has-checked:border-ink has-checked:bg-raised has-checked:font-semibold',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spot',
          )}
        >
          <input {...rest} type="checkbox" value={option.value} className="check outline-none" />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
