import { queryOptions } from '@tanstack/react-query';
import { countUses } from '#product/catalogue/contract.ts';
import type { Catalogue, CatalogueEntry } from '#product/discovery/rules/catalogue.ts';
import { setCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

export type ListName = keyof Catalogue;

/** The counts of the rows that name an entry. */
export interface Uses {
  profiles: number;
  offers: number;
  bookings: number;
  searches: number;
  days: number;
}
export const NO_USES: Uses = { profiles: 0, offers: 0, bookings: 0, searches: 0, days: 0 };

/** Both lists with all that the team may see of them, and what names each entry. */
export const catalogueQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'catalogue'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const [categories, languages, counted] = await Promise.all([
      supabase
        .from('categories')
        .select('id,label,picture_url,picture_alt,retired_at,merged_into')
        .order('position')
        .order('id')
        .abortSignal(signal)
        .throwOnError(),
      supabase
        .from('languages')
        .select('id,label,retired_at,merged_into')
        .order('position')
        .order('id')
        .abortSignal(signal)
        .throwOnError(),
      callCommand(countUses, {}),
    ]);
    const catalogue: Catalogue = {
      categories: categories.data.map(
        ({ id, label, picture_url, picture_alt, retired_at, merged_into }): CatalogueEntry => ({
          id,
          label,
          pictureUrl: picture_url,
          pictureAlt: picture_alt,
          retired: retired_at !== null,
          mergedInto: merged_into,
        }),
      ),
      languages: languages.data.map(
        ({ id, label, retired_at, merged_into }): CatalogueEntry => ({
          id,
          label,
          pictureUrl: null,
          pictureAlt: null,
          retired: retired_at !== null,
          mergedInto: merged_into,
        }),
      ),
    };
    // The filters and forms of this page's own visit name what was changed here.
    setCatalogue(catalogue);
    return { catalogue, uses: counted.uses };
  },
});

export const WORDS = {
  categories: {
    title: 'Catégories',
    add: 'Ajouter une catégorie',
    one: 'La catégorie',
    choose: 'Choisir une catégorie',
    idLabel: 'Identifiant',
    idHint: 'Dans les adresses, en minuscules et tirets : cours-de-chant. Il ne changera plus.',
  },
  languages: {
    title: 'Langues',
    add: 'Ajouter une langue',
    one: 'La langue',
    choose: 'Choisir une langue',
    idLabel: 'Code ISO 639-1',
    idHint: 'Deux lettres : br pour le breton. Il ne changera plus.',
  },
} as const;

/** The decision being made. `label` is what the name field begins with. */
export type Act =
  | { kind: 'add'; label: string }
  | { kind: 'order' }
  | { kind: 'rename' | 'retire' | 'merge' | 'picture'; entry: CatalogueEntry };

/**
 * The word that addresses name a category by, from its name: « Cours de chant » is
 * `cours-de-chant`.
 */
export const idFrom = (label: string): string =>
  label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
