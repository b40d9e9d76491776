import { expect, test } from 'vitest';
import { lanesOf, type Presence, scaleOf } from './presence-lanes.ts';

const START = Date.parse('2026-11-21T18:00:00Z');
const session = { start_at: new Date(START).toISOString(), duration_minutes: 60 };
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
let id = 0;
const presence = (
  side: Presence['side'],
  from: number,
  until: number,
  more: Partial<Presence> = {},
): Presence => ({
  id: ++id,
  person_id: side,
  side,
  place: 'room',
  joined_at: at(from),
  last_seen_at: at(until),
  left_at: at(until),
  ...more,
});
const nameOf = ({ side }: Presence) => side;

test('the scale is the time that the room was open, and longer where somebody was seen', () => {
  expect(scaleOf([], session)).toEqual({
    from: START - 600_000,
    until: START + 65 * 60_000,
    start: (10 / 75) * 100,
    end: (70 / 75) * 100,
  });
  expect(scaleOf([presence('viewer', 0, 80)], session).until).toBe(START + 80 * 60_000);
});

test('one line for each person, streamer first, whose minutes count once and within the session', () => {
  const lanes = lanesOf(
    [
      presence('viewer', 5, 10, { place: 'lobby' }),
      presence('viewer', 10, 70),
      presence('streamer', -5, 30),
      presence('streamer', 20, 40),
      presence('viewer', 0, 60, { person_id: 'other' }),
    ],
    session,
    nameOf,
  );
  expect(lanes.map(({ name, minutes, bars }) => [name, minutes, bars.map(({ place }) => place)])).toEqual([
    ['streamer', 40, ['room', 'room']],
    ['viewer', 55, ['lobby', 'room']],
    ['viewer', 60, ['room']],
  ]);
});

test('somebody who is still present is drawn until they were last seen', () => {
  const [lane] = lanesOf([presence('streamer', 0, 15, { left_at: null })], session, nameOf);
  expect(lane?.bars[0]?.until).toBe(START + 15 * 60_000);
});
