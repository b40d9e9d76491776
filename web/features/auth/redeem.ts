import type { SupabaseClient } from '@supabase/supabase-js';
import type { AuthUser } from '#web/features/auth/auth-state.ts';
import type { AuthStore } from '#web/features/auth/auth-store.ts';
import type { ArrivingLink, LinkPurpose } from '#web/features/auth/link.ts';
import { type AuthFailure, describeAuthError } from '#web/lib/auth-error.ts';

/** What came of an arrival. */
export type Arrival =
  | { kind: 'nothing' }
  | { kind: 'half-way' }
  | { kind: 'signed-in'; user: AuthUser; purpose: LinkPurpose | null }
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

/** Opens the session that a link stands for, and waits for its profile. Never throws: what went wrong is an outcome. */
export async function redeemLink(store: AuthStore, link: ArrivingLink): Promise<Arrival> {
  if (link.kind === 'none') return { kind: 'nothing' };
  if (link.kind === 'half-way') return { kind: 'half-way' };
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
