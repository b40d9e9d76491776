/** The query parameter that remembers where somebody was going before they had to sign in. */
export const RETURN_PARAM = 'next';

/**
 * Where to go after signing in, when the given target is a path of this page. Everything else (another origin, `//host`,
 * a scheme, a backslash that browsers read as a slash, the sign-in pages themselves) is refused, so that a crafted link
 * cannot use the sign-in as a springboard.
 * @returns the path with its query and fragment, or null
 */
export function safeReturnPath(target: string | null | undefined): string | null {
  if (!target?.startsWith('/')) return null;
  const base = 'https://loge.invalid';
  const url = URL.parse(target, base);
  if (url?.origin !== base) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Normalising may itself make a `//host`: `/.//host` does.
  if (path.startsWith('//')) return null;
  if (/^\/(auth|forgot-password|reset-password)(\/|$)/.test(url.pathname)) return null;
  return path;
}

/** The given sign-in path, remembering `from` when it is worth coming back to. */
export function withReturnPath(signInPath: string, from: string): string {
  const next = safeReturnPath(from);
  if (!next || next === '/' || next === '/dashboard') return signInPath;
  const separator = signInPath.includes('?') ? '&' : '?';
  return `${signInPath}${separator}${RETURN_PARAM}=${encodeURIComponent(next)}`;
}
