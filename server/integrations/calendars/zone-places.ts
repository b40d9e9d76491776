import type { ZoneName } from '#product/shared/time/zone.ts';

/** Windows' names that CLDR no longer lists, as older Outlooks and Exchanges wrote them. */
export const FORMER_WINDOWS_ZONES: Readonly<Record<string, ZoneName>> = {
  'Kamchatka Standard Time': 'Asia/Kamchatka',
  'Mexico Standard Time': 'America/Mexico_City',
  'Mid-Atlantic Standard Time': 'Atlantic/South_Georgia',
  'Malay Peninsula Standard Time': 'Asia/Singapore',
  'Armenian Standard Time': 'Asia/Yerevan',
  'Sydney Standard Time': 'Australia/Sydney',
  'Prague Bratislava Standard Time': 'Europe/Prague',
  'Warsaw Standard Time': 'Europe/Warsaw',
  'Bangkok Standard Time': 'Asia/Bangkok',
  'Dublin Standard Time': 'Europe/Dublin',
  'Lisbon Warsaw Standard Time': 'Europe/Lisbon',
  'Saudi Arabia Standard Time': 'Asia/Riyadh',
  'Tasmanian Standard Time': 'Australia/Hobart',
  'Western Brazilian Standard Time': 'America/Manaus',
};

/**
 * Regions as Windows shows them beside an offset, in English and in French; the others name their
 * cities.
 */
