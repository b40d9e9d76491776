/**
 * The page loads nothing from other sites. The camera effects of the room need WebAssembly; no text
 * may be run as a script. `style-src` is open for the styles that dialogs and menus compute and
 * set.
 */
const contentSecurityPolicy = (connects: readonly string[]) =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // A film that was recorded or chosen is seen before it is sent.
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${connects.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Where the page may connect to besides its own origin: that origin's WebSockets, which older
 * Safari does not count among it, and where the platform is elsewhere, that one.
 */
function connectsTo(origins: readonly string[]): string[] {
  const sockets = (origin: string) => origin.replace(/^http/, 'ws');
  const [, ...elsewhere] = origins;
  return [...new Set([...origins.map(sockets), ...elsewhere])];
}

/**
 * The permissions that the room needs, for this origin alone; the page may ask for no other. Names
 * that not every browser knows make its console complain, and are for this origin alone without
 * being named.
 */
const permissionsPolicy = [
  ...['camera', 'microphone', 'display-capture', 'autoplay', 'fullscreen'].map((name) => `${name}=(self)`),
  ...['picture-in-picture', 'screen-wake-lock', 'clipboard-write'].map((name) => `${name}=(self)`),
  ...['geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'].map((name) => `${name}=()`),
].join(', ');

/**
 * What the page may do and load, for every answer of it.
 * @param origins the page's own, and after it the platform's where that is elsewhere
 */
export function securityHeaders(
  origins: readonly string[],
): Readonly<Record<'every' | 'document', Readonly<Record<string, string>>>> {
  const every = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': permissionsPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups', // the payment of an extension opens a tab
    // Two years, and without subdomains: the operator may use them for other sites.
    ...(origins[0]?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000' }),
  };
  const policy = contentSecurityPolicy(connectsTo(origins));
  return { every, document: { ...every, 'Content-Security-Policy': policy } };
}
