import { expect, test } from 'vitest';
import { type BookingDetails, groupNames, groupOf, groupText } from '#web/entities/booking/booking.ts';

const seat = (
  status: BookingDetails['status'],
  { price = 1800, refunded = 0, ...more }: { price?: number; refunded?: number; paid?: number } = {},
) =>
  ({
    status,
    seats: 6,
    price_cents: price,
    captured_cents: more.paid ?? price,
    refunded_cents: refunded,
    fee_basis_points: 1500,
    viewer_name: 'Camille B.',
    viewer_avatar_url: null,
  }) as BookingDetails;
const six = Array.from({ length: 6 }, () => seat('confirmed'));
const said = (seats: BookingDetails[], by: 'streamer' | 'admin' = 'streamer') => {
  const group = groupOf(seats);
  return group && groupText(group, by).replaceAll('\u00a0', ' ');
};

test.each([
  ['all six', six, '6 sur 6 · 108 € · 91,80 € pour vous'],
  [
    'one who is asked for, one about to pay',
    [seat('requested'), seat('held')],
    '1 sur 6 · 18 € · 15,30 € pour vous',
  ],
  [
    'one who left',
    [...six.slice(1), seat('cancelled_by_viewer', { refunded: 1800 })],
    '5 sur 6 · 90 € · 76,50 € pour vous',
  ],
  [
    'a past one, where one did not come',
    [seat('completed'), seat('viewer_no_show')],
    '2 sur 6 · 36 € · 30,60 € pour vous',
  ],
  [
    'one whose last seat was cancelled and given back',
    [seat('cancelled_by_streamer', { refunded: 1800 })],
    '0 sur 6',
  ],
  [
    'a past one that its streamer missed',
    [seat('streamer_no_show', { refunded: 1800 }), seat('streamer_no_show', { refunded: 1800 })],
    '2 sur 6',
  ],
  ['one that was never agreed to', [seat('declined', { paid: 0 }), seat('expired', { paid: 0 })], '0 sur 6'],
  [
    'one that was cancelled late, of which half stays paid',
    [seat('cancelled_by_viewer', { refunded: 900 }), seat('cancelled_by_viewer', { refunded: 1800 })],
    '0 sur 6 · 9 € · 7,65 € pour vous',
  ],
  [
    'a past one of which a part was given back',
    [seat('completed', { refunded: 600 }), seat('completed')],
    '2 sur 6 · 30 € · 25,50 € pour vous',
  ],
  [
    'a past one, beside somebody who had cancelled late',
    [seat('completed'), seat('cancelled_by_viewer', { refunded: 900 })],
    '1 sur 6 · 27 € · 22,95 € pour vous',
  ],
  ['one that costs nothing', [seat('confirmed', { price: 0 })], '1 sur 6 · Gratuit'],
  ['a past one that cost nothing', [seat('completed', { price: 0 })], '1 sur 6 · Gratuit'],
  ['one that is only held', [seat('held')], null],
])('a group session reads as one: %s', (_, seats, text) => {
  expect(said(seats)).toBe(text);
});

test('the team reads whose share it is, and a session for two is no group', () => {
  expect(said(six, 'admin')).toBe('6 sur 6 · 108 € · 91,80 € pour le streamer');
  expect(groupOf([{ ...seat('confirmed'), seats: 1 }])).toBeNull();
});

test('who is in it: one name and how many others', () => {
  const names = (count: number) => groupNames(groupOf(six.slice(0, count))!);
  expect([names(1), names(2), names(6)]).toEqual([
    'Camille B.',
    'Camille B. et 1 autre',
    'Camille B. et 5 autres',
  ]);
});
