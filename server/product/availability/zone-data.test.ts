import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSlots } from '#contracts/availability.ts';
import { hold, openFixture } from '#server/product/booking/testing/fixture.ts';
import { ask, openProduct } from '#server/product/testing/product-server.ts';

// Offsets of zones are Node's alone (docs/decisions/0129): Postgres has a list of its own, and the two may be of different years.
const product = await openProduct();
const anybody = { client: product.client() };

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

test('no statement, function or view has Postgres compute on the wall of a zone other than UTC', () => {
  const sql = `${read('database/schema.sql')}\n${read('database/statements.ts')}`.toLowerCase();
  const zones = [...sql.matchAll(/at time zone\s+('[^']*'(?:::text)?|\S+)/g)].map(([, zone]) => zone);
  expect(zones.length, 'the text was searched').toBeGreaterThan(0);
  expect(zones.filter((zone) => !/^\\?'utc\\?'/.test(zone ?? ''))).toEqual([]);
  expect(sql).not.toMatch(/\btimezone\(\s*(?!'utc')/);
  expect(sql).not.toContain('pg_timezone');
});

// Morocco gave up its one summer time in 2026, of which an older list knows nothing; the others end or begin summer time in these months.
test.each(['Africa/Casablanca', 'America/Sao_Paulo', 'Asia/Tehran', 'Australia/Lord_Howe', 'Europe/Paris'])(
  'every start that is listed in %s can be held, on both sides of each change of the clocks',
  async (zone) => {
    const fixture = await openFixture(product, { stepMinutes: null }, { zone, rules: { horizonDays: 300 } });
    const now = Date.now() + product.clock.ahead;
    const starts: string[] = [];
    for (let day = 3; day < 290; day += 41) {
      const from = new Date(now + day * 86_400_000).toISOString();
      const until = new Date(now + (day + 1.5) * 86_400_000).toISOString();
      const { slots } = await ask(anybody, listSlots, { offerId: fixture.offerId, from, until });
      const [first] = slots;
      if (first) starts.push(first.start);
    }
    expect(starts.length).toBeGreaterThan(5);
    for (const start of starts) {
      const held = await hold(await product.join(), fixture, start);
      const { rows } = await product.database.pool.query(
        'select start_at from public.bookings where id = $1',
        [held.bookingId],
      );
      expect(rows[0].start_at.toISOString(), 'the instant that was listed is the one that is kept').toBe(
        start,
      );
    }
  },
);
