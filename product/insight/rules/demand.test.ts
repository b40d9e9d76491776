import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseInstant } from '#product/shared/time/instant.ts';
import { countingDay, sourceOf } from '#product/shared/visit.ts';
import { adviceFrom, type Figures, LEAST_PEOPLE, peopleAtLeast, RULES } from './advice.ts';
import { weakestStep } from './weakest-step.ts';
import {
  cellAt,
  cellOf,
  cellsOf,
  hourOfCell,
  type Opening,
  openMinutes,
  WEEK_CELLS,
  weekdayOfCell,
  withHourOpen,
  withMinutesOpen,
} from './week-cells.ts';

const at = parseInstant;

describe('from where somebody came', () => {
  test.each([
    ['/streamer/nour', '', 'direct'],
    ['/streamer/nour', 'https://loge.test/browse?q=jeu', 'search'],
    ['/streamer/nour?via=partage', '', 'shared'],
    ['/streamer/nour?via=twitch', 'https://autre.test/', 'twitch'],
    ['/streamer/nour', 'https://www.twitch.tv/nour', 'twitch'],
    ['/streamer/nour', 'https://nottwitch.tv/', 'other'],
    ['/streamer/nour?via=nimporte', 'android-app://x', 'other'],
    ['/streamer/nour', 'no address', 'direct'],
  ])('%s after « %s »: %s', (path, referrer, source) => {
    expect(sourceOf(new URL(path, 'https://loge.test'), referrer)).toBe(source);
  });
});

test('days are those of Paris, with 23 and 25 hours when clocks change', () => {
  expect(countingDay(at('2026-03-28T22:59:59Z'))).toBe('2026-03-28');
  expect(countingDay(at('2026-03-28T23:00:00Z'))).toBe('2026-03-29');
  expect(countingDay(at('2026-03-29T21:59:59Z'))).toBe('2026-03-29');
  expect(countingDay(at('2026-03-29T22:00:00Z'))).toBe('2026-03-30');
  expect(countingDay(at('2026-10-24T22:00:00Z'))).toBe('2026-10-25');
  expect(countingDay(at('2026-10-25T22:59:59Z'))).toBe('2026-10-25');
  expect(countingDay(at('2026-10-25T23:00:00Z'))).toBe('2026-10-26');
});

describe('the hours of a week', () => {
  test('an evening in Paris is an afternoon in Montréal', () => {
    const evening = [{ start: at('2026-11-26T17:00:00Z'), end: at('2026-11-26T22:00:00Z') }];
    expect(cellsOf('Europe/Paris', evening)).toEqual([18, 19, 20, 21, 22].map((hour) => cellOf(4, hour)));
    expect(cellsOf('America/Montreal', evening)).toEqual([12, 13, 14, 15, 16].map((hour) => cellOf(4, hour)));
    // Half an hour apart from whole hours.
    expect(cellsOf('Asia/Kolkata', evening)).toEqual(
      [22, 23].map((hour) => cellOf(4, hour)).concat([0, 1, 2, 3].map((hour) => cellOf(5, hour))),
    );
  });

  test('the hour that autumn repeats is one hour of the week', () => {
    const night = [{ start: at('2026-10-25T00:00:00Z'), end: at('2026-10-25T02:00:00Z') }];
    expect(cellsOf('Europe/Paris', night)).toEqual([cellOf(7, 2)]);
  });

  test('a cell is its weekday and its hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: WEEK_CELLS - 1 }), (cell) => {
        expect(cellOf(weekdayOfCell(cell), hourOfCell(cell))).toBe(cell);
      }),
    );
    expect(cellAt('Europe/Paris', at('2026-11-22T22:59:00Z'))).toBe(WEEK_CELLS - 1);
  });

  test('an opening that ends past midnight, and past Sunday, goes on into the next day', () => {
    const open = openMinutes([
      { weekday: 7, from: 22 * 60 + 30, to: 25 * 60 },
      { weekday: 7, from: 23 * 60, to: 24 * 60 },
    ]);
    expect([open[cellOf(7, 22)], open[cellOf(7, 23)], open[cellOf(1, 0)], open[cellOf(1, 1)]]).toEqual([
      30, 60, 60, 0,
    ]);
  });
});

