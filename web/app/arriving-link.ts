/**
 * Mails lead back to the page's own origin (spec, section 7), with what the link gave behind `?` or
 * `#`. This is where such an arrival is handled.
 * @param url of the document as it was opened
 * @returns the path to open instead, or null when the address is an ordinary one
 */
export function arrivalPath(url: URL): string | null {
  if (url.pathname === '/auth/callback' || url.pathname === '/reset-password') return null;
  const inHash = new URLSearchParams(url.hash.slice(1));
  const fromMail = ['access_token', 'error_code', 'error_description', 'message'].some((name) =>
    inHash.has(name),
  );
  const fromHome =
    url.pathname === '/' && ['code', 'error_code', 'token_hash'].some((name) => url.searchParams.has(name));
  return fromMail || fromHome ? `/auth/callback${url.search}${url.hash}` : null;
}
