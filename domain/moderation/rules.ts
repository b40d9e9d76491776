/** What can be reported. */
export const SUBJECT_KINDS = ['profile', 'picture', 'film', 'offer', 'review', 'message', 'session'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** Why something is reported, and the rule that a decision about it names. */
interface Category {
  /** As who reports chooses it. */
  label: string;
  /** 3: somebody may come to harm; 2: somebody loses money, or the law is broken; 1: the rest. */
  severity: 1 | 2 | 3;
  /** As the statement of reasons quotes it. */
  rule: { number: string; title: string; text: string };
}

export const CATEGORIES = {
  minors: {
    label: 'Un mineur est en danger',
    severity: 3,
    rule: {
      number: '1.1',
      title: 'Protection des mineurs',
      text: 'Rien sur Loge ne met un mineur en danger ni ne le représente de façon sexualisée.',
    },
  },
  harassment: {
    label: 'Menaces ou harcèlement',
    severity: 3,
    rule: {
      number: '2.1',
      title: 'Menaces et harcèlement',
      text: 'On ne menace, n’insulte ni ne poursuit personne, en session comme par écrit.',
    },
  },
  hate: {
    label: 'Haine ou discrimination',
    severity: 3,
    rule: {
      number: '2.2',
      title: 'Haine et discrimination',
      text: 'On ne s’en prend à personne pour son origine, sa religion, son genre, son orientation ou un handicap.',
    },
  },
  sexual: {
    label: 'Contenu ou avances sexuels',
    severity: 3,
    rule: {
      number: '2.3',
      title: 'Contenu sexuel',
      text: 'Loge n’accueille ni contenu sexuel ni avances, même entre adultes.',
    },
  },
  fraud: {
    label: 'Arnaque ou usurpation d’identité',
    severity: 2,
    rule: {
      number: '4.1',
      title: 'Tromperie sur la personne ou l’argent',
      text: 'On est qui l’on dit être, et l’on ne prend d’argent que pour ce que l’on tient.',
    },
  },
  off_platform: {
    label: 'Paiement demandé hors de Loge',
    severity: 2,
    rule: {
      number: '4.2',
      title: 'Paiement en dehors de Loge',
      text: 'Une session se paie sur Loge. Ailleurs, le viewer perd sa protection et la session n’est pas réglée d’après les présences.',
    },
  },
  illegal: {
    label: 'Contenu illicite',
    severity: 2,
    rule: {
      number: '3.1',
      title: 'Contenu contraire à la loi',
      text: 'Ce que la loi française ou européenne interdit n’a pas sa place sur Loge.',
    },
  },
  misleading: {
    label: 'Offre ou avis trompeur',
    severity: 1,
    rule: {
      number: '4.3',
      title: 'Offres et avis sincères',
      text: 'Une offre décrit ce qui a lieu, un avis ce que l’on a vécu.',
    },
  },
  other: {
    label: 'Autre chose',
    severity: 1,
    rule: {
      number: '5.1',
      title: 'Respect des autres et du service',
      text: 'On se conduit sur Loge de sorte que chacun y garde sa place.',
    },
  },
} as const satisfies Record<string, Category>;

export type CategoryName = keyof typeof CATEGORIES;
export const CATEGORY_NAMES = Object.keys(CATEGORIES) as [CategoryName, ...CategoryName[]];

/** Of several reports of one thing the gravest decides; among equals the first. */
export const gravest = (first: CategoryName, other: CategoryName): CategoryName =>
  CATEGORIES[other].severity > CATEGORIES[first].severity ? other : first;

/** What of these can be taken away: a session took place, and nothing of it is anybody's to take. */
export const REMOVABLE_KINDS = ['profile', 'picture', 'film', 'offer', 'review', 'message'] as const;
const REMOVABLE: ReadonlySet<SubjectKind> = new Set(REMOVABLE_KINDS);

/**
 * What can be hidden: shown to nobody else, while its author still sees it. A file has one public address and cannot be put right by whose it is:
 * a picture or film is taken away.
 */
const HIDEABLE: ReadonlySet<SubjectKind> = new Set(['profile', 'offer', 'review', 'message'] as const);

/** What a decision does, from the mildest to the gravest. */
export const MEASURES = [
  'none',
  'warn',
  'hide',
  'remove',
  'no_messages',
  'no_bookings',
  'suspend',
  'close',
] as const;
export type Measure = (typeof MEASURES)[number];

/** The measures that end by themselves, after days. */
const ENDING: ReadonlySet<Measure> = new Set(['no_messages', 'no_bookings', 'suspend'] as const);
export const endsByItself = (measure: Measure): boolean => ENDING.has(measure);

/** Longest measure that ends by itself; longer is closing the account. */
export const MOST_DAYS = 365;

/** Whether a measure can be taken about a subject: a session has nothing to hide or take away, and without a person only the subject itself can be acted on. */
export function isPossible(measure: Measure, about: { kind: SubjectKind; hasPerson: boolean }): boolean {
  if (measure === 'none') return true;
  if (measure === 'hide') return HIDEABLE.has(about.kind);
  if (measure === 'remove') return REMOVABLE.has(about.kind);
  return about.hasPerson;
}

/** Whether it is about what somebody made and not about what they may do. */
export const isAboutContent = (measure: Measure): measure is 'hide' | 'remove' =>
  measure === 'hide' || measure === 'remove';

/** The measures that end somebody's access, and with it, when the team says so, the sessions that were agreed on. */
export const endsAccess = (measure: Measure): boolean => measure === 'suspend' || measure === 'close';

/** Months in which a decision can be appealed against (art. 20 § 1 DSA). */
export const APPEAL_MONTHS = 6;

/** Months for which what a case kept as evidence outlives the last moment at which its decision could be contested. */
export const EVIDENCE_MONTHS = 6;

/** Minutes for which a case is kept for the admin who took it. */
export const LEASE_MINUTES = 30;

const REPORTS_A_DAY = 10;
const REPORTS_A_DAY_OF_ABUSERS = 1;
/** Plainly unfounded reports of the last 90 days, from which on somebody is slowed (art. 23 § 2 DSA). */
const MOST_UNFOUNDED = 3;
export const UNFOUNDED_DAYS = 90;

/**
 * Whether somebody's reports are slowed: when at least three of those that were answered in 90 days, and half of them, were plainly
 * unfounded. Who reports much and is mostly right is not slowed for three mistakes.
 * @param answered reports of these days about which the team has decided
 */
export const isSlowed = ({ unfounded, answered }: { unfounded: number; answered: number }): boolean =>
  unfounded >= MOST_UNFOUNDED && unfounded * 2 >= answered;

/** How many reports somebody may send in a day. */
export const reportsADay = (counts: { unfounded: number; answered: number }): number =>
  isSlowed(counts) ? REPORTS_A_DAY_OF_ABUSERS : REPORTS_A_DAY;

/** « M-0012 »: how a case is called. */
export const caseNumber = (number: number): string => `M-${String(number).padStart(4, '0')}`;