test('an opened hour joins the openings it touches, without any overlap', () => {
  expect(withHourOpen([{ weekday: 4, from: 1080, to: 1200 }], cellOf(4, 20))).toEqual([
    { weekday: 4, from: 1080, to: 1260 },
  ]);
  expect(withHourOpen([{ weekday: 3, from: 1320, to: 1500 }], cellOf(4, 0))).toEqual([
    { weekday: 3, from: 1320, to: 1500 },
  ]);
  expect(withHourOpen([{ weekday: 7, from: 1320, to: 1470 }], cellOf(1, 0))).toEqual([
    { weekday: 1, from: 30, to: 60 },
    { weekday: 7, from: 1320, to: 1470 },
  ]);
  const cells = fc.array(fc.integer({ min: 0, max: WEEK_CELLS - 1 }), { maxLength: 40 });
  fc.assert(
    fc.property(cells, (opened) => {
      const weekly = opened.reduce<Opening[]>((week, cell) => withHourOpen(week, cell), []);
      const minutes = openMinutes(weekly);
      expect(minutes.flatMap((open, cell) => (open === 60 ? [cell] : []))).toEqual(
        [...new Set(opened)].sort((a, b) => a - b),
      );
      // No minute twice.
      expect(weekly.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(new Set(opened).size * 60);
    }),
  );
});

test('a week gets as many hours as were asked for, each day’s together, and keeps what it had', () => {
  expect(withMinutesOpen([], 300)).toEqual([
    { weekday: 4, from: 1140, to: 1380 },
    { weekday: 6, from: 1140, to: 1200 },
  ]);
  const weekly = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 1, max: 20 }),
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(weekly, fc.integer({ min: 0, max: 98 * 60 }), (openings, minutes) => {
      const before = openings.map(([weekday, quarter, quarters]) => ({
        ...{ weekday, from: quarter * 15, to: (quarter + quarters) * 15 },
      }));
      const [had, has] = [openMinutes(before), openMinutes(withMinutesOpen(before, minutes))];
      expect(has.every((open, cell) => open >= (had[cell] ?? 0))).toBe(true);
      const sum = (each: number[]) => each.reduce((total, one) => total + one, 0);
      expect(sum(has)).toBeGreaterThanOrEqual(Math.min(minutes, 98 * 60));
      expect(sum(has)).toBeLessThan(Math.max(sum(had), minutes) + 60);
      if (sum(had) >= minutes) expect(withMinutesOpen(before, minutes)).toEqual(before);
    }),
    { numRuns: 30 },
  );
});

const quiet: Figures = {
  hours: Array.from({ length: WEEK_CELLS }, () => ({ open: 0, sessions: 0, people: 0 })),
  prices: [],
  leastPriceCents: 4500,
  languages: [],
  durations: [],
  tooSoon: 0,
  noticeMinutes: 1440,
  offers: [],
  noShows: { people: 0, absent: 0, due: 0 },
};
const hour = (cell: number, of: Partial<Figures['hours'][number]>): Figures => ({
  ...quiet,
  hours: quiet.hours.map((each, index) => (index === cell ? { ...each, ...of } : each)),
});
const offer = { id: 'o', opens: 200, people: 9, holds: 2, waiting: 0 };
const thursday = cellOf(4, 20);

