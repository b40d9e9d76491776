import { describe, expect, test } from 'vitest';
import { instantOf, later, minutesAfter } from '#domain/time/instant.ts';
import { coveredMillis } from '#domain/time/interval.ts';
import { attendanceOf, bridgesOf, type RecordedStay, stayOf } from './presence.ts';

const START = instantOf(Date.parse('2026-11-21T18:00:00Z'));
const at = (minute: number) => minutesAfter(START, minute);
const HOUR = { start: START, end: at(60) };
const stay = (from: number, until: number, more: Partial<RecordedStay> = {}): RecordedStay => ({
  place: 'room',
  joinedAt: at(from),
  lastSeenAt: at(until),
  leftAt: at(until),
  ended: false,
  ...more,
});
const down = (from: number, until: number) => ({ start: at(from), end: at(until) });
/** Minutes that are credited beyond what was recorded. */
const bridged = (stays: RecordedStay[], ...outages: ReturnType<typeof down>[]) =>
  coveredMillis(bridgesOf(stays, outages, at(60)), HOUR) / 60_000;

test('a presence lasts until now, unless nothing was heard of it for 30 s', () => {
  const goesOn = stay(0, 10, { leftAt: null });
  expect(stayOf(goesOn, later(at(10), 29_999)).end).toBe(later(at(10), 29_999));
  expect(stayOf(goesOn, later(at(10), 30_000)).end).toBe(at(10));
  expect(stayOf(goesOn, later(at(10), -500)).end).toBe(at(10));
});

describe('a silence counts as presence', () => {
  test('when all but less than 30 s of it is explained by an outage', () => {
    expect(bridged([stay(0, 20), stay(30, 60)], down(20, 30))).toBe(10);
    expect(bridged([stay(0, 20), stay(30, 60)], down(20.25, 29.76))).toBe(10);
    expect(bridged([stay(0, 20), stay(30, 60)], down(20.25, 29.75))).toBe(0);
    expect(bridged([stay(0, 20), stay(30, 60)], down(19, 31))).toBe(10);
  });

  test('when several outages in a row explain it', () => {
    expect(bridged([stay(0, 20), stay(30, 60)], down(20.1, 24), down(24.1, 29.9))).toBe(10);
    expect(bridged([stay(0, 20), stay(30, 60)], down(20, 24), down(26, 30))).toBe(0);
  });

  test('never without an outage, nor for somebody who left, nor for somebody who did not come back', () => {
    expect(bridged([stay(0, 20), stay(20.4, 60)])).toBe(0);
    expect(bridged([stay(0, 20, { ended: true }), stay(30, 60)], down(20, 30))).toBe(0);
    expect(bridged([stay(0, 20)], down(20, 30))).toBe(0);
  });

  test('not when another device was present meanwhile', () => {
    expect(bridged([stay(0, 40), stay(5, 20), stay(41, 60)], down(20, 40.9))).toBe(1);
  });
});

test('a person in the lobby when the server went down counts as waiting until they were heard of again', () => {
  const viewer = [stay(0, 20, { place: 'lobby' }), stay(30, 60)];
  const records = { streamer: [stay(0, 20), stay(30, 60)], viewer, viewerId: 'camille', acts: [] };
  const attendance = attendanceOf({ ...records, outages: [down(20, 30)] }, at(60));
  expect(coveredMillis(attendance.streamer, HOUR)).toBe(60 * 60_000);
  expect(coveredMillis(attendance.keptOut ?? [], HOUR)).toBe(30 * 60_000);
});
