import { describe, expect, test } from 'vitest';
import { instantOf, minutesAfter } from '#product/shared/time/instant.ts';
import { coveredMillis } from '#product/shared/time/interval.ts';
import { keptOutOf, type Presence, type RoomAct } from './presence.ts';

const START = instantOf(Date.parse('2026-11-21T18:00:00Z'));
const at = (minute: number) => minutesAfter(START, minute);
const HOUR = { start: START, end: at(60) };
const presence = (from: number, until: number, place: Presence['place'] = 'room'): Presence => ({
  start: at(from),
  end: at(until),
  place,
});
const act = (what: RoomAct['act'], minute: number, more: Partial<RoomAct> = {}): RoomAct => ({
  act: what,
  by: 'streamer',
  targetId: what === 'remove' || what === 'refuse' ? 'camille' : null,
  at: at(minute),
  ...more,
});
/** Minutes of the hour for which Camille was kept out. */
const minutes = (acts: RoomAct[], presences: Presence[]) =>
  coveredMillis(keptOutOf(acts, 'camille', presences), HOUR) / 60_000;

describe('a viewer is kept out', () => {
  test('at no time when nothing happens', () => {
    expect(minutes([], [presence(-5, 20), presence(25, 60)])).toBe(0);
  });

  test('from being removed until being in the room again, the time in the lobby included', () => {
    expect(minutes([act('remove', 20)], [presence(0, 20)])).toBe(40);
    expect(minutes([act('remove', 20)], [presence(0, 20), presence(22, 30, 'lobby'), presence(30, 60)])).toBe(
      10,
    );
  });

  test('not by what is done to somebody else, nor when an admin removes them', () => {
    expect(minutes([act('remove', 20, { targetId: 'lou' })], [presence(0, 60)])).toBe(0);
    expect(minutes([act('remove', 20, { by: 'admin' })], [presence(0, 20)])).toBe(0);
  });

  test('while waiting in the lobby, and after a refusal until admitted', () => {
    expect(minutes([], [presence(10, 14, 'lobby'), presence(14, 60)])).toBe(4);
    expect(minutes([act('refuse', 14)], [presence(10, 14, 'lobby')])).toBe(50);
    expect(
      minutes([act('refuse', 14)], [presence(10, 14, 'lobby'), presence(20, 21, 'lobby'), presence(21, 60)]),
    ).toBe(11);
  });

  test('when it is ended for everybody, no matter who ends it', () => {
    expect(minutes([act('end', 45)], [presence(0, 45)])).toBe(15);
    expect(minutes([act('end', 45, { by: 'admin' })], [presence(0, 45)])).toBe(15);
  });

  test('after an end that was taken back: until they return if they had been there, else until it was reopened', () => {
    const twice = [act('end', 10), act('reopen', 12)];
    expect(minutes(twice, [presence(0, 10)])).toBe(50);
    expect(minutes(twice, [presence(0, 10), presence(15, 60)])).toBe(5);
    expect(minutes(twice, [])).toBe(2);
    expect(minutes(twice, [presence(30, 60)])).toBe(2);
  });
});
