import type { SupabaseClient } from '@supabase/supabase-js';
import type { AuthUser } from '#web/features/auth/auth-state.ts';
import type { AuthStore } from '#web/features/auth/auth-store.ts';
import { type AuthFailure, describeAuthError } from '#web/lib/auth-error.ts';

/** The parts of an arriving link's address. */
type ArrivingLink =
  | { kind: 'none' }
  | { kind: 'error'; code: string | null }
  /**
   * The person said no at the provider, which tells it in its own word and no code of the auth
   * service.
   */
  | { kind: 'refused' }
  /** The provider told a trouble of its own, in its own word. */
  | { kind: 'provider-failed' }
  /** The first of the two confirmations of an e-mail change. */
  | { kind: 'half-way' }
  /** PKCE: to be exchanged with the verifier that this browser kept. */
  | { kind: 'code'; code: string }
  /** The implicit flow, as links made by an admin use it. */
  | { kind: 'tokens'; accessToken: string; refreshToken: string; purpose: LinkPurpose | null }
  | MailLink;

/** The link of a mail of Loge: nothing is spent until its person presses the button of the page. */
export interface MailLink {
  kind: 'token-hash';
  tokenHash: string;
  purpose: LinkPurpose;
  /** The address outside of this page that the person came from; null: they stay here. */
  redirectTo: string | null;
}

export type LinkPurpose = 'signup' | 'magiclink' | 'recovery' | 'invite' | 'email_change' | 'email';

const purposes: readonly string[] = [
  'signup',
  'magiclink',
  'recovery',
  'invite',
  'email_change',
  'email',
] satisfies LinkPurpose[];

const purposeOf = (given: string | null): LinkPurpose | null =>
  given !== null && purposes.includes(given) ? (given as LinkPurpose) : null; // checked against the list above

/** RFC 6749, 4.1.2.1; Apple says it in a word of its own. */
const saidNo = new Set(['access_denied', 'user_cancelled_authorize']);

/**
 * Reads an arrival. The auth service writes into the fragment in the implicit flow and into the
 * query in PKCE; errors into both.
 * @param url of the page that was opened
 */
export function readLink(url: URL): ArrivingLink {
  const hash = new URLSearchParams(url.hash.slice(1));
  const get = (name: string) => hash.get(name) ?? url.searchParams.get(name);

  if (get('error') || get('error_code') || get('error_description')) {
    if (get('error_code')) return { kind: 'error', code: get('error_code') };
    return { kind: saidNo.has(get('error') ?? '') ? 'refused' : 'provider-failed' };
  }
  const accessToken = hash.get('access_token');
  const refreshToken = hash.get('refresh_token');
  if (accessToken && refreshToken) {
    return { kind: 'tokens', accessToken, refreshToken, purpose: purposeOf(hash.get('type')) };
  }
  const code = url.searchParams.get('code');
  if (code) return { kind: 'code', code };
  const tokenHash = url.searchParams.get('token_hash');
  const purpose = purposeOf(url.searchParams.get('type'));
  if (tokenHash && purpose)
    return { kind: 'token-hash', tokenHash, purpose, redirectTo: url.searchParams.get('redirect_to') };
  return get('message') ? { kind: 'half-way' } : { kind: 'none' };
}

/** The result of an arrival. */
export type Arrival =
  | { kind: 'nothing' }
  | { kind: 'half-way' }
  | { kind: 'refused' }
  | { kind: 'provider-failed' }
  | {
      kind: 'signed-in';
      user: AuthUser;
      purpose: LinkPurpose | null;
    }
  | { kind: 'failed'; failure: AuthFailure };

type Redeemable = Extract<ArrivingLink, { kind: 'code' | 'tokens' | 'token-hash' }>;

async function exchange(supabase: SupabaseClient, link: Redeemable) {
  switch (link.kind) {
    case 'code': {
      const { data, error } = await supabase.auth.exchangeCodeForSession(link.code);
      const recovery = 'redirectType' in data && data.redirectType === 'recovery';
      return { session: data.session, error, purpose: recovery ? ('recovery' as const) : null };
    }
    case 'tokens': {
      const tokens = { access_token: link.accessToken, refresh_token: link.refreshToken };
      const { data, error } = await supabase.auth.setSession(tokens);
      return { session: data.session, error, purpose: link.purpose };
    }
    case 'token-hash': {
      const { data, error } = await supabase.auth.verifyOtp({
        token_hash: link.tokenHash,
        type: link.purpose,
      });
      return { session: data.session, error, purpose: link.purpose };
    }
  }
}

/**
 * Opens the session that a link stands for, and waits for its profile. Never throws: what went
 * wrong is an outcome.
 */
export async function redeemLink(store: AuthStore, link: ArrivingLink): Promise<Arrival> {
  if (link.kind === 'none') return { kind: 'nothing' };
  if (link.kind === 'half-way' || link.kind === 'refused' || link.kind === 'provider-failed')
    return { kind: link.kind };
  if (link.kind === 'error') return { kind: 'failed', failure: describeAuthError({ code: link.code }) };
  try {
    const { supabase } = await store.client();
    const { session, error, purpose } = await exchange(supabase, link);
    if (error) throw error;
    // A hashed token may be the first half of an e-mail change, which opens no session.
    if (!session) return { kind: 'half-way' };
    const user = await store.become(session, purpose === 'recovery' ? 'password-recovery' : 'signed-in');
    return { kind: 'signed-in', user, purpose };
  } catch (error) {
    console.error('Lien refusé', error);
    return { kind: 'failed', failure: describeAuthError(error) };
  }
}
