import { createHash, randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AuthContext } from './context.ts';

/**
 * The cookie by which a browser is known again. It opens nothing and says nothing: 192 random bits,
 * sent to this service alone. The page about cookies names it.
 */
export const DEVICE_COOKIE = 'sb-device';
const SHAPE = /^[\w-]{32}$/;
/** The longest that browsers keep a cookie (RFC 6265bis), renewed at each sign-in and refresh. */
export const DEVICE_COOKIE_DAYS = 400;
const VARIABLE = 'device';

/** The endpoints that may begin a session. */
export const SIGN_INS = [
  '/signup',
  '/token',
  '/verify',
  '/callback',
  '/passkeys/authentication/verify',
] as const;

/**
 * Whether the cookie of an answer would come back: a page of our own origin asks, or the browser
 * itself goes to the address. Programs, and pages of other origins, whose requests bear no cookies,
 * are known by what they say that they are.
 */
const keepsCookies = (c: Context) =>
  c.req.header('Sec-Fetch-Site') === 'same-origin' || c.req.header('Sec-Fetch-Mode') === 'navigate';

/**
 * Gives a browser that signs in a cookie by which it is known again, and keeps that of one that has
 * it.
 */
export const knowDevice =
  (auth: AuthContext): MiddlewareHandler =>
  async (c, next) => {
    const sent = getCookie(c, DEVICE_COOKIE) ?? '';
    const id = SHAPE.test(sent) ? sent : keepsCookies(c) ? randomBytes(24).toString('base64url') : null;
    c.set(VARIABLE, id);
    await next();
    if (id === null || c.res.status >= 400) return;
    setCookie(c, DEVICE_COOKIE, id, {
      path: '/auth/v1',
      httpOnly: true,
      sameSite: 'Lax',
      secure: auth.siteUrl().startsWith('https:'),
      maxAge: DEVICE_COOKIE_DAYS * 86_400,
    });
  };

/** @returns what is kept of the cookie of a browser that signs in; null where there is none */
export function deviceOf(c: Context): Buffer | null {
  const id: unknown = c.get(VARIABLE);
  return typeof id === 'string' ? createHash('sha256').update(id).digest() : null;
}
