import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { AuthContext } from './context.ts';

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/** GoTrue's globs: `**` runs over everything, `*` and `?` stop at a dot or a slash. */
function matchesGlob(glob: string, url: string): boolean {
  const source = glob
    .split(/(\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**') return '.*';
      if (part === '*') return '[^./]*';
      return part === '?' ? '[^./]' : part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`).test(url);
}

/**
 * Whether a link may lead there with a session in its fragment: the page's own origin, or one that
 * the operator allowed.
 * @param allowed globs of `AUTH_REDIRECT_URLS`
 */
export function isAllowedRedirect(target: string, siteUrl: string, allowed: readonly string[]): boolean {
  // An honest address never has a character that parsers read differently (a backslash, a blank, a
  // control character).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\\\u0000-\u0020\u007f]/.test(target)) return false;
  const url = URL.parse(target);
  const site = URL.parse(siteUrl);
  if (url === null || site === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol === site.protocol && isLoopback(site.hostname) && isLoopback(url.hostname)) return true;
  if (url.protocol.startsWith('http') && url.origin === site.origin) return true;
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 && !isLoopback(url.hostname)) return false;
  // As the browser will read it: in the text as given, a `*` would run over a full-width dot or the
  // question mark that ends the host.
  const read = url.href.split('#', 1)[0] ?? '';
  const bareOrigin = read === `${url.origin}/` ? url.origin : read;
  return allowed.some((glob) => matchesGlob(glob, read) || matchesGlob(glob, bareOrigin));
}

/**
 * Where a mailed link shall lead: what the request asks for, else the page it came from, else the
 * site. Never an error, so that a wrong setting costs the way back and not the account.
 * @param asked an address from elsewhere than query and header, such as a body
 */
export function redirectFor(auth: AuthContext, c: Context, asked?: string): string {
  const candidates = [
    c.req.query('redirect_to'),
    c.req.header('redirect_to'),
    asked,
    c.req.header('Referer'),
  ];
  const site = auth.siteUrl();
  const good = candidates.find(
    (target) => target && isAllowedRedirect(target, site, auth.settings.redirectUrls),
  );
  return good ?? site;
}
