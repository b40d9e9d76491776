import type { CategoryName } from '#product/accounts/rules/sanctions.ts';

/**
 * The signals that open a case by themselves, without anybody's report. A signal is a reason to
 * look, never a measure: each rule says where it begins, and a person decides.
 */
export const SIGNALS = {
  contact_in_message: {
    label: 'Coordonnées ou paiement ailleurs, dans un message',
    category: 'off_platform',
  },
  contact_in_profile: { label: 'Coordonnées ou paiement ailleurs, sur la page', category: 'off_platform' },
  name_of_another: { label: 'Nom qui se lit comme celui d’un autre', category: 'fraud' },
  no_shows: { label: 'Absences répétées', category: 'other' },
  disputes: { label: 'Paiements contestés', category: 'fraud' },
  refusals: { label: 'Demandes refusées ou annulées', category: 'other' },
  reports: { label: 'Signalements en nombre', category: 'other' },
} as const satisfies Record<string, { label: string; category: CategoryName }>;

export type SignalName = keyof typeof SIGNALS;
export const SIGNAL_NAMES = Object.keys(SIGNALS) as [SignalName, ...SignalName[]];

/** Days that each count looks back. */
export const SIGNAL_DAYS = {
  no_shows: 60,
  disputes: 90,
  refusals: 30,
  reports: 7,
} as const satisfies Partial<Record<SignalName, number>>;

/** Somebody who did not come to three sessions in 60 days, and to one in five at least. */
export const isOftenAbsent = ({ absences, sessions }: { absences: number; sessions: number }): boolean =>
  absences >= 3 && absences * 5 >= sessions;

/** Somebody with two disputed payments in 90 days, and one in twenty at least. */
export const isOftenDisputed = ({ disputes, payments }: { disputes: number; payments: number }): boolean =>
  disputes >= 2 && disputes * 20 >= payments;

/**
 * A streamer who turned down, let pass or called off five sessions in 30 days, and half of what was
 * asked of them.
 */
export const isOftenRefusing = ({ refusals, requests }: { refusals: number; requests: number }): boolean =>
  refusals >= 5 && refusals * 2 >= requests;

/** Five different people reported something of the same person within 7 days. */
export const isReportedByMany = (reporters: number): boolean => reporters >= 5;

/** A trace that leads a session, or its payment, away from Loge. */
export interface Contact {
  kind: 'phone' | 'mail' | 'account' | 'payment' | 'bank';
  /** As it was written. */
  words: string;
}

