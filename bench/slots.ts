/**
 * Measures the slot engine: `node bench/slots.ts`. Everything is on one core and in memory; what the database needs to
 * hand over the rows is measured elsewhere. Times are the thread's own CPU time, so that they mean the same on a busy
 * machine; the wall clock is told beside them. The targets: a streamer's month under 0.3 ms, 'who of 10,000
 * streamers is free within 7 days' under 250 ms.
 */
import { performance } from 'node:perf_hooks';
import { DEFAULT_RULES } from '#product/availability/rules/availability.ts';
import type { AvailabilityContext, Occupied } from '#product/availability/rules/availability-context.ts';
import { checkAvailability } from '#product/availability/rules/check-availability.ts';
import type { OpeningHours, WeeklyRange } from '#product/availability/rules/hours.ts';
import { listedStarts, nearestFreeStarts, whoIsFree } from '#product/availability/rules/slots.ts';
import { type Instant, parseInstant } from '#product/shared/time/instant.ts';
import { type EpochDay, localDateOf, type Weekday } from '#product/shared/time/local-date.ts';
import { type Figure, isMet, table } from './figure.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = parseInstant('2026-10-12T08:00Z');
/** A start each quarter of an hour: more than most offers have. */
const RULES = { ...DEFAULT_RULES, stepMinutes: 15 };
const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const ZONES = ['Europe/Paris', 'America/Montreal', 'Indian/Reunion', 'Asia/Tokyo', 'Pacific/Noumea'];

/** Runs every measurement. Takes some 30 seconds. */
export function measureSlots(): Figure[] {
  return [
    measureMonth(),
    measureExplain(),
    measureNearest(),
    ...[1_000, 10_000, 100_000].flatMap(measureWho),
  ];
}

function measureMonth(): Figure {
  const context = busyStreamer();
  const range = { start: NOW, end: (NOW + 31 * DAY) as Instant };
  const { free, taken } = listedStarts(context, range);
  const about = `${free.length} free starts, ${taken.length} taken`;
  return figure('slots: a month of one streamer', { below: 0.3 }, about, 10_000, () =>
    listedStarts(context, range),
  );
}

function measureExplain(): Figure {
  const context = busyStreamer();
  const start = (NOW + 10 * DAY) as Instant;
  return figure('slots: explain one start', null, 'of the same streamer', 10_000, () =>
    checkAvailability(context, start),
  );
}

function measureNearest(): Figure {
  const context = busyStreamer();
  const start = (NOW + 10 * DAY) as Instant;
  return figure('slots: the 3 nearest free starts', null, 'of the same streamer', 10_000, () =>
    nearestFreeStarts(context, start, 3),
  );
}

function measureWho(count: number): Figure[] {
  const range = { start: NOW, end: (NOW + 7 * DAY) as Instant };
  const target = count === 10_000 ? { below: 250 } : null;
  const runs = Math.max(5, 50_000 / count);
  return [false, true].map((sold) => {
    const streamers = Array.from({ length: count }, (_, id) => ({
      id,
      context: ordinaryStreamer(id, sold),
    }));
    const free = whoIsFree(streamers, range).length;
    const what = `slots: who of ${count} is free in 7 days${sold ? ', half booked solid' : ''}`;
    return figure(what, target, `${free} are`, runs, () => whoIsFree(streamers, range));
  });
}

/** Five ranges a day, 200 bookings over two months, 20 exceptions, some busy times, caps on. */
function busyStreamer(): AvailabilityContext {
  const random = randomFrom(7);
  const weekly = WEEKDAYS.flatMap((weekday) =>
    [480, 630, 780, 960, 1140].map((from): WeeklyRange => ({ weekday, from, to: from + 120 })),
  );
  const exceptions = Array.from({ length: 20 }, (_, index) => ({
    date: dateAfterNow(index * 3),
    ranges: index % 2 === 0 ? [] : [{ from: 600, to: 900 }],
  }));
  return {
    hours: {
      zone: 'Europe/Paris',
      weekly,
      exceptions,
      holidays: [dateAfterNow(20)],
      absences: [],
      travels: [],
    },
    rules: { ...RULES, noticeMinutes: 60, maxPerDay: 8, maxPerWeek: 40 },
    busy: Array.from({ length: 40 }, () => booking(random, 31)),
    attending: [],
    occupied: Array.from({ length: 200 }, () => booking(random, 62)),
    wanted: { offerId: 'coaching', durationMinutes: 60, capacity: 1, seats: 1 },
    now: NOW,
  };
}

/** Six hours in two ranges on five days, 5 bookings a week; a sold-out one is busy for all of the week. */
function ordinaryStreamer(id: number, mayBeSold: boolean): AvailabilityContext {
  const random = randomFrom(id);
  const from = 540 + 15 * Math.floor(random() * 12);
  const weekly = WEEKDAYS.slice(0, 5).flatMap((weekday): WeeklyRange[] => [
    { weekday, from, to: from + 180 },
    { weekday, from: from + 240, to: from + 420 },
  ]);
  const hours: OpeningHours = {
    zone: ZONES[id % ZONES.length] ?? 'UTC',
    weekly,
    exceptions: [],
    holidays: [],
    absences: [],
    travels: [],
  };
  const solid = Array.from({ length: 7 * 12 }, (_, index) => ({
    start: (NOW + index * 120 * MINUTE) as Instant,
    end: (NOW + (index * 120 + 100) * MINUTE) as Instant,
  }));
  return {
    hours,
    rules: RULES,
    busy: mayBeSold && id % 2 === 0 ? solid : [],
    attending: [],
    occupied: Array.from({ length: 5 }, () => booking(random, 7)),
    wanted: { offerId: 'coaching', durationMinutes: 60, capacity: 1, seats: 1 },
    now: NOW,
  };
}

function booking(random: () => number, days: number): Occupied {
  const start = (NOW + Math.floor(random() * days * 96) * 15 * MINUTE) as Instant;
  const end = (start + 60 * MINUTE) as Instant;
  return { start, end, offerId: 'other', bufferBeforeMinutes: 0, bufferAfterMinutes: 10, seatsTaken: 1 };
}

function dateAfterNow(days: number) {
  return localDateOf((Math.floor(NOW / DAY) + days) as EpochDay);
}

/** Mulberry32: the same streamers at each run. */
function randomFrom(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** CPU time is counted in steps of some milliseconds, so the short works are timed in batches of 500. */
function figure(
  what: string,
  target: Figure['target'],
  about: string,
  runs: number,
  work: () => unknown,
): Figure {
  const batch = runs >= 10_000 ? 500 : 1;
  for (let warm = 0; warm < Math.min(runs, 200); warm++) work();
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let run = 0; run < runs / batch; run++) {
    const cpuBegin = process.threadCpuUsage();
    const wallBegin = performance.now();
    for (let repeat = 0; repeat < batch; repeat++) work();
    wall.push((performance.now() - wallBegin) / batch);
    const { user, system } = process.threadCpuUsage(cpuBegin);
    cpu.push((user + system) / 1_000 / batch);
  }
  const note = `${about}; p95 ${quantile(cpu, 0.95).toFixed(2)}, wall ${quantile(wall, 0.5).toFixed(2)}`;
  return { what, value: quantile(cpu, 0.5), unit: 'ms CPU', target, note };
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

if (import.meta.main) {
  const figures = measureSlots();
  console.log(table(figures));
  process.exitCode = figures.some((each) => isMet(each) === false) ? 1 : 0;
}
