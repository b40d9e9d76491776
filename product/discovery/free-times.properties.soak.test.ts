import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import {
  type AskedOffer,
  loadAvailabilityContexts,
} from '#product/availability/load-availability-context.ts';
import { firstFreeStart } from '#product/availability/rules/slots.ts';
import { insertBooked } from '#product/availability/testing/marketplace.ts';
import type { FreeWhen } from '#product/shared/browsing.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { ANYBODY, findStreamers } from './find-streamers.ts';
import { refreshAll } from './refresh-task.ts';
import { freeRanges } from './rules/free-when.ts';
import { publish } from './testing/discovery.ts';

const database = await openTestDatabase('product');
const viewerId = await insertPerson(database.pool, { email: 'v@loge.test', role: 'viewer' });

const ZONES = [
  'Europe/Paris',
  'America/Montreal',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
];
const MINUTE = 60_000;
/** The week before the clocks go back in Paris, and one in spring. */
const moment = fc
  .tuple(fc.constantFrom('2026-10-22T06:00:00Z', '2027-03-26T06:00:00Z'), fc.integer({ min: 0, max: 2_880 }))
  .map(([day, minutes]) => new Date(Date.parse(day) + minutes * MINUTE));

const hours = fc
  .uniqueArray(
    fc.record({
      day: fc.integer({ min: 1, max: 7 }),
      from: fc.integer({ min: 0, max: 1400 }),
      length: fc.constantFrom(30, 65, 200, 700),
    }),
    { maxLength: 5, selector: ({ day }) => day },
  )
  .map((all) => all.map(({ day, from, length }) => [day, from, from + length] as const));

/** Days of a calendar, counted from the day of the search; `daysOf` turns them into dates. */
const days = fc.record({ after: fc.integer({ min: -3, max: 12 }), length: fc.integer({ min: 0, max: 6 }) });
type Days = { after: number; length: number };
const daysOf = (now: Date, { after, length }: Days) => {
  const date = (add: number) => new Date(now.getTime() + add * 86_400_000).toISOString().slice(0, 10);
  return { first: date(after), last: date(after + length) };
};

const streamer = fc.record({
  zone: fc.constantFrom(...ZONES),
  noticeMinutes: fc.constantFrom(0, 7, 60, 1440, 4321),
  horizonDays: fc.constantFrom(1, 3, 60),
  stepMinutes: fc.constantFrom(5, 10, 15, 30, 60),
  hours,
  window: fc.option(fc.oneof(fc.constant('open_days' as const), days), { nil: undefined }),
  absence: fc.option(days, { nil: undefined }),
  travel: fc.option(fc.record({ days, zone: fc.constantFrom(...ZONES) }), { nil: undefined }),
  offers: fc.array(
    fc.record({
      minutes: fc.constantFrom(15, 30, 60, 120),
      confirmation: fc.constantFrom('instant' as const, 'on_request' as const),
      noticeMinutes: fc.option(fc.constantFrom(0, 30, 2_000)),
      bufferMinutes: fc.option(fc.constantFrom(0, 25)),
      hours: fc.option(hours.filter(({ length }) => length > 0)),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  /** The hours from now that a booking takes. */
  booked: fc.uniqueArray(fc.integer({ min: -2, max: 80 }), {
    maxLength: 4,
    selector: (hours) => Math.floor(hours / 3),
  }),
});

const wanted = fc.record({
  when: fc.constantFrom<FreeWhen>('today', 'week', 'evenings', 'weekend'),
  zone: fc.constantFrom(...ZONES),
  /** How much later the search happens, with nothing computed again. */
  minutesLater: fc.constantFrom(0, 0, 1, 14, 15, 61, 600),
});

async function offersOf(ids: readonly string[]): Promise<AskedOffer[]> {
  const { rows } = await database.pool.query<AskedOffer>(
    `select id, streamer_id as "streamerId", duration_minutes as "durationMinutes", seats, confirmation
     from public.offers where streamer_id = any ($1)`,
    [ids],
  );
  return rows;
}

test('after a refresh, everybody found free is free by the engine, and everybody free is found', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(streamer, { minLength: 3, maxLength: 5 }),
      moment,
      fc.array(wanted, { minLength: 6, maxLength: 6 }),
      async (drafts, now, wishes) => {
        await database.pool.query('delete from public.bookings');
        await database.pool.query('delete from public.streamers');
        const ids: string[] = [];
        for (const [index, draft] of drafts.entries()) {
          const { window, absence, travel, ...rest } = draft;
          ids.push(
            await publish(database.pool, {
              ...rest,
              name: `Personne ${'abcdef'[index]}`,
              ...(window && { window: window === 'open_days' ? window : daysOf(now, window) }),
              ...(absence && { absences: [daysOf(now, absence)] }),
              ...(travel && { travels: [{ ...daysOf(now, travel.days), zone: travel.zone }] }),
            }),
          );
        }
        const offers = await offersOf(ids);
        for (const [index, { booked }] of drafts.entries()) {
          const offerId = offers.find(({ streamerId }) => streamerId === ids[index])?.id ?? '';
          for (const hours of booked) {
            const start = new Date(Math.floor(now.getTime() / 900_000) * 900_000 + hours * 3_600_000);
            await insertBooked(database.pool, { streamerId: ids[index]!, offerId, viewerId, start }).catch(
              // The viewer sits elsewhere at that hour.
              (error: { constraint?: string }) => expect(error.constraint).toBe('person_times_one_place'),
            );
          }
        }
        await refreshAll({ pool: database.pool, now, logger: console });
        for (const { when, zone, minutesLater } of wishes) {
          const then = new Date(now.getTime() + minutesLater * MINUTE);
          const ranges = freeRanges(when, zone, instantOf(then.getTime()));
          const found = await inTransaction(database.pool, (db) =>
            findStreamers(db, { ...ANYBODY, ranges }, { sort: 'newest', limit: 50, offset: 0, now: then }),
          );
          const first = ranges[0];
          const last = ranges.at(-1);
          const free = new Set<string>();
          /** Starts off the quarters of an hour may count as free for the rest of theirs, but are never hidden. */
          const maybe = new Set<string>();
          if (first && last) {
            const contexts = await loadAvailabilityContexts(database.pool, {
              offers,
              now: then,
              span: { start: first.start, end: last.end },
            });
            for (const { id, streamerId } of offers) {
              const context = contexts.get(id)!;
              const { rules, hours } = context;
              if (rules.stepMinutes < 15 || hours.weekly.some(({ from }) => from % 15 !== 0))
                maybe.add(streamerId);
              if (ranges.some((range) => firstFreeStart(context, range) !== null)) free.add(streamerId);
            }
          }
          const claimed = found.ids.filter((id) => !free.has(id) && !(minutesLater > 0 && maybe.has(id)));
          expect(claimed, `claimed free ${when} in ${zone}`).toEqual([]);
          // What opens with a new day is computed at the streamer's midnight.
          const hidden = [...free].filter(
            (id) =>
              !found.ids.includes(id) && (minutesLater === 0 || drafts[ids.indexOf(id)]!.horizonDays > 11),
          );
          expect(hidden, `hidden although free ${when} in ${zone}`).toEqual([]);
        }
      },
    ),
    // A failing example is reported as found: shrinking it takes longer than the test has.
    // A market with whole calendars takes half a minute beside other work; further seeds draw others.
    { numRuns: 8, endOnFailure: true },
  );
}, 600_000);
