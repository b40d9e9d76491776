import { expect, describe as group, test } from 'vitest';
import { describe } from './describe.ts';
import type { Notification } from './queries.ts';

const told = (data: Notification['data'], more: Partial<Notification> = {}) =>
  describe(
    { id: 1, kind: 'x', booking_id: 'b1', data, created_at: '2026-03-01T10:00:00Z', read_at: null, ...more },
    'Europe/Paris',
  );
const about = { side: 'viewer', title: 'Duo encadré', other: 'Camille R.', start: '2026-03-12T17:30:00Z' };

group('what the bell says', () => {
  test('a confirmation names the person, the offer and the hour in the reader’s zone', () => {
    expect(told({ ...about, event: 'confirmed' })).toEqual({
      text: 'C’est confirmé avec Camille R. : «\u202fDuo encadré\u202f», jeudi 12\u00a0mars à\u00a018\u00a0h\u00a030.',
      to: '/viewer-dashboard/bookings?booking=b1',
    });
  });
  test('a cancellation says to the viewer what comes back, to the streamer not', () => {
    expect(told({ ...about, event: 'cancelled', refundCents: 4500 }).text).toContain('45,00');
    const streamer = told({ ...about, side: 'streamer', event: 'cancelled', refundCents: 4500 });
    expect(streamer.text).not.toContain('45,00');
    expect(streamer.to).toBe('/streamer-dashboard/bookings?booking=b1');
  });
  test('a missed session is told from the side of its reader', () => {
    expect(told({ ...about, event: 'no_show', absent: 'viewer' }).text).toMatch(/^Vous n’êtes pas venu/);
    expect(told({ ...about, event: 'no_show', absent: 'streamer' }).text).toMatch(
      /^Camille R. n’est pas venu/,
    );
  });
  test('a decision of the team is told to both, with what goes back', () => {
    const decided = { ...about, event: 'overruled', refundCents: 1000, shareCents: 850 };
    expect(told(decided).text).toMatch(/Décision de l’équipe Loge.*10,00\s€ vous sont remboursés en tout/);
    expect(told({ ...decided, side: 'streamer' }).text).toMatch(/sont remboursés à Camille R. en tout/);
  });
  test('a payout is told with its sum, and one that failed leads to its page, or to where it is mended', () => {
    const payout = { side: 'streamer', amountCents: 4249 };
    expect(told({ ...payout, event: 'payout_sent' }, { kind: 'payout_sent', booking_id: null })).toEqual({
      text: 'Votre versement de 42,49\u00a0€ est en route vers votre banque.',
      to: '/streamer-dashboard/earnings',
    });
    const failed = told({ ...payout, event: 'payout_failed' }, { kind: 'payout_failed', booking_id: null });
    expect(failed.text).toMatch(/^Votre versement de 42,49\s€ n’est pas arrivé/);
    expect(failed.to).toBe('/streamer-dashboard/settings?tab=payouts');
    expect(
      told({ ...payout, event: 'payout_failed', payoutId: 'p1' }, { kind: 'payout_failed', booking_id: null })
        .to,
    ).toBe('/streamer-dashboard/earnings/payouts/p1');
  });
  test('an identity that is asked for leads to where it is told, and the last reminder says from when payouts wait', () => {
    const asked = {
      side: 'streamer',
      event: 'identity_requested',
      step: 'asked',
      waitsFrom: '2026-05-11T08:00:00Z',
    };
    const row = { kind: 'identity_requested', booking_id: null };
    expect(told(asked, row).to).toBe('/streamer-dashboard/earnings#documents');
    expect(told(asked, row).text).toMatch(/^Complétez votre identité fiscale/);
    expect(told({ ...asked, step: 'reminded_again' }, row).text).toMatch(/à partir du lundi 11\smai\.$/);
  });
  test('a statement leads to its year', () => {
    const ready = { side: 'streamer', event: 'statement_ready', year: 2025 };
    expect(told(ready, { kind: 'statement_ready', booking_id: null })).toEqual({
      text: 'Votre relevé 2025 est prêt\u202f: les montants de l’année, par trimestre.',
      to: '/streamer-dashboard/earnings/statements/2025',
    });
  });
  test('an answer of the team leads to its thread', () => {
    const answered = { side: 'streamer', event: 'support_answer', threadId: 't1', subject: 'Mon versement' };
    expect(told(answered, { kind: 'support_answer', booking_id: null })).toEqual({
      text: 'L’équipe Loge vous a répondu : « Mon versement ».',
      to: '/streamer-dashboard/requests?thread=t1',
    });
  });
  test('messages are told once, with their number, and lead to the conversation', () => {
    expect(told({ ...about, event: 'message', count: 1 }).text).toMatch(
      /^Camille R. vous a écrit\s: «\u202fDuo/,
    );
    expect(told({ ...about, event: 'message', count: 3 })).toMatchObject({
      text: expect.stringContaining('(3 messages)'),
      to: '/viewer-dashboard/bookings?booking=b1',
    });
  });
  test('a live that is announced for the hour of a session is told to both sides, each in their words', () => {
    const viewers = told({ ...about, event: 'live_planned' });
    expect(viewers.text).toContain('annonce un live');
    expect(viewers.to).toBe('/viewer-dashboard/bookings?booking=b1');
    const streamers = told({ ...about, side: 'streamer', event: 'live_planned' });
    expect(streamers.text).toContain('Votre live');
    expect(streamers.to).toBe('/streamer-dashboard/bookings?booking=b1');
  });
  test('what comes after a session leads to where it is reviewed', () => {
    expect(told({ ...about, event: 'completed' })).toMatchObject({
      text: expect.stringContaining('Donnez votre avis'),
      to: '/conference/room/b1',
    });
    expect(told({ ...about, side: 'streamer', event: 'review' }).to).toBe('/conference/room/b1');
  });
  test('a free start leads to the offer', () => {
    const free = {
      side: 'viewer',
      event: 'slot_free',
      title: 'Duo encadré',
      offerId: 'o1',
      streamerHandle: 'camille',
    };
    expect(told(free, { booking_id: null })).toEqual({
      text: 'Un créneau s’est libéré pour «\u202fDuo encadré\u202f».',
      to: '/book-session/camille?offer=o1',
    });
  });
  test('an unknown kind from a newer server gets a text so general that it cannot be wrong', () => {
    expect(told({ ...about, event: 'something new' }).text).toBe('Du nouveau sur votre compte.');
  });
});
