import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POLICIES } from '#domain/cancellation/policies.ts';
import { cents, NOTHING } from '#domain/money/cents.ts';
import { parseInstant } from '#domain/time/instant.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import type { BookingMail, BookingMailEvent, NoticeEvent, Side, Ticket } from './booking/booking-mail.ts';
import { noticeContent } from './booking/notices.ts';
import { bookingContent, bookingMailer, noticeMailer } from './booking-mails.ts';
import { renderMail } from './layout.ts';
import { composeMime, type StoredMail } from './mime.ts';

const site = 'https://loge.test';
const identity = { from: 'Loge <bonjour@loge.test>', siteUrl: () => site };
const start = parseInstant('2026-03-12T17:30:00Z');
const other = parseInstant('2026-03-14T17:30:00Z');
const answerBy = parseInstant('2026-03-10T09:00:00Z');
const ticket: Ticket = {
  bookingId: '0b7d4bd6-3e5c-4a6e-8a3d-0123456789ab',
  sessionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  revision: 3,
  status: 'confirmed',
  title: 'Coaching classé',
  start,
  durationMinutes: 45,
  viewerName: 'Camille',
  streamerName: 'Léa Moreau',
  streamerPath: 'lea',
  viewerZone: 'America/Montreal',
  streamerZone: 'Europe/Paris',
  price: cents(2_500),
  streamerShare: cents(2_125),
  policy: POLICIES.standard,
  changedAt: parseInstant('2026-03-01T08:00:00Z'),
};
const mail = (recipient: Side, event: BookingMailEvent, changes: Partial<Ticket> = {}): BookingMail => ({
  to: `${recipient}@exemple.fr`,
  userId: '0b7d4bd6-3e5c-4a6e-8a3d-0123456789ab',
  firstName: recipient === 'viewer' ? 'Camille' : 'Léa',
  recipient,
  event,
  ticket: { ...ticket, ...changes },
});
/** The text with every kind of space made plain, so that sentences can be read here. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('\u2060', '');
function said(recipient: Side, event: BookingMailEvent, changes: Partial<Ticket> = {}) {
  const content = bookingContent(mail(recipient, event, changes), site);
  if (!content) throw new Error(`${recipient} is told nothing`);
  const rendered = renderMail(content, site, 'x@exemple.fr');
  return { ...rendered, subject: plain(rendered.subject), plain: plain(rendered.text) };
}

const cancelled = (by: 'viewer' | 'streamer' | 'admin', refund: number, reason: string | null = null) =>
  ({ kind: 'cancelled', by, refund: cents(refund), charged: true, reason }) as const;
const everyEvent: readonly BookingMailEvent[] = [
  { kind: 'requested', answerBy },
  { kind: 'confirmed' },
  { kind: 'declined', reason: 'En déplacement' },
  { kind: 'request_expired' },
  cancelled('viewer', 1_250),
  cancelled('streamer', 2_500, 'Malade'),
  cancelled('admin', 2_500, 'Compte fermé'),
  { kind: 'rescheduled', previousStart: other },
  { kind: 'proposed', start: other, answerBy },
  { kind: 'proposal_accepted', previousStart: other },
  { kind: 'proposal_refused', start: other, refund: cents(2_500), charged: true },
  { kind: 'proposal_lapsed', start: other },
  { kind: 'proposal_withdrawn', start: other },
  { kind: 'reminder', minutesBefore: 1440 },
  { kind: 'reminder', minutesBefore: 60 },
  { kind: 'reminder', minutesBefore: 10 },
  { kind: 'payment_failed', cause: 'declined', retryUntil: answerBy },
  { kind: 'payment_failed', cause: 'authentication', retryUntil: null },
  { kind: 'capture_failed' },
  { kind: 'refunded', amount: cents(2_500) },
  { kind: 'overruled', refund: cents(2_500), share: cents(1_275), reason: 'Le son manquait' },
  { kind: 'extended', minutes: 15, amount: cents(1_125) },
  { kind: 'extended', minutes: 15, amount: NOTHING },
  { kind: 'extension_unpaid', minutes: 15, amount: cents(1_125) },
  { kind: 'completed', refund: NOTHING, share: cents(2_125) },
  { kind: 'completed', refund: cents(1_000), share: cents(1_275) },
  { kind: 'no_show', absent: 'viewer', refund: NOTHING },
  { kind: 'no_show', absent: 'streamer', refund: cents(2_500) },
];
const notices: readonly NoticeEvent[] = [
  {
    kind: 'slot_free',
    streamerName: 'Léa Moreau',
    streamerPath: 'lea',
    title: 'Coaching',
    start,
    durationMinutes: 45,
    price: NOTHING,
    zone: 'America/Montreal',
    streamerZone: 'Europe/Paris',
  },
  {
    kind: 'calendar_broken',
    label: 'Perso',
    problem: 'Il est introuvable.',
    lastGoodAt: start,
    zone: 'Europe/Paris',
  },
  { kind: 'payout_sent', amount: cents(12_345) },
  {
    kind: 'unread_messages',
    conversations: [
      { side: 'streamer', bookingId: 'b1', title: 'Coaching', count: 2, other: 'Sacha P.' },
      { side: 'viewer', bookingId: 'b2', title: 'Relecture', count: 1, other: null },
    ],
  },
];

const viewerOnly = ['payment_failed', 'refunded'];

describe('every event', () => {
  for (const recipient of ['viewer', 'streamer'] as const) {
    test.each(everyEvent.map((event) => [event.kind, event] as const))(
      `to the ${recipient}: %s`,
      (_kind, event) => {
        const content = bookingContent(mail(recipient, event), site);
        if (recipient === 'streamer' && viewerOnly.includes(event.kind)) return expect(content).toBeNull();
        const { subject, text, html } = said(recipient, event);
        expect(subject.length).toBeLessThan(90);
        // The ticket stands in both forms, in the reader's own time.
        const hour = recipient === 'viewer' ? '13 h 30 – 14 h 15' : '18 h 30 – 19 h 15';
        expect(plain(text)).toContain(`| Jeudi 12 mars 2026, ${hour}`);
        expect(plain(html)).toContain(hour);
        expect(plain(text)).toContain(
          recipient === 'viewer'
            ? 'Heure de Montréal · 18 h 30 à Paris'
            : 'Heure de Paris · 13 h 30 à Montréal',
        );
        expect(plain(text)).toContain('Confirmée · 25 €');
        // One thing to do, at an address of ours.
        expect(html.match(/display:inline-block/g)).toHaveLength(1);
        expect(content?.action?.link).toMatch(/^https:\/\/loge\.test\//);
        expect(text).toContain(content?.action?.link);
        // French as it is set: no straight apostrophe, no plain space before a double sign, no hole in a sentence.
        const own = text.replaceAll(/https?:\S+/g, '');
        expect(own).not.toMatch(/'| [;:?!»]|« |\d h|\d €|undefined|NaN|null|Invalid/);
      },
    );
  }
});

describe('what a mail says', () => {
  test('of a request: until when it is answered, and that nothing is paid yet', () => {
    expect(said('streamer', { kind: 'requested', answerBy }).subject).toBe(
      'Demande de Camille à accepter avant le mardi 10 mars à 10 h',
    );
    const { plain: text } = said('viewer', { kind: 'requested', answerBy });
    expect(text).toContain(
      'Léa Moreau a jusqu’au mardi 10 mars 2026 à 5 h (heure de Montréal) pour vous répondre.',
    );
    expect(text).toContain('25 € est réservée sur votre carte, et débitée seulement si');
  });

  test('of a confirmation: the policy in euros and hours to one side, the share to the other', () => {
    expect(said('viewer', { kind: 'confirmed' }).plain).toContain(
      'Si vous annulez : 25 € remboursés jusqu’au mercredi 11 mars à 13 h 30, puis 12,50 € remboursés jusqu’au jeudi 12 mars à 11 h 30, puis aucun remboursement.',
    );
    expect(said('streamer', { kind: 'confirmed' }).plain).toContain(
      'Votre part pour cette session : 21,25 €.',
    );
  });

  test('of a cancellation: who, how much, and when it arrives', () => {
    const half = said('viewer', cancelled('viewer', 1_250)).plain;
    expect(half).toContain('Vous avez annulé la session avec Léa Moreau');
    expect(half).toContain(
      'La somme de 12,50 €, sur 25 €, vous est remboursée sur votre moyen de paiement, sous 5 à 10 jours selon votre banque.',
    );
    expect(said('viewer', cancelled('viewer', 0)).plain).toContain('rien n’est remboursé');
    expect(said('viewer', cancelled('streamer', 2_500, 'Malade')).plain).toContain('Motif : « Malade »');
    expect(said('streamer', cancelled('viewer', 1_250)).plain).toContain('12,50 € restent dus');
    expect(said('viewer', { ...cancelled('viewer', 2_500), charged: false }).plain).toContain(
      'Rien ne vous est débité',
    );
  });

  test('of a free session: nothing about money', () => {
    const ofMoney = ['refunded', 'capture_failed', 'overruled', 'extension_unpaid'];
    for (const event of everyEvent.filter(
      (each) => !ofMoney.includes(each.kind) && !('amount' in each && each.amount > 0),
    )) {
      const { plain: text } = said('viewer', event, { price: NOTHING });
      expect(text, event.kind).not.toMatch(/€|carte,|remboursée/);
      expect(text).toContain('· Gratuit');
    }
  });

  test('of a proposal: both times, and what each answer does', () => {
    const { plain: text } = said('viewer', { kind: 'proposed', start: other, answerBy });
    expect(text).toContain(
      'le samedi 14 mars 2026 à 13 h 30 (heure de Montréal), au lieu du jeudi 12 mars 2026',
    );
    expect(text).toContain('Sans réponse, elle reste à l’heure prévue.');
    const asked = said('viewer', { kind: 'proposed', start: other, answerBy }, { status: 'requested' });
    expect(asked.plain).toContain('la demande prend fin sans frais');
  });

  test('one zone is told once', () => {
    const { plain: text } = said('viewer', { kind: 'confirmed' }, { viewerZone: 'Europe/Brussels' });
    expect(text).toContain('| Heure de Bruxelles\n');
  });
});

describe('what people type', () => {
  const names = { streamerName: '<b>Léa</b> http://x.fr', title: '<script>alert(1)</script> & co' };
  test('stays text in HTML, and becomes no link', () => {
    for (const event of everyEvent) {
      const { html, text } = said('viewer', event, names);
      const subject = bookingContent(mail('viewer', event, names), site)?.subject;
      expect(html).not.toMatch(/<b>|<script/);
      expect(html).toContain('&lt;script&gt;');
      expect(`${text} ${subject}`).not.toContain('http://x.fr');
    }
  });
});

describe('in the outbox', () => {
  let db: Database;
  beforeAll(async () => {
    db = await createTestDatabase('platform');
  });
  afterAll(() => db.close());

  async function sent(message: BookingMail) {
    await inTransaction(db.pool, (client) => bookingMailer(identity)(client, message));
    const { rows } = await db.pool.query<StoredMail & { kind: string; related: object }>(
      'select * from mail.messages order by created_at desc limit 1',
    );
    const row = rows[0]!;
    return { row, mail: await PostalMime.parse(await composeMime(row)) };
  }

  test('a confirmation carries its entry, as an alternative and as a file', async () => {
    const { row, mail: message } = await sent(mail('viewer', { kind: 'confirmed' }));
    expect(row).toMatchObject({
      kind: 'booking.confirmed',
      related: { booking_id: ticket.bookingId, user_id: expect.any(String) },
      calendar_method: 'REQUEST',
    });
    const raw = (await composeMime(row)).toString();
    expect(raw).toMatch(/multipart\/alternative[\s\S]*text\/calendar; charset=utf-8; method=REQUEST/);
    const file = message.attachments.find(({ filename }) => filename === 'reservation.ics')!;
    expect(file.disposition).toBe('attachment');
    const entry = new TextDecoder().decode(file.content as ArrayBuffer);
    expect(entry).toContain('METHOD:REQUEST');
    expect(entry).toContain(`UID:booking-${ticket.bookingId}@loge.test`);
    expect(entry).toContain('SEQUENCE:3');
    expect(entry).toContain('DTSTART:20260312T173000Z');
    expect(entry.replaceAll(/\r?\n /g, '')).toContain('mailto:viewer@exemple.fr');
    expect(entry).not.toContain('streamer@exemple.fr');
  });

  test('a cancellation takes the entry out again, a held booking has none', async () => {
    const over = await sent(
      mail('streamer', cancelled('viewer', 0), { status: 'cancelled_by_viewer', revision: 4 }),
    );
    expect(over.row.calendar_method).toBe('CANCEL');
    expect(over.row.calendar_body).toContain('SEQUENCE:4');
    expect(over.mail.attachments.map(({ filename }) => filename)).toContain('annulation.ics');
    const failed = { kind: 'payment_failed', cause: 'declined', retryUntil: null } as const;
    const held = await sent(mail('viewer', failed, { status: 'held' }));
    expect(held.row.calendar_method).toBeNull();
    expect(held.mail.attachments).toEqual([]);
  });

  test('a notice says what happened and where to go', async () => {
    for (const event of notices) {
      await inTransaction(db.pool, (client) =>
        noticeMailer(identity)(client, {
          to: 'x@exemple.fr',
          userId: ticket.bookingId,
          firstName: 'Léa',
          event,
        }),
      );
    }
    const [free, broken, payout, unread] = notices.map((event) =>
      plain(renderMail(noticeContent(event, site), site, 'x@exemple.fr').text),
    );
    expect(free).toContain('jeudi 12 mars 2026 à 13 h 30 (heure de Montréal) est libre');
    expect(free).toContain(`${site}/book-session/lea`);
    expect(broken).toContain('Il est introuvable.');
    expect(payout).toContain('Nous vous versons 123,45 €.');
    expect(unread).toContain('2 messages non lus de Sacha P., au sujet de « Coaching »');
    expect(unread).toContain('un message non lu de plusieurs personnes, au sujet de « Relecture »');
    expect(unread).toContain(`${site}/streamer-dashboard/bookings?booking=b1`);
    const { rowCount } = await db.pool.query("select from mail.messages where kind like 'notice.%'");
    expect(rowCount).toBe(4);
  });
});
