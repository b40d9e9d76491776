import type { openViewing } from '#product/administration/contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { VIEWING_MINUTES } from '#product/shared/team-roles.ts';
import { personPage } from '#web/lib/paths.ts';

/**
 * Somebody of the team sees the pages of `person` in this tab, as the person does, and changes
 * nothing.
 */
export interface Viewing {
  /** Reads as the person; the server refuses it for everything else. */
  token: string;
  person: { id: string; email: string; name: string };
  /** Epoch milliseconds by this machine's clock. */
  endsAt: number;
}

/** In the tab alone: the other tabs stay the admin's own. */
const KEY = 'loge.viewing';
/** Set when a viewing was left, until the server was told. */
const LEFT = 'loge.viewing-left';

const isViewing = (value: unknown): value is Viewing =>
  typeof value === 'object' && value !== null && 'token' in value && 'person' in value && 'endsAt' in value;

/**
 * The viewing of this tab; null in a tab of one's own, and while the first lines of a page are
 * written without a browser.
 */
export function readViewing(): Viewing | null {
  if (typeof window === 'undefined') return null;
  const text = window.sessionStorage.getItem(KEY);
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  return isViewing(value) ? value : null;
}

/**
 * Shows this tab as the person, from their dashboard on: the document is loaded again, with the
 * viewing's token instead of the admin's session.
 */
export function beginViewing({ token, person }: ResponseOf<typeof openViewing>): void {
  const viewing: Viewing = { token, person, endsAt: Date.now() + VIEWING_MINUTES * 60_000 };
  window.sessionStorage.setItem(KEY, JSON.stringify(viewing));
  window.location.assign('/dashboard');
}

/** Gives this tab back to the admin, at the account that was looked at. */
export function leaveViewing(): void {
  const viewing = readViewing();
  window.sessionStorage.removeItem(KEY);
  window.sessionStorage.setItem(LEFT, '1');
  window.location.assign(viewing ? personPage(viewing.person.id) : '/admin-dashboard/users');
}

/**
 * Tells the server once that the viewing was left.
 * @param tell ends it there; when it fails, the token ends by itself
 */
export async function tellViewingLeft(tell: () => Promise<unknown>): Promise<void> {
  if (window.sessionStorage.getItem(LEFT) === null) return;
  await tell();
  window.sessionStorage.removeItem(LEFT);
}

/**
 * Builds the stored session for the client library: it is kept in memory, is never renewed, and
 * holds nothing but the viewing's token. Its end is far away for the library, which would try to
 * renew it; the server refuses the token when its time is over.
 */
export function storageOf({ token, person }: Viewing, key: string) {
  const session = {
    access_token: token,
    refresh_token: 'none',
    token_type: 'bearer',
    expires_in: 86_400,
    expires_at: Math.floor(Date.now() / 1000) + 86_400,
    user: {
      id: person.id,
      email: person.email,
      aud: 'authenticated',
      app_metadata: {},
      user_metadata: {},
      created_at: new Date(0).toISOString(),
    },
  };
  const kept = new Map([[key, JSON.stringify(session)]]);
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

const refusal = () =>
  Response.json(
    { code: 'looking_only', error_code: 'looking_only', msg: 'nothing is done in another person’s place' },
    { status: 403 },
  );

/**
 * A `fetch` that asks the auth service and the file store nothing: they know nobody by a viewing's
 * token, and the client library would take that for the end of the session.
 */
export const lookingFetch =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return /\/(?:auth|storage)\/v1\//.test(url) ? refusal() : send(input, init);
  };