const UNITS = ['zero', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'];
const TEENS = ['dix', 'onze', 'douze', 'treize', 'quatorze', 'quinze', 'seize'];
const TENS: Readonly<Record<string, number>> = {
  vingt: 20,
  trente: 30,
  quarante: 40,
  cinquante: 50,
  soixante: 60,
};

const unitOf = (word: string | undefined): number => UNITS.indexOf(word ?? '');
const teenOf = (word: string | undefined): number => {
  const at = TEENS.indexOf(word ?? '');
  return at < 0 ? -1 : at + 10;
};

/**
 * The number that begins at a word, and how many words it takes: « soixante-dix-huit » is 78 in
 * three. Null where none begins.
 */
function numberAt(words: readonly string[], at: number): { digits: string; taken: number } | null {
  const word = words[at] ?? '';
  const next = words[at + 1];
  if (/^\d+$/.test(word)) return { digits: word, taken: 1 };
  const withRest = (base: number, from: number, mostRest: 9 | 19) => {
    const and = words[from] === 'et' ? 1 : 0;
    const first = words[from + and];
    if (mostRest === 19 && teenOf(first) === 10 && unitOf(words[from + and + 1]) > 6)
      return { digits: String(base + 10 + unitOf(words[from + and + 1])), taken: from + and + 2 - at };
    const rest = unitOf(first) > 0 ? unitOf(first) : mostRest === 19 ? teenOf(first) : -1;
    return rest > 0
      ? { digits: String(base + rest), taken: from + and + 1 - at }
      : { digits: String(base), taken: from - at };
  };
  if (word === 'quatre' && (next === 'vingt' || next === 'vingts')) return withRest(80, at + 2, 19);
  const tens = TENS[word];
  if (tens !== undefined) return withRest(tens, at + 1, tens === 60 ? 19 : 9);
  if (word === 'dix' && unitOf(next) > 6) return { digits: `1${unitOf(next)}`, taken: 2 };
  const teen = teenOf(word);
  if (teen > 0) return { digits: String(teen), taken: 1 };
  const unit = unitOf(word);
  return unit >= 0 ? { digits: String(unit), taken: 1 } : null;
}

/** A French telephone number, as it is dialled: ten digits, or with the country in front. */
const DIALLED = /^(?:0|33|0033|330|00330)[1-9]\d{8}$/;

/**
 * A telephone number in words, or in digits that stand alone: « zéro six douze… », « 0 6 1 2 … ».
 * Nothing but numbers may stand between its parts, so that a date or a price followed by another is
 * none.
 */
function spelledPhone(folded: string): string | null {
  const words = folded.split(/[\s,.\-–_/·+]+/).filter(Boolean);
  for (let start = 0; start < words.length; start++) {
    let digits = '';
    let at = start;
    let parts = 0;
    while (digits.length < 14) {
      const number = numberAt(words, at);
      if (number === null) break;
      digits += number.digits;
      at += number.taken;
      parts += 1;
      // Of two or more parts: one alone is read with its separators below.
      if (parts > 2 && DIALLED.test(digits)) {
        const said = words.slice(start, at);
        // Numbers of two digits, or one, or words: a year or a price is none of these.
        if (said.every((word) => !/^\d{3,}$/.test(word))) return said.join(' ');
      }
    }
  }
  return null;
}

/**
 * The same separator throughout: « 01/02/2026 18 h 30 » is a date. A letter O stands for the zero
 * at times.
 */
const PHONE =
  /(?<![\d.,/-])(?:(?:\+|00)33 ?(?:\(0\) ?)?[1-9]|[0o][1-9])( ?[.\-_/·] ?| {1,2}|)\d\d\1\d\d\1\d\d\1\d\d(?!\d|[.,/-]\d)/;

const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/;
/** « camille (arobase) gmail point com ». */
const SPELLED_MAIL =
  /[\w.+-]+ ?(?:\(at\)|\[at\]|\(a\)|\barobase\b|\(arobase\)|@) ?[\w-]+ ?(?:\(dot\)|\[dot\]|\bpoint\b|\(point\)|\bdot\b|\.) ?(?:fr|com|net|org|me|eu|io)\b/;

const PAYMENT_LINK =
  /\b(?:paypal\.me|paypal\.com\/paypalme|revolut\.me|lydia-app\.com|lydia\.me|ko-fi\.com|buymeacoffee\.com|tipeee\.com)\/[\w.-]+/;
const PAYERS =
  '(?:paypal|revolut|paylib|wero|western union|sumeria|cash ?app|lydia|leetchi|virement(?: direct| bancaire)?)';
const PAY =
  '(?:pay(?:e|es|ez|er|erai|erais|erez|ement)|regl(?:e|es|ez|er|ement)|vers(?:e|es|ez|er)|envoi(?:e|es)|envoyer|envoyez|virer|virez)';
/** « payez-moi par Lydia »: the means and the verb together, since Lydia is a name too. */
const PAY_BY = new RegExp(`\\b${PAY}\\b[^.!?\\n]{0,40}\\b(?:par|via|sur|avec|en|un) ${PAYERS}\\b`);
/** « mon PayPal », « un virement sur mon compte ». */
const MY_MEANS =
  /\b(?:mon|ton|votre) (?:paypal|revolut|iban|rib)\b(?=[^.!?\n]{0,12}(?::|est|c'est|\b[a-z]{2}\d\d))/;
const PAY_OUTSIDE = new RegExp(
  `(?:\\b${PAY}\\b|moins cher|sans (?:la )?commission|sans les frais)[^.!?\\n]{0,60}\\b(?:hors|en dehors|sans passer par|a cote)(?: de| d'| du)? ?(?:loge|la plateforme|la plate-forme|du site|site)\\b|\\b(?:hors|en dehors|sans passer par)(?: de)? (?:loge|la plateforme|le site)\\b[^.!?\\n]{0,60}(?:\\b${PAY}\\b|moins cher|sans commission)`,
);

const PLACES = '(?:telegram|whatsapp|whats app|discord|snapchat|snap|signal|messenger|skype|insta|instagram)';
const PRIVATE_LINK =
  /\b(?:t\.me|telegram\.me|wa\.me|api\.whatsapp\.com|chat\.whatsapp\.com|signal\.me)\/[\w+?=&.-]+/;
/** « mon Telegram : @camille », « Discord camille#1234 », « @camille sur Telegram ». */
const ACCOUNT = [
  new RegExp(
    `\\b(?:mon|ma|voici mon|pseudo|id) ?(?:pseudo |compte |id )?${PLACES}\\b ?(?::|=|,|est|c'est|>|->) ?@?[\\w.#]{3,}`,
  ),
  new RegExp(`\\b${PLACES}\\b ?(?::|=|->) ?@?[\\w.#]{3,}`),
  new RegExp(`@[\\w.]{3,} (?:sur|via|\\() ?${PLACES}\\b`),
  new RegExp(
    `\\b(?:ajoute|ajoutez|ecris|ecrivez|contacte|contactez|rejoins|rejoignez|retrouve|retrouvez|dm|mp)(?:[- ]moi)?\\b[^.!?\\n]{0,25}\\b(?:sur|via|par|en) (?:mon )?${PLACES}\\b`,
  ),
  /\b[\w.]{2,32}#\d{4}\b/,
];
const INVITATION = /\bdiscord\.(?:gg|com\/invite)\/[\w-]+/;

/**
 * An account number that its own check digits prove (ISO 13616): any other run of capitals and
 * digits is none.
 */
function ibanIn(text: string): string | null {
  for (const [found] of text
    .toUpperCase()
    .matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,4})?\b/g)) {
    const bare = found.replaceAll(' ', '');
    if (bare.length < 15 || bare.length > 34) continue;
    const turned = bare.slice(4) + bare.slice(0, 4);
    let rest = 0;
    for (const letter of turned) rest = Number(`${rest}${Number.parseInt(letter, 36)}`) % 97;
    if (rest === 1) return found;
  }
  return null;
}

