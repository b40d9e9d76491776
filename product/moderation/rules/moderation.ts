import { CATEGORIES, type CategoryName, type Measure } from '#product/accounts/rules/sanctions.ts';

/** The kinds of subjects that can be reported. */
export const SUBJECT_KINDS = ['profile', 'picture', 'film', 'offer', 'review', 'message', 'session'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** Of several reports of one thing the gravest decides; among equals the first. */
export const gravest = (first: CategoryName, other: CategoryName): CategoryName =>
  CATEGORIES[other].severity > CATEGORIES[first].severity ? other : first;

/**
 * The kinds that can be removed: a session took place, and nothing of it is anybody's to remove.
 */
export const REMOVABLE_KINDS = ['profile', 'picture', 'film', 'offer', 'review', 'message'] as const;
const REMOVABLE: ReadonlySet<SubjectKind> = new Set(REMOVABLE_KINDS);

/**
 * The kinds that can be hidden: shown to nobody else, while their author still sees them. A file
 * has one public address and cannot be put right by whose it is: a picture or film is taken away.
 */
const HIDEABLE: ReadonlySet<SubjectKind> = new Set(['profile', 'offer', 'review', 'message'] as const);

/** The measures that end by themselves, after days. */
const ENDING: ReadonlySet<Measure> = new Set(['no_messages', 'no_bookings', 'suspend'] as const);
export const endsByItself = (measure: Measure): boolean => ENDING.has(measure);

/** Longest measure that ends by itself; longer is closing the account. */
export const MOST_DAYS = 365;

/**
 * Whether a measure can be taken about a subject: a session has nothing to hide or take away, and
 * without a person only the subject itself can be acted on.
 */
export function isPossible(measure: Measure, about: { kind: SubjectKind; hasPerson: boolean }): boolean {
  if (measure === 'none') return true;
  if (measure === 'hide') return HIDEABLE.has(about.kind);
  if (measure === 'remove') return REMOVABLE.has(about.kind);
  return about.hasPerson;
}

/** Whether it is about what somebody made and not about what they may do. */
export const isAboutContent = (measure: Measure): measure is 'hide' | 'remove' =>
  measure === 'hide' || measure === 'remove';

/**
 * The measures that end somebody's access, and with it, when the team says so, the sessions that
 * were agreed on.
 */
export const endsAccess = (measure: Measure): boolean => measure === 'suspend' || measure === 'close';

/** Months in which a decision can be appealed against (art. 20 § 1 DSA). */
export const APPEAL_MONTHS = 6;

/**
 * Months for which what a case kept as evidence outlives the last moment at which its decision
 * could be contested.
 */
export const EVIDENCE_MONTHS = 6;

/** Minutes for which a case is kept for the admin who took it. */
export const LEASE_MINUTES = 30;
