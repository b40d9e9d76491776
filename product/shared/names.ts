import { LOOK_ALIKES } from './look-alikes.ts';

/**
 * The characters that a shown name never has: control characters, marks that turn the direction of
 * text, and everything else that takes no place on a page (Unicode's classes Cc, Cf, Zl and Zp,
 * fillers, variation selectors, private and unassigned points). Both ends belong to a range. The
 * database's checks say the same.
 */
export const HIDDEN: readonly (readonly [first: number, last: number])[] = [
  [0x0, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x600, 0x605],
  [0x61c, 0x61c],
  [0x6dd, 0x6dd],
  [0x70f, 0x70f],
  [0x890, 0x891],
  [0x8e2, 0x8e2],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xe000, 0xf8ff],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  [0x110bd, 0x110bd],
  [0x110cd, 0x110cd],
  [0x13430, 0x1345f],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0x10ffff],
];
const point = (code: number) => `\\u{${code.toString(16)}}`;
const HIDDEN_CHARACTER = new RegExp(`[${HIDDEN.map(([a, b]) => `${point(a)}-${point(b)}`).join('')}]`, 'u');

/**
 * Text that a program that reads mail makes a link of, in Unicode's NFKC form: a scheme, or a dot
 * with something before and two characters after, without a space.
 */
const ADDRESS = /:\/\/|[^ .。][.。][^ .。]{2}/u;

/** Finds the fault of a name that others see; null when there is none. */
export function nameFault(name: string): 'hidden' | 'address' | null {
  if (HIDDEN_CHARACTER.test(name)) return 'hidden';
  return ADDRESS.test(name.normalize('NFKC')) ? 'address' : null;
}

/** The sentence about each fault. */
export const NAME_FAULTS = {
  hidden: 'Ce nom contient un caractère invisible : tapez-le plutôt que de le coller',
  address: 'Un nom ne contient pas d’adresse de site',
} as const satisfies Record<NonNullable<ReturnType<typeof nameFault>>, string>;

const LETTER_OF = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, points]) =>
    points.split(' ').map((hex) => [String.fromCodePoint(Number.parseInt(hex, 16)), letter] as const),
  ),
);

/**
 * Punctuation, spaces, signs and emoji; letters of every script stay, so that their names keep
 * their difference.
 */
const BETWEEN_WORDS =
  /[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\u{1d000}-\u{1d1ff}\u{1f000}-\u{1faff}]+/gu;

/**
 * A name as it is read at a glance, after Unicode's UTS 39: two names of one shape are taken for
 * each other. `private.name_shape` in SQL says the same; a test compares the two.
 */
export function nameShape(name: string): string {
  // A trade mark and a service mark are signs, which NFKD would write as letters.
  const plain = name
    .replace(/[\u2120\u2122]/g, ' ')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '');
  const letters = Array.from(plain, (letter) => LETTER_OF.get(letter) ?? letter).join('');
  return letters
    .replace(/[I1|]/g, 'l')
    .replaceAll('0', 'o')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(BETWEEN_WORDS, ' ')
    .replace(/^ | $/g, '');
}

/**
 * In the shape with i as l: what only Loge's team is called, what it is called with, and the words
 * between.
 */
const TITLES =
  '(?:super|sys)?admlns?|(?:super)?admlnlstrateurs?|admlnlstratrlces?|admlnlstrators?|moderateurs?|moderatrlces?|moderators?';
const TEAM = `${TITLES}|loge|equlpe|team|staff|support|admlnlstratlon|moderatlon|modos?|offlclel|offlclelle|offlclal|webmaster|postmaster|root|servlcecllents?|servlcecllentele|customerservlce|customercare`;
const OFFICE =
  'asslstance|alde|help|servlces?|cllents?|cllentele|customers?|care|securlte|securlty|trust|safety|palements?|payments?|facturatlon|factures?|bllllng|remboursements?|refunds?|finances?|comptablllte|jurldlque|legal|dlrectlon|dlrecteur|dlrectrlce|fondateur|fondatrlce|contact|lnfos?|news|annonces?|sav|bot|robot|verlfles?|verlflees?|verlfled|verlflcatlon|certlfles?|certlflees?|certlfled|systeme|system|noreply';
const BETWEEN = 'l|la|le|les|d|de|du|des|et|the|of|fr|com|tv|app|[2-9]';
const WORDS = `${TEAM}|${OFFICE}`;
/** Words of the team written as one, also as an address: « supportdeloge », « logetv », « loge2 ». */
const GLUED = `(?:${WORDS})(?:(?:${BETWEEN})?(?:${WORDS}))*(?:fr|com|tv|app)?[2-9]*`;
const ONLY_TEAM = new RegExp(`^(?:${GLUED}|${BETWEEN})(?: (?:${GLUED}|${BETWEEN}))*$`);
/** The same with its letters apart, or parted elsewhere: « L o g e », « Lo ge ». */
const TEAM_TOGETHER = new RegExp(`^(?:${WORDS})+$`);
const SOME_TEAM = new RegExp(TEAM);
const TITLE = new RegExp(`(?:^| )(?:${TITLES})(?: |$)`);
const OF_HOUSE = new RegExp(`(?:^| )(?:${TEAM}|${OFFICE})(?: |$)`);

function isOfTheTeam(name: string): boolean {
  const shape = nameShape(name).replaceAll('i', 'l');
  const together = shape.replaceAll(' ', '');
  if ((ONLY_TEAM.test(shape) || TEAM_TOGETHER.test(together)) && SOME_TEAM.test(together)) return true;
  const withoutHouse = shape.replace(/(?:^| )loge(?: |$)/, ' ');
  return TITLE.test(shape) || (withoutHouse !== shape && OF_HOUSE.test(withoutHouse));
}

/** Signs and digits that are written for letters, and those letters. */
const WRITTEN_FOR = ['@4357$€', 'aaestse'] as const;
const asLetters = (name: string): string =>
  name.replace(/[@4357$€]/g, (sign) => WRITTEN_FOR[1][WRITTEN_FOR[0].indexOf(sign)] ?? sign);

/**
 * Whether a name or a handle is one that a visitor would take for Loge's own team, also with signs
 * and digits for letters. `private.sounds_like_the_team` in SQL says the same.
 */
export const soundsLikeTheTeam = (name: string): boolean => isOfTheTeam(name) || isOfTheTeam(asLetters(name));

/** The sentence about such a name. */
export const NAME_OF_TEAM = 'Ce nom est celui de l’équipe de Loge';

/**
 * Spec 5: first and last name have at least 2 characters, counted as people see them, spaces around
 * not counted.
 */
export const NAME_MIN = 2;
/** Ours: the longest name that a page still shows whole. The column has the same limits. */
export const NAME_MAX = 80;

/**
 * @returns the name without spaces around and with single spaces within, in Unicode's composed form
 */
export const tidyName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/gu, ' ');

export function isName(name: string): boolean {
  const length = [...tidyName(name)].length;
  return length >= NAME_MIN && length <= NAME_MAX;
}

interface Named {
  firstName: string | null;
  lastName: string | null;
}

/** @returns 'Camille Roux', one of the two where only one is known, or `otherwise` */
export function fullName({ firstName, lastName }: Named, otherwise = ''): string {
  return [firstName, lastName].filter(Boolean).join(' ') || otherwise;
}

/**
 * Text as people search it: lower case, without accents, so that 'éloïse' finds 'Eloise'.
 * `private.search_text` in SQL does the same to the stored text; a test compares the two.
 */
export const searchText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .trim();
