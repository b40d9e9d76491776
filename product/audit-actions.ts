/**
 * Every action that the audit log may hold, by the name of its command or task, with the facts that it writes as they were before and are after;
 * null where there was nothing, or is nothing left, and `?` after a fact that not every entry of the action has. What is not here cannot be written
 * (product/command/audit.ts), and the team's pages have words for each (web/features/admin/audit-changes.ts).
 */
export const AUDIT_FACTS = {
  'accounting/close-month': { before: null, after: ['postings'] },
  'accounting/make-file': { before: null, after: ['kind', 'year'] },
  'accounting/read-file': { before: null, after: ['digest'] },
  'accounting/record-deposit': { before: ['deposited'], after: ['deposited'] },
  'accounting/schedule-report': {
    before: null,
    after: ['kind', 'format', 'every', 'day', 'hour', 'recipients'],
  },
  'accounting/stop-report': { before: ['kind', 'every', 'stopped'], after: ['stopped'] },
  'accounts/cancel-deletion': { before: ['deletesAt'], after: ['deletesAt'] },
  'accounts/decide-factor-removal': { before: ['state'], after: ['state', 'takesEffectAt'] },
  'accounts/keep-factors': { before: ['state'], after: ['state'] },
  'accounts/purge-deleted': { before: ['deletesAt'], after: null },
  'accounts/remove-factors': { before: ['state'], after: ['state'] },
  'accounts/request-deletion': { before: ['deletesAt'], after: ['deletesAt'] },
  'accounts/request-factor-removal': { before: null, after: ['state'] },
  'administration/cancel-booking': { before: ['status'], after: ['status', 'refundCents'] },
  'administration/cancel-session': { before: ['places'], after: ['places', 'refundCents'] },
  'administration/change-role': { before: ['role'], after: ['role'] },
  'administration/change-settings': {
    before: ['fee_basis_points', 'pending_hours', 'payout_minimum_cents'],
    after: ['fee_basis_points', 'pending_hours', 'payout_minimum_cents'],
  },
  'administration/correct-age': { before: ['age'], after: ['age', 'ended?', 'refundCents?'] },
  'administration/decide-admin-request': {
    before: ['role', 'adminRequest'],
    after: ['role', 'adminRequest'],
  },
  'administration/open-viewing': { before: null, after: ['viewing', 'until'] },
  'administration/overrule-settlement': {
    before: ['status', 'refundCents', 'refundedCents'],
    after: ['refundCents'],
  },
  'administration/propose-session-start': { before: ['start'], after: ['proposedStart', 'places'] },
  'administration/refund-payment': { before: ['refundedCents'], after: ['refundedCents'] },
  'administration/replay-mail': { before: ['state'], after: ['state'] },
  'administration/restore-person': { before: ['state', 'until'], after: ['state'] },
  'administration/set-streamer-standing': {
    before: ['withheld_at?', 'featured_at?'],
    after: ['withheld_at?', 'featured_at?'],
  },
  'administration/set-team-roles': { before: ['teamRoles'], after: ['teamRoles'] },
  'administration/sign-out-everywhere': { before: ['sessions'], after: ['sessions'] },
  'administration/suspend-person': { before: ['state'], after: ['state', 'until', 'ended'] },
  'catalogue/add-entry': { before: null, after: ['label'] },
  'catalogue/merge-categories': {
    before: ['label', 'retired'],
    after: ['label', 'mergedInto', 'offers', 'profiles', 'bookings', 'searches', 'days'],
  },
  'catalogue/merge-languages': { before: ['label', 'retired'], after: ['label', 'mergedInto', 'profiles'] },
  'catalogue/order-entries': { before: ['ids'], after: ['ids'] },
  'catalogue/rename-entry': { before: ['label'], after: ['label'] },
  'catalogue/retire-entry': { before: ['label', 'retired'], after: ['label', 'retired'] },
  'catalogue/set-picture': { before: ['picture'], after: ['picture'] },
  'discovery/arrange-home': { before: ['places'], after: ['places'] },
  'content/preview-mail': { before: null, after: ['kind'] },
  'content/test-mail': { before: null, after: ['kind', 'sample'] },
  'announcements/plan-announcement': { before: null, after: ['segment', 'category', 'title', 'sendAt'] },
  'announcements/stop-announcement': {
    before: ['sent', 'bannerUntil', 'stopped'],
    after: ['bannerUntil?', 'stopped'],
  },
  'conference/enter-room': { before: null, after: ['sessionId'] },
  'conference/moderate-room': { before: null, after: ['sessionId', 'act', 'targetId'] },
  'content/publish-text': {
    before: ['version', 'characters'],
    after: ['version', 'characters', 'effectiveAt'],
  },
  'documents/inspect-fiscal-identity': { before: null, after: ['found'] },
  'guardians/confirm-guardianship': { before: ['state'], after: ['state', 'monthlyCents'] },
  'guardians/stop-guardianship': { before: ['state'], after: ['state', 'cancelled?', 'refundCents?'] },
  'moderation/decide-appeal': { before: ['state', 'measure'], after: ['state', 'outcome'] },
  'moderation/decide-case': {
    before: ['state'],
    after: ['state', 'measure', 'rule', 'cancelledSessions', 'refundCents'],
  },
  'moderation/open-conversation': { before: null, after: ['sessionId', 'caseId', 'until'] },
  'moderation/show-again': { before: ['measure'], after: ['measure'] },
  'moderation/take-case': { before: ['takenBy'], after: ['takenBy'] },
  'payments/answer-case': { before: ['state'], after: ['state'] },
  'payments/close-order': { before: ['orderId', 'state'], after: ['orderId', 'state'] },
  'payments/relaunch-order': { before: ['orderId', 'state'], after: ['orderId', 'state'] },
  'server/make-admin': { before: ['role', 'teamRoles'], after: ['role', 'teamRoles'] },
  'support/assign-thread': { before: ['assigneeId'], after: ['assigneeId'] },
  'support/set-thread-state': { before: ['state'], after: ['state'] },
} as const satisfies Record<string, Record<'before' | 'after', readonly string[] | null>>;

export type AuditAction = keyof typeof AUDIT_FACTS;
export const AUDIT_ACTIONS = Object.keys(AUDIT_FACTS) as AuditAction[];

type When = 'before' | 'after';
type Written<A extends AuditAction, W extends When> = (typeof AUDIT_FACTS)[A][W];
type NamesOf<List> = List extends readonly string[] ? List[number] : never;
type Always<Name> = Name extends `${string}?` ? never : Name;
type Sometimes<Name> = Name extends `${infer Fact}?` ? Fact : never;

/** What an entry of an action says of before, or of after. */
export type AuditSide<A extends AuditAction, W extends When> =
  Written<A, W> extends null
    ? null
    : { [Fact in Always<NamesOf<Written<A, W>>> & string]: unknown } & {
        [Fact in Sometimes<NamesOf<Written<A, W>>>]?: unknown;
      };

/** Each fact that entries of an action say, of before or of after. */
export type AuditFact<A extends AuditAction> = {
  [Each in A]: NamesOf<Written<Each, When>> extends infer Name ? Always<Name> | Sometimes<Name> : never;
}[A] &
  string;
