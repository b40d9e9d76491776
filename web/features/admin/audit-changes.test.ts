import { describe, expect, test } from 'vitest';
import { ACTS } from './audit.ts';
import { changeText } from './audit-changes.ts';

const [ME, SOMEBODY] = ['7f0c5f0e-0000-4000-8000-000000000001', '7f0c5f0e-0000-4000-8000-000000000002'];
const AT = '2026-03-12T17:30:00.000Z';
const PLACE = { streamerId: SOMEBODY, from: null, until: null };

type Side = Readonly<Record<string, unknown>> | null;
/** Actions as they are written, and their sentences. */
const TOLD: Readonly<Record<string, readonly [Side, Side, string]>> = {
  'accounting/close-month': [null, { postings: 412 }, '412 écritures'],
  'accounting/make-file': [null, { kind: 'dac7', year: '2025' }, 'Déclaration DAC7, 2025'],
  'accounting/read-file': [null, { digest: '0123456789abcdef' }, 'empreinte 0123456789ab'],
  'accounting/record-deposit': [{ deposited: false }, { deposited: true }, 'à déposer → déposée'],
  'accounting/schedule-report': [
    null,
    { kind: 'fec', format: 'csv', every: 'quarter', day: 5, hour: 8, recipients: [ME, SOMEBODY] },
    'FEC, CSV, chaque trimestre, le 5, à 8 h, 2 destinataires',
  ],
  'accounting/stop-report': [
    { kind: 'fec', every: 'month', stopped: false },
    { stopped: true },
    'FEC, chaque mois, en cours → arrêté',
  ],
  'accounts/request-deletion': [
    { deletesAt: null },
    { deletesAt: AT },
    'suppression aucune → le 12 mars 2026 à 18 h 30',
  ],
  'accounts/cancel-deletion': [
    { deletesAt: AT },
    { deletesAt: null },
    'suppression le 12 mars 2026 à 18 h 30 → aucune',
  ],
  'accounts/purge-deleted': [{ deletesAt: AT }, null, 'prévu le 12 mars 2026 à 18 h 30'],
  'accounts/request-factor-removal': [null, { state: 'asked' }, 'demandé'],
  'accounts/decide-factor-removal': [
    { state: 'asked' },
    { state: 'granted', takesEffectAt: AT },
    'demandé → accordé, effet le 12 mars 2026 à 18 h 30',
  ],
  'accounts/keep-factors': [{ state: 'granted' }, { state: 'cancelled' }, 'accordé → arrêté'],
  'accounts/remove-factors': [{ state: 'granted' }, { state: 'done' }, 'accordé → fait'],
  'administration/cancel-booking': [
    { status: 'confirmed' },
    { status: 'cancelled_by_admin', refundCents: 4500 },
    'Confirmée → Annulée par Loge, remboursé 45,00 €',
  ],
  'administration/cancel-session': [
    { places: 6 },
    { places: 0, refundCents: 10800 },
    '6 places → aucune place, remboursé 108,00 €',
  ],
  'administration/propose-session-start': [
    { start: AT },
    { proposedStart: AT, places: 6 },
    'le 12 mars 2026 à 18 h 30, proposé le 12 mars 2026 à 18 h 30, 6 personnes à répondre',
  ],
  'administration/change-role': [{ role: null }, { role: 'viewer' }, 'aucun rôle → Viewer'],
  'administration/change-settings': [
    { fee_basis_points: 1500, pending_hours: 48, payout_minimum_cents: 2000 },
    { fee_basis_points: 1250, pending_hours: 48, payout_minimum_cents: 3000 },
    'commission 15 % → 12,5 %, fonds retenus 48 h, versement minimal 20,00 € → 30,00 €',
  ],
  'administration/correct-age': [
    { age: 'adult' },
    { age: 'minor', ended: 1, refundCents: 4500 },
    'majeur → mineur, 1 place annulée, remboursé 45,00 €',
  ],
  'administration/decide-admin-request': [
    { role: 'viewer', adminRequest: 'pending' },
    { role: 'admin', adminRequest: 'approved' },
    'demande en attente → acceptée, Viewer → Admin',
  ],
  'administration/open-viewing': [null, { viewing: SOMEBODY, until: AT }, 'jusqu’au 12 mars 2026 à 18 h 30'],
  'administration/overrule-settlement': [
    { status: 'completed', refundCents: 0, refundedCents: 0 },
    { refundCents: 2250 },
    'Terminée, part du viewer 0,00 € → 22,50 €, remboursé jusque-là 0,00 €',
  ],
  'administration/refund-payment': [
    { refundedCents: 0 },
    { refundedCents: 1500 },
    'remboursé 0,00 € → 15,00 €',
  ],
  'administration/replay-mail': [{ state: 'failed' }, { state: 'pending' }, 'abandonné → à envoyer'],
  'administration/restore-person': [
    { state: 'suspended', until: null },
    { state: 'active' },
    'suspendu → actif, sans limite',
  ],
  'administration/suspend-person': [
    { state: 'active' },
    { state: 'suspended', until: AT, ended: 2 },
    'actif → suspendu, jusqu’au 12 mars 2026 à 18 h 30, 2 demandes ou places retirées',
  ],
  'administration/set-streamer-standing': [{ withheld_at: null }, { withheld_at: AT }, 'visible → retirée'],
  'administration/set-team-roles': [
    { teamRoles: [] },
    { teamRoles: ['finance', 'support'] },
    'aucune tâche → Finances et Support',
  ],
  'administration/sign-out-everywhere': [{ sessions: 2 }, { sessions: 0 }, '2 connexions → aucune connexion'],
  'announcements/plan-announcement': [
    null,
    { segment: 'all_viewers', category: null, title: 'Nouveau', sendAt: AT },
    '« Nouveau », Tous les viewers, envoi le 12 mars 2026 à 18 h 30',
  ],
  'announcements/stop-announcement': [
    { sent: 0, bannerUntil: null, stopped: false },
    { stopped: true },
    'prévue → arrêtée, bandeau aucun, personne de prévenu',
  ],
  'catalogue/add-entry': [null, { label: 'Poker' }, '« Poker »'],
  'catalogue/rename-entry': [{ label: 'Poker' }, { label: 'Cartes' }, '« Poker » → « Cartes »'],
  'catalogue/retire-entry': [
    { label: 'Poker', retired: false },
    { label: 'Poker', retired: true },
    '« Poker », proposée → retirée',
  ],
  'catalogue/merge-categories': [
    { label: 'Poker', retired: false },
    { label: 'Cartes', mergedInto: 'cartes', offers: 3, profiles: 1, bookings: 0, searches: 0, days: 2 },
    '« Poker » → « Cartes », 1 profil, 3 offres, 2 totaux de jours',
  ],
  'catalogue/merge-languages': [
    { label: 'Breton', retired: true },
    { label: 'Français', mergedInto: 'fr', profiles: 4 },
    '« Breton » → « Français », 4 profils',
  ],
  'catalogue/order-entries': [
    { ids: ['a', 'b', 'c'] },
    { ids: ['a', 'c', 'b'] },
    'à partir de la place 2 : b, c → c, b',
  ],
  'catalogue/set-picture': [{ picture: null }, { picture: 'x' }, 'sans image → une image'],
  'conference/enter-room': [null, { sessionId: SOMEBODY }, ''],
  'conference/moderate-room': [
    null,
    { sessionId: SOMEBODY, act: 'remove', targetId: SOMEBODY },
    'quelqu’un en est sorti',
  ],
  'content/preview-mail': [null, { kind: 'booking.told' }, '« booking.told »'],
  'content/test-mail': [null, { kind: 'booking.told', sample: 0 }, '« booking.told »'],
  'content/publish-text': [
    { version: 1, characters: 9000 },
    { version: 2, characters: 9100, effectiveAt: AT },
    'version 1 → 2, 9 000 signes → 9 100 signes, en vigueur le 12 mars 2026 à 18 h 30',
  ],
  'discovery/arrange-home': [{ places: [] }, { places: [PLACE] }, 'aucune mise en avant → 1 mise en avant'],
  'documents/inspect-fiscal-identity': [null, { found: false }, 'aucune identité enregistrée'],
  'guardians/confirm-guardianship': [
    { state: 'asked' },
    { state: 'confirmed', monthlyCents: 5000 },
    'demandé → donné, au plus 50,00 € par mois',
  ],
  'guardians/stop-guardianship': [
    { state: 'stopped' },
    { state: 'stopped', cancelled: 1, refundCents: 4500 },
    'retiré, 1 session annulée, remboursé 45,00 €',
  ],
  'moderation/decide-case': [
    { state: 'open' },
    { state: 'decided', measure: 'suspend', rule: 'fraud', cancelledSessions: 3, refundCents: 9750 },
    'à traiter → tranché, Compte suspendu, règle 4.1, 3 sessions annulées, remboursé 97,50 €',
  ],
  'moderation/decide-appeal': [
    { state: 'appealed', measure: 'hide' },
    { state: 'closed', outcome: 'overturned' },
    'contesté → clos, Contenu masqué, décision annulée',
  ],
  'moderation/open-conversation': [
    null,
    { sessionId: SOMEBODY, caseId: null, until: AT },
    'sans dossier, jusqu’au 12 mars 2026 à 18 h 30',
  ],
  'moderation/show-again': [{ measure: 'hide' }, { measure: 'none' }, 'Contenu masqué → montré à nouveau'],
  'moderation/take-case': [{ takenBy: null }, { takenBy: ME }, 'pris par personne → l’auteur de l’entrée'],
  'payments/answer-case': [{ state: 'open' }, { state: 'contest' }, 'sans réponse → contesté'],
  'payments/close-order': [{ orderId: 1, state: 'failed' }, { orderId: 1, state: 'closed' }, 'échoué → clos'],
  'payments/relaunch-order': [
    { orderId: 1, state: 'failed' },
    { orderId: 2, state: 'pending' },
    'échoué → à transmettre',
  ],
  'server/make-admin': [
    { role: 'viewer', teamRoles: [] },
    { role: 'admin', teamRoles: ['all'] },
    'Viewer → Admin, aucune tâche → Tout',
  ],
  'support/assign-thread': [
    { assigneeId: ME },
    { assigneeId: SOMEBODY },
    'confiée à l’auteur de l’entrée → un autre membre de l’équipe',
  ],
  'support/set-thread-state': [{ state: 'open' }, { state: 'resolved' }, 'à répondre → résolue'],
};

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const say = (action: string, before: Side, after: Side): string =>
  plain(changeText({ action, actor_id: ME, before, after }));

