import type { Tables } from '#database/generated/types.ts';

/** Of a profile, what the page knows. */
export type ProfileRow = Pick<Tables<'profiles'>, 'role' | 'avatar_url' | 'first_name' | 'last_name'>;

/**
 * Remembers the profile that was last read in this browser, for the time in which none can be. It
 * decides what is shown and grants nothing.
 */
export interface ProfileMemory {
  set: (personId: string, row: ProfileRow) => void;
  /** Null for anybody else than the last person. */
  of: (personId: string) => ProfileRow | null;
  clear: () => void;
}

const KEY = 'loge-profile';

/** @param storage the browser's local storage */
export function createProfileMemory(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): ProfileMemory {
  return {
    set: (personId, { role, avatar_url, first_name, last_name }) =>
      storage.setItem(KEY, JSON.stringify({ personId, row: { role, avatar_url, first_name, last_name } })),
    of(personId) {
      const kept: { personId?: unknown; row?: ProfileRow } | null = JSON.parse(
        storage.getItem(KEY) ?? 'null',
      );
      return kept?.personId === personId ? (kept.row ?? null) : null;
    },
    clear: () => storage.removeItem(KEY),
  };
}
