import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { hasDuty, type TeamDuty } from '#product/shared/team-roles.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

const read = (supabase: LogeSupabase) =>
  supabase
    .from('admin_team')
    .select('id,name,email,first_name,last_name,avatar_url,role,team_roles,is_suspended,is_me');

/** One of the team. */
export type Member = QueryData<ReturnType<typeof read>>[number];

export const teamQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'team'],
  queryFn: async ({ signal }): Promise<Member[]> => {
    const { supabase } = await loadClient();
    const { data } = await read(supabase).order('name').order('id').abortSignal(signal).throwOnError();
    return data;
  },
  staleTime: 60_000,
});

/** The roles of who reads; null until they are known. */
export const useTeamRoles = (): readonly string[] | null =>
  useQuery(teamQuery).data?.find(({ is_me }) => is_me)?.team_roles ?? null;

/**
 * Whether who reads has one of these duties in the team. The page hides what the server would
 * refuse; until the roles are known it hides nothing, so that nothing appears late.
 */
export function useDuty(...duties: readonly TeamDuty[]): boolean {
  const roles = useTeamRoles();
  return roles === null || hasDuty(roles, ...duties);
}
