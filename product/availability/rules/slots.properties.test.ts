import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Instant, minutesAfter } from '#product/shared/time/instant.ts';
import { overlap } from '#product/shared/time/interval.ts';
import { wallTimeAt } from '#product/shared/time/wall-time.ts';
import { spanToRead } from './availability-context.ts';
import { CLOSED_REASONS, checkAvailability } from './check-availability.ts';
import { capacityByDay, groupByDay } from './group-by-day.ts';
import { firstFreeStart, freeStarts, listedStarts, nearestFreeStarts, surveyStarts } from './slots.ts';
import { disagreement } from './testing/reference.ts';
import { everyFiveMinutes, scene } from './testing/scenes.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

describe('the slot engine, over any hours, rules, bookings and odd zones', { timeout: 60_000 }, () => {
  test('gives for every fifth minute the availability of a slow and obvious reference', () => {
    fc.assert(
      fc.property(scene, ({ context, range }) => {
        expect(disagreement(context, range)).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  test('meets every reason for a closed start', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(scene, ({ context, range }) => {
        const survey = surveyStarts(context, range).map(({ availability }) => availability);
        const offGrid = checkAvailability(context, minutesAfter(range.start, 1));
        for (const availability of [...survey, offGrid])
          seen.add(availability.free ? 'free' : availability.reason);
      }),
      { numRuns: 1_000 },
    );
    expect([...seen].sort()).toEqual(['free', ...CLOSED_REASONS].sort());
  });

  test('lists exactly the starts that it explains as free', () => {
    fc.assert(
      fc.property(scene, ({ context, range }) => {
        const explained = everyFiveMinutes(range).filter((start) => checkAvailability(context, start).free);
        expect(freeStarts(context, range)).toEqual(explained);
        expect(firstFreeStart(context, range)).toBe(explained[0] ?? null);
        const survey = surveyStarts(context, range);
        expect(survey.map(({ availability }) => availability)).toEqual(
          survey.map(({ start }) => checkAvailability(context, start)),
        );
        expect(survey.filter(({ availability }) => availability.free).map(({ start }) => start)).toEqual(
          explained,
        );
      }),
      { numRuns: 60 },
    );
  });

  test('lists as taken the starts that would be free had nobody booked, and only those that a booking blocks', () => {
    fc.assert(
      fc.property(scene, ({ context, range }) => {
        const { free, taken } = listedStarts(context, range);
        expect(free.map(({ start }) => start)).toEqual(freeStarts(context, range));
        for (const { start, seatsLeft } of free)
          expect(checkAvailability(context, start)).toEqual({ free: true, seatsLeft });
        const listed = new Set([...free.map(({ start }) => start), ...taken]);
        const unbooked = freeStarts({ ...context, occupied: [] }, range);
        expect(unbooked.filter((start) => !listed.has(start))).toEqual([]);
        for (const start of taken) {
          const availability = checkAvailability(context, start);
          expect(availability.free ? 'free' : availability.reason).toMatch(
            /^(taken|full|buffer|daily_cap|weekly_cap|monthly_cap)$/,
          );
        }
        const { seats, capacity } = context.wanted;
        if (context.occupied.length === 0 && seats <= capacity) expect(taken).toEqual([]);
      }),
    );
  });

  test('never offers time that is busy or booked, pauses included', () => {
    fc.assert(
      fc.property(scene, ({ context, range }) => {
        const { wanted, rules, busy, occupied } = context;
        fc.pre(wanted.capacity === 1);
        for (const start of freeStarts(context, range)) {
          const reserved = {
            start: (start - rules.bufferBeforeMinutes * MINUTE) as Instant,
            end: (start + (wanted.durationMinutes + rules.bufferAfterMinutes) * MINUTE) as Instant,
          };
          for (const other of busy) if (other.end > other.start) expect(overlap(reserved, other)).toBe(false);
          for (const other of occupied) {
            const held = {
              start: (other.start - other.bufferBeforeMinutes * MINUTE) as Instant,
              end: (other.end + other.bufferAfterMinutes * MINUTE) as Instant,
            };
            expect(overlap(reserved, held)).toBe(false);
          }
        }
      }),
    );
  });

  test('gains no slot from one more busy time', () => {
    fc.assert(
      fc.property(scene, scene, ({ context, range }, other) => {
        const shift = range.start - other.range.start;
        const more = other.context.busy.map(({ start, end }) => ({
          start: (start + shift) as Instant,
          end: (end + shift) as Instant,
        }));
        const fewer = freeStarts({ ...context, busy: [...context.busy, ...more] }, range);
        const all = new Set(freeStarts(context, range));
        expect(fewer.every((start) => all.has(start))).toBe(true);
      }),
    );
  });

  test('gives the same answer from only the span that it asks to read, in any order', () => {
    fc.assert(
      fc.property(scene, ({ context, range }) => {
        const read = spanToRead(context.hours, context.rules, range);
        const reduced = {
          ...context,
          busy: context.busy.filter((time) => overlap(time, read)).reverse(),
          attending: context.attending.filter((time) => overlap(time, read)).reverse(),
          occupied: context.occupied.filter((time) => overlap(time, read)).reverse(),
        };
        expect(freeStarts(reduced, range)).toEqual(freeStarts(context, range));
      }),
    );
  });

  test('answers for a range what it answers for its halves', () => {
    fc.assert(
      fc.property(scene, fc.integer({ min: 0, max: 2 * DAY }), ({ context, range }, offset) => {
        const middle = (range.start + offset) as Instant;
        const halves = [
          ...freeStarts(context, { start: range.start, end: middle }),
          ...freeStarts(context, { start: middle, end: range.end }),
        ];
        expect(halves).toEqual(freeStarts(context, range));
      }),
    );
  });

  test('shows the same wall times a week later where no clock changes', () => {
    fc.assert(
      fc.property(scene, ({ context, range }) => {
        const shift = 7 * DAY;
        const later = <T extends { start: Instant; end: Instant }>(time: T): T => ({
          ...time,
          start: (time.start + shift) as Instant,
          end: (time.end + shift) as Instant,
        });
        const dated = { exceptions: [], holidays: [], absences: [], travels: [] };
        const hours = { ...context.hours, zone: 'Asia/Kathmandu', ...dated };
        const rules = { ...context.rules, window: { kind: 'days' }, maxPerMonth: null } as const;
        const now = { ...context, hours, rules };
        const nextWeek = {
          ...now,
          now: (now.now + shift) as Instant,
          busy: now.busy.map(later),
          attending: now.attending.map(later),
          occupied: now.occupied.map(later),
        };
        const walls = (starts: Instant[]) => starts.map((start) => wallTimeAt(hours.zone, start) % DAY);
        expect(walls(freeStarts(nextWeek, later(range)))).toEqual(walls(freeStarts(now, range)));
      }),
    );
  });

  test('finds the nearest free starts, as sorting all of them would', () => {
    fc.assert(
      fc.property(scene, fc.integer({ min: 1, max: 5 }), ({ context, range }, count) => {
        const to = (range.start + DAY) as Instant;
        const { window } = context.rules;
        const within = window.kind === 'dates' ? window : ({ kind: 'days' } as const);
        const short = { ...context, rules: { ...context.rules, horizonDays: 9, window: within } };
        const all = freeStarts(short, { start: (to - 30 * DAY) as Instant, end: (to + 30 * DAY) as Instant });
        const sorted = [...all].sort((a, b) => Math.abs(a - to) - Math.abs(b - to) || a - b);
        expect(nearestFreeStarts(short, to, count)).toEqual(sorted.slice(0, count));
      }),
      { numRuns: 60 },
    );
  });

  test("regroups by the viewer's zone without losing, adding or moving a slot", () => {
    const zone = fc.constantFrom('Europe/Paris', 'America/Montreal', 'Pacific/Apia', 'Pacific/Chatham');
    fc.assert(
      fc.property(scene, zone, ({ context, range }, viewer) => {
        const starts = freeStarts(context, range);
        const days = groupByDay(starts, viewer);
        expect(days.flatMap((day) => day.starts)).toEqual(starts);
        expect(new Set(days.map(({ date }) => date)).size).toBe(days.length);
        const { free, taken } = listedStarts(context, range);
        const capacities = [...capacityByDay(starts, taken, viewer).values()];
        const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
        expect(sum(capacities.map((each) => each.free))).toBe(free.length);
        expect(sum(capacities.map((each) => each.total))).toBe(free.length + taken.length);
      }),
    );
  });
});
