import { CATEGORIES } from '#product/accounts/rules/sanctions.ts';
import { SEGMENT_LABELS } from '#product/announcements/rules/announcements.ts';
import type { AuditAction, AuditFact } from '#product/audit-actions.ts';
import { FILE_LABELS } from '#product/books/rules/schedule.ts';
import { isRole } from '#product/shared/roles.ts';
import { TEAM_ROLE_LABELS } from '#product/shared/team-roles.ts';
import { categoryName } from '#web/entities/catalogue/catalogue.ts';
import { MEASURE_LABELS } from '#web/entities/report/labels.ts';
import { ROLE_LABELS } from '#web/features/admin/audit.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { STATUS_LABELS } from '#web/features/admin/sessions/session.ts';
import { formatCount, formatDateTime, formatMoney, formatRate, plural } from '#web/lib/format.ts';

type Say = (value: unknown, actorId: string | null) => string;
/** How one fact of an entry is said: alone, and « before → after » where it changed. */
interface Said {
  /** What comes before the words. */
  of?: string;
  say: Say;
  /** Where both sides are one long list: what differs. */
  differ?: (before: unknown, after: unknown) => string;
}

const oneOf =
  (words: Readonly<Record<string, string>>, otherwise = ''): Say =>
  (value) =>
    (typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : null) ?? otherwise;
const money: Say = (value) => (typeof value === 'number' ? formatMoney(value) : '');
const at = (value: unknown): string | null =>
  typeof value === 'string' ? formatDateTime(value, TEAM_ZONE, { weekday: false, year: true }) : null;
const until =
  (never = ''): Say =>
  (value) => {
    const moment = at(value);
    return moment === null ? never : `jusqu’au ${moment}`;
  };
const on =
  (never = ''): Say =>
  (value) => {
    const moment = at(value);
    return moment === null ? never : `le ${moment}`;
  };
const count =
  (one: string, many: string, none = ''): Say =>
  (value) =>
    typeof value === 'number' && value > 0 ? plural(value, one, many) : none;
