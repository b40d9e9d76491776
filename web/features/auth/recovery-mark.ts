const KEY = 'loge-recovery';

/** The `session_id` of an access token, or null when it has none. The signature is the server's business. */
function sessionIdOf(accessToken: string): string | null {
  const payload = accessToken.split('.')[1];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const id = typeof claims === 'object' && claims && 'session_id' in claims ? claims.session_id : null;
    return typeof id === 'string' ? id : null;
  } catch {
    return null; // not a JWT: such a session is never one of recovery
  }
}

/** Remembers which session came from a recovery link, so that reloading `/reset-password` does not lose it. */
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
      const id = sessionIdOf(accessToken);
      if (id) storage.setItem(KEY, id);
    },
    has: (accessToken) => {
      const id = sessionIdOf(accessToken);
      return id !== null && storage.getItem(KEY) === id;
    },
    clear: () => storage.removeItem(KEY),
  };
}
