import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { signup } from '#product/accounts/mails/signup.ts';
import { suspended } from '#product/administration/mails/suspended.ts';
import type { Letter } from '#product/mail/mail-kind.ts';
import { renderFact } from '#product/mails.ts';
import { cents, NOTHING } from '#product/shared/money/cents.ts';
import { parseInstant } from '#product/shared/time/instant.ts';
import { composeMime } from '#server/integrations/mail-transport/smtp.ts';
import { type Message, renderMessage } from '#server/mail/render-message.ts';
import { type BookingMailEvent, bookingKinds } from './booking-kinds.ts';
import { sampleTicket } from './booking-mail.ts';
import type { Side, Ticket } from './ticket.ts';

const site = 'https://loge.test';
const envelope = { to: 'camille@exemple.fr', firstName: 'Camille', from: 'Loge <bonjour@loge.test>', site };
const other = parseInstant('2026-03-14T17:30:00Z');
const answerBy = parseInstant('2026-03-10T09:00:00Z');

/** The text with every kind of space made plain, so that sentences can be read here. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('\u2060', '');
const readable = (letter: Letter) => ({
  ...letter,
  subject: plain(letter.subject),
  rawSubject: letter.subject,
  plain: plain(letter.text),
});
function said(side: Side, event: BookingMailEvent, changes: Partial<Ticket> = {}) {
  const fact = { side, ticket: { ...sampleTicket, ...changes }, event };
  return readable(renderFact(`booking.${event.kind}`, fact, envelope));
}

const cancelled = (by: 'viewer' | 'streamer' | 'admin', refund: number, reason: string | null = null) =>
  ({ kind: 'cancelled', by, refund: cents(refund), charged: true, reason, disputed: false }) as const;
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
  { kind: 'live_planned', liveStart: other, liveEnd: answerBy },
  { kind: 'payment_failed', cause: 'declined', retryUntil: answerBy },
  { kind: 'payment_failed', cause: 'authentication', retryUntil: null },
  { kind: 'capture_failed' },
  { kind: 'refunded', amount: cents(2_500) },
  { kind: 'refund_returned', amount: cents(2_500) },
  { kind: 'disputed', amount: cents(2_500) },
  { kind: 'dispute_decided', taken: cents(2_500), back: NOTHING, share: cents(2_125) },
  { kind: 'dispute_decided', taken: cents(1_000), back: cents(1_500), share: NOTHING },
  { kind: 'dispute_decided', taken: NOTHING, back: cents(2_500), share: NOTHING },
  { kind: 'overruled', refund: cents(2_500), share: cents(1_275), reason: 'Le son manquait' },
  { kind: 'extended', minutes: 15, amount: cents(1_125) },
  { kind: 'extended', minutes: 15, amount: NOTHING },
  { kind: 'extension_unpaid', minutes: 15, amount: cents(1_125) },
  { kind: 'completed', refund: NOTHING, share: cents(2_125) },
  { kind: 'completed', refund: cents(1_000), share: cents(1_275) },
  { kind: 'no_show', absent: 'viewer', refund: NOTHING },
  { kind: 'no_show', absent: 'streamer', refund: cents(2_500) },
];
const viewerOnly = ['payment_failed', 'refunded', 'refund_returned'];
const streamerOnly = ['disputed', 'dispute_decided'];

describe('every event of a booking', () => {
  for (const side of ['viewer', 'streamer'] as const) {
    test.each(everyEvent.map((event) => [event.kind, event] as const))(
      `to the ${side}: %s`,
      (kind, event) => {
        const others = side === 'viewer' ? streamerOnly : viewerOnly;
        expect(bookingKinds[kind].sides.includes(side)).toBe(!others.includes(kind));
        if (!bookingKinds[kind].sides.includes(side)) return;
        const { plain: text, html } = said(side, event);
        // The ticket stands in both forms, in the reader's own time.
        const hour = side === 'viewer' ? '13 h 30 – 14 h 15' : '18 h 30 – 19 h 15';
        expect(text).toContain(`| Jeudi 12 mars 2026, ${hour}`);
        expect(plain(html)).toContain(hour);
        expect(text).toContain(
          side === 'viewer' ? 'Heure de Montréal · 18 h 30 à Paris' : 'Heure de Paris · 13 h 30 à Montréal',
        );
        expect(text).toContain('Confirmée · 25,00 €');
        expect(html.match(/display:inline-block/g)).toHaveLength(1);
        expect(text).not.toMatch(/undefined|NaN|null|Invalid/);
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
    expect(text).toContain('25,00 € est réservée sur votre carte, et débitée seulement si');
  });

  test('of a confirmation: the policy in euros and hours to one side, the share to the other', () => {
    expect(said('viewer', { kind: 'confirmed' }).plain).toContain(
      'Si vous annulez : 25,00 € remboursés jusqu’au mercredi 11 mars à 13 h 30, puis 12,50 € remboursés jusqu’au jeudi 12 mars à 11 h 30, puis aucun remboursement.',
    );
    expect(said('streamer', { kind: 'confirmed' }).plain).toContain(
      'Votre part pour cette session : 21,25 €.',
    );
  });

  test('of a cancellation: who, how much, and when it arrives', () => {
    const half = said('viewer', cancelled('viewer', 1_250)).plain;
    expect(half).toContain('Vous avez annulé la session avec Léa Moreau');
    expect(half).toContain(
      'La somme de 12,50 €, sur 25,00 €, vous est remboursée sur votre moyen de paiement, sous 5 à 10 jours selon votre banque.',
    );
    expect(said('viewer', cancelled('viewer', 0)).plain).toContain('rien n’est remboursé');
    const disputed = said('viewer', { ...cancelled('viewer', 1_250), disputed: true }).plain;
    expect(disputed).toContain('Votre banque examine la contestation de ce paiement.');
    expect(disputed).toContain(
      'Sinon, 12,50 € vous sont remboursés après sa décision. Rien n’est remboursé deux fois.',
    );
    expect(disputed).not.toContain('sous 5 à 10 jours');
    expect(said('viewer', cancelled('streamer', 2_500, 'Malade')).plain).toContain('Motif : « Malade »');
    expect(said('streamer', cancelled('viewer', 1_250)).plain).toContain('12,50 € restent dus');
    expect(said('viewer', { ...cancelled('viewer', 2_500), charged: false }).plain).toContain(
      'Rien ne vous est débité',
    );
  });

  test('of a free session: nothing about money', () => {
    const ofMoney = ['refunded', 'dispute_decided', 'capture_failed', 'overruled', 'extension_unpaid'];
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
      const side = streamerOnly.includes(event.kind) ? 'streamer' : 'viewer';
      const { html, text, rawSubject: subject } = said(side, event, names);
      expect(html).not.toMatch(/<b>|<script/);
      expect(html).toContain('&lt;script&gt;');
      expect(`${text} ${subject}`).not.toContain('http://x.fr');
    }
  });

  test('opens the mail only when it looks like a first name', () => {
    const facts = signup.samples[0];
    for (const firstName of ['Gagnez 1000 € sur http://x.fr', 'x.fr', '<b>Moi</b>', null, 'a\r\nBcc: z@z.fr'])
      expect(signup.render(facts, { ...envelope, firstName }).text).toContain('\n\nBonjour,\n\n');
    expect(signup.render(facts, { ...envelope, firstName: "Jean-Noël d'Or" }).text).toContain(
      'Bonjour Jean-Noël d’Or,',
    );
  });

  test('stays text in the HTML, and never becomes a header', async () => {
    const event = { reason: '<img src=x onerror=alert(1)>\r\nBcc: z@z.fr\r\n\r\nbonjour', until: null };
    const message = written('account.suspended', event);
    expect(message.html).toContain('&lt;img src=x');
    expect(message.html).not.toContain('<img');
    const raw = (await composeMime(message)).toString('latin1');
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:/im);
    expect(suspended.render(event, envelope).text).toContain('Motif');
  });

  test('is no link unless it is http or https', () => {
    const facts = { actionLink: 'javascript:alert(1)', validitySeconds: 60 };
    expect(() => signup.render(facts, envelope)).toThrow('http and https only');
  });
});

/** A mail as it leaves the outbox. */
function written(kind: string, event: unknown): Message {
  const message = renderMessage(
    {
      id: '3f0e0c8e-9f0b-4b53-8d3c-1a2b3c4d5e6f',
      kind,
      event,
      from_address: null,
      to_address: 'camille@exemple.fr',
      first_name: 'Camille',
      subject: null,
      text_body: null,
      html_body: null,
      calendar_method: null,
      calendar_body: null,
      created_at: new Date('2026-03-01T08:00:00Z'),
    },
    { from: 'Loge <bonjour@loge.test>', siteUrl: () => site, replies: null },
  );
  if (message instanceof Error) throw message;
  return message;
}

