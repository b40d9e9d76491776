import type { Session } from '@supabase/supabase-js';
import { searchText } from '#product/shared/names.ts';
import { readPageConfig } from '#web/lib/page-config.ts';
import type { LogeClient } from '#web/lib/supabase/client.ts';
import type { LogeReader } from '#web/lib/supabase/visitor.ts';
import { readViewing } from '#web/lib/viewing.ts';

let loading: Promise<LogeClient> | null = null;

/**
 * The page's one client. It is 50 KB that a visitor of the home page does not need, so it is loaded
 * when it is first asked for. A failed load is forgotten, so that the next call tries again.
 */
export function loadClient(): Promise<LogeClient> {
  loading ??= import('#web/lib/supabase/client.ts').then(
    (module) => module.createLogeClient(),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/**
 * The key of the stored session, as supabase-js derives it. Knowing it lets the page tell a visitor
 * from somebody signed in without loading the client.
 */
export const sessionStorageKey = (supabaseUrl: string): string =>
  `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`;

/**
 * Whether this browser holds a session, current or to be refreshed, or this tab shows another
 * person's pages.
 */
export const hasStoredSession = (): boolean =>
  readViewing() !== null ||
  window.localStorage.getItem(sessionStorageKey(readPageConfig().supabaseUrl)) !== null;

/**
 * The session that the client keeps, as it was last stored, whatever has become of it; null in a
 * tab that shows another person's pages.
 */
export function storedSession(): Session | null {
  const stored = window.localStorage.getItem(sessionStorageKey(readPageConfig().supabaseUrl));
  if (stored === null || readViewing() !== null) return null;
  try {
    const session: Session | null = JSON.parse(stored);
    return session?.user ? session : null;
  } catch {
    return null; // supabase-js takes a session that is no JSON for none
  }
}

/** Takes the stored session away where nothing can be asked of the server. */
export const forgetStoredSession = (): void =>
  window.localStorage.removeItem(sessionStorageKey(readPageConfig().supabaseUrl));

/**
 * The role that the person of the stored session asked for at the sign-up, before anything was
 * asked of the server: it says how much room to keep for what may come, and lets nobody in. Null
 * when it is not known.
 */
export function storedRole(): string | null {
  const role: unknown = storedSession()?.user.user_metadata?.role;
  return typeof role === 'string' ? role : null;
}

let visitor: Promise<LogeReader> | null = null;

/**
 * Loads the client that reads tables and runs commands, with or without a session. A visitor
 * without a session needs neither sessions nor files nor a socket for that, so the client, four
 * times as large, is not loaded for them. A failed load is forgotten.
 */
export async function loadReader(): Promise<LogeReader> {
  if (loading !== null || hasStoredSession()) return (await loadClient()).supabase;
  visitor ??= import('#web/lib/supabase/visitor.ts').then(
    (module) => module.createReader(),
    (error: unknown) => {
      visitor = null;
      throw error;
    },
  );
  return visitor;
}

/**
 * PostgREST's code for a page behind the last row: an old address, or a list that grew shorter.
 * There is nothing there; it is no failure.
 */
export const PAST_THE_END = 'PGRST103';

/** Letters that mean something in a pattern are taken for themselves. */
const escapePattern = (text: string) => text.replace(/[\\%_*]/g, (letter) => `\\${letter}`);

/**
 * A search as LIKE patterns over a folded column `search`: each word must be somewhere in it, in
 * any order.
 */
export const searchPatterns = (search: string): string[] =>
  searchText(search)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${escapePattern(word)}%`);
