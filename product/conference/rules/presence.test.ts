import { describe, expect, test } from 'vitest';
import { instantOf, later, minutesAfter } from '#product/shared/time/instant.ts';
import { coveredMillis } from '#product/shared/time/interval.ts';
import { attendanceOf, bridgesOf, presenceOf, type RecordedPresence } from './presence.ts';

const START = instantOf(Date.parse('2026-11-21T18:00:00Z'));
const at = (minute: number) => minutesAfter(START, minute);
const HOUR = { start: START, end: at(60) };
const presence = (from: number, until: number, more: Partial<RecordedPresence> = {}): RecordedPresence => ({
  place: 'room',
  joinedAt: at(from),
  lastSeenAt: at(until),
  leftAt: at(until),
  ended: false,
  ...more,
});
const down = (from: number, until: number) => ({ start: at(from), end: at(until) });
/** Minutes that are credited beyond what was recorded. */
const bridged = (presences: RecordedPresence[], ...outages: ReturnType<typeof down>[]) =>
  coveredMillis(bridgesOf(presences, outages, at(60)), HOUR) / 60_000;

test('a presence lasts until now, unless nothing was heard of it for 30 s', () => {
  const goesOn = presence(0, 10, { leftAt: null });
  expect(presenceOf(goesOn, later(at(10), 29_999)).end).toBe(later(at(10), 29_999));
  expect(presenceOf(goesOn, later(at(10), 30_000)).end).toBe(at(10));
  expect(presenceOf(goesOn, later(at(10), -500)).end).toBe(at(10));
});

describe('a silence counts as presence', () => {
  test('when all but less than 30 s of it is explained by an outage', () => {
    expect(bridged([presence(0, 20), presence(30, 60)], down(20, 30))).toBe(10);
    expect(bridged([presence(0, 20), presence(30, 60)], down(20.25, 29.76))).toBe(10);
    expect(bridged([presence(0, 20), presence(30, 60)], down(20.25, 29.75))).toBe(0);
    expect(bridged([presence(0, 20), presence(30, 60)], down(19, 31))).toBe(10);
  });

  test('when several outages in a row explain it', () => {
    expect(bridged([presence(0, 20), presence(30, 60)], down(20.1, 24), down(24.1, 29.9))).toBe(10);
    expect(bridged([presence(0, 20), presence(30, 60)], down(20, 24), down(26, 30))).toBe(0);
  });

  test('never without an outage, nor for somebody who left, nor for somebody who did not come back', () => {
    expect(bridged([presence(0, 20), presence(20.4, 60)])).toBe(0);
    expect(bridged([presence(0, 20, { ended: true }), presence(30, 60)], down(20, 30))).toBe(0);
    expect(bridged([presence(0, 20)], down(20, 30))).toBe(0);
  });

  test('not when another device was present meanwhile', () => {
    expect(bridged([presence(0, 40), presence(5, 20), presence(41, 60)], down(20, 40.9))).toBe(1);
  });
});

test('a person in the lobby when the server went down counts as waiting until they were heard of again', () => {
  const viewer = [presence(0, 20, { place: 'lobby' }), presence(30, 60)];
  const records = { streamer: [presence(0, 20), presence(30, 60)], viewer, viewerId: 'camille', acts: [] };
  const attendance = attendanceOf({ ...records, outages: [down(20, 30)] }, at(60));
  expect(coveredMillis(attendance.streamer, HOUR)).toBe(60 * 60_000);
  expect(coveredMillis(attendance.keptOut ?? [], HOUR)).toBe(30 * 60_000);
});
