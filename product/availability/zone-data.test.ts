import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hold, openFixture } from '#product/booking/testing/fixture.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { listSlots } from './contract.ts';

// Zone offsets come from Node alone (docs/decisions/0096): Postgres has its own list, and the two may be of different years.
const product = await openProduct();
const anybody = { client: product.client() };

/** Sums by day or month, the books' periods, and birthdays, whose day changes at midnight in Paris: no time is placed by them (docs/decisions/0096). */
const SUMS = [
  'database/migrations/0094_statistics.sql',
  'database/migrations/0120_kept_places.sql',
  'database/migrations/0160_accounting.sql',
  'database/migrations/0245_platform_sums.sql',
  'database/migrations/0354_ages.sql',
  'database/migrations/0441_figures_agree.sql',
  'product/accounts/sql/ages.sql',
  'product/books/',
  'product/deletion/forget-seller.ts',
  'product/guardians/sql/guardianships.sql',
  'product/insight/',
  'product/payments/commands/list-payments.ts',
  'product/payments/commands/read-earnings.ts',
  'product/seed-demo.ts',
];

test('Postgres computes local times in a zone other than UTC for sums alone', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync(
    ['{server,product,platform}/**/*.ts', 'product/*/sql/*.sql', 'database/{migrations,seed}/**/*.{sql,ts}'],
    {
      cwd: root,
      exclude: (path) => path.endsWith('.test.ts'),
    },
  );
  const found = files.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8').toLowerCase();
    const zones = [...text.matchAll(/at time zone\s+('[^']*'(?:::text)?|\S+)/g)].map(([, zone]) => zone);
    return zones.some((zone) => zone !== "'utc'") || /(?<!\.)\btimezone\(\s*(?!'utc')|pg_timezone/.test(text);
  });
  expect(found.filter((path) => !SUMS.some((allowed) => path.startsWith(allowed)))).toEqual([]);
  // Each exception above is needed, so that the list stays true.
  expect(SUMS.filter((allowed) => !found.some((path) => path.startsWith(allowed)))).toEqual([]);
});

// Morocco gave up its summer time in 2026, which an older list does not know; the others change their clocks in these months.
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
