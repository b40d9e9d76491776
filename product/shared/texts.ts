/**
 * The texts that the team writes and everybody may read: legal ones and help. Each has its page at
 * `/<slug>`.
 */
export const TEXTS = [
  {
    slug: 'mentions-legales',
    title: 'Mentions légales',
    about: 'Qui édite Loge, qui l’héberge, et comment nous joindre.',
  },
  {
    slug: 'cgu',
    title: 'Conditions d’utilisation',
    about: 'Ce que chacun accepte en créant un compte.',
  },
  {
    slug: 'cgv',
    title: 'Conditions de vente',
    about: 'Prix, paiement, annulation et remboursement d’une session.',
  },
  {
    slug: 'confidentialite',
    title: 'Confidentialité',
    about: 'Quelles données nous tenons, pourquoi, combien de temps, et vos droits.',
  },
  {
    slug: 'cookies',
    title: 'Cookies',
    about: 'Un seul cookie, à la connexion, et ce que votre navigateur garde.',
  },
  {
    slug: 'accessibilite',
    title: 'Accessibilité',
    about: 'Où nous en sommes, et à qui signaler un obstacle.',
  },
  { slug: 'aide', title: 'Aide', about: 'Réserver, payer, annuler, entrer dans la loge, être payé.' },
] as const;

export type TextSlug = (typeof TEXTS)[number]['slug'];

export const TEXT_SLUGS = TEXTS.map(({ slug }) => slug);

/**
 * The text that each payment accepts. What each account does, `cgu`, is said in SQL:
 * private.create_profile, public.texts_to_accept.
 */
export const ACCEPTED_AT_PAYMENT = 'cgv' satisfies TextSlug;

export const TEXT_BODY_LIMITS = { min: 1, max: 60_000 } as const;

/**
 * The variables of a text in double braces: particulars of the operator's, and the terms in force.
 */
export const TEXT_VARIABLES = [
  'exploitant',
  'forme',
  'adresse',
  'siren',
  'tva',
  'email',
  'telephone',
  'directeur',
  'hebergeur',
  'mediateur',
  'site',
  'commission',
  'retenue',
  'minimum',
] as const;

export type TextVariable = (typeof TEXT_VARIABLES)[number];

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;
const isVariable = (name: string): name is TextVariable =>
  (TEXT_VARIABLES as readonly string[]).includes(name);

/** @returns what a text names that nobody can fill in, each once */
export const unknownVariables = (body: string): string[] => [
  ...new Set([...body.matchAll(VARIABLE)].map(([, name = '']) => name).filter((name) => !isVariable(name))),
];

/** A text with its variables filled in. An unknown variable stays as it was written. */
export const fillIn = (body: string, values: Readonly<Record<TextVariable, string>>): string =>
  body.replace(VARIABLE, (written, name: string) => (isVariable(name) ? values[name] : written));

interface TextSection {
  /** For the address of the section, unique in its text. */
  id: string;
  title: string;
  body: string;
}

const idOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'partie';

/** A text cut at its `## ` headings. What stands before the first one is its introduction. */
export function sectionsOf(body: string): { intro: string; sections: TextSection[] } {
  const [intro = '', ...parts] = body.replaceAll('\r\n', '\n').split(/^## +/m);
  const taken = new Map<string, number>();
  const sections = parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    const id = idOf(title);
    const count = (taken.get(id) ?? 0) + 1;
    taken.set(id, count);
    return { id: count === 1 ? id : `${id}-${count}`, title: title.trim(), body: lines.join('\n').trim() };
  });
  return { intro: intro.trim(), sections };
}
