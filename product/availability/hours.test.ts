import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { setPublication } from '#product/streamers/contract.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import {
  listSlots,
  type OpeningHoursInput,
  previewDay,
  removeAbsence,
  removeException,
  setAbsence,
  setException,
  setHours,
} from './contract.ts';
import { DEFAULT_RULES } from './rules/availability.ts';
import { insertBooked, insertOffer, openStreamer } from './testing/marketplace.ts';

const product = await openProduct();
const viewer = await product.join();
let streamer: SignedIn;
beforeEach(async () => {
  streamer = await product.join({ role: 'streamer' });
});

const rules = { ...DEFAULT_RULES, noticeMinutes: 0 };
const week: OpeningHoursInput = {
  zone: 'Europe/Paris',
  weekly: [
    { weekday: 1, from: 540, to: 720 },
    { weekday: 1, from: 840, to: 1080 },
    { weekday: 6, from: 1320, to: 1560 },
  ],
  rules,
  closedOnHolidays: true,
  travels: [],
};

/** The hours as the page would read them back; reading rows through rest is tested elsewhere. */
async function stored() {
  const { rows } = await product.database.pool.query(
    `select weekday, from_minute as "from", to_minute as "to" from public.weekly_hours where streamer_id = $1 order by 1, 2`,
    [streamer.id],
  );
  return rows;
}

describe('setting hours', () => {
  test('replaces zone, week and rules as a whole', async () => {
    expect(await ask(streamer, setHours, week)).toEqual(week);
    expect(await stored()).toEqual(week.weekly);
    const other = {
      ...week,
      zone: 'Asia/Kathmandu',
      weekly: [{ weekday: 2, from: 0, to: 60 }],
      rules: {
        ...rules,
        maxPerMonth: 12,
        window: {
          kind: 'dates',
          first: parseLocalDate('2030-01-01'),
          last: parseLocalDate('2030-03-01'),
        } as const,
      },
      travels: [
        { zone: 'Asia/Tokyo', first: parseLocalDate('2030-02-01'), last: parseLocalDate('2030-02-05') },
      ],
    };
    await ask(streamer, setHours, other);
    expect(await stored()).toEqual(other.weekly);
    const { rows } = await product.database.pool.query(
      'select zone, closed_on_holidays, notice_minutes from public.streamers where id = $1',
      [streamer.id],
    );
    expect(rows).toEqual([{ zone: 'Asia/Kathmandu', closed_on_holidays: true, notice_minutes: 0 }]);
  });

  test('an empty week closes', async () => {
    await ask(streamer, setHours, week);
    await ask(streamer, setHours, { ...week, weekly: [] });
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['zone', { zone: 'Europe/Atlantis' }],
    ['zone', { zone: '+02:00' }],
    [
      'weekly.1',
      {
        weekly: [
          { weekday: 1, from: 540, to: 720 },
          { weekday: 1, from: 700, to: 800 },
        ],
      },
    ],
    [
      'weekly.1',
      {
        weekly: [
          { weekday: 7, from: 1320, to: 1600 },
          { weekday: 1, from: 60, to: 120 },
        ],
      },
    ],
    ['weekly.0', { weekly: [{ weekday: 1, from: 720, to: 540 }] }],
    ['weekly.0', { weekly: [{ weekday: 1, from: 10, to: 1451 }] }],
    ['rules.maxPerMonth', { rules: { ...rules, maxPerMonth: 501 } }],
    [
      'rules.window',
      { rules: { ...rules, window: { kind: 'dates', first: '2030-02-02', last: '2030-02-01' } as const } },
    ],
    ['travels.0', { travels: [{ zone: 'Nulle/Part', first: '2030-02-01', last: '2030-02-02' }] }],
    ['travels.0', { travels: [{ zone: 'Asia/Tokyo', first: '2030-02-02', last: '2030-02-01' }] }],
    [
      'travels.1',
      {
        travels: [
          { zone: 'Asia/Tokyo', first: '2030-02-01', last: '2030-02-05' },
          { zone: 'Asia/Seoul', first: '2030-02-05', last: '2030-02-07' },
        ],
      },
    ],
    ['rules.noticeMinutes', { rules: { ...rules, noticeMinutes: 43_201 } }],
    ['rules.maxPerDay', { rules: { ...rules, maxPerDay: 0 } }],
  ])('what makes no sense is refused, and %s says so', async (field, change) => {
    const { refusal } = await send(streamer, setHours, { ...week, ...change });
    expect([refusal?.code, Object.keys(refusal?.fields ?? {})]).toEqual(['bad_hours', [field]]);
    expect(await stored()).toEqual([]);
  });

  test('is for streamers alone', async () => {
    expect(await codeOf(viewer, setHours, week)).toBe('forbidden');
    expect(await codeOf({ client: product.client() }, setHours, week)).toBe('unauthenticated');
  });

  test('when two tabs read the same hours, the second to save is told', async () => {
    await ask(streamer, setHours, week);
    const first = { ...week, weekly: week.weekly.slice(0, 1), replaces: week };
    const second = {
      ...week,
      weekly: week.weekly.slice(1),
      replaces: { ...week, weekly: week.weekly.toReversed() },
    };
    const codes = await Promise.all([codeOf(streamer, setHours, first), codeOf(streamer, setHours, second)]);
    expect(codes.toSorted()).toEqual(['hours_changed', null].toSorted());
    expect(await stored()).toEqual(codes[0] === null ? first.weekly : second.weekly);
  });

  test('ten at once leave the hours of one of them, whole', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        codeOf(streamer, setHours, {
          ...week,
          weekly: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: index * 60, to: index * 60 + 60 })),
        }),
      ),
    );
    expect(answers).toEqual(Array(10).fill(null));
    const rows = await stored();
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map(({ from }) => from)).size).toBe(1);
  });

  test('touches no booking', async () => {
    await openStreamer(product.database.pool, streamer.id);
    const offerId = await insertOffer(product.database.pool, streamer.id);
    const start = new Date(Date.now() + 3 * 86_400_000);
    const id = await insertBooked(product.database.pool, {
      streamerId: streamer.id,
      offerId,
      viewerId: viewer.id,
      start,
    });
    await ask(streamer, setHours, { ...week, weekly: [], zone: 'America/Montreal' });
    const { rows } = await product.database.pool.query(
      'select status, start_at, streamer_zone from public.bookings where id = $1',
      [id],
    );
    expect(rows).toEqual([{ status: 'confirmed', start_at: start, streamer_zone: 'Europe/Paris' }]);
  });
});