describe('as a message', () => {
  test('the same fact gives the same bytes and Message-ID at every attempt', async () => {
    const raw = (await composeMime(written('auth.signup', signup.samples[0]))).toString('latin1');
    expect((await composeMime(written('auth.signup', signup.samples[0]))).toString('latin1')).toBe(raw);
    const mail = await PostalMime.parse(raw);
    expect(mail.messageId).toBe('<3f0e0c8e-9f0b-4b53-8d3c-1a2b3c4d5e6f@loge.test>');
    expect(mail.from).toEqual({ name: 'Loge', address: 'bonjour@loge.test' });
    expect(mail.to).toEqual([{ name: '', address: 'camille@exemple.fr' }]);
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
  });

  test('a confirmation carries its entry, as an alternative and as a file', async () => {
    const message = written('booking.confirmed', bookingKinds.confirmed.samples[0]);
    const raw = (await composeMime(message)).toString();
    expect(raw).toMatch(/multipart\/alternative[\s\S]*text\/calendar; charset=utf-8; method=REQUEST/);
    const file = (await PostalMime.parse(raw)).attachments.find(
      ({ filename }) => filename === 'reservation.ics',
    )!;
    expect(file.disposition).toBe('attachment');
    const entry = new TextDecoder().decode(file.content as ArrayBuffer);
    expect(entry).toContain('METHOD:REQUEST');
    expect(entry).toContain(`UID:booking-${sampleTicket.bookingId}@loge.test`);
    expect(entry).toContain('SEQUENCE:3');
    expect(entry).toContain('DTSTART:20260312T173000Z');
    expect(entry.replaceAll(/\r?\n /g, '')).toContain('mailto:camille@exemple.fr');
  });

  test('the session that a seat has left says who is still there, and leaves the calendar after the last', () => {
    const left = (taken: number) =>
      said(
        'streamer',
        { kind: 'seat_left', start: sampleTicket.start, taken, seats: 6 },
        { group: { seats: 6, taken, agreed: taken, changedAt: sampleTicket.changedAt } },
      );
    const some = left(1);
    expect(some.plain).toContain('il reste 1 place prise sur 6');
    expect(some.calendar).toMatchObject({
      method: 'REQUEST',
      text: expect.stringContaining('(1 sur 6 places)'),
    });
    const none = left(0);
    expect(none.subject).toBe('Plus personne le jeudi 12 mars à 18 h 30');
    expect(none.calendar?.method).toBe('CANCEL');
    for (const { calendar } of [some, none])
      expect(calendar?.text).toContain(`UID:session-${sampleTicket.sessionId}@`);
  });

  test('a cancellation takes the entry out again; a held booking has none', async () => {
    const over = said('streamer', cancelled('viewer', 0), { status: 'cancelled_by_viewer', revision: 4 });
    expect(over.calendar?.method).toBe('CANCEL');
    expect(over.calendar?.text).toContain('SEQUENCE:4');
    const fact = {
      side: 'viewer',
      ticket: { ...sampleTicket, status: 'declined' },
      event: { kind: 'declined', reason: null },
    };
    const mail = await PostalMime.parse(await composeMime(written('booking.declined', fact)));
    expect(mail.attachments.map(({ filename }) => filename)).toContain('annulation.ics');
    expect(said('viewer', { kind: 'confirmed' }, { status: 'held' }).calendar).toBeNull();
  });

  test('the mail of a refund carries the entry of its booking as it stands: taken out when it was called off', () => {
    const refunded = { kind: 'refunded', amount: cents(2_500) } as const;
    const off = said('viewer', refunded, { status: 'cancelled_by_streamer', revision: 5 });
    expect(off.calendar?.method).toBe('CANCEL');
    expect(off.calendar?.text).toMatch(/SEQUENCE:5[\s\S]*STATUS:CANCELLED|STATUS:CANCELLED[\s\S]*SEQUENCE:5/);
    const gesture = said('viewer', refunded, { status: 'confirmed' });
    expect(gesture.calendar?.method).toBe('REQUEST');
    // What has taken place is not put into anybody's calendar any more.
    expect(said('viewer', refunded, { status: 'completed' }).calendar).toBeNull();
  });
});
