import { beforeEach, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { daysAfter, formatInstant, type Instant, parseInstant } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { type ContextOptions, loadAvailabilityContext } from './load-availability-context.ts';
import { loadOffer } from './load-offer.ts';
import { DEFAULT_RULES } from './rules/availability.ts';
import { checkAvailability } from './rules/check-availability.ts';
import { freeStarts } from './rules/slots.ts';
import { insertBooked, insertOffer, openStreamer } from './testing/marketplace.ts';

// A Saturday in Paris, well before the clocks change.
const now = new Date('2026-11-21T08:00:00Z');
const day = (date: string): Interval => {
  const start = parseInstant(`${date}T00:00:00Z`);
  return { start, end: daysAfter(start, 1) };
};
const at = (iso: string): Instant => parseInstant(iso);

const database = await openTestDatabase('product');
let people = 0;
let streamerId: string;
let viewerId: string;
beforeEach(async () => {
  streamerId = await insertPerson(database.pool, { email: `s${++people}@loge.test`, role: 'streamer' });
  viewerId = await insertPerson(database.pool, { email: `v${people}@loge.test`, role: 'viewer' });
});

const ask = (more: Partial<ContextOptions> = {}) =>
  loadAvailabilityContext(database.pool, {
    streamerId,
    offer: { id: null, durationMinutes: 60, seats: 1, confirmation: 'instant' },
    now,
    span: day('2026-11-25'),
    ...more,
  });
const offered = (id: string, seats = 1) => ({
  id,
  durationMinutes: 60,
  seats,
  confirmation: 'instant' as const,
});

test('weekly hours, rules and zone come as they were set', async () => {
  await openStreamer(database.pool, streamerId, {
    zone: 'America/Montreal',
    hours: [
      [3, 600, 720],
      [1, 540, 600],
    ],
    rules: { bufferBeforeMinutes: 5, bufferAfterMinutes: 15, maxPerDay: 3, maxPerWeek: 9, maxPerMonth: 20 },
  });
  const { hours, rules, wanted } = await ask();
  expect(hours.zone).toBe('America/Montreal');
  expect(hours.weekly).toEqual([
    { weekday: 1, from: 540, to: 600 },
    { weekday: 3, from: 600, to: 720 },
  ]);
  expect(rules).toEqual({
    bufferBeforeMinutes: 5,
    bufferAfterMinutes: 15,
    noticeMinutes: 0,
    horizonDays: 60,
    window: { kind: 'days' },
    stepMinutes: 60,
    maxPerDay: 3,
    maxPerWeek: 9,
    maxPerMonth: 20,
  });
  expect(wanted).toMatchObject({ durationMinutes: 60, capacity: 1, seats: 1 });
});

test('an exception replaces its date, and closes it when it has no range', async () => {
  await openStreamer(database.pool, streamerId);
  await database.pool.query(
    `insert into public.date_exceptions (streamer_id, date, ranges) values ($1, '2026-11-25', '[{"from": 600, "to": 720}]'), ($1, '2026-11-26', '[]')`,
    [streamerId],
  );
  const span = { start: day('2026-11-25').start, end: day('2026-11-26').end };
  const starts = freeStarts(await ask({ span }), span).map(formatInstant);
  expect(starts).toEqual(['2026-11-25T09:00:00.000Z', '2026-11-25T10:00:00.000Z']);
});

test('an offer has its own step, buffers, notice and week where it sets them', async () => {
  await openStreamer(database.pool, streamerId, { rules: { bufferAfterMinutes: 15, noticeMinutes: 120 } });
  const offerId = await insertOffer(database.pool, streamerId, { durationMinutes: 30, stepMinutes: null });
  const plain = await ask({ offer: offered(offerId) });
  expect(plain.rules).toMatchObject({ stepMinutes: 60, bufferAfterMinutes: 15, noticeMinutes: 120 });
  await database.pool.query(
    `update public.offers set step_minutes = 20, buffer_before_minutes = 5, buffer_after_minutes = 0, notice_minutes = 0,
       own_hours = '[{"weekday": 3, "from": 570, "to": 690}]' where id = $1`,
    [offerId],
  );
  const own = await ask({ offer: offered(offerId) });
  expect(own.rules).toMatchObject({
    ...{ stepMinutes: 20, bufferBeforeMinutes: 5, bufferAfterMinutes: 0, noticeMinutes: 0 },
  });
  const span = { start: day('2026-11-25').start, end: day('2026-11-27').end };
  const starts = freeStarts(await ask({ offer: offered(offerId), span }), span).map(formatInstant);
  expect(starts.map((start) => start.slice(0, 16))).toEqual([
    '2026-11-25T08:30',
    '2026-11-25T08:50',
    '2026-11-25T09:10',
    '2026-11-25T09:30',
  ]);
  const other = await insertOffer(database.pool, streamerId);
  expect((await ask({ offer: offered(other) })).hours.weekly).toHaveLength(7);
});

test('absences, travels and the window of dates come as they were set', async () => {
  const window = { kind: 'dates', first: '2026-11-23', last: '2026-11-27' } as const;
  await openStreamer(database.pool, streamerId, {
    rules: { window: { ...window, first: parseLocalDate(window.first), last: parseLocalDate(window.last) } },
  });
  await database.pool.query(
    `insert into public.absences (streamer_id, first_date, last_date, reason) values
       ($1, '2026-11-24', '2026-11-25', 'Vacances'), ($1, '2025-01-01', '2025-02-01', 'Avant')`,
    [streamerId],
  );
  await database.pool.query(
    `insert into public.travels (streamer_id, zone, first_date, last_date) values ($1, 'America/Montreal', '2026-11-26', '2026-11-26')`,
    [streamerId],
  );
  const span = { start: day('2026-11-22').start, end: day('2026-11-30').end };
  const context = await ask({ span });
  expect(context.rules.window).toEqual(window);
  expect(context.hours.absences).toEqual([{ first: '2026-11-24', last: '2026-11-25' }]);
  const firsts = new Map(freeStarts(context, span).map((start) => [formatInstant(start).slice(0, 10), 0]));
  expect([...firsts.keys()]).toEqual(['2026-11-23', '2026-11-26', '2026-11-27']);
  const there = freeStarts(context, day('2026-11-26')).map(formatInstant);
  expect([there[0], there.at(-1)]).toEqual(['2026-11-26T14:00:00.000Z', '2026-11-26T22:00:00.000Z']);
});

test('open days before the requested stretch count towards a window of open days, unless closed', async () => {
  await openStreamer(database.pool, streamerId, {
    hours: [[3, 600, 660]],
    rules: { window: { kind: 'open_days' }, horizonDays: 3 },
  });
  await database.pool.query(
    `insert into public.date_exceptions (streamer_id, date, ranges) values ($1, '2026-11-25', '[]')`,
    [streamerId],
  );
  await database.pool.query(
    `insert into public.absences (streamer_id, first_date, last_date) values ($1, '2026-12-02', '2026-12-03')`,
    [streamerId],
  );
  const span = { start: day('2026-12-20').start, end: day('2027-01-10').end };
  const starts = freeStarts(await ask({ span }), span).map((start) => formatInstant(start).slice(0, 10));
  expect(starts).toEqual(['2026-12-23']);
});

test('a month that has reached its limit is full, also on days far from its bookings', async () => {
  await openStreamer(database.pool, streamerId, { rules: { maxPerMonth: 1 } });
  const offerId = await insertOffer(database.pool, streamerId);
  await insertBooked(database.pool, {
    ...{ streamerId, offerId, viewerId },
    start: new Date('2026-12-30T10:00:00Z'),
  });
  const first = at('2026-12-02T10:00:00Z');
  const asked = await ask({ offer: offered(offerId), span: { start: first, end: first } });
  expect(checkAvailability(asked, first)).toEqual({ free: false, reason: 'monthly_cap' });
  const next = at('2027-01-02T10:00:00Z');
  const later = await ask({ offer: offered(offerId), span: { start: next, end: next } });
  expect(checkAvailability(later, next)).toMatchObject({ free: true });
});

test('French holidays close their day only for those who want that', async () => {
  await openStreamer(database.pool, streamerId, { closedOnHolidays: true });
  const christmas = day('2026-12-25');
  expect(freeStarts(await ask({ span: christmas }), christmas)).toEqual([]);
  await database.pool.query('update public.streamers set closed_on_holidays = false where id = $1', [
    streamerId,
  ]);
  expect(freeStarts(await ask({ span: christmas }), christmas)).not.toEqual([]);
});

test('a booking takes its time and its buffer; an ended one takes nothing', async () => {
  await openStreamer(database.pool, streamerId);
  const offerId = await insertOffer(database.pool, streamerId);
  const booked = { streamerId, offerId, viewerId, bufferAfterMinutes: 10 };
  await insertBooked(database.pool, { ...booked, start: new Date('2026-11-25T10:00:00Z') });
  await insertBooked(database.pool, {
    ...booked,
    start: new Date('2026-11-25T13:00:00Z'),
    status: 'declined',
  });
  const context = await ask({ offer: offered(offerId) });
  expect(checkAvailability(context, at('2026-11-25T10:00:00Z'))).toEqual({ free: false, reason: 'taken' });
  expect(checkAvailability(context, at('2026-11-25T11:00:00Z'))).toEqual({ free: false, reason: 'buffer' });
  expect(checkAvailability(context, at('2026-11-25T11:15:00Z'))).toMatchObject({ free: true });
  expect(checkAvailability(context, at('2026-11-25T13:00:00Z'))).toMatchObject({ free: true });
});

test('a lapsed hold blocks nothing', async () => {
  await openStreamer(database.pool, streamerId);
  const offerId = await insertOffer(database.pool, streamerId);
  const held = { streamerId, offerId, viewerId, status: 'held' as const };
  await insertBooked(database.pool, {
    ...held,
    start: new Date('2026-11-25T10:00:00Z'),
    expiresAt: now,
  });
  await insertBooked(database.pool, {
    ...held,
    start: new Date('2026-11-25T14:00:00Z'),
    expiresAt: new Date(now.getTime() + 1),
  });
  const context = await ask({ offer: offered(offerId) });
  expect(checkAvailability(context, at('2026-11-25T10:00:00Z'))).toMatchObject({ free: true });
  expect(checkAvailability(context, at('2026-11-25T14:00:00Z'))).toEqual({ free: false, reason: 'taken' });
});

test('the seats of a group session are counted together, and its own booking may be left out', async () => {
  await openStreamer(database.pool, streamerId);
  const offerId = await insertOffer(database.pool, streamerId, { seats: 3 });
  const start = new Date('2026-11-25T10:00:00Z');
  const sessionId = crypto.randomUUID();
  const group = { streamerId, offerId, start, sessionId, seats: 3 };
  const first = await insertBooked(database.pool, { ...group, viewerId });
  const other = await insertPerson(database.pool, { email: `g${people}@loge.test`, role: 'viewer' });
  await insertBooked(database.pool, { ...group, viewerId: other, seat: 2 });
  const context = await ask({ offer: offered(offerId, 3) });
  expect(context.occupied).toHaveLength(1);
  expect(checkAvailability(context, at(start.toISOString()))).toEqual({ free: true, seatsLeft: 1 });
  const moving = await ask({ offer: offered(offerId, 3), moving: [first] });
  expect(checkAvailability(moving, at(start.toISOString()))).toEqual({ free: true, seatsLeft: 2 });
});

test('a booking that moves takes its own buffers along', async () => {
  await openStreamer(database.pool, streamerId, {
    rules: { bufferAfterMinutes: 30, bufferBeforeMinutes: 5 },
  });
  const offerId = await insertOffer(database.pool, streamerId);
  const id = await insertBooked(database.pool, {
    ...{ streamerId, offerId, viewerId, bufferAfterMinutes: 15 },
    start: new Date('2026-11-25T10:00:00Z'),
  });
  const { rules } = await ask({ offer: offered(offerId), moving: [id] });
  expect([rules.bufferBeforeMinutes, rules.bufferAfterMinutes]).toEqual([0, 15]);
});

test('busy times of imported calendars close starts', async () => {
  await openStreamer(database.pool, streamerId);
  await database.pool.query(
    `with c as (insert into public.calendars (streamer_id, label, url) values ($1, 'Perso', 'https://cal.test/a.ics') returning id)
     insert into public.busy_times (calendar_id, streamer_id, starts_at, ends_at) select id, $1, '2026-11-25T09:00Z', '2026-11-25T10:00:00.4Z' from c`,
    [streamerId],
  );
  expect(checkAvailability(await ask(), at('2026-11-25T09:00:00Z'))).toEqual({ free: false, reason: 'busy' });
});

test('an offer on request leaves its streamer time to answer', async () => {
  await openStreamer(database.pool, streamerId);
  const { rules } = await ask({
    offer: { id: null, durationMinutes: 60, seats: 1, confirmation: 'on_request' },
  });
  expect(rules.noticeMinutes).toBe(13 * 60 + 25);
});

test('hours not saved yet can replace those that are', async () => {
  await openStreamer(database.pool, streamerId);
  const { hours, rules } = await ask({
    draft: {
      zone: 'Asia/Kathmandu',
      weekly: [{ weekday: 3, from: 60, to: 120 }],
      rules: { ...DEFAULT_RULES, horizonDays: 7 },
      closedOnHolidays: true,
      travels: [],
    },
  });
  expect([hours.zone, hours.weekly.length, rules.horizonDays]).toEqual(['Asia/Kathmandu', 1, 7]);
  expect(hours.holidays).toContain('2026-12-25');
});

test('nobody can book an offer that is archived, inactive or of a hidden page', async () => {
  await openStreamer(database.pool, streamerId);
  const offerId = await insertOffer(database.pool, streamerId);
  expect(await loadOffer(database.pool, offerId)).toMatchObject({ id: offerId, streamerId, revision: 1 });
  const refused = () =>
    expect(loadOffer(database.pool, offerId)).rejects.toMatchObject({ code: 'offer_not_found' });
  await database.pool.query('update public.offers set is_active = false where id = $1', [offerId]);
  await refused();
  await database.pool.query('update public.offers set is_active = true, archived_at = now() where id = $1', [
    offerId,
  ]);
  await refused();
  await database.pool.query('update public.offers set archived_at = null where id = $1', [offerId]);
  await database.pool.query('update public.streamers set published_at = null where id = $1', [streamerId]);
  await refused();
});

test('a streamer who does not exist has no context', async () => {
  await expect(ask({ streamerId: viewerId })).rejects.toMatchObject({ code: 'streamer_not_found' });
});
