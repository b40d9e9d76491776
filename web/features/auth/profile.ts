import type { User } from '@supabase/supabase-js';
import type { Tables } from '#database/types.ts';
import { isRole, type Role, roleOrGuess } from '#domain/account/roles.ts';
import type { AuthUser } from '#web/features/auth/auth-state.ts';
import { QUERY_RETRIES, retryDelay } from '#web/lib/retry-delay.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';

/** Of a profile, what the page knows. */
export type ProfileRow = Pick<Tables<'profiles'>, 'role' | 'avatar_url' | 'first_name' | 'last_name'>;

/**
 * Reads somebody's profile, again when the line was lost or the server failed: no query of TanStack's stands around this one.
 * @throws PostgrestError when it cannot be read, or does not exist
 */
export async function fetchProfile(supabase: LogeSupabase, userId: string): Promise<ProfileRow> {
  for (let failures = 0; ; failures += 1) {
    const { data, error, status } = await supabase
      .from('profiles')
      .select('*')
      .eq('id', userId)
      .retry(false)
      .single();
    if (!error) return data;
    // 0: nothing was answered.
    if (failures === QUERY_RETRIES || (status !== 0 && status < 500)) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)));
  }
}

const text = (...values: unknown[]): string =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? '';

/**
 * Joins an account with its profile. A missing role is guessed from the e-mail (spec, section 5): it decides which dashboard opens and
 * grants nothing, since the database asks its own tables.
 * @param row null when the profile could not be loaded
 */
export function toAuthUser(account: User, row: ProfileRow | null): AuthUser {
  const email = account.email ?? '';
  return {
    id: account.id,
    email,
    role: roleOrGuess(row?.role, email),
    isAuthenticated: true,
    avatarUrl: text(row?.avatar_url) || null,
    firstName: text(row?.first_name, account.user_metadata.first_name),
    lastName: text(row?.last_name, account.user_metadata.last_name),
  };
}

/** The role asked for at sign-up, when it is not the one the account has: a request for `admin` may be waiting for a decision. */
export function requestedRoleOf(account: User, row: ProfileRow | null): Role | null {
  const asked: unknown = account.user_metadata.role;
  const has = row?.role;
  return isRole(asked) && isRole(has) && asked !== has ? asked : null;
}
