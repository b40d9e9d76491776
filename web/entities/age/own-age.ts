import { queryOptions, useQuery } from '@tanstack/react-query';
import { isMinor } from '#product/accounts/rules/age.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

export const AGE_KEY = ['age'] as const;

/** The age that the person declared; null until they are asked. */
export const ageQuery = (userId: string) =>
  queryOptions({
    queryKey: [...AGE_KEY, userId],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('ages')
        .select('birth_date')
        .eq('person_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
    // It is said once. Until then another tab may have told it.
    staleTime: ({ state }) => (state.data === null ? 0 : Number.POSITIVE_INFINITY),
  });

/**
 * Whether this person said that they are under 18. It is asked only where a page has something for
 * adults alone.
 */
export function useIsMinor(userId: string | null, hasForAdults: boolean): boolean {
  const { data } = useQuery({ ...ageQuery(userId ?? ''), enabled: userId !== null && hasForAdults });
  const birth = data?.birth_date;
  return typeof birth === 'string' && isMinor(parseLocalDate(birth), serverNow() as Instant);
}
