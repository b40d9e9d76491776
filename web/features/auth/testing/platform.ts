import { createClient } from '@supabase/supabase-js';
import { type AuthActions, createAuthActions } from '#web/features/auth/auth-actions.ts';
import { type AuthStore, createAuthStore } from '#web/features/auth/auth-store.ts';
import { createProfileMemory } from '#web/features/auth/profile-memory.ts';
import { createRecoveryMark } from '#web/features/auth/recovery-mark.ts';
import { describeAuthError } from '#web/lib/auth-error.ts';
import { watchFetch } from '#web/lib/supabase/watched-fetch.ts';

/** What a platform answers to a request: the real client speaks to it, only the network is not there. */
export type Answers = (method: string, path: string) => Response | undefined;

/** Under which the client keeps the session of https://loge.example. */
const STORED = 'sb-loge-auth-token';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** An access token as the client reads it. */
export const tokenOf = (sessionId: string): string =>
  `${part({ alg: 'ES256', typ: 'JWT' })}.${part({ sub: 'p1', session_id: sessionId, exp: inAnHour() })}.${part('signature')}`;

/** A session of GoTrue's shape. */
export const sessionOf = (email: string, metadata: Record<string, unknown> = {}, sessionId = 's1') => ({
  access_token: tokenOf(sessionId),
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: inAnHour(),
  user: { id: 'p1', email, aud: 'authenticated', user_metadata: metadata, app_metadata: {}, created_at: '' },
});

const memory = (): Storage => {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
};

export interface Bench {
  store: AuthStore;
  actions: AuthActions;
  /** `METHOD path?query` of everything that was asked. */
  asked: string[];
  /** `title: description` of the toasts. */
  toasts: string[];
  /** How often the fetched data was forgotten. */
  forgotten: () => number;
  /** How often it was fetched again. */
  renewed: () => number;
  /** How often somebody was advised on their password. */
  advised: () => number;
  /** Has the next call wait for this answer. */
  hang: (response: Promise<Response>) => void;
  /** The browser's local storage. */
  storage: Storage;
  supabase: () => Promise<Awaited<ReturnType<AuthStore['client']>>['supabase']>;
}

/**
 * The store and the actions over the official client, in front of a platform that answers as told.
 * @param stored the session that this browser keeps from an earlier visit
 */
export function benchOf(answers: Answers, stored: ReturnType<typeof sessionOf> | null = null): Bench {
  const asked: string[] = [];
  const toasts: string[] = [];
  let hanging: Promise<Response> | null = null;
  let forgotten = 0;
  let renewed = 0;
  let advised = 0;
  const storage = memory();
  if (stored) storage.setItem(STORED, JSON.stringify(stored));
  const waiters = new Set<(waiting: boolean) => void>();
  const refused = new Set<() => void>();
  const network: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const method = init?.method ?? 'GET';
    asked.push(`${method} ${url.pathname}${url.search}`);
    if (hanging) return hanging;
    return answers(method, url.pathname) ?? Response.json({ code: 'unexpected' }, { status: 418 });
  };
  const watched = watchFetch(network, {
    onRefused() {
      for (const listener of refused) listener();
    },
    onWaiting(waiting) {
      for (const listener of waiters) listener(waiting);
    },
  });
  const supabase = createClient('https://loge.example', 'sb_publishable_of_the_tests', {
    auth: { flowType: 'pkce', detectSessionInUrl: false, autoRefreshToken: stored !== null, storage },
    global: { fetch: watched.fetch },
  });
  const store = createAuthStore({
    loadClient: async () => ({
      supabase,
      describe: (error) => describeAuthError(error, watched.retryAfter()),
      onRefused: (listener) => refused.add(listener),
      onWaiting: (listener) => waiters.add(listener),
    }),
    hasStoredSession: () => storage.getItem(STORED) !== null,
    storedSession: () => JSON.parse(storage.getItem(STORED) ?? 'null'),
    forgetStoredSession: () => storage.removeItem(STORED),
    profiles: createProfileMemory(storage),
    recovery: createRecoveryMark(memory()),
    onStoredSession: () => undefined,
    notifyError: (title, description) => toasts.push(`${title}: ${description}`),
    onSignedOut: () => {
      forgotten += 1;
    },
    onRenewed: () => {
      renewed += 1;
    },
  });
  return {
    store,
    actions: createAuthActions(store, 'https://loge.example', () => {
      advised += 1;
    }),
    asked,
    toasts,
    forgotten: () => forgotten,
    renewed: () => renewed,
    advised: () => advised,
    storage,
    hang: (response) => {
      hanging = response;
      response.finally(() => {
        hanging = null;
      });
    },
    supabase: async () => (await store.client()).supabase,
  };
}
