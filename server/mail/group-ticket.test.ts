import { expect, test } from 'vitest';
import { sampleTicket } from '#product/booking/mails/booking-mail.ts';
import { type Ticket, ticketView } from '#product/booking/mails/ticket.ts';
import { cents } from '#product/shared/money/cents.ts';

const group = (taken: number, money: NonNullable<Ticket['group']>['money']): Ticket => ({
  ...sampleTicket,
  price: cents(1800),
  group: { seats: 6, taken, agreed: taken, changedAt: sampleTicket.changedAt, money },
});
const shown = (side: 'viewer' | 'streamer', ticket: Ticket) =>
  ticketView(side, ticket).price.replaceAll(/[\u00a0\u202f]/g, ' ');

test('a mail shows its streamer the whole group, and each viewer their own place', () => {
  const six = group(6, { price: cents(10_800), share: cents(9_180) });
  expect(shown('streamer', six)).toBe('6 sur 6 · 108,00 € · 91,80 € pour vous');
  expect(shown('viewer', six)).toBe('18,00 €');
  expect(shown('streamer', group(2, { price: cents(0), share: cents(0) }))).toBe('2 sur 6 · Gratuit');
});

test('once nobody sits in it, and in facts of older versions, the place that changed is shown', () => {
  expect(shown('streamer', group(0, { price: cents(0), share: cents(0) }))).toBe('18,00 €');
  expect(shown('streamer', group(6, undefined))).toBe('18,00 €');
});
