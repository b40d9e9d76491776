import { z } from 'zod';
import { CATEGORIES, CATEGORY_NAMES, MEASURE_LABELS, MEASURES } from '#product/accounts/rules/sanctions.ts';
import { anyone, team } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract, reason } from '#product/shared/contract.ts';
import type { Evidence } from './rules/evidence.ts';
import { MOST_DAYS, SUBJECT_KINDS } from './rules/moderation.ts';
import { SIGNAL_NAMES } from './rules/signals.ts';

/** Reports, cases, decisions and appeals. Amounts are cents. */

export const REPORT_MAX = 2000;
export const FACTS_MAX = 2000;
export const APPEAL_MIN = 10;

const category = z.enum(CATEGORY_NAMES);
const measure = z.enum(MEASURES);
const time = z.iso.datetime();
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Ce texte doit tenir en ${most} caractères`)
    // Lines and tabs are text; other control characters are not, and Postgres stores no NUL.
    .regex(/^(?:[\n\r\t]|\P{Cc})*$/u, 'Ce texte contient un caractère invisible');

/**
 * The subject of a report: a uuid (of a session that of the booking, or of its room; of a picture
 * or film that in its name), or the number of a message.
 */
export const reportSubject = z.strictObject({
  kind: z.enum(SUBJECT_KINDS),
  id: z.union([z.uuid(), z.string().regex(/^\d{1,15}$/)]),
  /**
   * The person whose page shows the picture or film: needed where two people show files of one
   * name; nothing else needs it.
   */
  personId: z.uuid().optional(),
});
export type ReportSubject = z.output<typeof reportSubject>;

/**
 * Reports something that the caller can see: anybody what is public, the people of a session what
 * is theirs. A reporter without an account gives their name and address (`who`), where the answer
 * goes. Refuses with `report_subject_not_found`, `own_subject`, `already_reported`, `invalid_input`
 * without an account and without `who`, or `too_many_attempts`.
 */
export const sendReport = contract(
  'moderation/send-report',
  z.strictObject({
    subject: reportSubject,
    category,
    body: text(REPORT_MAX).min(10, 'Dites en une phrase au moins ce qui s’est passé'),
    path: z.string().startsWith('/').max(500),
    goodFaith: z.literal(true, 'Confirmez que vous dites ce que vous croyez vrai'),
    who: z
      .strictObject({
        name: text(120).min(2, 'Indiquez votre nom'),
        email: z.email('Indiquez une adresse e-mail').max(320),
      })
      .nullable(),
  }),
  z.object({ number: z.int() }),
  { access: anyone },
);

const caseId = z.uuid();

/**
 * Keeps a case for the calling admin for LEASE_MINUTES. Refuses with `case_not_found` or
 * `case_taken`.
 */
export const takeCase = contract(
  'moderation/take-case',
  z.strictObject({ caseId }),
  z.object({ takenUntil: time }),
  {
    access: team('moderation'),
    audit: entry({
      label: 'Dossier pris',
      before: ['takenBy'],
      after: ['takenBy'],
      words: { takenBy: say.titled('pris par', say.member) },
      readBy: ['moderation'],
    }),
    undo: 'it ends by itself',
  },
);

const evidence = z.custom<Evidence>((value) => typeof value === 'object' && value !== null);
const decision = z.object({
  id: z.uuid(),
  measure,
  rule: category,
  facts: z.string(),
  reason: z.string(),
  decidedAt: time,
  endsAt: time.nullable(),
  cancelledSessions: z.int(),
  refundedCents: z.int(),
  /** When the team showed again what it had hidden, since it had been put right. */
  shownAgainAt: time.nullable(),
  appealUntil: time,
  appeal: z
    .object({
      at: time,
      body: z.string(),
      outcome: z.enum(['upheld', 'overturned']).nullable(),
      reason: z.string().nullable(),
      decidedAt: time.nullable(),
    })
    .nullable(),
});
export type Decision = z.output<typeof decision>;

/**
 * A case with its reports, what it is about as it is now, and what was decided about its person
 * before. Refuses with `case_not_found`.
 */
export const readCase = contract(
  'moderation/read-case',
  z.strictObject({ caseId }),
  z.object({
    id: z.uuid(),
    number: z.int(),
    title: z.string(),
    subjectKind: z.enum(SUBJECT_KINDS),
    /** The reported thing: a uuid, or the number of a message. */
    subjectId: z.string(),
    state: z.enum(['open', 'decided', 'appealed', 'closed']),
    severity: z.int(),
    category,
    openedAt: time,
    takenBy: z.object({ isMe: z.boolean(), name: z.string(), until: time }).nullable(),
    /**
     * The session whose conversation belongs to it; null of what is no session's, and once there is
     * nothing left of it.
     */
    sessionId: z.uuid().nullable(),
    /** Null once there is nothing left of it. */
    current: evidence.nullable(),
    /**
     * Of what a decision took away: kept apart, given back, or erased for good. `current` has its
     * words while they are kept.
     */
    removal: z.object({ at: time, restoredAt: time.nullable(), erasedAt: time.nullable() }).nullable(),
    reports: z.array(
      z.object({
        id: z.uuid(),
        category,
        body: z.string(),
        /** Null: a deleted account. */
        by: z.string().nullable(),
        hasAccount: z.boolean(),
        at: time,
        /** Null once it is erased. */
        evidence: evidence.nullable(),
      }),
    ),
    /** When the evidence, with what the reports say, was erased; null: it is kept. */
    evidenceErasedAt: time.nullable(),
    /** The rule that opened it by itself; null: somebody reported it. */
    signal: z.enum(SIGNAL_NAMES).nullable(),
    /** The findings of that rule, each with the thing as it was then. */
    signals: z.array(z.object({ id: z.uuid(), found: z.array(z.string()), evidence, at: time })),
    person: z
      .object({
        id: z.uuid(),
        name: z.string(),
        role: z.string().nullable(),
        isMinor: z.boolean(),
        since: time,
        completed: z.int(),
        disputes: z.int(),
        coming: z.int(),
        earlier: z.array(
          z.object({ number: z.int(), measure, rule: category, at: time, overturned: z.boolean() }),
        ),
      })
      .nullable(),
    /**
     * The other waiting cases about the same person, then decisions on the same kind of thing for
     * the same reason, newest first.
     */
    similar: z.array(
      z.object({
        id: z.uuid(),
        number: z.int(),
        title: z.string(),
        isSamePerson: z.boolean(),
        /** Null: not decided yet. */
        measure: measure.nullable(),
        at: time,
        overturned: z.boolean(),
      }),
    ),
    decision: decision.extend({ isMine: z.boolean() }).nullable(),
  }),
  { access: team('moderation') },
);

/** How long a conversation stays open to the admin who opened it. */
export const OPENING_MINUTES = 30;

/**
 * Opens the private conversation of a session to the calling admin for OPENING_MINUTES. Its people
 * are told, with the reason. Once it is open, asking again changes nothing. `caseId` is the case
 * that it is for. Refuses with `conversation_not_found`, `case_not_found` when the case is about
 * something else or was decided, or `cannot_act_on_self` when it is one's own.
 */
export const openConversation = contract(
  'moderation/open-conversation',
  z.strictObject({ sessionId: z.uuid(), caseId: z.uuid().nullable(), reason }),
  z.object({ until: time }),
  {
    access: team('support', 'moderation'),
    audit: entry({
      label: 'Conversation privée ouverte',
      before: null,
      after: ['sessionId', 'caseId', 'until'],
      words: {
        sessionId: say.nothing,
        caseId: say.presence('sans dossier', 'pour un dossier'),
        until: say.until(),
      },
      readBy: ['support', 'moderation'],
    }),
    undo: 'what was read was read, and both are told',
  },
);

const wish = {
  caseId,
  measure,
  /** Of a measure that ends by itself; null of the others. */
  days: z.int().min(1).max(MOST_DAYS).nullable(),
  /**
   * Of a suspension or a closing: calls off the sessions that were agreed on and fall into it,
   * everything back to their viewers.
   */
  cancelSessions: z.boolean(),
};

/**
 * Previews the cost of a decision, before it is taken. Refuses with `case_not_found` or
 * `measure_not_possible`.
 */
export const previewDecision = contract(
  'moderation/preview-decision',
  z.strictObject(wish),
  z.object({
    /** Confirmed sessions that would be called off, and what their viewers get back. */
    sessions: z.int(),
    refundCents: z.int(),
    viewers: z.array(z.string()),
    /** Confirmed sessions of the person's in all. */
    coming: z.int(),
    comingCents: z.int(),
    /** Until when it can be appealed against: what is taken away is kept until then. */
    appealUntil: time,
  }),
  { access: team('moderation') },
);

const STATE = say.oneOf({ open: 'à traiter', decided: 'tranché', appealed: 'contesté', closed: 'clos' });
const RULE_NUMBERS = Object.fromEntries(
  Object.entries(CATEGORIES).map(([name, { rule }]) => [name, rule.number]),
);

/**
 * Decides about a case that the caller has taken, and carries it out. `expectedRefundCents` is what
 * the preview said. Refuses with `case_not_found`, `case_not_taken`, `already_done`,
 * `measure_not_possible`, `quote_changed`, `cannot_act_on_self`, `already_suspended` or
 * `last_admin`.
 */
export const decideCase = contract(
  'moderation/decide-case',
  z.strictObject({
    ...wish,
    rule: category,
    facts: text(FACTS_MAX).min(3, 'Dites ce qui a été constaté'),
    reason,
    expectedRefundCents: z.int().nonnegative(),
    /**
     * Of a case without a measure: the reports were plainly unfounded, and who sends such often is
     * slowed.
     */
    unfounded: z.boolean(),
  }),
  z.object({ decisionId: z.uuid(), cancelledSessions: z.int(), refundedCents: z.int() }),
  {
    access: team('moderation'),
    audit: entry({
      label: 'Signalement tranché',
      before: ['state'],
      after: ['state', 'measure', 'rule', 'cancelledSessions', 'refundCents'],
      words: {
        state: STATE,
        measure: say.oneOf(MEASURE_LABELS),
        rule: say.titled('règle', say.oneOf(RULE_NUMBERS)),
        cancelledSessions: say.count('session annulée', 'sessions annulées'),
        refundCents: say.titled('remboursé', say.money()),
      },
      readBy: ['moderation'],
    }),
    undo: 'the person is told',
  },
);

const token = z.string().regex(/^[\w-]{43}$/);

/** The secret of the statement's address, or the decision itself of the person who is signed in. */
const key = z.union([token, z.uuid()]);

/**
 * The statement of reasons, to who has the secret of its address, also somebody who cannot sign in,
 * or to whom it is about. Refuses with `decision_not_found`.
 */
export const readDecision = contract(
  'moderation/read-decision',
  z.strictObject({ token: key }),
  decision.extend({
    number: z.int(),
    subjectTitle: z.string(),
    /** A rule had pointed at it, and nobody reported it (art. 17 § 3 c DSA). */
    detected: z.boolean(),
    subjectKind: z.enum(SUBJECT_KINDS),
    mayAppeal: z.boolean(),
    /** Of what was taken away: given back, or erased for good. */
    removal: z.object({ restoredAt: time.nullable(), erasedAt: time.nullable() }).nullable(),
  }),
  { access: anyone },
);

/**
 * Asks another admin to look again. Refuses with `decision_not_found`, `already_done` or
 * `deadline_passed`.
 */
export const appealDecision = contract(
  'moderation/appeal-decision',
  z.strictObject({
    token: key,
    body: text(REPORT_MAX).min(APPEAL_MIN, 'Dites en une phrase au moins pourquoi la décision est à revoir'),
  }),
  z.object({}),
  { access: anyone },
);

/**
 * Upholds a decision, or overturns it: what can be restored is. Refuses with `case_not_found`,
 * `case_not_taken`, `already_done` or `appeal_needs_another` when the caller took the decision.
 */
export const decideAppeal = contract(
  'moderation/decide-appeal',
  z.strictObject({ caseId, outcome: z.enum(['upheld', 'overturned']), reason }),
  z.object({ caseId, outcome: z.enum(['upheld', 'overturned']) }),
  {
    access: team('moderation'),
    audit: entry({
      label: 'Contestation tranchée',
      before: ['state', 'measure'],
      after: ['state', 'outcome'],
      words: {
        state: STATE,
        measure: say.oneOf(MEASURE_LABELS),
        outcome: say.oneOf({ upheld: 'décision maintenue', overturned: 'décision annulée' }),
      },
      readBy: ['moderation'],
    }),
    undo: 'the person is told',
  },
);

/**
 * Shows again what a decision hid, since its author put it right; they are told. Refuses with
 * `case_not_found`, `measure_not_possible` where nothing was hidden, `cannot_act_on_self`, or
 * `already_done`, also while an appeal waits.
 */
export const showAgain = contract(
  'moderation/show-again',
  z.strictObject({ caseId, reason }),
  z.object({ caseId }),
  {
    access: team('moderation'),
    audit: entry({
      label: 'Contenu montré à nouveau',
      before: ['measure'],
      after: ['measure'],
      words: { measure: say.oneOf({ ...MEASURE_LABELS, none: 'montré à nouveau' }) },
      readBy: ['moderation'],
    }),
    undo: 'the person is told',
  },
);
