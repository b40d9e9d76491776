import type { Identity } from '#server/postgres/as-caller.ts';

/** Who a request is, once its API key and its token were verified. */
export interface Caller extends Identity {
  /** The person (`sub`), or null for a bare API key. */
  userId: string | null;
  /** The session behind the token, or null for an API key or a token made elsewhere. */
  sessionId: string | null;
}
