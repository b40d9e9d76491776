import type { Business } from '#product/shared/business.ts';
import { type Cents, sum } from '#product/shared/money/cents.ts';
import { csvText } from './files.ts';
import type { FiscalIdentity } from './identity.ts';
import { legible } from './legible.ts';

/**
 * A platform declares this of its sellers each January (art. 1649 ter A CGI; directive (UE)
 * 2021/514, annexe V, « DAC7 »), in the form of the OECD's « DPI XML Schema », version 1.0.
 * Sessions are personal services: the exemption of small sellers (fewer than 30 sales and 2,000
 * EUR) is for goods alone (annexe V, section I, B, 4), so everybody who was credited anything is
 * declared.
 */

export interface Dac7Quarter {
  readonly sessions: number;
  /** Credited to the seller, without Loge's commission; negative where more was taken back. */
  readonly credited: Cents;
  readonly fee: Cents;
}

/** A seller of a year, as far as they are known. */
export interface Dac7Seller {
  readonly id: string;
  readonly displayName: string;
  /** As in the account, to tell first and last name apart; null when the account is gone. */
  readonly firstName: string | null;
  /** Where they can be asked; null when the account is gone. */
  readonly email: string | null;
  readonly identity: FiscalIdentity | null;
  /** Four, in their order. */
  readonly quarters: readonly Dac7Quarter[];
}

/** A person is declared as one, and an « entrepreneur individuel » is a person. */
const isPerson = ({ kind, soleTrader }: FiscalIdentity): boolean => kind === 'individual' || soleTrader;

/** The answers that have to be asked of them, in French; empty when nothing is missing. */
export function missingOf({ identity }: Pick<Dac7Seller, 'identity'>): string[] {
  if (identity === null) return ['identité fiscale'];
  const unread = [
    ...(legible(identity.legalName) === '' ? ['nom'] : []),
    ...(legible(identity.city) === '' ? ['ville'] : []),
  ];
  if (!isPerson(identity)) return identity.siren === null ? [...unread, 'SIREN'] : unread;
  return [
    ...unread,
    ...(identity.birthDate === null ? ['date de naissance'] : []),
    ...(identity.taxNumber === null ? ['numéro fiscal'] : []),
  ];
}

/**
 * The schema has a place for an unknown tax number, and none for a person without a birth date or
 * anybody without name and address.
 */
const canBeDeclared = ({ identity }: Dac7Seller): boolean =>
  identity !== null && (!isPerson(identity) || identity.birthDate !== null);

/** The schema wants whole euros; half of one is rounded up (Regulation (EC) 1103/97, article 5). */
const euros = (amount: Cents): string => String(Math.sign(amount) * Math.round(Math.abs(amount) / 100) + 0);

