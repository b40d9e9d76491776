import type { QueryData } from '@supabase/supabase-js';
import { CATEGORIES } from '#product/accounts/rules/sanctions.ts';
import { SIGNALS } from '#product/moderation/rules/signals.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import type { StateTone } from '#web/ui/badge.tsx';

const COLUMNS =
  'id,number,subject_kind,title,severity,category,report_count,state,opened_at,person_id,person_name,taken_by_name,taken_until,measure,appealed_at,appeal_outcome,signal';
/** Every case, with their exact count. */
export const readCases = (supabase: LogeSupabase) =>
  supabase.from('admin_moderation_cases').select(COLUMNS, { count: 'exact' });
/** A case as the moderation's list shows it. */
export type Case = QueryData<ReturnType<typeof readCases>>[number];

export const STATE_LABELS = {
  open: 'À décider',
  appealed: 'Contestée',
  decided: 'Décidée',
  closed: 'Close',
} as const satisfies Record<Case['state'], string>;
export const STATE_TONES = {
  open: 'spot',
  appealed: 'live',
  decided: 'settled',
  closed: 'neutral',
} as const satisfies Record<Case['state'], StateTone>;

/** What a case is about: the rule that people say was broken, or what a rule of Loge found. */
export const causeOf = ({ category, signal }: Pick<Case, 'category' | 'signal'>): string =>
  signal === null ? CATEGORIES[category].label : SIGNALS[signal].label;
