import { useEffect, useState } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import type { AuthFailure } from '#web/lib/auth-error.ts';
import { readPageConfig } from '#web/lib/page-config.ts';
import { type Arrival, type LinkPurpose, type MailLink, readLink, redeemLink } from './redeem.ts';

/** A link is redeemed once, however often React runs the effect. */
const redeemed = new Map<string, Promise<Arrival>>();

/** Takes the tokens out of the address bar and the history. */
function forgetTokens(): void {
  const url = new URL(window.location.href);
  for (const name of ['code', 'token_hash', 'type']) url.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', `${url.pathname}${url.search}`);
}

/** A link of a mail before its button is pressed: nothing was asked of the server yet. */
export interface UnopenedLink {
  kind: 'waiting';
  purpose: LinkPurpose;
  /**
   * Spends the link.
   * @returns why it could not be tried at all; null: the arrival says what came of it
   */
  press: () => Promise<AuthFailure | null>;
}

/** The link is as good as before: the server was not reached, or did not look at it. */
const untried = new Set<AuthFailure['code']>([
  'unreachable',
  'unexpected_failure',
  'request_timeout',
  'over_request_rate_limit',
]);

/**
 * For who came from elsewhere: the auth service spends the link and leads back there, if its
 * settings allow that address.
 */
function verifyAddress({ tokenHash, purpose, redirectTo }: MailLink): string {
  const url = new URL('auth/v1/verify', readPageConfig().supabaseUrl);
  url.search = new URLSearchParams({
    token: tokenHash,
    type: purpose,
    redirect_to: redirectTo ?? '',
  }).toString();
  return url.href;
}

/**
 * Redeems the link with which this page was opened: at once what a provider or the auth service led
 * here with, and the link of a mail when its person says so, because mail scanners open links too.
 * Null while that is under way.
 */
export function useArrival(): Arrival | UnopenedLink | null {
  const { store } = useAuth();
  const [link] = useState(() => readLink(new URL(window.location.href)));
  const [arrival, setArrival] = useState<Arrival | null>(null);

  useEffect(() => {
    if (link.kind === 'token-hash') return;
    let gone = false;
    const key = JSON.stringify(link);
    const outcome = redeemed.get(key) ?? redeemLink(store, link);
    if (link.kind !== 'none') redeemed.set(key, outcome);
    if (link.kind === 'code' || link.kind === 'tokens') forgetTokens();
    outcome.then((result) => {
      if (!gone) setArrival(result);
    });
    return () => {
      gone = true;
    };
  }, [link, store]);

  if (arrival !== null || link.kind !== 'token-hash') return arrival;
  const press = async (): Promise<AuthFailure | null> => {
    if (link.redirectTo !== null) {
      window.location.assign(verifyAddress(link));
      return null;
    }
    const result = await redeemLink(store, link);
    if (result.kind === 'failed' && untried.has(result.failure.code)) return result.failure;
    forgetTokens();
    setArrival(result);
    return null;
  };
  return { kind: 'waiting', purpose: link.purpose, press };
}