const words: Say = (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const quoted: Say = (value) => (typeof value === 'string' ? `« ${value} »` : '');
const yesOrNo =
  (yes: string, no: string): Say =>
  (value) =>
    value === true ? yes : no;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Who somebody of the team is, for who reads about the work: the log names the author alone. */
const memberOf: Say = (value, actorId) => {
  if (typeof value !== 'string') return 'personne';
  return value === actorId ? 'l’auteur de l’entrée' : 'un autre membre de l’équipe';
};

const ROLE: Said = { say: (value) => (isRole(value) ? ROLE_LABELS[value] : 'aucun rôle') };
const TEAM: Said = {
  say: (value) =>
    listOf(value)
      .map((role) => oneOf(TEAM_ROLE_LABELS)(role, null))
      .join(' et ') || 'aucune tâche',
};
const REFUND: Said = { of: 'remboursé', say: money };
const LABEL: Said = { say: quoted };
/** Neither an id nor what the subject says already is told. */
const SILENT: Said = { say: () => '' };
const DELETION: Said = { of: 'suppression', say: on('aucune') };
const KIND_OF_FILE: Said = { say: oneOf(FILE_LABELS) };
const EVERY: Said = { say: oneOf({ month: 'chaque mois', quarter: 'chaque trimestre' }) };
const REMOVAL: Said = {
  say: oneOf({
    asked: 'demandé',
    granted: 'accordé',
    refused: 'refusé',
    cancelled: 'arrêté',
    done: 'fait',
  }),
};
const ACCOUNT: Said = { say: oneOf({ active: 'actif', suspended: 'suspendu' }) };
const ORDER: Said = { say: oneOf({ failed: 'échoué', closed: 'clos', pending: 'à transmettre' }) };
const ANSWER: Said = {
  say: oneOf({
    open: 'sans réponse',
    contest: 'contesté',
    accept: 'accepté',
    refund_again: 'remboursé de nouveau',
    paid_by_hand: 'payé par virement',
    refund: 'remboursé',
    keep: 'gardé',
  }),
};
const GUARDIANSHIP: Said = {
  say: oneOf({ asked: 'demandé', confirmed: 'donné', refused: 'refusé', stopped: 'retiré', ended: 'fini' }),
};
const CASE: Said = {
  say: oneOf({ open: 'à traiter', decided: 'tranché', appealed: 'contesté', closed: 'clos' }),
};
const MEASURE: Said = { say: oneOf(MEASURE_LABELS) };
const USES = {
  profiles: { say: count('profil', 'profils') },
  offers: { say: count('offre', 'offres') },
  bookings: { say: count('session', 'sessions') },
  searches: { say: count('recherche', 'recherches') },
  days: { say: count('total d’un jour', 'totaux de jours') },
} as const satisfies Record<string, Said>;

/** The part of a list that was put into another order, four at most of it. */
function moved(before: unknown, after: unknown): string {
  const [was, is] = [listOf(before).map(String), listOf(after).map(String)];
  const first = was.findIndex((id, index) => id !== is[index]);
  const from = first === -1 ? was.length : first;
  const shown = (ids: string[]) =>
    `${ids
      .slice(from, from + 4)
      .map(categoryName)
      .join(', ')}${ids.length > from + 4 ? '…' : ''}`;
  return `à partir de la place ${String(from + 1)} : ${shown(was)} → ${shown(is)}`;
}

/** How many are featured; what else differs then is their order or their days. */
const places = (before: unknown, after: unknown): string => {
  const [was, is] = [listOf(before).length, listOf(after).length];
  const said = (many: number) => count('mise en avant', 'mises en avant', 'aucune mise en avant')(many, null);
  return was === is ? `${said(is)}, ordre ou dates changés` : `${said(was)} → ${said(is)}`;
};

/** Words for each fact of each action, in the order in which they are read: what a command or a task writes and nothing says here does not compile. */
export const AUDIT_WORDS: { readonly [A in AuditAction]: Readonly<Record<AuditFact<A>, Said>> } = {
  'accounting/close-month': { postings: { say: count('écriture', 'écritures', 'aucune écriture') } },
  'accounting/make-file': { kind: KIND_OF_FILE, year: { say: words } },
  'accounting/read-file': {
    digest: { of: 'empreinte', say: (value) => (typeof value === 'string' ? value.slice(0, 12) : '') },
  },
  'accounting/record-deposit': { deposited: { say: yesOrNo('déposée', 'à déposer') } },
  'accounting/schedule-report': {
    kind: KIND_OF_FILE,
    format: { say: (value) => (typeof value === 'string' ? value.toUpperCase() : '') },
    every: EVERY,
    day: { of: 'le', say: words },
    hour: { say: (value) => `à ${String(value)} h` },
    recipients: { say: (value) => count('destinataire', 'destinataires')(listOf(value).length, null) },
  },
  'accounting/stop-report': {
    kind: KIND_OF_FILE,
    every: EVERY,
    stopped: { say: yesOrNo('arrêté', 'en cours') },
  },
  'guardians/confirm-guardianship': {
    state: GUARDIANSHIP,
    monthlyCents: { of: 'au plus', say: (value) => `${money(value, null)} par mois` },
  },
  'guardians/stop-guardianship': {
    state: GUARDIANSHIP,
    cancelled: { say: count('session annulée', 'sessions annulées') },
    refundCents: REFUND,
  },
  'administration/change-role': { role: ROLE },
  'administration/correct-age': {
    age: { say: oneOf({ adult: 'majeur', minor: 'mineur' }, 'inconnu') },
    ended: { say: count('place annulée', 'places annulées') },
    refundCents: REFUND,
  },
  'administration/suspend-person': {
    state: ACCOUNT,
    until: { say: until('sans limite') },
    ended: { say: count('demande ou place retirée', 'demandes ou places retirées') },
  },
  'administration/restore-person': { state: ACCOUNT, until: { say: until('sans limite') } },
  'administration/open-viewing': { viewing: SILENT, until: { say: until() } },
  'administration/sign-out-everywhere': {
    sessions: { say: count('connexion', 'connexions', 'aucune connexion') },
  },
  'administration/decide-admin-request': {
    adminRequest: {
      of: 'demande',
      say: oneOf({ pending: 'en attente', approved: 'acceptée', refused: 'refusée' }),
    },
    role: ROLE,
  },
  'server/make-admin': { role: ROLE, teamRoles: TEAM },
  'administration/cancel-booking': { status: { say: oneOf(STATUS_LABELS) }, refundCents: REFUND },
  'administration/cancel-session': {
    places: { say: count('place', 'places', 'aucune place') },
    refundCents: REFUND,
  },
  'administration/propose-session-start': {
    start: { say: on() },
    proposedStart: { of: 'proposé', say: on() },
    places: { say: count('personne à répondre', 'personnes à répondre') },
  },
  'administration/refund-payment': { refundedCents: REFUND },
  'administration/set-streamer-standing': {
    withheld_at: { say: (value) => (value === null ? 'visible' : 'retirée') },
    featured_at: { say: (value) => (value === null ? 'pas mise en avant' : 'mise en avant') },
  },
  'administration/set-team-roles': { teamRoles: TEAM },
  'administration/change-settings': {
    fee_basis_points: { of: 'commission', say: (value) => formatRate(Number(value) / 10_000) },
    pending_hours: { of: 'fonds retenus', say: (value) => `${formatCount(Number(value))} h` },
    payout_minimum_cents: { of: 'versement minimal', say: money },
  },
  'administration/replay-mail': {
    state: { say: oneOf({ failed: 'abandonné', pending: 'à envoyer' }) },
  },
  'accounts/request-deletion': { deletesAt: DELETION },
  'accounts/cancel-deletion': { deletesAt: DELETION },
  'accounts/request-factor-removal': { state: REMOVAL },
  'accounts/decide-factor-removal': { state: REMOVAL, takesEffectAt: { of: 'effet', say: on() } },
  'accounts/keep-factors': { state: REMOVAL },
  'accounts/remove-factors': { state: REMOVAL },
  'accounts/purge-deleted': { deletesAt: { of: 'prévu', say: on() } },
  'administration/overrule-settlement': {
    status: { say: oneOf(STATUS_LABELS) },
    refundCents: { of: 'part du viewer', say: money },
    refundedCents: { of: 'remboursé jusque-là', say: money },
  },
  'catalogue/add-entry': { label: LABEL },
  'catalogue/merge-categories': { label: LABEL, mergedInto: SILENT, retired: SILENT, ...USES },
  'catalogue/merge-languages': { label: LABEL, mergedInto: SILENT, retired: SILENT, profiles: USES.profiles },
  'catalogue/order-entries': { ids: { say: () => '', differ: moved } },
  'catalogue/rename-entry': { label: LABEL },
  'catalogue/retire-entry': { label: LABEL, retired: { say: yesOrNo('retirée', 'proposée') } },
  'catalogue/set-picture': {
    picture: { say: (value) => (value === null ? 'sans image' : 'une image') },
  },
  'discovery/arrange-home': { places: { say: () => '', differ: places } },
  'content/preview-mail': { kind: { say: quoted } },
  'content/test-mail': { kind: { say: quoted }, sample: SILENT },
  'announcements/plan-announcement': {
    title: LABEL,
    segment: { say: oneOf(SEGMENT_LABELS) },
    category: { say: (value) => (typeof value === 'string' ? categoryName(value) : '') },
    sendAt: { of: 'envoi', say: on() },
  },
  'announcements/stop-announcement': {
    stopped: { say: () => '', differ: (_, is) => (is === true ? 'prévue → arrêtée' : '') },
    bannerUntil: { of: 'bandeau', say: until('aucun') },
    sent: { say: count('personne prévenue', 'personnes prévenues', 'personne de prévenu') },
  },
  'conference/enter-room': { sessionId: SILENT },
  'conference/moderate-room': {
    sessionId: SILENT,
    act: {
      say: oneOf({ remove: 'quelqu’un en est sorti', end: 'session arrêtée pour tous' }, 'autre geste'),
    },
    targetId: SILENT,
  },
  'content/publish-text': {
    version: { of: 'version', say: words },
    characters: { say: count('signe', 'signes') },
    effectiveAt: { of: 'en vigueur', say: on() },
  },
  'documents/inspect-fiscal-identity': {
    found: { say: yesOrNo('identité enregistrée', 'aucune identité enregistrée') },
  },
  'moderation/decide-case': {
    state: CASE,
    measure: MEASURE,
    rule: {
      of: 'règle',
      say: oneOf(
        Object.fromEntries(Object.entries(CATEGORIES).map(([name, { rule }]) => [name, rule.number])),
      ),
    },
    cancelledSessions: { say: count('session annulée', 'sessions annulées') },
    refundCents: REFUND,
  },
  'moderation/decide-appeal': {
    state: CASE,
    measure: MEASURE,
    outcome: { say: oneOf({ upheld: 'décision maintenue', overturned: 'décision annulée' }) },
  },
  'moderation/open-conversation': {
    sessionId: SILENT,
    caseId: { say: (value) => (value === null ? 'sans dossier' : 'pour un dossier') },
    until: { say: until() },
  },
  'moderation/show-again': { measure: { say: oneOf({ ...MEASURE_LABELS, none: 'montré à nouveau' }) } },
  'moderation/take-case': { takenBy: { of: 'pris par', say: memberOf } },
  'support/assign-thread': { assigneeId: { of: 'confiée à', say: memberOf } },
  'support/set-thread-state': {
    state: { say: oneOf({ open: 'à répondre', waiting: 'en attente', resolved: 'résolue' }) },
  },
  'payments/answer-case': { state: ANSWER },
  'payments/close-order': { orderId: SILENT, state: ORDER },
  'payments/relaunch-order': { orderId: SILENT, state: ORDER },
};

type Side = Readonly<Record<string, unknown>> | null;

/** What changed, in a few words with before and after; empty when the action says it all, or has no command any more. */
export function changeText(entry: {
  action: string;
  actor_id: string | null;
  before: Side;
  after: Side;
}): string {
  const { action, actor_id: actorId, before, after } = entry;
  if (!Object.hasOwn(AUDIT_WORDS, action)) return '';
  const facts: Readonly<Record<string, Said>> = AUDIT_WORDS[action as AuditAction];
  return Object.entries(facts)
    .flatMap(([fact, { of, say, differ }]) => {
      const sides = [before, after].flatMap((side) => (side && fact in side ? [side[fact]] : []));
      const [was, is] = sides;
      const said =
        differ && sides.length === 2
          ? differ(was, is)
          : [...new Set(sides.map((value) => say(value, actorId)))].filter(Boolean).join(' → ');
      return said === '' ? [] : [of ? `${of} ${said}` : said];
    })
    .join(', ');
}
