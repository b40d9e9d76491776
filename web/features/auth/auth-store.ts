import type { AuthChangeEvent, AuthError, Session, SupabaseClient, User } from '@supabase/supabase-js';
import { isRole, type Role, roleOrGuess } from '#product/shared/roles.ts';
import {
  type AuthState,
  type AuthUser,
  type FactorState,
  phaseOf,
  type SessionPhase,
} from '#web/features/auth/auth-state.ts';
import type { ProfileMemory, ProfileRow } from '#web/features/auth/profile-memory.ts';
import { claimOf, type RecoveryMark } from '#web/features/auth/recovery-mark.ts';
import { QUERY_RETRIES, retryDelay } from '#web/lib/retry-delay.ts';
import type { LogeClient, LogeSupabase } from '#web/lib/supabase/client.ts';

/**
 * Reads somebody's profile, with retries when the connection or the server fails, because no
 * TanStack query does that here.
 * @throws PostgrestError when it cannot be read, or does not exist
 */
async function fetchProfile(supabase: LogeSupabase, userId: string): Promise<ProfileRow> {
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
 * Joins an account with its profile. A missing role is guessed from the e-mail (spec, section 5):
 * it decides which dashboard opens and grants nothing, since the database asks its own tables.
 * @param row null when the profile could not be loaded
 */
function toAuthUser(account: User, row: ProfileRow | null): AuthUser {
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

/**
 * The role asked for at sign-up, when it is not the one the account has: a request for `admin` may
 * be waiting for a decision.
 */
function requestedRoleOf(account: User, row: ProfileRow | null): Role | null {
  const asked: unknown = account.user_metadata.role;
  const has = row?.role;
  return isRole(asked) && isRole(has) && asked !== has ? asked : null;
}

/**
 * A provider tells no role: until they have chosen one, a person who came by it has not arrived.
 */
function newcomerOf({ app_metadata, user_metadata }: User, row: ProfileRow | null): { name: string } | null {
  const { provider } = app_metadata;
  if (provider === undefined || provider === 'email' || row === null || row.role !== null) return null;
  return { name: text(user_metadata.full_name, user_metadata.name) };
}

/** Whether the person has shown the second factor that their account has. */
function factorOf(session: Session): FactorState {
  if (claimOf(session.access_token, 'aal') === 'aal2') return 'shown';
  return session.user.factors?.some(({ status }) => status === 'verified') ? 'to-show' : 'none';
}

/** The store needs these from the page around it. */
export interface AuthStoreDeps {
  loadClient: () => Promise<LogeClient>;
  hasStoredSession: () => boolean;
  /** The session that the client keeps, as it was last stored; null when there is none. */
  storedSession: () => Session | null;
  forgetStoredSession: () => void;
  recovery: RecoveryMark;
  profiles: ProfileMemory;
  /** Calls back when another tab may have signed in. */
  onStoredSession: (listener: () => void) => void;
  notifyError: (title: string, description: string) => void;
  /** Forgets what was fetched for the person who just left. */
  onSignedOut: () => void;
  /**
   * Called when fetched data may be out of date: the session came back after a wait, or may read
   * more since it showed the second factor.
   */
  onRenewed: () => void;
}

export interface AuthStore {
  state: () => AuthState;
  /** The session cannot be renewed for now: it is kept, and asked for again and again. */
  isWaiting: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Begins to follow the session, for as long as the page is open. Called once. */
  start: () => void;
  /** The client, followed by this store. */
  client: () => Promise<LogeClient>;
  /** Waits until the profile of a session that was just received is loaded. */
  become: (session: Session, phase: SessionPhase) => Promise<AuthUser>;
  /** Reads the profile again, after it was changed. */
  reload: () => Promise<void>;
  /**
   * Leaves the session on this device without asking anybody, which would wait for a service that
   * cannot be reached.
   */
  abandon: () => void;
  /** The person leaves by their own choice: what the client says next is no end to tell of. */
  quit: () => void;
  /** Whether the session ended by itself, and nobody has signed in since. */
  hasEnded: () => boolean;
  /** The password has been replaced: from here on the session is an ordinary one. */
  endRecovery: () => void;
}

const isOver = (error: AuthError | null): boolean =>
  error !== null && (error.status === 401 || error.status === 403 || error.status === 400);

/**
 * Another tab announces its session before this one can read it, because browsers copy shared
 * storage with a delay. Until then the client would ask as a visitor, so it waits, for at most a
 * second.
 */
async function untilReadable(supabase: SupabaseClient, userId: string): Promise<void> {
  for (let look = 0; look < 20; look += 1) {
    const { data } = await supabase.auth.getSession();
    if (data.session?.user.id === userId) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Follows the session of the client and the profile that belongs to it. No React in here: the
 * provider renders what it says.
 */
export function createAuthStore(deps: AuthStoreDeps): AuthStore {
  let state: AuthState = { status: 'loading' };
  let session: Session | null = null;
  let becoming: { userId: string; user: Promise<AuthUser> } | null = null;
  /**
   * The role is a guess then; the profile is read again at the next sign of life of the session.
   */
  let isProfileMissing = false;
  let following: Promise<LogeClient> | null = null;
  let isWaiting = false;
  let hasWaited = false;
  let isQuitting = false;
  let hasEnded = false;
  const listeners = new Set<() => void>();

  const set = (next: AuthState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const leave = () => {
    const known = session !== null;
    isQuitting = false;
    session = null;
    becoming = null;
    deps.recovery.clear();
    deps.profiles.clear();
    if (state.status !== 'signed-out') set({ status: 'signed-out' });
    if (known) deps.onSignedOut();
  };

  const readProfile = async (supabase: SupabaseClient, userId: string): Promise<ProfileRow | null> => {
    try {
      return await fetchProfile(supabase, userId);
    } catch (error) {
      console.error('Profil non chargé', error);
      deps.notifyError('Erreur', 'Impossible de charger votre profil utilisateur');
      return null;
    }
  };

  const load = async (userId: string, phase: SessionPhase): Promise<AuthUser> => {
    const { supabase } = await client();
    await untilReadable(supabase, userId);
    const row = await readProfile(supabase, userId);
    isProfileMissing = row === null;
    if (session?.user.id !== userId) throw new Error('La session a changé pendant le chargement du profil.');
    if (row) deps.profiles.set(userId, row);
    return enter(session, row ?? deps.profiles.of(userId), phase);
  };

  const enter = (held: Session, row: ProfileRow | null, phase: SessionPhase): AuthUser => {
    const user = toAuthUser(held.user, row);
    set({
      status: 'signed-in',
      user,
      phase,
      recovery: deps.recovery.has(held.access_token),
      requestedRole: requestedRoleOf(held.user, row),
      factor: factorOf(held),
      newcomer: newcomerOf(held.user, row),
    });
    return user;
  };

  /**
   * A passing failure keeps the session (spec, section 4): who opens the page meanwhile is who they
   * were when it was last left.
   */
  const wait = (next: boolean) => {
    if (next === isWaiting) return;
    isWaiting = next;
    hasWaited ||= next;
    const stored = next && state.status === 'loading' ? deps.storedSession() : null;
    if (stored === null) return set(state);
    session = stored;
    enter(stored, deps.profiles.of(stored.user.id), 'signed-in');
  };

  const become = (next: Session, phase: SessionPhase): Promise<AuthUser> => {
    session = next;
    if (phase === 'password-recovery') deps.recovery.set(next.access_token);
    if (becoming?.userId !== next.user.id || isProfileMissing) {
      isProfileMissing = false;
      becoming = { userId: next.user.id, user: load(next.user.id, phase) };
      return becoming.user;
    }
    if (state.status === 'signed-in') {
      const user = { ...state.user, email: next.user.email ?? '' };
      const recovery = deps.recovery.has(next.access_token);
      set({ ...state, user, phase, recovery, factor: factorOf(next) });
      becoming.user = Promise.resolve(user);
    }
    return becoming.user;
  };

  const follow = (event: AuthChangeEvent, next: Session | null) => {
    const phase = phaseOf(event);
    if (!next) {
      // A visitor has no session that could end.
      if (state.status !== 'signed-out') hasEnded = !isQuitting;
      return leave();
    }
    hasEnded = false;
    if (!phase) return;
    if (phase === 'mfa-verified' || (phase === 'token-refreshed' && hasWaited)) {
      hasWaited = false;
      deps.onRenewed();
    }
    // Not awaited: the client waits for its listeners, and the profile cannot be loaded until they
    // are done.
    become(next, phase).catch((error: unknown) => console.warn('Session dépassée', error));
  };

  /**
   * The platform refused a call: ask the auth service whether the session still exists. A token
   * that only grew too old is renewed: where the machine's clock is behind, the client does not see
   * its end.
   */
  const check = async (supabase: SupabaseClient) => {
    if (!session) return;
    const seen = await supabase.auth.getUser();
    if (!isOver(seen.error)) return;
    if (seen.error?.code === 'bad_jwt') {
      const renewed = await supabase.auth.refreshSession();
      if (!isOver(renewed.error)) return;
    }
    deps.notifyError('Session terminée', 'Vous avez été déconnecté. Reconnectez-vous pour continuer.');
    await supabase.auth.signOut({ scope: 'local' });
  };

  const open = async (): Promise<LogeClient> => {
    const loge = await deps.loadClient();
    loge.onWaiting(wait);
    loge.supabase.auth.onAuthStateChange(follow);
    loge.onRefused(() => {
      check(loge.supabase).catch((error: unknown) => console.error('Session non vérifiée', error));
    });
    return loge;
  };

  const client = (): Promise<LogeClient> => {
    following ??= open().catch((error: unknown) => {
      following = null;
      throw error;
    });
    return following;
  };

  const begin = () => {
    client().catch((error: unknown) => {
      console.error('Session non ouverte', error);
      deps.notifyError(
        'Erreur',
        'Loge ne répond pas. Vérifiez votre connexion à internet, puis rechargez la page.',
      );
      leave();
    });
  };

  return {
    state: () => state,
    isWaiting: () => isWaiting,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      if (deps.hasStoredSession()) begin();
      else if (state.status === 'loading') set({ status: 'signed-out' });
      deps.onStoredSession(begin);
    },
    client,
    become,
    async reload() {
      if (!session || state.status !== 'signed-in') return;
      becoming = { userId: session.user.id, user: load(session.user.id, state.phase) };
      await becoming.user;
    },
    abandon() {
      // The client drops what a renewal brings once the stored session is gone.
      deps.forgetStoredSession();
      leave();
    },
    quit() {
      isQuitting = true;
    },
    hasEnded: () => hasEnded,
    endRecovery() {
      deps.recovery.clear();
      if (state.status === 'signed-in') set({ ...state, recovery: false });
    },
  };
}
