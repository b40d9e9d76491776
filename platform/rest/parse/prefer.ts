import { invalidPreferences } from '../errors.ts';

export type Count = 'exact' | 'planned' | 'estimated';

/** The preferences of the `Prefer` header; null for those that it does not name. */
export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation' | null;
  count: Count | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  handling: 'strict' | 'lenient' | null;
  tx: 'commit' | 'rollback' | null;
  maxAffected: number | null;
  /** In which times are written; whether there is such a zone, the database says. */
  timezone: string | null;
}

const choices: ReadonlyMap<string, readonly string[]> = new Map([
  ['return', ['minimal', 'headers-only', 'representation']],
  ['count', ['exact', 'planned', 'estimated']],
  ['resolution', ['merge-duplicates', 'ignore-duplicates']],
  ['missing', ['default', 'null']],
  ['handling', ['strict', 'lenient']],
  ['tx', ['commit', 'rollback']],
]);

/** Whether there is a zone of that name, an old one included; Postgres reads the same tables. */
function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * @throws RestError PGRST122 when `handling=strict` comes with an unknown preference
 */
export function parsePrefer(header: string | null): Preferences {
  const found = new Map<string, string>();
  const invalid: string[] = [];
  for (const part of header?.split(',') ?? []) {
    const preference = part.trim();
    if (preference === '') continue;
    const at = preference.indexOf('=');
    const [name, value] = [preference.slice(0, at), preference.slice(at + 1)];
    const known =
      name === 'max-affected'
        ? /^\d{1,9}$/.test(value)
        : name === 'timezone'
          ? isZone(value)
          : choices.get(name)?.includes(value);
    if (at < 0 || !known) invalid.push(preference);
    else if (!found.has(name)) found.set(name, value);
  }
  const handling = found.get('handling');
  if (handling === 'strict' && invalid.length > 0) throw invalidPreferences(invalid);
  const maxAffected = found.get('max-affected');
  // Each value was checked against the choices of its name above.
  const chosen = <T>(name: string) => (found.get(name) ?? null) as T | null;
  return {
    return: chosen('return'),
    count: chosen('count'),
    resolution: chosen('resolution'),
    missing: chosen('missing'),
    handling: chosen('handling'),
    tx: chosen('tx'),
    timezone: chosen('timezone'),
    maxAffected: maxAffected !== undefined && handling === 'strict' ? Number(maxAffected) : null,
  };
}

/** The `Preference-Applied` header for those preferences that this request honours, or null. */
export function preferenceApplied(
  preferences: Preferences,
  honoured: readonly (keyof Preferences)[],
): string | null {
  const applied = honoured.flatMap((name) => {
    const value = preferences[name];
    return value === null ? [] : [`${name === 'maxAffected' ? 'max-affected' : name}=${value}`];
  });
  return applied.length === 0 ? null : applied.join(', ');
}