describe('advice', () => {
  test('no figures give no advice', () => {
    expect(adviceFrom(quiet)).toEqual([]);
  });

  test.each<[string, Figures, Figures, object]>([
    [
      'closed hours that are asked for',
      hour(thursday, { people: 9 }),
      hour(thursday, { people: 9, open: 60 }),
      { kind: 'open_hours', cell: thursday, people: 9 },
    ],
    [
      'full hours that are asked for',
      hour(thursday, { people: 6, open: 60, sessions: 4 }),
      hour(thursday, { people: 6, open: 60, sessions: 0 }),
      { kind: 'full_hours', cell: thursday, people: 6, sessions: 4 },
    ],
    [
      'a price that leaves people out, within reach',
      { ...quiet, prices: [{ cents: 3000, people: 7 }] },
      { ...quiet, prices: [{ cents: 2000, people: 7 }] },
      { kind: 'lower_price', people: 7, askedCents: 3000, leastCents: 4500 },
    ],
    [
      'a language that is asked for',
      { ...quiet, languages: [{ code: 'en', people: 8 }] },
      { ...quiet, languages: [{ code: 'en', people: 4 }] },
      { kind: 'speak_language', people: 8, language: 'en' },
    ],
    [
      'a length that is asked for',
      { ...quiet, durations: [{ minutes: 30, people: 5 }] },
      { ...quiet, durations: [{ minutes: 30, people: 4 }] },
      { kind: 'add_duration', people: 5, minutes: 30 },
    ],
    [
      'a notice that is too long',
      { ...quiet, tooSoon: 6 },
      { ...quiet, tooSoon: 6, noticeMinutes: 60 },
      { kind: 'shorten_notice', people: 6, noticeMinutes: 1440 },
    ],
    [
      'a calendar that is opened and rarely booked',
      { ...quiet, offers: [offer] },
      { ...quiet, offers: [{ ...offer, holds: 4 }] },
      { kind: 'rarely_held', people: 9, offerId: 'o', opens: 200, holds: 2 },
    ],
    [
      'a waiting list',
      { ...quiet, offers: [{ ...offer, opens: 0, waiting: 5 }] },
      { ...quiet, offers: [{ ...offer, opens: 0, waiting: 4 }] },
      { kind: 'waiting', people: 5, offerId: 'o' },
    ],
    [
      'viewers who do not come',
      { ...quiet, noShows: { people: 5, absent: 6, due: 50 } },
      { ...quiet, noShows: { people: 5, absent: 5, due: 50 } },
      { kind: 'no_shows', people: 5, absent: 6, due: 50 },
    ],
  ])('%s', (_, said, silent, advice) => {
    expect(adviceFrom(said)).toEqual([advice]);
    expect(adviceFrom(silent)).toEqual([]);
  });

  test('no rule ever speaks of fewer than five people', () => {
    const few = fc.integer({ min: 0, max: 30 });
    const figures = fc.record<Figures>({
      hours: fc.array(fc.record({ open: fc.integer({ min: 0, max: 60 }), sessions: few, people: few }), {
        minLength: WEEK_CELLS,
        maxLength: WEEK_CELLS,
      }),
      prices: fc.array(fc.record({ cents: fc.integer({ min: 500, max: 9000 }), people: few }), {
        maxLength: 4,
      }),
      leastPriceCents: fc.option(fc.integer({ min: 500, max: 9000 })),
      languages: fc.array(fc.record({ code: fc.constant('en'), people: few }), { maxLength: 3 }),
      durations: fc.array(fc.record({ minutes: fc.constant(30), people: few }), { maxLength: 3 }),
      tooSoon: few,
      noticeMinutes: fc.integer({ min: 0, max: 2880 }),
      offers: fc.array(
        fc.record({
          id: fc.uuid(),
          opens: fc.integer({ min: 0, max: 500 }),
          people: few,
          holds: few,
          waiting: few,
        }),
        { maxLength: 4 },
      ),
      noShows: fc.record({ people: few, absent: few, due: few }),
    });
    fc.assert(
      fc.property(figures, (given) => {
        const advice = adviceFrom(given);
        expect(advice.every(({ people }) => people >= LEAST_PEOPLE)).toBe(true);
        expect(advice.map(({ people }) => people)).toEqual(
          advice.map(({ people }) => people).toSorted((a, b) => b - a),
        );
        expect(advice.length).toBeLessThanOrEqual(Object.keys(RULES).length + 4 + given.offers.length);
      }),
    );
  });

  test('over several days only the fullest is sure', () => {
    expect(peopleAtLeast([3, 4, 2])).toBe(4);
    expect(peopleAtLeast([])).toBe(0);
  });
});

describe('the weakest step', () => {
  const usual = { views: 1000, opens: 400, holds: 40, paid: 35, attended: 30, upcoming: 3 };
  test.each<[string, Parameters<typeof weakestStep>[0], ReturnType<typeof weakestStep>]>([
    ['nothing out of the usual', usual, null],
    ['few open the calendar', { ...usual, views: 4000 }, { after: 'views', of: 4000, went: 400 }],
    ['few take a place', { ...usual, holds: 10, paid: 9 }, { after: 'opens', of: 400, went: 10 }],
    ['few pay', { ...usual, paid: 20, attended: 17 }, { after: 'holds', of: 40, went: 20 }],
    ['sessions to come are not lost', { ...usual, paid: 35, attended: 10, upcoming: 25 }, null],
    ['too few to say', { views: 19, opens: 1, holds: 0, paid: 0, attended: 0, upcoming: 0 }, null],
  ])('%s', (_, counts, step) => {
    expect(weakestStep(counts)).toEqual(step);
  });
});
