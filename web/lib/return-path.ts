/** The query parameter that remembers where somebody was going before they had to sign in. */
export const RETURN_PARAM = 'next';

/**
 * Where to go after signing in, when the given target is a path of this page. Everything else
 * (another origin, `//host`, a scheme, a backslash that browsers read as a slash, the sign-in pages
 * themselves) is refused, so that a crafted link cannot use the sign-in as a springboard.
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

/**
 * Where the way back waits for a link in a mail, which opens in a tab of its own and knows nothing
 * of this one.
 */
const WAITING = 'loge.return-path';
/** After this time the kept path is forgotten. Milliseconds. */
const PATIENCE = 2 * 3_600_000;

/**
 * Keeps the way back until the account is confirmed by mail. Null: there is nothing to come back
 * to.
 */
export function keepReturnPath(path: string | null): void {
  if (path === null) window.localStorage.removeItem(WAITING);
  else window.localStorage.setItem(WAITING, JSON.stringify({ path, at: Date.now() }));
}

/** The stored way back; null when there is none, or when it is too old. */
export function keptReturnPath(): string | null {
  const kept: unknown = JSON.parse(window.localStorage.getItem(WAITING) ?? 'null');
  if (typeof kept !== 'object' || kept === null || !('path' in kept) || !('at' in kept)) return null;
  const { path, at } = kept;
  if (typeof at !== 'number' || Date.now() - at > PATIENCE) return null;
  return typeof path === 'string' ? safeReturnPath(path) : null;
}
