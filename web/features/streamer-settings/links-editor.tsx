import { Trash2 } from 'lucide-react';
import * as z from 'zod/mini';
import type { TablesInsert } from '#database/generated/types.ts';
import {
  LINK_PLATFORM_NAMES,
  LINK_PLATFORMS,
  type LinkPlatform,
  linkAddress,
} from '#product/discovery/rules/link-platforms.ts';
import {
  type StreamerLink,
  type StreamerPage,
  settingsKey,
} from '#web/features/streamer-settings/queries.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

/** Where else a streamer can be found: one link a platform, each saved at once. */
export function LinksEditor({ page }: { page: StreamerPage }) {
  const links = [...page.streamer_links].sort((a, b) => a.position - b.position);
  const missing = LINK_PLATFORM_NAMES.filter((platform) => !links.some((link) => link.platform === platform));
  const remove = useAction(
    async ({ id }: StreamerLink) => {
      const { supabase } = await loadClient();
      await supabase.from('streamer_links').delete().eq('id', id).throwOnError();
    },
    { changes: [settingsKey(page.id)], failed: null },
  );
  return (
    <SettingsSection title="Vos liens" description="Vos chaînes et vos réseaux, sur votre page.">
      {remove.error && <FormError>Ce lien n’a pas pu être retiré. Réessayez dans un instant.</FormError>}
      {links.length === 0 ? (
        <p className="text-small text-muted">Aucun lien pour l’instant.</p>
      ) : (
        <ul aria-label="Vos liens" className="grid divide-y divide-line">
          {links.map((link) => (
            <li key={link.id} className="flex items-center gap-4 py-2 first:pt-0">
              <p className="grid min-w-0 flex-1">
                <b className="font-semibold">{LINK_PLATFORMS[link.platform]}</b>
                <span className="truncate text-small text-muted">{link.url}</span>
              </p>
              <Button
                tone="quiet"
                size="icon"
                aria-label={`Retirer ${LINK_PLATFORMS[link.platform]}`}
                loading={remove.pending && remove.input?.id === link.id}
                onClick={() => remove.press(link)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <AddLink
          key={missing.join()}
          userId={page.id}
          platforms={missing}
          position={(links.at(-1)?.position ?? -1) + 1}
        />
      )}
    </SettingsSection>
  );
}

interface AddLinkProps {
  userId: string;
  platforms: readonly LinkPlatform[];
  position: number;
}

const linkSchema = z
  .object({ platform: z.enum(LINK_PLATFORM_NAMES), url: z.string() })
  .check(({ value: { platform, url }, issues }) => {
    if (linkAddress(platform, url) !== null) return;
    const message =
      platform === 'website'
        ? 'Collez une adresse complète, qui commence par https://'
        : `Collez une adresse de ${LINK_PLATFORMS[platform]}, qui commence par https://`;
    issues.push({ code: 'custom', path: ['url'], message, input: url });
  });

function AddLink({ userId, platforms, position }: AddLinkProps) {
  const add = useAction(
    async (row: TablesInsert<'streamer_links'>) => {
      const { supabase } = await loadClient();
      await supabase.from('streamer_links').insert(row).throwOnError();
    },
    { changes: [settingsKey(userId)] },
  );
  const { register, submit, errors, busy } = useSchemaForm(
    linkSchema,
    { url: '', ...(platforms[0] && { platform: platforms[0] }) },
    ({ platform, url }) =>
      add.run({ streamer_id: userId, position, platform, url: linkAddress(platform, url) ?? url }),
    () => {
      const text = 'Ce lien n’a pas pu être ajouté. Réessayez dans un instant.';
      return { text, fields: { url: text } };
    },
  );
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Ajouter un lien"
      className="grid items-start gap-4 sm:grid-cols-[10rem_1fr_auto]"
    >
      <Field label="Où">
        <Select
          {...register('platform')}
          options={platforms.map((value) => ({ value, label: LINK_PLATFORMS[value] }))}
        />
      </Field>
      <Field label="Adresse" error={errors.url?.message}>
        <Input {...register('url')} type="url" placeholder="https://" />
      </Field>
      <Button type="submit" loading={busy} className="sm:mt-7">
        Ajouter
      </Button>
    </form>
  );
}
