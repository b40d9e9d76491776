import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import type { Cut } from '#product/commerce/rules/discount.ts';
import { cents } from '#product/shared/money/cents.ts';
import { formatMoney, formatRate } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** The cache root of codes. */
export const CODES_KEY = ['codes'] as const;

const read = (supabase: LogeSupabase) =>
  supabase
    .from('discount_code_figures')
    .select(
      'id,streamer_id,code,percent,amount_cents,offer_ids,first_only,most_uses,most_each,starts_at,ends_at,stopped_at,created_at,uses,taken,given_cents,brought_cents,newcomers,week_sessions,week_cents,before_sessions,before_cents',
    );

/** A code with what it brought; amounts are cents. */
export type Code = QueryData<ReturnType<typeof read>>[number];

/**
 * The codes of a streamer, or the team's, the latest first.
 * @param streamerId null: the team's
 */
export const codesQuery = (streamerId: string | null) =>
  queryOptions({
    queryKey: [...CODES_KEY, streamerId],
    queryFn: async ({ signal }): Promise<Code[]> => {
      const { supabase } = await loadClient();
      const asked =
        streamerId === null
          ? read(supabase).is('streamer_id', null)
          : read(supabase).eq('streamer_id', streamerId);
      const { data } = await asked
        .order('created_at', { ascending: false })
        .order('id')
        .limit(200)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

/** Says what a code takes off. */
export const cutOf = ({ percent, amount_cents: amount }: Code): Cut =>
  percent === null ? { kind: 'amount', amount: cents(amount ?? 0) } : { kind: 'percent', percent };

/** « −20 % », « −5,00 € » */
export const cutText = (cut: Cut): string =>
  `−${cut.kind === 'percent' ? formatRate(cut.percent / 100) : formatMoney(cut.amount)}`;
