import { describe, expect, it } from 'vitest';
import { parseInstant } from '#product/shared/time/instant.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import {
  eventAfterKey,
  hoursShown,
  layOutWeek,
  opensAt,
  type WeekEvent,
} from '#web/ui/week-calendar/layout.ts';

const between = (start: string, end: string) => ({
  start: parseInstant(`${start}Z`),
  end: parseInstant(`${end}Z`),
});
const event = (id: string, start: string, end: string): WeekEvent => ({
  id,
  ...between(start, end),
  title: id,
  tone: 'settled',
  href: `#${id}`,
});
const monday = parseLocalDate('2026-03-09');
const paris = 'Europe/Paris';

describe('a week', () => {
  const days = layOutWeek(
    monday,
    paris,
    [between('2026-03-12T17:00', '2026-03-12T23:30')],
    [],
    [
      event('a', '2026-03-12T17:30', '2026-03-12T18:30'),
      event('b', '2026-03-12T18:00', '2026-03-12T19:00'),
      event('c', '2026-03-12T18:30', '2026-03-12T19:30'),
      event('d', '2026-03-13T17:00', '2026-03-13T18:00'),
    ],
  );

  it('puts each thing on its day, by the local time of the zone', () => {
    expect(days.map(({ date }) => date)[3]).toBe('2026-03-12');
    expect(days[3]?.events.map(({ event: { id }, from, to }) => [id, from, to])).toEqual([
      ['a', 1110, 1170],
      ['b', 1140, 1200],
      ['c', 1170, 1230],
    ]);
  });

  it('splits what crosses midnight', () => {
    expect(days[3]?.open).toEqual([{ from: 1080, to: 1440 }]);
    expect(days[4]?.open).toEqual([{ from: 0, to: 30 }]);
  });

  it('sets side by side what happens at the same time, and no more', () => {
    expect(days[3]?.events.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [0, 2],
    ]);
    expect(days[4]?.events[0]?.lanes).toBe(1);
  });

  it('opens on what comes next: today, then later, then the open hours, then now', () => {
    const [thursday, friday] = [parseLocalDate('2026-03-12'), parseLocalDate('2026-03-13')];
    // Before, during and after what Thursday has; Friday begins at 18 h.
    expect(opensAt(days, thursday, 9 * 60)).toBe(1110);
    expect(opensAt(days, thursday, 1_175)).toBe(1140);
    expect(opensAt(days, thursday, 23 * 60)).toBe(1080);
    // Nothing is to come in a week whose sessions are over, and another week opens on its earliest.
    expect(opensAt(days, friday, 20 * 60)).toBe(1200);
    expect(opensAt(days, null, null)).toBe(1080);
    expect(opensAt(days.slice(3, 4), null, null)).toBe(1110);
    const open = layOutWeek(monday, paris, [between('2026-03-12T17:00', '2026-03-12T19:00')], [], []);
    expect([6, 19, 23].map((hour) => opensAt(open, monday, hour * 60))).toEqual([1080, 1140, 1140]);
    const none = layOutWeek(monday, paris, [], [], []);
    expect([opensAt(none, monday, 600), opensAt(none, null, null)]).toEqual([600, null]);
  });

  it('shows the hours that hold something', () => {
    expect(hoursShown(days)).toEqual({ first: 0, last: 24 });
    const none = layOutWeek(monday, paris, [], [], []);
    expect(hoursShown(none)).toEqual({ first: 10, last: 20 });
    expect(hoursShown(none, 475)).toEqual({ first: 7, last: 20 });
  });

  it('shows the hours of what was blocked by hand, and not those of other calendars', () => {
    const busy = { id: '1', label: 'Dentiste', ...between('2026-03-12T05:00', '2026-03-12T06:00') };
    expect(hoursShown(layOutWeek(monday, paris, [], [busy], []))).toEqual({ first: 10, last: 20 });
    const own = layOutWeek(monday, paris, [], [{ ...busy, onOpen: () => {} }], []);
    expect(hoursShown(own)).toEqual({ first: 6, last: 20 });
    expect(own[3]?.busy.map(({ busy: { label }, from, to }) => [label, from, to])).toEqual([
      ['Dentiste', 360, 420],
    ]);
  });

  it('is walked through with the arrow keys', () => {
    expect(eventAfterKey(days, 'a', 'ArrowDown')).toBe('b');
    expect(eventAfterKey(days, 'c', 'ArrowDown')).toBe('d');
    expect(eventAfterKey(days, 'd', 'ArrowDown')).toBeNull();
    expect(eventAfterKey(days, 'd', 'ArrowLeft')).toBe('a');
    expect(eventAfterKey(days, 'b', 'ArrowRight')).toBe('d');
    expect(eventAfterKey(days, 'b', 'End')).toBe('d');
    expect(eventAfterKey(days, 'b', 'x')).toBeNull();
  });

  it('keeps the local hours over a change of the clocks', () => {
    const spring = layOutWeek(
      parseLocalDate('2026-03-23'),
      paris,
      [],
      [],
      [
        event('e', '2026-03-29T00:30', '2026-03-29T01:30'),
        event('f', '2026-03-29T16:00', '2026-03-29T17:00'),
      ],
    );
    expect(spring[6]?.events.map(({ from, to }) => [from, to])).toEqual([
      [90, 210],
      [1080, 1140],
    ]);
  });
});