export const REGIONS: readonly (readonly [RegExp, ZoneName])[] = [
  [
    /^us eastern\b|^eastern(?: \(|$)|^(?:heure de l')?est \((?:e\W{0,2}u|etats|us|amerique)/,
    'America/New_York',
  ],
  [
    /^us central\b|^central(?: \(us|$)|^(?:heure du )?centre \((?:e\W{0,2}u|etats|us|amerique)/,
    'America/Chicago',
  ],
  [/^us mountain \(|^mountain(?: \(|$)|^(?:heure des )?(?:montagnes )?rocheuses/, 'America/Denver'],
  [/^us pacific\b|^pacific(?: \(|$)|^(?:heure du )?pacifique(?: \(|$)/, 'America/Los_Angeles'],
  [/^atlantic(?: \(|$)|^(?:heure de l')?atlantique(?: \(|$)/, 'America/Halifax'],
  [/^newfoundland|^terre-neuve/, 'America/St_Johns'],
  [/^indiana/, 'America/Indiana/Indianapolis'],
  [/^arizona/, 'America/Phoenix'],
  [/^saskatchewan/, 'America/Regina'],
  [/^alaska/, 'America/Anchorage'],
  [/^hawai/, 'Pacific/Honolulu'],
  [/^aleutian|^iles aleoutiennes/, 'America/Adak'],
  [/^(?:baja california|basse[- ]californie)/, 'America/Tijuana'],
  [/^central america|^amerique centrale/, 'America/Guatemala'],
  [/^(?:greenland|groenland)/, 'America/Godthab'],
  [/^acores/, 'Atlantic/Azores'],
  [/^(?:cabo verde|cape verde|cap-vert|iles? du cap-vert)/, 'Atlantic/Cape_Verde'],
  [
    /^(?:coordinated universal|temps universel coordonne|koordinierte weltzeit|greenwich mean)|^(?:hora|tempo|tiempo|ora) (?:universal|coordinat)|^gecoordineerde/,
    'UTC',
  ],
  [
    /date line|datumsgrenze|datumgrens|ligne.* de date|cambio de fecha|cambiamento data|linha.* data/,
    'Etc/GMT+12',
  ],
  [/^(?:neufundland|terranova|terra nova)/, 'America/St_Johns'],
  [/^(?:gronland|groenlandia|groenland)/, 'America/Godthab'],
  [/^(?:mittel|zentral)amerika|^america cent|^(?:midden|centraal)-amerika/, 'America/Guatemala'],
  [/^(?:niederkalifornien|bassa california|neder-californie)/, 'America/Tijuana'],
  [/^west-?(?:zentralafrika|centraal-afrika)|^africa (?:central|centro)|^africa occidental/, 'Africa/Lagos'],
  [/^(?:aleuten|islas aleutianas|isole aleutine|ilhas aleutas)/, 'America/Adak'],
  [/^mid-?atlantic|^mittelatlantik|^(?:centro |medio-?)atlant|^atlantico central/, 'Atlantic/South_Georgia'],
  [/marquesas|marquises|marchesi|markiezen/, 'Pacific/Marquesas'],
  [/^(?:salomon|isole salomone|islas salomon|ilhas salomao)/, 'Pacific/Guadalcanal'],
  [/^romance|^romanische|^hora estandar romance|^heure (?:d'ete |normale )?romance/, 'Europe/Paris'],
  [/^(?:west central africa|afrique centrale)/, 'Africa/Lagos'],
  [/^easter island|^ile de paques/, 'Pacific/Easter'],
  [/^solomon is|^iles salomon/, 'Pacific/Guadalcanal'],
  [/^marshall is|^iles marshall/, 'Pacific/Majuro'],
  [/^(?:chatham|iles chatham)/, 'Pacific/Chatham'],
  [/^(?:lord howe)/, 'Australia/Lord_Howe'],
  [/^(?:norfolk)/, 'Pacific/Norfolk'],
  [/^(?:midway|iles? midway)/, 'Pacific/Midway'],
  [/^(?:kiritimati)/, 'Pacific/Kiritimati'],
  [/^(?:saint pierre|saint-pierre)/, 'America/Miquelon'],
  [/^turks and caicos/, 'America/Grand_Turk'],
  [/^(?:heure d'|heure de l')?(?:ete d')?europe centrale|^mitteleuropa/, 'Europe/Paris'],
];

/**
 * Cities as people and Windows name them, where the world's zones are named otherwise:
 * `zone: city, city`.
 */
const CITIES = `
  Asia/Dubai: abu dhabi, mascate, muscat, abou dhabi
  Africa/Algiers: alger
  Europe/Athens: athenes
  Asia/Baghdad: bagdad
  Asia/Baku: bakou
  Europe/Madrid: barcelona, barcelone
  Asia/Shanghai: beijing, pekin, chongqing
  Europe/Zurich: bern, berne, geneve, geneva
  Asia/Beirut: beyrouth
  America/Sao_Paulo: brasilia
  Europe/Brussels: bruxelles
  Europe/Bucharest: bucarest
  America/New_York: boston, washington
  America/Los_Angeles: san francisco
  Australia/Sydney: canberra
  Asia/Calcutta: chennai, kolkata, mumbai, new delhi
  Europe/Copenhagen: copenhague
  Asia/Damascus: damas
  Europe/London: edinburgh, edimbourg, londres
  Asia/Yekaterinburg: ekaterinburg
  America/Guyana: georgetown
  America/Mexico_City: guadalajara
  Asia/Bangkok: hanoi
  Asia/Saigon: ho chi minh
  Asia/Karachi: islamabad
  Asia/Jakarta: jakarta
  Asia/Katmandu: katmandou, kathmandu
  Asia/Kuwait: koweit, kuwait
  Asia/Singapore: kuala lumpur, singapour
  America/La_Paz: la paz
  Africa/Cairo: le caire
  Europe/Lisbon: lisbonne, lisboa
  Europe/Paris: lyon, marseille
  Europe/Rome: milan, rom, roma
  America/Toronto: montreal, ottawa, quebec
  Europe/Berlin: munich
  Europe/Moscow: moscou, st petersburg, saint-petersbourg
  Pacific/Tongatapu: nuku'alofa
  Asia/Tokyo: osaka, sapporo
  Asia/Kamchatka: petropavlovsk-kamchatsky
  Africa/Johannesburg: pretoria
  America/Guayaquil: quito
  Asia/Rangoon: rangoon, yangon
  Asia/Riyadh: riyad
  Asia/Seoul: seoul
  Europe/Skopje: skopje
  Asia/Colombo: sri jayawardenepura
  Asia/Tashkent: tachkent
  Asia/Tbilisi: tbilissi
  Asia/Tehran: teheran
  Europe/Vienna: vienne, wien
  Europe/Warsaw: varsovie
  Pacific/Auckland: wellington
  America/Martinique: fort-de-france
  America/Guadeloupe: pointe-a-pitre
  America/Cayenne: cayenne
  Pacific/Tahiti: papeete
  Pacific/Noumea: noumea, new caledonia
  America/Mazatlan: mazatlan
  America/Monterrey: monterrey
  Asia/Almaty: astana
  Asia/Pyongyang: pyongyang
  Indian/Reunion: reunion
  Europe/Prague: praha
  Europe/Stockholm: stockholm
  Europe/Kiev: kiev, kyiv
  America/Bahia: salvador
`;

/**
 * Abbreviations that mean one place, where the world's list has none or ICU another (its BST is
 * Dhaka).
 */
const ABBREVIATIONS = `
  America/Los_Angeles: pst, pdt
  America/Denver: mdt
  America/Chicago: cst, cdt
  America/New_York: edt
  America/Anchorage: akst, akdt
  Europe/London: bst
  Europe/Lisbon: west
  Europe/Paris: cest
  Europe/Berlin: mez, mesz
  Europe/Helsinki: eest
  Europe/Moscow: msk
  Asia/Tokyo: jst
  Asia/Seoul: kst
  Asia/Hong_Kong: hkt
  Asia/Singapore: sgt
  Australia/Sydney: aest, aedt
  Pacific/Auckland: nzst, nzdt
  UTC: z
`;

/** @returns the zone of each name */
const byName = (table: string): (readonly [string, ZoneName])[] =>
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [zone = '', names = ''] = line.trim().split(': ');
      return names.split(', ').map((name) => [name, zone] as const);
    });

export const CITY_NAMES = byName(CITIES);
export const ZONES_BY_ABBREVIATION: ReadonlyMap<string, ZoneName> = new Map(byName(ABBREVIATIONS));
