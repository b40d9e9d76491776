import { expect, test } from 'vitest';
import { laterBookings } from './later-sessions.tsx';

const booking = (id: string, session_id = id) => ({ id, session_id });
const [asked, next, group, seat, last] = [
  booking('asked'),
  booking('next'),
  booking('first seat', 'group'),
  booking('second seat', 'group'),
  booking('last'),
];

test('what begins before the next session is listed, the next session is not', () => {
  expect(laterBookings([asked, next, last], next)).toEqual([asked, last]);
});

test('a group is one line, and none when it is the next session', () => {
  expect(laterBookings([next, group, seat, last], next)).toEqual([group, last]);
  expect(laterBookings([group, seat, last], group)).toEqual([last]);
});

test('without a confirmed session everything is listed', () => {
  expect(laterBookings([asked, last], null)).toEqual([asked, last]);
});
