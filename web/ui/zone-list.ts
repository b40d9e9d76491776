import { searchText } from '#product/shared/names.ts';
import { formatTime, zoneCity } from '#web/lib/format.ts';
import { offsetText } from '#web/ui/slot-groups.ts';

export interface ZoneOption {
  zone: string;
  /** « Montréal (heure de Toronto) ». */
  city: string;
  /** « UTC+2 » at the moment asked about. */
  offset: string;
  /** « 18 h 30 », what a clock shows there at that moment. */
  time: string;
  /** The text in which a search looks. */
  text: string;
}

/** Where most people of a French-speaking site live, in the order of their clocks from Paris. */
const COMMON = [
  'Europe/Paris',
  'Europe/Brussels',
  'Europe/Zurich',
  'Europe/London',
  'America/Montreal',
  'Africa/Casablanca',
  'Africa/Algiers',
  'Africa/Tunis',
  'Africa/Dakar',
  'Africa/Abidjan',
  'America/Guadeloupe',
  'America/Martinique',
  'America/Cayenne',
  'Indian/Reunion',
  'Pacific/Noumea',
  'Pacific/Tahiti',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
] as const;

/** Countries and regions by which people look for a clock rather than by its city. */
const KNOWN_AS: Readonly<Record<string, string>> = {
  'Europe/Paris': 'France',
  'Europe/Brussels': 'Belgique',
  'Europe/Zurich': 'Suisse Genève Lausanne',
  'Europe/London': 'Royaume-Uni Angleterre',
  'Europe/Luxembourg': 'Luxembourg',
  'Europe/Berlin': 'Allemagne',
  'Europe/Madrid': 'Espagne',
  'Europe/Rome': 'Italie',
  'Europe/Lisbon': 'Portugal',
  'America/Montreal': 'Québec Canada',
  'America/Toronto': 'Ontario Canada',
  'Africa/Casablanca': 'Maroc Rabat',
  'Africa/Algiers': 'Algérie',
  'Africa/Tunis': 'Tunisie',
  'Africa/Dakar': 'Sénégal',
  'Africa/Abidjan': 'Côte d’Ivoire',
  'America/Cayenne': 'Guyane',
  'America/New_York': 'États-Unis côte est',
  'America/Los_Angeles': 'États-Unis côte ouest Californie',
  'America/Sao_Paulo': 'Brésil',
  'Asia/Tokyo': 'Japon',
  'Asia/Seoul': 'Corée',
  'Asia/Shanghai': 'Chine Pékin',
  'Pacific/Noumea': 'Nouvelle-Calédonie',
  'Pacific/Tahiti': 'Polynésie',
};

const collator = new Intl.Collator('fr');

function option(zone: string, at: number): ZoneOption {
  const city = zoneCity(zone).replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase('fr'));
  const text = searchText(`${city} ${zone.replaceAll(/[/_]/g, ' ')} ${KNOWN_AS[zone] ?? ''}`);
  const minutes = offsetAt(zone, at);
  const time = formatTime(new Date(at + minutes * 60_000), 'UTC');
  return { zone, city, offset: `UTC${offsetText(minutes)}`, time, text };
}

/**
 * The offset in minutes by one call of Intl. The domain's spans need eighty calls a zone, which is
 * worth it for slots, but not for a list of four hundred zones of which one is chosen.
 */
function offsetAt(zone: string, at: number): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/**
 * Every zone with its French city and its offset at an instant (milliseconds since the epoch): the
 * common ones first, then all others in the order of a French index.
 * @param chosen is listed too when the browser's own list does not have it
 */
export function zoneOptions(at: number, chosen: string): { common: ZoneOption[]; others: ZoneOption[] } {
  const common = COMMON.map((zone) => option(zone, at));
  const listed = new Set<string>(COMMON);
  const all = new Set([...Intl.supportedValuesOf('timeZone'), chosen]);
  const others = [...all].filter((zone) => !listed.has(zone)).map((zone) => option(zone, at));
  others.sort((a, b) => collator.compare(a.city, b.city));
  return { common, others };
}

/**
 * The zones in whose name or region each word of the search is found, those that begin with it
 * first.
 */
export function searchZones(options: readonly ZoneOption[], search: string): ZoneOption[] {
  const wanted = searchText(search);
  if (wanted === '') return [...options];
  const words = wanted.split(/\s+/);
  const found = options.filter(({ text }) => words.every((word) => text.includes(word)));
  const begins = ({ text }: ZoneOption) => (text.startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b));
}
