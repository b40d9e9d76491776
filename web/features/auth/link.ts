/** What the address of an arrival from a mail holds. */
export type ArrivingLink =
  | { kind: 'none' }
  | { kind: 'error'; code: string | null }
  /** The first of the two confirmations of an e-mail change. */
  | { kind: 'half-way' }
  /** PKCE: to be exchanged with the verifier that this browser kept. */
  | { kind: 'code'; code: string }
  /** The implicit flow, as links made by an admin use it. */
  | { kind: 'tokens'; accessToken: string; refreshToken: string; purpose: LinkPurpose | null }
  | { kind: 'token-hash'; tokenHash: string; purpose: LinkPurpose };

export type LinkPurpose = 'signup' | 'magiclink' | 'recovery' | 'invite' | 'email_change' | 'email';

const purposes: readonly string[] = [
  'signup',
  'magiclink',
  'recovery',
  'invite',
  'email_change',
  'email',
] satisfies LinkPurpose[];

const purposeOf = (given: string | null): LinkPurpose | null =>
  given !== null && purposes.includes(given) ? (given as LinkPurpose) : null; // checked against the list above

/**
 * Reads an arrival. The auth service writes into the fragment in the implicit flow and into the query in PKCE; errors into both.
 * @param url of the page that was opened
 */
export function readLink(url: URL): ArrivingLink {
  const hash = new URLSearchParams(url.hash.slice(1));
  const get = (name: string) => hash.get(name) ?? url.searchParams.get(name);

  if (get('error') || get('error_code') || get('error_description')) {
    return { kind: 'error', code: get('error_code') };
  }
  const accessToken = hash.get('access_token');
  const refreshToken = hash.get('refresh_token');
  if (accessToken && refreshToken) {
    return { kind: 'tokens', accessToken, refreshToken, purpose: purposeOf(hash.get('type')) };
  }
  const code = url.searchParams.get('code');
  if (code) return { kind: 'code', code };
  const tokenHash = url.searchParams.get('token_hash');
  const purpose = purposeOf(url.searchParams.get('type'));
  if (tokenHash && purpose) return { kind: 'token-hash', tokenHash, purpose };
  return get('message') ? { kind: 'half-way' } : { kind: 'none' };
}
