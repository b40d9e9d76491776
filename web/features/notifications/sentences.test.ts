import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describe } from './describe.ts';
import type { Notification } from './queries.ts';

const of = (event: string, data: Notification['data'], bookingId: string | null) =>
  describe(
    {
      id: 1,
      kind: event,
      booking_id: bookingId,
      data: { event, ...data },
      created_at: '2026-03-01T10:00:00Z',
      read_at: null,
    },
    'Europe/Paris',
  );
const BOOKED = { side: 'viewer', title: 'Duo', other: 'Camille R.', start: '2026-03-12T17:30:00Z' };
const [ROOM, BOOKING] = ['/conference/room/b1', '/viewer-dashboard/bookings?booking=b1'];

/** Each thing that a notification may tell: its facts, words that it says, and where it leads. */
const TOLD: Record<string, [data: Notification['data'], says: string, to: string | null]> = {
  requested: [BOOKED, 'Demande envoyée à Camille R.', BOOKING],
  confirmed: [BOOKED, 'C’est confirmé avec Camille R.', BOOKING],
  declined: [BOOKED, 'Rien n’est débité.', BOOKING],
  request_expired: [BOOKED, 'restée sans réponse', BOOKING],
  cancelled: [{ ...BOOKED, refundCents: 1500 }, '15,00 € vous sont remboursés.', BOOKING],
  rescheduled: [BOOKED, 'désormais jeudi 12 mars', BOOKING],
  proposed: [{ ...BOOKED, proposedStart: '2026-03-13T17:30:00Z' }, 'vendredi 13 mars', BOOKING],
  proposal_accepted: [BOOKED, 'Nouvel horaire accepté', BOOKING],
  proposal_refused: [BOOKED, 'Autre horaire refusé', BOOKING],
  proposal_lapsed: [BOOKED, 'garde son horaire', BOOKING],
  proposal_withdrawn: [BOOKED, 'Proposition retirée', BOOKING],
  reminder: [BOOKED, 'Bientôt', BOOKING],
  live_planned: [BOOKED, 'annonce un live', BOOKING],
  payment_failed: [BOOKED, 'Paiement non abouti', BOOKING],
  capture_failed: [BOOKED, 'Le débit n’a pas pu se faire', BOOKING],
  refunded: [{ ...BOOKED, amountCents: 1500 }, '15,00 € en route', BOOKING],
  refund_returned: [{ ...BOOKED, amountCents: 1500 }, 'de 15,00 € n’est pas arrivé', BOOKING],
  disputed: [{ ...BOOKED, amountCents: 1500 }, 'conteste 15,00 €', BOOKING],
  dispute_decided: [{ ...BOOKED, takenCents: 1500, backCents: 0 }, 'garde 15,00 €', BOOKING],
  extended: [{ ...BOOKED, minutes: 15 }, 'Session prolongée de 15 min', BOOKING],
  extension_unpaid: [BOOKED, 'retrouve sa durée', BOOKING],
  no_show: [{ ...BOOKED, absent: 'streamer' }, 'n’est pas venu', BOOKING],
  overruled: [{ ...BOOKED, refundCents: 1500 }, 'Décision de l’équipe Loge', BOOKING],
  completed: [BOOKED, 'Donnez votre avis.', ROOM],
  review: [BOOKED, 'Camille R. a donné son avis : « Duo ».', ROOM],
  review_answered: [BOOKED, 'Camille R. a répondu à votre avis : « Duo ».', ROOM],
  message: [BOOKED, 'vous a écrit', BOOKING],
  conversation_opened: [{ ...BOOKED, reason: 'Un litige' }, 'Motif : Un litige', BOOKING],
  account_viewed: [{ reason: 'Une demande' }, 'a vu vos pages comme vous. Motif : Une demande', null],
  payout_sent: [{ amountCents: 1500 }, 'Votre versement de 15,00 €', '/streamer-dashboard/earnings'],
  payout_failed: [{ amountCents: 1500 }, 'n’est pas arrivé', '/streamer-dashboard/settings?tab=payouts'],
  identity_requested: [{}, 'Complétez votre identité fiscale', '/streamer-dashboard/earnings#documents'],
  statement_ready: [
    { year: 2025 },
    'Votre relevé 2025 est prêt',
    '/streamer-dashboard/earnings/statements/2025',
  ],
  integrity_differs: [{}, 'La vérification d’intégrité a trouvé un écart.', '/admin-dashboard/system'],
  report_failed: [
    { kind: 'trial_balance' },
    'Un envoi programmé n’a pas pu partir : Loge l’essaie de nouveau.',
    '/admin-dashboard/reports',
  ],
  announcement: [{ title: 'Nouveau', body: 'Venez' }, 'Annonce de Loge, Nouveau : Venez', null],
  support_answer: [
    { side: 'viewer', threadId: 't1', subject: 'Mon ticket' },
    'Mon ticket',
    '/viewer-dashboard/requests?thread=t1',
  ],
  slot_free: [
    { title: 'Duo', streamerHandle: 'nour', offerId: 'o1' },
    'pour « Duo »',
    '/book-session/nour?offer=o1',
  ],
};

test('each thing that the page can tell is in this list, and nothing else', () => {
  const source = readFileSync(new URL('describe.ts', import.meta.url), 'utf8');
  const cases = [...source.matchAll(/^ {4}case '(\w+)'/gm)].map(([, name]) => name);
  expect(Object.keys(TOLD).toSorted()).toEqual(cases.toSorted());
});

test.each(Object.entries(TOLD))(
  '%s is told in a sentence, and leads somewhere',
  (event, [data, says, to]) => {
    const told = of(event, data, to === BOOKING || to === ROOM ? 'b1' : null);
    const text = told.text.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(text).toContain(says);
    expect(text).not.toMatch(/undefined|NaN|null|« «|» »/);
    expect(told.to).toBe(to);
  },
);
