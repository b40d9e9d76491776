import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaDifferences } from '../../tools/schema/compare-schemas.ts';
import type { Database } from './database.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from './migrate.ts';
import { createTestDatabase } from './testing/database.ts';
import { createEarlierDatabase, earlierStates } from './testing/earlier-states.ts';

// The oldest and the newest at each change; server/upgrade.soak.test.ts takes all that are kept, and opens Loge on each.
const states = earlierStates();
const chosen = [...new Set([states.at(0) ?? '', states.at(-1) ?? ''])];
let fresh: Database;

beforeAll(async () => {
  fresh = await createTestDatabase('product');
});
afterAll(() => fresh.close());

test.each(chosen)(
  'the database of %s becomes what a new one is, and keeps its people',
  async (state) => {
    const { pool, close } = await createEarlierDatabase(state);
    const people = async () =>
      (await pool.query<{ id: string }>('select id from auth.users order by id')).rows;
    const before = await people();
    expect(before.length).toBeGreaterThan(0);
    await migrate(pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
    expect(await schemaDifferences(pool, fresh.pool)).toEqual([]);
    expect(await people()).toEqual(before);
    await close();
  },
  120_000,
);