describe('an entry of the log', () => {
  test.each(Object.entries(TOLD))('%s says what was before and what is after', (name, told) => {
    const [before, after, sentence] = told;
    expect(say(name, before, after)).toBe(plain(sentence));
    expect(sentence).not.toMatch(/undefined|NaN|null|\[object|[a-z]_[a-z]/);
    // What is on both sides, and differs here, is told with both.
    const changed = Object.keys(before ?? {}).filter(
      (fact) => after !== null && fact in after && !Object.is(before?.[fact], after[fact]),
    );
    if (changed.some((fact) => !['orderId', 'retired'].includes(fact))) expect(sentence).toContain(' → ');
    // It is written as its contract says.
    const { audit } = ACTS.get(name) ?? {};
    for (const [side, facts] of [
      [before, audit?.before],
      [after, audit?.after],
    ] as const) {
      const known = (facts ?? []).map((fact) => fact.replace('?', ''));
      expect([name, Object.keys(side ?? {}).filter((fact) => !known.includes(fact))]).toEqual([name, []]);
    }
  });

  test.each([...ACTS.values()])('$name is called something, and each of its facts has words', ({ audit }) => {
    expect(audit.label.length).toBeGreaterThan(8);
    const written = [...(audit.before ?? []), ...(audit.after ?? [])].map((fact) => fact.replace('?', ''));
    expect(Object.keys(audit.words).toSorted()).toEqual([...new Set(written)].toSorted());
  });

  test.each([
    [
      'a suspension without end',
      'administration/suspend-person',
      { state: 'active' },
      { state: 'suspended', until: null, ended: 0 },
      'actif → suspendu, sans limite',
    ],
    [
      'a refused request',
      'administration/decide-admin-request',
      { role: 'viewer', adminRequest: 'pending' },
      { role: 'viewer', adminRequest: 'refused' },
      'demande en attente → refusée, Viewer',
    ],
    [
      'an age that nobody gave',
      'administration/correct-age',
      { age: 'unknown' },
      { age: 'adult' },
      'inconnu → majeur',
    ],
    [
      'a page that is featured',
      'administration/set-streamer-standing',
      { featured_at: null },
      { featured_at: AT },
      'pas mise en avant → mise en avant',
    ],
    [
      'a banner that is taken off',
      'announcements/stop-announcement',
      { sent: 12, bannerUntil: AT, stopped: false },
      { stopped: false, bannerUntil: '2026-03-11T17:30:00.000Z' },
      'bandeau jusqu’au 12 mars 2026 à 18 h 30 → jusqu’au 11 mars 2026 à 18 h 30, 12 personnes prévenues',
    ],
    [
      'streamers in another order',
      'discovery/arrange-home',
      { places: [PLACE, { ...PLACE, from: '2026-12-01' }] },
      { places: [{ ...PLACE, from: '2026-12-01' }, PLACE] },
      '2 mises en avant, ordre ou dates changés',
    ],
    ['an entry of before, with other facts', 'administration/change-role', { other: 1 }, null, ''],
    [
      'an action of before, which nothing writes any more',
      'conference/enter',
      null,
      { sessionId: SOMEBODY },
      '',
    ],
  ])('says %s', (_, action, before, after, sentence) => {
    expect(say(action, before, after)).toBe(plain(sentence));
  });
});
