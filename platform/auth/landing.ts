import type { SessionJson } from './sessions.ts';

/** The parameters with which a browser comes back to the page. */
export interface Landing {
  query?: Record<string, string>;
  fragment?: Record<string, string>;
}

/**
 * `sb` is GoTrue's empty mark by which the page knows that the fragment is ours; keys are sorted as
 * Go writes them.
 */
export function landingAddress(redirectTo: string, { query, fragment }: Landing): string {
  const url = new URL(redirectTo);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  if (fragment) {
    const sorted = Object.entries({ ...fragment, sb: '' }).sort(([a], [b]) => (a < b ? -1 : 1));
    url.hash = new URLSearchParams(sorted).toString();
  }
  return url.href;
}

/** A session as a fragment carries it (the implicit flow). */
export const sessionFields = (session: SessionJson): Record<string, string> => ({
  access_token: session.access_token,
  expires_at: String(session.expires_at),
  expires_in: String(session.expires_in),
  refresh_token: session.refresh_token,
  token_type: session.token_type,
});
