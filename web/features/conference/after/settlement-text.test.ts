import { expect, test } from 'vitest';
import type { RoomDetails } from '#product/conference/contract.ts';
import { decisionText, settlementText } from './settlement-text.ts';

const said = (
  side: 'viewer' | 'streamer',
  booking: Partial<RoomDetails['booking']>,
  {
    state = 'over',
    ended = true,
    keptOutMinutes = 0,
  }: { state?: RoomDetails['state']; ended?: boolean; keptOutMinutes?: number } = {},
): string => {
  const facts = {
    side,
    state,
    others: [{ personId: 'p', name: 'Maëlle', avatarUrl: null, side: 'streamer' as const }],
    evidence: { streamerMinutes: 30, viewerMinutes: 58, keptOutMinutes, presences: [] },
    booking: {
      id: 'b',
      title: 'Coaching',
      status: 'completed',
      durationMinutes: 60,
      priceCents: 4000,
      refundCents: 0,
      deliveredMinutes: 60,
      streamerHandle: null,
      offerId: null,
      ...booking,
    },
  };
  const { title, lines } = settlementText(facts, ended);
  return [title, ...lines].join('\n').replaceAll(/[\u00a0\u202f]/g, ' ');
};

test('a session in full says what was paid, and on what evidence', () => {
  const text = said('viewer', {});
  expect(text).toContain('Session complète : 40,00 € payés au streamer');
  expect(text).toContain('streamer 30 min, vous 58 min');
});

test('people read of themselves as « vous »', () => {
  for (const status of ['completed', 'streamer_no_show', 'viewer_no_show'] as const)
    for (const side of ['viewer', 'streamer'] as const) {
      const text = said(side, { status, refundCents: 2000, deliveredMinutes: 30 }, { keptOutMinutes: 12 });
      expect(text).not.toMatch(new RegExp(`le ${side}\\b`, 'i'));
      expect(text).toMatch(/vous (?:30|58) min/);
      expect(text).toMatch(/loge pendant 12 min/);
    }
});

test('a session in part says how much of it, what is due and what comes back', () => {
  const text = said('viewer', { refundCents: 2000, deliveredMinutes: 30 });
  expect(text).toContain(
    '30 min sur 1 h : 20,00 € réglés, 20,00 € sont remboursés sur votre moyen de paiement',
  );
});

test('who did not come is said for the side that reads it', () => {
  const streamerAway = { status: 'streamer_no_show', refundCents: 4000 };
  expect(said('viewer', streamerAway)).toContain('Maëlle n’était pas là');
  expect(said('viewer', streamerAway)).toContain('40,00 € sont remboursés, en entier');
  expect(said('streamer', streamerAway)).toContain('Vous n’étiez pas là');
  expect(said('viewer', { status: 'viewer_no_show' })).toContain('40,00 € restent dus');
});

test('a decision of the team says what comes back in all', () => {
  const booking = { priceCents: 4000 } as RoomDetails['booking'];
  const decision = { refundCents: 3000, reason: 'Le son manquait', at: '2026-03-14T10:00:00Z' };
  const text = decisionText({ side: 'viewer', booking }, decision).replaceAll(/[\u00a0\u202f]/g, ' ');
  expect(text).toContain('30,00 € vous sont remboursés en tout sur 40,00 €');
});

test('a free session speaks of no money', () => {
  expect(said('viewer', { priceCents: 0 })).toContain('elle était gratuite');
  expect(said('viewer', { priceCents: 0, status: 'viewer_no_show' })).not.toContain('€');
});

test('a person who left before the end learns that it is not settled yet', () => {
  const text = said('viewer', { status: 'in_progress', refundCents: null }, { state: 'open', ended: false });
  expect(text).toContain('Vous avez quitté la loge');
  expect(text).toContain('À l’heure de fin, le streamer est payé');
});

test('a person who left after the end is not given a time that is past', () => {
  const text = said('viewer', { status: 'in_progress', refundCents: null }, { state: 'open' });
  expect(text).toContain('Vous avez quitté la loge');
  expect(text).toContain('dans quelques instants');
});

test('a person who was never there is not told that they left', () => {
  const text = said('viewer', { status: 'in_progress', refundCents: null });
  expect(text).toContain('La session est terminée');
  expect(text).not.toContain('quitté');
  expect(text).not.toContain('à son heure de fin');
});
