const KEY = 'loge-recovery';

/**
 * A claim of an access token that is text, or null when it has none. The signature is the server's
 * business.
 */
export function claimOf(accessToken: string, name: 'session_id' | 'aal'): string | null {
  const payload = accessToken.split('.')[1];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const value: unknown = typeof claims === 'object' && claims ? Reflect.get(claims, name) : null;
    return typeof value === 'string' ? value : null;
  } catch {
    return null; // not a JWT: it claims nothing
  }
}

/**
 * Remembers which session came from a recovery link, so that reloading `/reset-password` does not
 * lose it.
 */
export interface RecoveryMark {
  set: (accessToken: string) => void;
  has: (accessToken: string) => boolean;
  clear: () => void;
}

/** @param storage the tab's session storage */
export function createRecoveryMark(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): RecoveryMark {
  return {
    set(accessToken) {
      const id = claimOf(accessToken, 'session_id');
      if (id) storage.setItem(KEY, id);
    },
    has: (accessToken) => {
      const id = claimOf(accessToken, 'session_id');
      return id !== null && storage.getItem(KEY) === id;
    },
    clear: () => storage.removeItem(KEY),
  };
}
