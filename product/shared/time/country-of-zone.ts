/** Zones of each country as CLDR has them, read at the first question: a thirtieth of a second. */
let countries: ReadonlyMap<string, string> | undefined;

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

function readCountries(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const first of LETTERS)
    for (const second of LETTERS) {
      // The library of types does not know the method (Intl Locale Info, ECMA-402) yet.
      const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(
        `und-${first}${second}`,
      );
      const { region } = locale;
      if (region === undefined) continue;
      for (const zone of locale.getTimeZones?.() ?? []) found.set(canonical(zone), region);
    }
  return found;
}

/**
 * Of the names of one zone, the one by which this machine knows it: Montréal is Toronto's, and Kyiv
 * was Kiev.
 */
const canonical = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/**
 * The country in which a zone lies.
 * @returns ISO 3166-1 alpha-2; null for zones of no country, such as UTC, and for names that are
 *   none
 */
export function countryOfZone(zone: string): string | null {
  countries ??= readCountries();
  try {
    return countries.get(canonical(zone)) ?? null;
  } catch {
    return null;
  }
}
