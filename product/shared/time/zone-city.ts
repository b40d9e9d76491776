import { FRENCH_CITIES } from './french-cities.ts';
import type { ZoneName } from './zone.ts';

/**
 * The city by which a zone is known: `Europe/London` is « Londres », `America/New_York` « New
 * York ».
 */
export const zoneCity = (zone: ZoneName): string =>
  FRENCH_CITIES[zone] ?? zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;

/** « à Montréal », « au Caire », « aux Canaries ». */
export const inCity = (zone: ZoneName): string =>
  `à ${zoneCity(zone)}`.replace(/^à (?:Le|le) (?=\p{Lu})/u, 'au ').replace(/^à les /, 'aux ');

/** « de Paris », « d’Alger », « du Caire », « des Canaries » : as in « heure de Paris ». */
export const ofCity = (zone: ZoneName): string =>
  `de ${zoneCity(zone)}`
    .replace(/^de (?:Le|le) (?=\p{Lu})/u, 'du ')
    .replace(/^de les /, 'des ')
    .replace(/^de (?=[AEIOUÉÈÎÔaeiouéèîô])/u, 'd’');
