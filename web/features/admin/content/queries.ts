import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { TEXTS, type TextSlug } from '#product/shared/texts.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

const versions = (supabase: LogeSupabase) =>
  supabase
    .from('admin_text_versions')
    .select('slug,version,body,effective_at,reason,created_at,created_by_name');
const drafts = (supabase: LogeSupabase) =>
  supabase.from('admin_text_drafts').select('slug,base_version,body,updated_at,updated_by_name');
const houseTexts = (supabase: LogeSupabase) => supabase.from('admin_house_texts').select('slug,body,since');

export type TextVersion = QueryData<ReturnType<typeof versions>>[number];
type TextDraft = QueryData<ReturnType<typeof drafts>>[number];
type HouseText = QueryData<ReturnType<typeof houseTexts>>[number];

/**
 * A text as the team sees it: all its versions, newest first, what is being written, and the
 * wording that Loge comes with when it is news.
 */
export interface WrittenText {
  slug: TextSlug;
  newest: TextVersion;
  versions: TextVersion[];
  draft: TextDraft | null;
  house: HouseText | null;
}

export const textsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'texts'],
  queryFn: async ({ signal }): Promise<WrittenText[]> => {
    const { supabase } = await loadClient();
    const [written, drafted, shipped] = await Promise.all([
      versions(supabase).order('version', { ascending: false }).limit(200).abortSignal(signal).throwOnError(),
      drafts(supabase).abortSignal(signal).throwOnError(),
      houseTexts(supabase).abortSignal(signal).throwOnError(),
    ]);
    return TEXTS.flatMap(({ slug }) => {
      const own = written.data.filter((each) => each.slug === slug);
      const [newest] = own;
      if (!newest) return [];
      // A draft of a version that is no longer the newest cannot be published.
      const draft = drafted.data.find((each) => each.slug === slug && each.base_version === newest.version);
      const house = shipped.data.find((each) => each.slug === slug);
      return [{ slug, newest, versions: own, draft: draft ?? null, house: house ?? null }];
    });
  },
});