const PREDEFINED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** The text where the schema wants one and there is none. */
const NOTHING_TO_SHOW = 'Non renseigné';
/** No text of the schema is longer than 200 characters. */
const textOf = (value: string): string =>
  Array.from(legible(value))
    .slice(0, 200)
    .join('')
    .trim()
    .replace(/[&<>"]/g, (sign) => PREDEFINED[sign] ?? sign);

const element = (name: string, content: string, attributes = ''): string =>
  `<${name}${attributes}>${content}</${name}>`;
/** An element that may be left out, and is when there is nothing to read in it. */
const field = (name: string, value: string | null, attributes = ''): string => {
  const text = textOf(value ?? '');
  return text === '' ? '' : element(`dpi:${name}`, text, attributes);
};
/** An element that the schema wants. */
const required = (name: string, value: string): string =>
  element(`dpi:${name}`, textOf(value) || NOTHING_TO_SHOW);
const group = (name: string, ...content: string[]): string => element(`dpi:${name}`, content.join(''));

const FRENCH = ' issuedBy="FR"';
const tin = (number: string | null): string =>
  number === null ? element('dpi:TIN', 'NOTIN', ' unknown="true"') : field('TIN', number, FRENCH);

const addressOf = (
  { street, postcode, city }: Pick<FiscalIdentity, 'street' | 'postcode' | 'city'>,
  type: 'OECD302' | 'OECD303' | 'OECD304',
): string =>
  element(
    'dpi:Address',
    field('CountryCode', 'FR') +
      group('AddressFix', field('Street', street), field('PostCode', postcode), required('City', city)),
    ` legalAddressType="${type}"`,
  );

/**
 * First and last name of a registered name: the account's first name when it begins with it, else
 * its first word. A seller with one word alone as a name has no first name (« NFN », as the OECD's
 * guide has it).
 */
export function namesOf(legalName: string, firstName: string | null): { first: string; last: string } {
  const name = legible(legalName).replace(/\s+/g, ' ');
  const begin = legible(firstName ?? '');
  const [word = '', ...others] = name.split(' ');
  const first =
    begin !== '' && name.toLocaleLowerCase('fr').startsWith(`${begin.toLocaleLowerCase('fr')} `)
      ? name.slice(0, begin.length)
      : word;
  return others.length === 0
    ? { first: 'NFN', last: name }
    : { first, last: name.slice(first.length).trim() };
}

function identityOf(identity: FiscalIdentity, firstName: string | null): string {
  const { legalName, siren, vatNumber, taxNumber, birthDate } = identity;
  if (!isPerson(identity))
    return group(
      'EntitySeller',
      group(
        'Standard',
        group(
          'EntSellerID',
          field('ResCountryCode', 'FR'),
          tin(siren),
          field('IN', siren, `${FRENCH} INType="BRN"`),
          field('VAT', vatNumber),
          required('Name', legalName),
          addressOf(identity, 'OECD303'),
        ),
      ),
    );
  const { first, last } = namesOf(legalName, firstName);
  return group(
    'IndividualSeller',
    group(
      'Standard',
      group(
        'IndSellerID',
        field('ResCountryCode', 'FR'),
        tin(taxNumber),
        field('VAT', vatNumber),
        group('Name', required('FirstName', first), required('LastName', last)),
        addressOf(identity, identity.kind === 'business' ? 'OECD303' : 'OECD302'),
        group('BirthInfo', field('BirthDate', birthDate)),
      ),
    ),
  );
}

/** The seller's credits, as their record lists them after who they are. */
function activitiesOf({ quarters }: Dac7Seller): string {
  const each = (name: string, value: (quarter: Dac7Quarter) => string, attributes = '') =>
    quarters.map((quarter, index) => field(`${name}Q${index + 1}`, value(quarter), attributes)).join('');
  const inEuros = ' currCode="EUR"';
  return group(
    'RelevantActivities',
    group(
      'PersonalServices',
      group(
        'Consideration',
        each('Cons', ({ credited }) => euros(credited), inEuros),
      ),
      group(
        'NumberOfActivities',
        each('Numb', ({ sessions }) => String(sessions)),
      ),
      group(
        'Fees',
        each('Fees', ({ fee }) => euros(fee), inEuros),
      ),
      // Loge withholds no taxes.
      group(
        'Taxes',
        each('Tax', () => '0', inEuros),
      ),
    ),
  );
}

const IDENTITY = /^<dpi:Identity>.*?<\/dpi:Identity>/s;

/**
 * All of a seller's record but its name in the file. Who can no longer be named, because their
 * identity ran out or lost what it needs, stays who the administration was told they are.
 * @param declared what it was told of them
 * @returns null when they can be named neither way
 */
function contentOf(seller: Dac7Seller, declared: string | undefined): string | null {
  const { identity, firstName } = seller;
  const named =
    identity !== null && canBeDeclared(seller)
      ? group('Identity', identityOf(identity, firstName))
      : (IDENTITY.exec(declared ?? '')?.[0] ?? null);
  return named === null ? null : named + activitiesOf(seller);
}

/** A record that the administration has: what it said, and what it is called there. */
export interface Declared {
  readonly reference: string;
  readonly content: string;
}

const RECORD =
  /<dpi:ReportableSeller>(.*?)<dpi:DocSpec><stf:DocTypeIndic>(OECD\d)<\/stf:DocTypeIndic><stf:DocRefId>([^<]*)<\/stf:DocRefId>/gs;
const PLATFORM = /<stf:DocTypeIndic>OECD1<\/stf:DocTypeIndic><stf:DocRefId>([^<]*-PO)<\/stf:DocRefId>/;

/**
 * Reads the state that the administration has of a year once these files, made by `dac7Message`,
 * were handed in.
 * @param files in the order in which they were
 */
export function declaredBy(files: readonly string[]): {
  platform: string | null;
  sellers: ReadonlyMap<string, Declared>;
} {
  const sellers = new Map<string, Declared>();
  let platform: string | null = null;
  for (const file of files) {
    platform ??= PLATFORM.exec(file)?.[1] ?? null;
    for (const [, content = '', indication, reference = ''] of file.matchAll(RECORD)) {
      const seller = reference.slice(-36);
      if (indication === 'OECD3') sellers.delete(seller);
      else sellers.set(seller, { reference, content });
    }
  }
  return { platform, sellers };
}

export interface Dac7Message {
  readonly year: number;
  /** Names the file, and with it each record in it: an id that no other file has. */
  readonly fileId: string;
  readonly madeAt: Date;
  readonly operator: Business;
  readonly sellers: readonly Dac7Seller[];
  /** Files of the year that were handed in before, in that order. */
  readonly handedIn: readonly string[];
  /**
   * Whether records that were handed in are corrected, or those declared that were not. A message
   * does only one of both.
   */
  readonly corrects: boolean;
}

/**
 * The declaration of a year. « Néant » is declared only of a year in which nobody sold: of one
 * whose sellers cannot be named nothing is.
 * @returns as XML, null when there is nothing to declare that was not, or nothing to correct; and
 * how many sellers neither it nor what was handed in tells of, because who they are is not known
 */
export function dac7Message({ year, fileId, madeAt, operator, sellers, handedIn, corrects }: Dac7Message): {
  xml: string | null;
  leftOut: number;
} {
  const { platform, sellers: known } = declaredBy(handedIn);
  const message = `FR${year}FR-${operator.siren}-${fileId}`;
  const record = (seller: string, content: string, indication: string, corrected?: string) =>
    group(
      'ReportableSeller',
      content,
      group(
        'DocSpec',
        element('stf:DocTypeIndic', indication),
        element('stf:DocRefId', `${message}-${seller}`),
        corrected === undefined ? '' : element('stf:CorrDocRefId', corrected),
      ),
    );
  const now = new Map(
    sellers.flatMap((seller) => {
      const content = contentOf(seller, known.get(seller.id)?.content);
      return content === null ? [] : [[seller.id, content] as const];
    }),
  );
  const leftOut = sellers.length - now.size;
  const records = corrects
    ? [...known].flatMap(([seller, { reference, content }]) => {
        const today = now.get(seller);
        // A seller who was credited nothing after all is withdrawn with the record that named them.
        if (today === undefined) return [record(seller, content, 'OECD3', reference)];
        return today === content ? [] : [record(seller, today, 'OECD2', reference)];
      })
    : [...now].flatMap(([seller, content]) => (known.has(seller) ? [] : [record(seller, content, 'OECD1')]));
  if (records.length === 0 && (corrects || platform !== null || leftOut > 0)) return { xml: null, leftOut };
  const indication = corrects ? 'DPI402' : records.length === 0 ? 'DPI403' : 'DPI401';
  const body = group(
    'DPIBody',
    group(
      'PlatformOperator',
      field('ResCountryCode', 'FR'),
      tin(operator.siren),
      field('IN', operator.siren, `${FRENCH} INType="BRN"`),
      field('VAT', operator.vatNumber),
      field('Name', operator.name),
      field('PlatformBusinessName', 'Loge'),
      addressOf(operator, 'OECD304'),
      // Resident for tax purposes in France.
      field('Nexus', 'RPONEX1'),
      field('AssumedReporting', 'false'),
      group(
        'DocSpec',
        element('stf:DocTypeIndic', platform === null ? 'OECD1' : 'OECD0'),
        element('stf:DocRefId', platform ?? `${message}-PO`),
      ),
    ),
    records.join('\n'),
  );
  const header = group(
    'MessageSpec',
    field('SendingEntityIN', operator.siren),
    field('TransmittingCountry', 'FR'),
    field('ReceivingCountry', 'FR'),
    field('MessageType', 'DPI'),
    field('MessageRefId', message),
    field('MessageTypeIndic', indication),
    field('ReportingPeriod', `${year}-12-31`),
    field('Timestamp', madeAt.toISOString().slice(0, -1)),
  );
  const spaces = 'xmlns:dpi="urn:oecd:ties:dpi:v1" xmlns:stf="urn:oecd:ties:dpistf:v1" version="1.0"';
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<dpi:DPI_OECD ${spaces}>${header}\n${body}</dpi:DPI_OECD>\n`;
  return { xml, leftOut };
}

const QUARTERS = ['T1', 'T2', 'T3', 'T4'];

/** All sellers of a year with what is declared of them, to the cent, and whom to ask for what. */
export function dac7Csv(sellers: readonly Dac7Seller[]): string {
  const header = [
    'Streamer',
    'Dénomination',
    'Statut',
    'Adresse',
    'Code postal',
    'Ville',
    'Pays',
    'SIREN',
    'Numéro fiscal',
    'Date de naissance',
    'Numéro de TVA',
    'Titulaire du compte',
    ...QUARTERS.flatMap((quarter) => [
      `Montant net ${quarter}`,
      `Commission ${quarter}`,
      `Sessions ${quarter}`,
    ]),
    'Montant net de l’année',
    'Commission de l’année',
    'Sessions de l’année',
    'Déclaré dans le fichier XML',
    'Il manque',
    'À demander à',
  ];
  return csvText(
    header,
    sellers.map((seller) => {
      const { identity, quarters, displayName, email } = seller;
      const missing = missingOf(seller);
      const status =
        identity === null
          ? ''
          : !isPerson(identity)
            ? 'société'
            : identity.soleTrader
              ? 'entrepreneur individuel'
              : 'particulier';
      return [
        displayName,
        identity?.legalName ?? '',
        status,
        identity?.street ?? '',
        identity?.postcode ?? '',
        identity?.city ?? '',
        identity === null ? '' : 'FR',
        identity?.siren ?? '',
        identity?.taxNumber ?? '',
        identity?.birthDate ?? '',
        identity?.vatNumber ?? '',
        identity?.accountHolder ?? '',
        ...quarters.flatMap(({ credited, fee, sessions }) => [credited, fee, String(sessions)]),
        sum(quarters.map(({ credited }) => credited)),
        sum(quarters.map(({ fee }) => fee)),
        String(quarters.reduce((total, { sessions }) => total + sessions, 0)),
        canBeDeclared(seller) ? 'oui' : 'non',
        missing.join(', '),
        missing.length === 0 ? '' : (email ?? 'compte supprimé'),
      ];
    }),
  );
}
