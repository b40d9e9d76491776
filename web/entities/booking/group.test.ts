import { expect, test } from 'vitest';
import { type BookingDetails, groupNames, groupOf, groupText } from '#web/entities/booking/booking.ts';

const seat = (status: BookingDetails['status'], name = 'Camille B.') =>
  ({
    status,
    seats: 6,
    price_cents: 1800,
    fee_basis_points: 1500,
    viewer_name: name,
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
  ['one who left', [...six.slice(1), seat('cancelled_by_viewer')], '5 sur 6 · 90 € · 76,50 € pour vous'],
  [
    'a past one, where one did not come',
    [seat('completed'), seat('viewer_no_show')],
    '2 sur 6 · 36 € · 30,60 € pour vous',
  ],
  [
    'one whose last seat was cancelled',
    [seat('cancelled_by_streamer')],
    '0 sur 6 · 18 € · 15,30 € pour vous',
  ],
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