/**
 * Lower case without accents and unseen characters, with one kind of space and apostrophe: what was
 * written to be read, not to be found.
 */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\S\n]+/g, ' ');

/**
 * Finds in a text all that leads away from Loge: telephone numbers, addresses, private accounts,
 * payment elsewhere.
 * @param place on a page, what a streamer may show there is left out: links to channels, public
 *   accounts and a community's invitation
 */
export function contactsIn(text: string, place: 'message' | 'profile'): Contact[] {
  const folded = fold(text);
  const found: Contact[] = [];
  const note = (kind: Contact['kind'], words: string | null | undefined) => {
    if (words) found.push({ kind, words: words.trim() });
  };
  note('phone', PHONE.exec(folded)?.[0] ?? spelledPhone(folded));
  note('mail', MAIL.exec(folded)?.[0] ?? SPELLED_MAIL.exec(folded)?.[0]);
  note('bank', ibanIn(text));
  note(
    'payment',
    [PAYMENT_LINK, PAY_BY, MY_MEANS, PAY_OUTSIDE].map((rule) => rule.exec(folded)?.[0]).find(Boolean),
  );
  note('account', PRIVATE_LINK.exec(folded)?.[0]);
  if (place === 'message')
    note('account', [INVITATION, ...ACCOUNT].map((rule) => rule.exec(folded)?.[0]).find(Boolean));
  return found;
}
