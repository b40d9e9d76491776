import { MILLIS_PER_HOUR } from '#product/shared/time/instant.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';

/** The zones that the United States and Canada share, by their offset in winter, in hours. */
const BY_WINTER: readonly (readonly [number, ZoneName, RegExp])[] = [
  [-3.5, 'America/St_Johns', /^(?:newfoundland|terre-neuve|neufundland|terranova|terra nova)$/],
  [-4, 'America/Halifax', /^(?:atlantic|atlantique|atlantico|atlantik|atlantische)$/],
  [
    ...([-5, 'America/New_York'] as const),
    /^(?:eastern|est|este|leste|orientale?|ost|osten|ostkuste|oost|oosten|oostkust|oostelijke)$/,
  ],
  [
    ...([-6, 'America/Chicago'] as const),
    /^(?:central|centrale|centraal|centre|centro|zentral|mitte|midden)$/,
  ],
  [
    ...([-7, 'America/Denver'] as const),
    /^(?:mountain|rocheuses|montagnes(?: rocheuses)?|montana|montanas?(?: rocosas| rochosas)?|montagne(?: rocciose)?|rocky mountains?|rocky-mountains?|rocosas|gebirge)$/,
  ],
  [-8, 'America/Los_Angeles', /^(?:pacific|pacifique|pacifico|pazifik|pazifische|westkuste|stille oceaan)$/],
];

/** The United States or Canada in brackets, in one of the languages of Europe. */
const COUNTRIES =
  /\((?:.*[^a-z])?(?:us|u s|usa|u s a|eua|e u a|eeuu|ee uu|e -?u|vs|v s|estados unidos|etats-unis|stati uniti|vereinigte staaten|verenigde staten|canada|kanada)(?:[^a-z].*)?\)/;
const MEXICO = /\(.*mexico.*\)/;
/** The words for time around a direction. */
const AROUND =
  /\b(?:hora|ora|horario|heure|fuso orario|zona horaria|zeit|tijd|normalzeit|standardzeit|sommerzeit|normale|estandar|estandard|padrao|de la|de las|de los|del|de l'|dell'|della|delle|de|des|du|do|da|das|le|la|costa|cote|kust)(?![a-z])/g;

/**
 * The zones that words such as `Ostküste (USA und Kanada)` or `Hora central (EE. UU. y Canadá)`
 * may mean. Where they name the countries the offset beside them is enough.
 * @param words in small letters, without accents and dots
 */
export function northAmerican(words: string, offset: number | null): ZoneName[] {
  const direction = words
    .replace(/\(.*\)/g, ' ')
    .replace(/-?(?:normal|sommer|standard)?(?:zeit|tijd)\b/g, ' ')
    .replace(AROUND, ' ')
    .replace(/l'|\s+/g, ' ')
    .trim();
  const named = BY_WINTER.filter(([, , pattern]) => pattern.test(direction)).map(([, zone]) => zone);
  if (MEXICO.test(words)) {
    return named.flatMap((zone) => {
      if (zone === 'America/Chicago') return ['America/Mexico_City'];
      return zone === 'America/Denver' || zone === 'America/Los_Angeles' ? ['America/Mazatlan'] : [];
    });
  }
  if (!words.includes('(')) return named;
  if (!COUNTRIES.test(words)) return [];
  const byOffset = BY_WINTER.filter(([hours]) => offset === hours * MILLIS_PER_HOUR).map(([, zone]) => zone);
  return [...named, ...byOffset];
}
