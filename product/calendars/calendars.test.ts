import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpeningHoursInput, setHours } from '#product/availability/contract.ts';
import { DEFAULT_RULES } from '#product/availability/rules/availability.ts';
import { openStreamer } from '#product/availability/testing/marketplace.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { openCalendarHost } from '#server/integrations/calendars/testing/calendar-host.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { addCalendar, MOST_CALENDARS, refreshCalendar, removeCalendar } from './contract.ts';
import { importCalendars } from './import-calendars.ts';

const product = await openProduct({ clockRuns: true });
const host = await openCalendarHost((request, response) =>
  answer(request.url ?? '', response, request.headers),
);
let streamer: SignedIn;
let answer: (path: string, response: ServerResponse, headers: Record<string, unknown>) => void;

afterAll(async () => {
  await host.close();
});
beforeEach(async () => {
  await product.database.pool.query('delete from public.calendars');
  streamer = await product.join({ role: 'streamer', firstName: 'Léa' });
  await openStreamer(product.database.pool, streamer.id);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = () => Date.now() + product.clock.ahead;
const stamp = (at: number) => new Date(at).toISOString().replace(/\.\d+|[-:]/g, '');
const event = (at: number, hours = 1) =>
  `BEGIN:VEVENT\r\nUID:${at}\r\nDTSTART:${stamp(at)}\r\nDURATION:PT${hours}H\r\nEND:VEVENT\r\n`;
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;
const serve = (text: string) => {
  answer = (_path, response) => response.writeHead(200, { etag: '"1"' }).end(text);
};

const add = (url = `${host.origin}/perso.ics`, label = 'Perso') =>
  ask(streamer, addCalendar, { key: randomUUID(), label, url });
const importNow = (at = new Date(now())) =>
  importCalendars({
    network: host.network,
    siteUrl: () => 'http://loge.test',
  })({
    pool: product.database.pool,
    logger: pino({ level: 'silent' }),
    now: at,
    signal: new AbortController().signal,
  });
const row = async (id: string) =>
  (await product.database.pool.query('select * from public.calendars where id = $1', [id])).rows[0];
const busy = async (id: string) =>
  (
    await product.database.pool.query<{ id: string; starts_at: Date }>(
      'select id, starts_at from public.busy_times where calendar_id = $1 order by starts_at',
      [id],
    )
  ).rows;

describe('a calendar', () => {
  test('is pending until the import has read it, then its busy times are there', async () => {
    const start = Math.ceil(now() / HOUR) * HOUR + 24 * HOUR;
    serve(calendar(event(start), event(start + 5 * HOUR), 'BEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT\r\n'));
    const { calendarId } = await add(`webcal://agenda.exemple.fr/perso.ics`);
    expect(await row(calendarId)).toMatchObject({ state: 'pending', url: `${host.origin}/perso.ics` });
    await importNow();
    expect(await row(calendarId)).toMatchObject({
      state: 'working',
      busy_count: 2,
      skipped_count: 1,
      etag: '"1"',
      last_error: null,
    });
    expect((await busy(calendarId)).map(({ starts_at }) => starts_at.getTime())).toEqual([
      start,
      start + 5 * HOUR,
    ]);
  });

  test('that answers ’not modified’ before it was ever read is broken, not empty', async () => {
    answer = (_path, response) => response.writeHead(304).end();
    const { calendarId } = await add();
    await importNow();
    expect(await row(calendarId)).toMatchObject({ state: 'broken', last_error: 'server_error' });
  });

  test('read again keeps the rows that are the same, and drops those that are gone', async () => {
    const start = Math.ceil(now() / HOUR) * HOUR + 24 * HOUR;
    serve(calendar(event(start), event(start + 5 * HOUR)));
    const { calendarId } = await add();
    await importNow();
    const [first] = await busy(calendarId);
    serve(calendar(event(start), event(start + 9 * HOUR)));
    await importNow(new Date(now() + HOUR));
    const again = await busy(calendarId);
    expect(again).toHaveLength(2);
    expect(again[0]).toEqual(first);
    expect(again[1]?.starts_at.getTime()).toBe(start + 9 * HOUR);
  });

  test('that did not change is not sent again, until its streamer moves to another zone or a week has passed', async () => {
    const asked: unknown[] = [];
    answer = (_path, response, headers) => {
      asked.push(headers['if-none-match']);
      if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end(calendar());
    };
    const { calendarId } = await add();
    await importNow();
    await importNow(new Date(now() + HOUR));
    await product.database.pool.query("update public.streamers set zone = 'Asia/Tokyo' where id = $1", [
      streamer.id,
    ]);
    await importNow(new Date(now() + 2 * HOUR));
    await importNow(new Date(now() + 8 * 24 * HOUR));
    expect(asked).toEqual([undefined, '"1"', undefined, undefined]);
    expect(await row(calendarId)).toMatchObject({ state: 'working', failures: 0 });
  });

  test('follows a streamer who moves or travels, and is due at once then', async () => {
    const asked: unknown[] = [];
    const days = Math.ceil(now() / DAY) + 10;
    const date = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
    const text = calendar(
      `BEGIN:VEVENT\r\nUID:d\r\nDTSTART;VALUE=DATE:${date(days).replaceAll('-', '')}\r\nEND:VEVENT\r\n`,
    );
    answer = (_path, response, headers) => {
      asked.push(headers['if-none-match']);
      response.writeHead(200, { etag: '"1"' }).end(text);
    };
    const hours: OpeningHoursInput = {
      ...{ zone: 'UTC', weekly: [], rules: DEFAULT_RULES, closedOnHolidays: false, travels: [] },
    };
    await ask(streamer, setHours, hours);
    const { calendarId } = await add();
    const begins = async () =>
      (await busy(calendarId)).map(({ starts_at }) => starts_at.getTime() - days * DAY);
    await importNow();
    expect(await begins()).toEqual([0]);

    const travel = { zone: 'Asia/Tokyo', first: date(days - 1), last: date(days + 1) } as const;
    await ask(streamer, setHours, { ...hours, travels: [travel] });
    expect((await row(calendarId)).next_fetch_at.getTime()).toBeLessThanOrEqual(now());
    await importNow();
    expect(await begins()).toEqual([-9 * HOUR]);

    await ask(streamer, setHours, { ...hours, zone: 'Etc/GMT+5' });
    await importNow();
    expect(await begins()).toEqual([5 * HOUR]);
    expect(asked).toEqual([undefined, undefined, undefined]);

    await ask(streamer, setHours, { ...hours, zone: 'Etc/GMT+5', closedOnHolidays: true });
    expect((await row(calendarId)).next_fetch_at.getTime()).toBeGreaterThan(now());
  });

  test('tells its streamer what could not be read, and nobody else', async () => {
    const start = Math.ceil(now() / HOUR) * HOUR + 24 * HOUR;
    const strange = `BEGIN:VEVENT\r\nUID:s\r\nDTSTART;TZID=Chez moi:${stamp(start).slice(0, -1)}\r\nDURATION:PT1H\r\nSUMMARY:Secret\r\nEND:VEVENT\r\n`;
    serve(calendar(strange, event(start).replace('END:VEVENT', 'RRULE:FREQ=PARFOIS\r\nEND:VEVENT')));
    const { calendarId } = await add();
    await importNow();
    const { unread } = await row(calendarId);
    expect(unread).toMatchObject([
      { reason: 'unknown_zone', name: 'Chez moi', events: 1, starts: [expect.any(String)] },
      { reason: 'bad_rule', name: 'FREQ=PARFOIS', events: 1, starts: [new Date(start).toISOString()] },
    ]);
    expect(JSON.stringify(unread)).not.toContain('Secret');
    serve(calendar(event(start)));
    await importNow(new Date(now() + HOUR));
    expect((await row(calendarId)).unread).toEqual([]);
  });

  test('that the streamer declined is free', async () => {
    const start = Math.ceil(now() / HOUR) * HOUR + 24 * HOUR;
    const guests = `ATTENDEE;PARTSTAT=DECLINED:mailto:${streamer.email}\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:autre@exemple.fr\r\n`;
    serve(calendar(event(start).replace('END:VEVENT', `${guests}END:VEVENT`)));
    const { calendarId } = await add();
    await importNow();
    expect(await busy(calendarId)).toEqual([]);
  });

  test('of six megabytes and four thousand past events is read', async () => {
    const start = Math.ceil(now() / HOUR) * HOUR + 24 * HOUR;
    const past = Array.from({ length: 4_000 }, (_, index) =>
      event(start - (400 + index) * DAY).replace(
        'END:VEVENT',
        `DESCRIPTION:${'x'.repeat(1_450)}\r\nEND:VEVENT`,
      ),
    );
    serve(calendar(...past, event(start)));
    const { calendarId } = await add();
    await importNow();
    expect(await row(calendarId)).toMatchObject({ state: 'working', busy_count: 1, last_error: null });
  }, 60_000);

  test('that fails keeps its busy times and gives the reason, and its streamer gets one mail, after a day', async () => {
    const start = Math.ceil(now() / HOUR) * HOUR + 24 * HOUR;
    serve(calendar(event(start)));
    const { calendarId } = await add();
    await importNow();
    const fails: [(response: ServerResponse) => void, string][] = [
      [(response) => response.writeHead(404).end(), 'not_found'],
      [(response) => response.writeHead(200).end('<html>'), 'not_a_calendar'],
      [(response) => response.writeHead(200).end(calendar(event(start)).slice(0, -9)), 'malformed'],
    ];
    for (const [index, [respond, problem]] of fails.entries()) {
      answer = (_path, response) => respond(response);
      await importNow(new Date(now() + (index + 1) * 8 * HOUR));
      expect(await row(calendarId)).toMatchObject({
        state: 'broken',
        last_error: problem,
        failures: index + 1,
      });
      expect(await busy(calendarId)).toHaveLength(1);
    }
    const mails = async () =>
      (await readMails(product.database.pool, 'to_address = $1', [streamer.email])).map(
        ({ subject }) => subject,
      );
    expect(await mails()).toEqual([]);
    for (const hours of [33, 41, 49]) await importNow(new Date(now() + hours * HOUR));
    expect(await mails()).toEqual(['Votre agenda «\u202fPerso\u202f» ne répond plus']);
    serve(calendar());
    await importNow(new Date(now() + 60 * HOUR));
    expect(await row(calendarId)).toMatchObject({ state: 'working', failures: 0, failing_since: null });
    expect(await busy(calendarId)).toEqual([]);
  });

  test('that leads into a private network is never connected to', async () => {
    host.names.set('interne.exemple.fr', ['10.0.0.8']);
    const { calendarId } = await add('https://interne.exemple.fr/c.ics');
    const before = host.dials.length;
    await importNow();
    expect(await row(calendarId)).toMatchObject({ state: 'broken', last_error: 'private_address' });
    expect(host.dials.slice(before).filter((dial) => dial.includes('interne'))).toEqual([]);
  });

  test('that hangs delays none of the others', async () => {
    answer = (path, response) => {
      if (path !== '/lent.ics') response.writeHead(200).end(calendar());
    };
    const slow = await add(`${host.origin}/lent.ics`, 'Lent');
    const quick = await add(`${host.origin}/vite.ics`, 'Vite');
    const running = importNow();
    await expect.poll(async () => (await row(quick.calendarId)).state).toBe('working');
    expect((await row(slow.calendarId)).state).toBe('pending');
    await running;
    expect((await row(slow.calendarId)).last_error).toBe('too_slow');
  }, 30_000);
});

describe('the commands', () => {
  test('refuse an invalid address, the same one twice, and more than ten', async () => {
    const { refusal } = await send(streamer, addCalendar, {
      key: randomUUID(),
      label: 'x',
      url: 'http://agenda.exemple.fr/c.ics',
    });
    expect(refusal).toMatchObject({ code: 'calendar_refused', details: { reason: 'bad_address' } });
    await add(`${host.origin}/0.ics`);
    const again = { key: randomUUID(), label: 'x', url: `${host.origin}/0.ics` };
    expect(await codeOf(streamer, addCalendar, again)).toBe('already_done');
    for (let index = 1; index < MOST_CALENDARS; index++) await add(`${host.origin}/${index}.ics`);
    const eleventh = { key: randomUUID(), label: 'x', url: `${host.origin}/11.ics` };
    expect(await codeOf(streamer, addCalendar, eleventh)).toBe('too_many_calendars');
  });

  test('add once under one key, and are for streamers alone', async () => {
    const order = { key: randomUUID(), label: 'Perso', url: `${host.origin}/p.ics` };
    expect(await ask(streamer, addCalendar, order)).toEqual(await ask(streamer, addCalendar, order));
    const viewer = await product.join();
    expect(await codeOf(viewer, addCalendar, { ...order, key: randomUUID() })).toBe('forbidden');
  });

  test('remove and refresh one’s own only', async () => {
    serve(calendar(event(now() + 24 * HOUR)));
    const { calendarId } = await add();
    await importNow();
    const other = await product.join({ role: 'streamer' });
    expect(await codeOf(other, removeCalendar, { calendarId })).toBe('calendar_not_found');
    expect(await codeOf(other, refreshCalendar, { calendarId })).toBe('calendar_not_found');
    expect(await codeOf(streamer, refreshCalendar, { calendarId })).toBe('too_many_attempts');
    await product.database.pool.query(
      "update public.calendars set last_fetched_at = now() - interval '2 minutes' where id = $1",
      [calendarId],
    );
    await ask(streamer, refreshCalendar, { calendarId });
    expect((await row(calendarId)).next_fetch_at.getTime()).toBeLessThanOrEqual(now());
    await ask(streamer, removeCalendar, { calendarId });
    expect(await row(calendarId)).toBeUndefined();
    expect(await busy(calendarId)).toEqual([]);
  });
});
