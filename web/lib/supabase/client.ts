import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#database/generated/types.ts';
import { type AuthFailure, describeAuthError } from '#web/lib/auth-error.ts';
import { readPageConfig } from '#web/lib/page-config.ts';
import { watchFetch, watchSocket } from '#web/lib/supabase/watched-fetch.ts';
import { leaveViewing, lookingFetch, readViewing, storageOf } from '#web/lib/viewing.ts';

/**
 * The client of our own tables and views. What a query gives is typed by the text of its `select`,
 * so that text is a literal or a constant made of literals, and no row is described by hand: a
 * row's name is `QueryData<ReturnType<typeof read>>[number]` of a function
 * `read = (supabase: LogeSupabase) => supabase.from('offers').select(COLUMNS)`, or
 * `Tables<'offers'>` where all of it is meant.
 */
export type LogeSupabase = SupabaseClient<Database>;

/** A name of its own: the library tells other tabs of the sessions that share one. */
const VIEWING_KEY = 'loge-viewing';

export interface LogeClient {
  supabase: LogeSupabase;
  /**
   * Puts a failed call of the auth client into words. The texts are loaded with the client: before
   * that, a call can only fail because Loge cannot be reached.
   */
  describe: (error: unknown) => AuthFailure;
  /**
   * Calls back each time the platform refuses a data call of this session (401), or closes its
   * socket for it.
   */
  onRefused: (listener: () => void) => void;
  /**
   * Calls back with true when the session cannot be renewed for now and is asked for again and
   * again, and with false once that was answered.
   */
  onWaiting: (listener: (waiting: boolean) => void) => void;
}

/**
 * Makes the page's client: the official one, PKCE so that no token ever stands in an address, the
 * session in local storage under the key that the library derives (`sb-<host>-auth-token`) and
 * refreshed by itself. Links from mails are redeemed by the two pages that expect them, hence no
 * detection in the address. Reads are tried again by TanStack Query, three times as the spec says:
 * the library's own three within each would make sixteen tries, and half a minute before an error
 * shows. In a tab that shows another person's pages, the client has that viewing's token alone, and
 * leaves when the server refuses it.
 */
export function createLogeClient(): LogeClient {
  const { supabaseUrl, publishableKey } = readPageConfig();
  const listeners = new Set<() => void>();
  const waiters = new Set<(waiting: boolean) => void>();
  const viewing = readViewing();
  const refused = () => {
    if (viewing !== null) return leaveViewing();
    for (const listener of listeners) listener();
  };
  const send = fetch.bind(globalThis);
  const watched = watchFetch(viewing === null ? send : lookingFetch(send), {
    onRefused: refused,
    onWaiting(waiting) {
      for (const listener of waiters) listener(waiting);
    },
  });
  const supabase = createClient<Database>(supabaseUrl, publishableKey, {
    auth: {
      flowType: 'pkce',
      detectSessionInUrl: false,
      persistSession: true,
      autoRefreshToken: viewing === null,
      ...(viewing !== null && { storageKey: VIEWING_KEY, storage: storageOf(viewing, VIEWING_KEY) }),
      experimental: { passkey: true, recoveryCodes: true },
    },
    db: { retry: false },
    global: { fetch: watched.fetch },
    realtime: { transport: watchSocket(WebSocket, refused) },
  });
  return {
    supabase,
    describe: (error) => describeAuthError(error, watched.retryAfter()),
    onRefused: (listener) => listeners.add(listener),
    onWaiting: (listener) => waiters.add(listener),
  };
}
