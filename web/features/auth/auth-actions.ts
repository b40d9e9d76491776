import type { AuthError, EmailOtpType, Provider, Session } from '@supabase/supabase-js';
import type { Role } from '#product/shared/roles.ts';
import type { AuthUser, SessionPhase } from '#web/features/auth/auth-state.ts';
import type { AuthStore } from '#web/features/auth/auth-store.ts';
import type { AuthFailure } from '#web/lib/auth-error.ts';

/** Said when not even the client could be loaded. */
const UNREACHABLE = 'Loge ne répond pas. Vérifiez votre connexion à internet, puis réessayez.';

interface SignUpDetails {
  email: string;
  password: string;
  role: Role;
  firstName: string;
  lastName: string;
}

type SignUpOutcome = { kind: 'signed-in'; user: AuthUser } | { kind: 'confirm-email' };
type SignOutScope = 'global' | 'local' | 'others';

export interface AuthActions {
  /** Loads the client ahead of its first use, when somebody begins to fill in a form. */
  prepare: () => void;
  /** @throws AuthError, after logging it */
  signIn: (email: string, password: string) => Promise<AuthUser>;
  /** @throws AuthError, after logging it */
  signUp: (details: SignUpDetails) => Promise<SignUpOutcome>;
  /**
   * Ends sessions: this one, all of them, or the others. This device is signed out even when the
   * platform cannot be reached.
   * @throws AuthError when the other devices could not be signed out
   */
  signOut: (scope?: SignOutScope) => Promise<void>;
  /**
   * Sends a sign-in link and code to an account that exists.
   * @param returnTo path to open afterwards
   */
  sendMagicLink: (email: string, returnTo: string | null) => Promise<void>;
  /**
   * Leaves for a provider; the browser comes back to `/auth/callback`. @param returnTo path to open
   * afterwards
   */
  signInAt: (providerId: string, returnTo: string | null) => Promise<void>;
  sendRecovery: (email: string) => Promise<void>;
  resendConfirmation: (email: string) => Promise<void>;
  /** Redeems the six digits of a mail. */
  verifyCode: (email: string, code: string, type: EmailOtpType) => Promise<AuthUser>;
  /** Sets a new password for the session's account; its other sessions end. */
  changePassword: (password: string) => Promise<void>;
  /** Puts a failure into words, with the delay that the platform asked for. */
  explain: (error: unknown) => Promise<AuthFailure>;
}

/** Throws what the client returned as an error. */
function check(error: AuthError | null): void {
  if (error) throw error;
}

/** Logs before throwing, as the spec asks of signing in and up. */
function logged(what: string, error: AuthError | null): void {
  if (!error) return;
  console.error(what, error);
  throw error;
}

/**
 * @param origin of the page: links in mails come back to it
 * @param adviseOnPassword called when the password that opened a session is one of public leaks
 */
export function createAuthActions(
  store: AuthStore,
  origin: string,
  adviseOnPassword: () => void = () => undefined,
): AuthActions {
  const auth = async () => (await store.client()).supabase.auth;
  const enter = (session: Session | null, phase: SessionPhase = 'signed-in'): Promise<AuthUser> => {
    if (!session) throw new Error('Le serveur n’a pas ouvert de session.');
    return store.become(session, phase);
  };

  const advise = (weakness: unknown) => {
    const reasons: unknown = typeof weakness === 'object' && weakness && Reflect.get(weakness, 'reasons');
    if (Array.isArray(reasons) && reasons.includes('pwned')) adviseOnPassword();
  };

  const callbackTo = (returnTo: string | null) =>
    `${origin}/auth/callback${returnTo ? `?next=${encodeURIComponent(returnTo)}` : ''}`;

  return {
    prepare() {
      store.client().catch((error: unknown) => console.warn('Client non préchargé', error));
    },
    async signIn(email, password) {
      const { data, error } = await (await auth()).signInWithPassword({ email, password });
      logged('Échec de la connexion', error);
      advise(data.weakPassword);
      return enter(data.session);
    },
    async signUp({ email, password, role, firstName, lastName }) {
      const { data, error } = await (await auth()).signUp({
        email,
        password,
        options: {
          data: { role, first_name: firstName, last_name: lastName },
          emailRedirectTo: `${origin}/`,
        },
      });
      logged('Échec de l’inscription', error);
      if (!data.session) return { kind: 'confirm-email' };
      // Our platform says at sign-up what GoTrue says at sign-in; the library passes it on with the
      // session.
      advise(Reflect.get(data.session, 'weak_password'));
      return { kind: 'signed-in', user: await enter(data.session) };
    },
    async signOut(scope = 'local') {
      if (store.isWaiting() && scope !== 'others') {
        store.abandon();
        // The other devices are not signed out.
        if (scope === 'global') throw new Error(UNREACHABLE);
        return;
      }
      if (scope !== 'others') store.quit();
      const { error } = await (await auth()).signOut({ scope });
      if (error && scope !== 'others') await (await auth()).signOut({ scope: 'local' });
      check(error);
    },
    async signInAt(providerId, returnTo) {
      // The library names the ids of hosted projects; ours are those that the server named.
      const provider = providerId as Provider;
      const { error } = await (await auth()).signInWithOAuth({
        provider,
        options: { redirectTo: callbackTo(returnTo) },
      });
      logged('Échec de la connexion', error);
    },
    async sendMagicLink(email, returnTo) {
      const emailRedirectTo = callbackTo(returnTo);
      const { error } = await (await auth()).signInWithOtp({
        email,
        options: { emailRedirectTo, shouldCreateUser: false },
      });
      // Our platform answers for an unknown address as for a known one; a hosted one says
      // otp_disabled, and nobody learns that here.
      if (error?.code !== 'otp_disabled') check(error);
    },
    async sendRecovery(email) {
      const { error } = await (await auth()).resetPasswordForEmail(email, {
        redirectTo: `${origin}/reset-password`,
      });
      check(error);
    },
    async resendConfirmation(email) {
      const { error } = await (await auth()).resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: `${origin}/` },
      });
      check(error);
    },
    async verifyCode(email, token, type) {
      const { data, error } = await (await auth()).verifyOtp({ email, token, type });
      check(error);
      return enter(data.session, type === 'recovery' ? 'password-recovery' : 'signed-in');
    },
    async changePassword(password) {
      const { error } = await (await auth()).updateUser({ password });
      check(error);
    },
    async explain(error) {
      const loge = await store.client().catch(() => null);
      return loge?.describe(error) ?? { code: 'unreachable', text: UNREACHABLE };
    },
  };
}