describe('a date of its own', () => {
  const dates = async () => {
    const { rows } = await product.database.pool.query(
      'select date::text, ranges, note from public.date_exceptions where streamer_id = $1 order by date',
      [streamer.id],
    );
    return rows;
  };

  test('has other hours, is closed, and follows its weekday again', async () => {
    const date = '2026-12-24';
    const ranges = [
      { from: 900, to: 960 },
      { from: 600, to: 720 },
    ];
    await ask(streamer, setException, { date, ranges, note: 'Réveillon' });
    expect(await dates()).toEqual([{ date, ranges: ranges.toReversed(), note: 'Réveillon' }]);
    await ask(streamer, setException, { date, ranges: [] });
    expect(await dates()).toEqual([{ date, ranges: [], note: '' }]);
    await ask(streamer, removeException, { date });
    await ask(streamer, removeException, { date });
    expect(await dates()).toEqual([]);
  });

  test('needs hours that make sense, and a date that exists', async () => {
    const date = '2026-12-24';
    const overlap = [
      { from: 600, to: 720 },
      { from: 700, to: 800 },
    ];
    expect(await codeOf(streamer, setException, { date, ranges: overlap })).toBe('bad_hours');
    expect(await codeOf(streamer, setException, { date: '2026-02-30', ranges: [] })).toBe('invalid_input');
    expect(await codeOf(streamer, setException, { date: '9999-01-01', ranges: [] })).toBe('invalid_input');
    expect(await codeOf(streamer, removeException, { date: '0001-01-01' })).toBe('invalid_input');
    expect(await dates()).toEqual([]);
  });
});

