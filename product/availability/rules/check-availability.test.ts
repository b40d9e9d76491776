import { describe, expect, test } from 'vitest';
import { parseInstant as at } from '#product/shared/time/instant.ts';
import type { AvailabilityContext } from './availability-context.ts';
import { checkAvailability } from './check-availability.ts';
import { nearestFreeStarts, whoIsFree } from './slots.ts';
import { asked, booked, daily, reasonAt, wallTimes } from './testing/streamer.ts';

describe('a start is not free because', () => {
  const day = '2026-02-10';
  const wide = { weekly: daily(8, 20) };

  test.each([
    ['past', asked({ now: at(`${day}T14:01Z`) })],
    ['too_soon', asked({ now: at('2026-02-09T14:01Z') })],
    ['too_far', asked({ now: at('2026-02-08T22:00Z'), rules: { horizonDays: 1 } })],
    ['outside_hours', asked({ hours: { weekly: daily(9, 12) } })],
    [
      'not_on_step',
      asked({ hours: wide, now: at('2026-01-05T08:00Z'), rules: { stepMinutes: 60 } }),
      '14:30',
    ],
    ['taken', asked({ occupied: [booked(`${day}T14:30Z`)] })],
    ['busy', asked({ busy: [{ start: at(`${day}T14:59Z`), end: at(`${day}T15:30Z`) }] })],
    ['attending', asked({ attending: [{ start: at(`${day}T13:30Z`), end: at(`${day}T14:30Z`) }] })],
    ['free', asked({ attending: [{ start: at(`${day}T13:00Z`), end: at(`${day}T14:00Z`) }] })],
    [
      'buffer',
      asked({
        attending: [{ start: at(`${day}T15:00Z`), end: at(`${day}T16:00Z`) }],
        rules: { bufferAfterMinutes: 10 },
      }),
    ],
    ['buffer', asked({ occupied: [booked(`${day}T15:00Z`)], rules: { bufferAfterMinutes: 10 } })],
    ['buffer', asked({ occupied: [booked(`${day}T15:00Z`, { bufferBeforeMinutes: 5 })] })],
    [
      'buffer',
      asked({
        busy: [{ start: at(`${day}T15:05Z`), end: at(`${day}T15:30Z`) }],
        rules: { bufferAfterMinutes: 10 },
      }),
    ],
    ['daily_cap', asked({ occupied: [booked(`${day}T16:00Z`)], rules: { maxPerDay: 1 } })],
    ['weekly_cap', asked({ occupied: [booked('2026-02-15T22:30Z')], rules: { maxPerWeek: 1 } })],
    ['free', asked({ occupied: [booked('2026-02-15T23:30Z')], rules: { maxPerWeek: 1 } })],
    ['monthly_cap', asked({ occupied: [booked('2026-02-28T22:30Z')], rules: { maxPerMonth: 1 } })],
    ['free', asked({ occupied: [booked('2026-02-28T23:30Z')], rules: { maxPerMonth: 1 } })],
    ['free', asked({ occupied: [booked(`${day}T15:00Z`), booked(`${day}T13:00Z`)] })],
    ['free', asked({ now: at('2026-02-09T14:00Z') })],
    ['free', asked({ now: at('2026-02-09T00:00Z'), rules: { horizonDays: 1 } })],
  ] as [string, AvailabilityContext, string?][])('%s', (reason, context, time = '14:00') => {
    expect(reasonAt(context, `${day}T${time}Z`)).toBe(reason);
  });
});

describe('a group session', () => {
  const group = { offerId: 'coaching', durationMinutes: 60, capacity: 3, seats: 1 };
  const two = [booked('2026-02-10T14:00Z'), booked('2026-02-10T14:00Z')];

  test('with a free seat stays bookable, whatever caps, buffers, calendars and steps say', () => {
    const context = asked({
      wanted: group,
      occupied: two,
      busy: [{ start: at('2026-02-10T14:00Z'), end: at('2026-02-10T15:00Z') }],
      rules: { maxPerDay: 1, bufferAfterMinutes: 30, stepMinutes: 60 },
    });
    expect(checkAvailability(context, at('2026-02-10T14:00Z'))).toEqual({ free: true, seatsLeft: 1 });
    expect(wallTimes(context, '2026-02-10T00:00Z', '2026-02-11T00:00Z')).toEqual(['15:00']);
    expect(reasonAt({ ...context, wanted: { ...group, seats: 2 } }, '2026-02-10T14:00Z')).toBe('full');
  });

  test('stays listed when it is off a grid that was changed later', () => {
    const context = asked({ wanted: group, occupied: [booked('2026-02-10T14:10Z')] });
    expect(wallTimes(context, '2026-02-10T00:00Z', '2026-02-11T00:00Z')).toEqual(['15:10', '16:30', '17:00']);
  });

  test('counts as taken time for another offer, and for a viewer who wants the streamer alone', () => {
    expect(reasonAt(asked({ occupied: two }), '2026-02-10T14:00Z')).toBe('taken');
    const other = asked({ wanted: { ...group, offerId: 'duo' }, occupied: two });
    expect(reasonAt(other, '2026-02-10T14:00Z')).toBe('taken');
  });

  test('counts once in the caps', () => {
    const context = asked({ occupied: two, rules: { maxPerDay: 2 } });
    expect(reasonAt(context, '2026-02-10T15:00Z')).toBe('free');
  });
});

test('a viewer who lost a race is offered the nearest free starts', () => {
  const context = asked({ occupied: [booked('2026-02-10T15:00Z')] });
  expect(nearestFreeStarts(context, at('2026-02-10T15:00Z'), 3)).toEqual(
    ['2026-02-10T14:00Z', '2026-02-10T16:00Z', '2026-02-09T16:00Z'].map(at),
  );
  const closed = asked({ hours: { weekly: [] } });
  expect(nearestFreeStarts(closed, at('2026-02-10T15:00Z'), 3)).toEqual([]);
});

test('the search for streamers free between two moments gives the first start of each', () => {
  const streamers = [
    { id: 'paris', context: asked() },
    { id: 'closed', context: asked({ hours: { weekly: [] } }) },
    { id: 'montreal', context: asked({ hours: { zone: 'America/Montreal' } }) },
  ];
  const range = { start: at('2026-02-10T00:00Z'), end: at('2026-02-11T00:00Z') };
  expect(whoIsFree(streamers, range)).toEqual([
    { id: 'paris', first: at('2026-02-10T14:00Z') },
    { id: 'montreal', first: at('2026-02-10T20:00Z') },
  ]);
});
