import { useEffect, useState } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { type Arrival, readLink, redeemLink } from './redeem.ts';

/** A link is redeemed once, however often React runs the effect. */
const redeemed = new Map<string, Promise<Arrival>>();

/** Takes the tokens out of the address bar and the history. */
function forgetTokens(): void {
  const url = new URL(window.location.href);
  for (const name of ['code', 'token_hash', 'type']) url.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', `${url.pathname}${url.search}`);
}

/** Redeems the link with which this page was opened. Null while that is under way. */
export function useArrival(): Arrival | null {
  const { store } = useAuth();
  const [url] = useState(() => new URL(window.location.href));
  const [arrival, setArrival] = useState<Arrival | null>(null);

  useEffect(() => {
    let gone = false;
    const link = readLink(url);
    const key = JSON.stringify(link);
    const outcome = redeemed.get(key) ?? redeemLink(store, link);
    if (link.kind !== 'none') redeemed.set(key, outcome);
    if (link.kind === 'code' || link.kind === 'tokens' || link.kind === 'token-hash') forgetTokens();
    outcome.then((result) => {
      if (!gone) setArrival(result);
    });
    return () => {
      gone = true;
    };
  }, [url, store]);

  return arrival;
}
