import { queryOptions } from '@tanstack/react-query';
import { listEvents, listLogins } from '#product/accounts/contract.ts';
import type { Role } from '#product/shared/roles.ts';
import type { AuthFailure } from '#web/lib/auth-error.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** The root under which everything of these settings is cached. */
export const accountKey = (userId: string) => ['account', userId] as const;

/** The person's live sessions, the current one first. */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'sessions'],
    queryFn: async () => (await callCommand(listLogins, {})).logins,
  });

/** The account's security events, newest first. */
export const eventsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'events'],
    queryFn: async () => (await callCommand(listEvents, {})).events,
  });

/** The ways by which the person signs in, the first one first. */
export const identitiesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'identities'],
    queryFn: async () => {
      const { supabase } = await loadClient();
      const { data, error } = await supabase.auth.getUserIdentities();
      if (error) throw error;
      return data.identities;
    },
  });

/** When the account will be deleted (an instant, ISO 8601), or null when nobody asked for it. */
export const deletionQuery = (userId: string) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'deletion'],
    queryFn: async (): Promise<string | null> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('deletion_requests')
        .select('deletes_at')
        .eq('person_id', userId)
        .maybeSingle()
        .throwOnError();
      return data?.deletes_at ?? null;
    },
  });

/**
 * The new address that is not confirmed yet, or null. The auth service says so; the token does not
 * have it.
 */
export const pendingEmailQuery = (userId: string) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'pending-email'],
    queryFn: async (): Promise<string | null> => {
      const { supabase } = await loadClient();
      const { data, error } = await supabase.auth.getUser();
      if (error) throw error;
      return data.user.new_email ?? null;
    },
  });

/**
 * The person of these settings, and the actions that the page around them offers;
 * `web/features/auth` provides it.
 */
export interface Account {
  id: string;
  email: string;
  role: Role;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
}

export interface AccountSectionProps {
  account: Account;
  /** Puts a failure of the auth service into words. */
  explain: (error: unknown) => Promise<AuthFailure>;
}
