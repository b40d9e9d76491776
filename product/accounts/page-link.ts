import type { MailArrival } from '#platform/auth/mail-port.ts';

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

/**
 * Whether both are this installation's page; on one machine `localhost` and `127.0.0.1` are the
 * same.
 */
const isOwnPage = (url: URL, site: URL): boolean =>
  url.origin === site.origin ||
  (url.protocol === site.protocol &&
    url.port === site.port &&
    isLoopback(url.hostname) &&
    isLoopback(site.hostname));

/**
 * Where the page redeems links by itself, so that an address of one of these keeps its own
 * parameters.
 */
const ARRIVALS = ['/', '/auth/callback', '/reset-password'];

/** They are the link's own, whatever an address to come back to says. */
const RESERVED = ['token_hash', 'type', 'redirect_to'];

/**
 * The page to which a mail of auth leads. It spends the token by `POST /verify` when its button is
 * pressed: mail scanners open every link, and GoTrue's `GET /verify` would be spent by them.
 * @param site the origin of the page
 * @returns an absolute address, with `token_hash` and `type` as `verifyOtp` takes them, and
 * `redirect_to` when the person came from elsewhere than this page
 */
export function pageLink({ tokenHash, type, redirectTo }: MailArrival, site: string): string {
  const origin = new URL(site);
  const back = new URL(redirectTo, origin);
  const own = isOwnPage(back, origin);
  const path = type === 'recovery' || type === 'invite' ? '/reset-password' : '/auth/callback';
  const link = new URL(path, own ? back.origin : origin);
  if (!own) link.searchParams.set('redirect_to', back.href);
  else if (ARRIVALS.includes(back.pathname)) link.search = back.search;
  else link.searchParams.set('next', `${back.pathname}${back.search}`);
  for (const name of RESERVED) if (own) link.searchParams.delete(name);
  link.searchParams.set('token_hash', tokenHash);
  link.searchParams.set('type', type);
  return link.href;
}
