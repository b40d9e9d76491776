import type { Identity } from '#server/postgres/as-caller.ts';

/** The sender of a request, as its verified API key and token say. */
export interface Caller extends Identity {
  /** The person (`sub`), or null for a bare API key. */
  userId: string | null;
  /** The session behind the token, or null for an API key or a token that another server made. */
  sessionId: string | null;
}

/**
 * Whether somebody else looks through this token at its person's pages (platform/auth/viewings.ts):
 * it reads, and nothing more.
 */
export const onlyLooks = ({ claims }: Identity): boolean => claims.act !== undefined;