describe('the preview of a day', () => {
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 600, to: 720 }));

  test('gives for each start of the day whether it is free, and if not why', async () => {
    await ask(streamer, setHours, { ...week, weekly: everyDay, closedOnHolidays: false });
    const { zone, starts } = await ask(streamer, previewDay, {
      date,
      offerId: null,
      durationMinutes: 60,
      draft: null,
    });
    expect(zone).toBe('Europe/Paris');
    expect(starts.map(({ reason }) => reason)).toEqual([null, null]);
    const longer = await ask(streamer, previewDay, {
      date,
      offerId: null,
      durationMinutes: 90,
      draft: null,
    });
    expect(longer.starts.map(({ reason }) => reason)).toEqual([null, 'outside_hours']);
  });

  test('agrees with what viewers are shown', async () => {
    await openStreamer(product.database.pool, streamer.id);
    const offerId = await insertOffer(product.database.pool, streamer.id, { durationMinutes: 30 });
    await insertBooked(product.database.pool, {
      ...{ streamerId: streamer.id, offerId, viewerId: viewer.id },
      start: new Date(`${date}T10:00:00Z`),
    });
    const { starts } = await ask(streamer, previewDay, { date, offerId, durationMinutes: 30, draft: null });
    const shown = await ask({ client: product.client() }, listSlots, {
      offerId,
      from: starts[0]!.start,
      until: new Date(Date.parse(starts.at(-1)!.start) + 1).toISOString(),
    });
    expect(starts.filter(({ free }) => free).map(({ start }) => start)).toEqual(
      shown.slots.map(({ start }) => start),
    );
    expect(starts.find(({ start }) => start === `${date}T10:15:00.000Z`)?.reason).toBe('taken');
  });

  test('shows hours that are not saved yet, and saves nothing', async () => {
    const draft = { ...week, weekly: everyDay, zone: 'Australia/Lord_Howe', closedOnHolidays: false };
    const { zone, starts } = await ask(streamer, previewDay, {
      date,
      offerId: null,
      durationMinutes: 90,
      draft,
    });
    expect([zone, starts.filter(({ free }) => free).length]).toEqual(['Australia/Lord_Howe', 1]);
    expect(await stored()).toEqual([]);
  });

  test('refuses hours that make no sense, and offers of others', async () => {
    const preview = { date, offerId: null, durationMinutes: 60 as const };
    expect(await codeOf(streamer, previewDay, { ...preview, draft: { ...week, zone: 'Nulle/Part' } })).toBe(
      'bad_hours',
    );
    const other = await product.join({ role: 'streamer' });
    const offerId = await insertOffer(product.database.pool, other.id);
    expect(await codeOf(streamer, previewDay, { ...preview, offerId, draft: null })).toBe('offer_not_found');
  });
});

test.each([setHours, setException, removeException, setAbsence, removeAbsence, previewDay, setPublication])(
  '$name answers whatever a streamer sends, never with a 500',
  async ({ name, request }) => {
    product.errors.length = 0;
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('2026-02-30', '0000-01-01', '9999-12-31', 'Europe/Paris', 'x\u0000', -1, 1e9, 60, null),
      fc.constant({ ...week, weekly: [{ weekday: 1, from: 0, to: 1440 }] }),
      fc.array(
        fc.record({ weekday: fc.integer(), from: fc.integer({ min: -9, max: 3000 }), to: fc.integer() }),
      ),
    );
    const fields = Object.keys(request.shape);
    const body = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] });
    // Valid except for the fuzzed part, so that some requests get past the contract.
    const free = { offerId: null, durationMinutes: 60, draft: null };
    const right: Record<string, unknown> = {
      ...{ ...week, ...free, date: '2026-12-01', ranges: [] },
      ...{ id: null, first: '2026-12-01', last: '2026-12-02' },
    };
    const own = Object.fromEntries(
      fields.flatMap((field) => (field in right ? [[field, right[field]]] : [])),
    );
    const nearly = body.map((fuzz) => ({ ...own, ...fuzz }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, nearly), async (sent) => {
        const response = await fetch(`${product.url}/functions/v1/${name}`, {
          method: 'POST',
          body: JSON.stringify(sent),
          headers: { apikey: product.keys.publishableKey, authorization: `Bearer ${streamer.token}` },
        });
        expect([response.status < 500, await response.text()]).toEqual([true, expect.any(String)]);
      }),
      { numRuns: 60 },
    );
    expect(product.errors).toEqual([]);
  },
);
