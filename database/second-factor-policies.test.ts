import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { insertMarketplace } from '#database/seed/testing/marketplace.ts';
import { beginAs } from '#server/postgres/as-caller.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const db = await openTestDatabase('product');
const ids: Record<string, string> = {};

/** Who has a factor by then. */
const FACTORS = ['streamer', 'admin'];

beforeAll(async () => {
  for (const [name, role] of [
    ['viewer', 'viewer'],
    ['other', 'viewer'],
    ['streamer', 'streamer'],
    ['plain', 'streamer'],
    ['admin', 'admin'],
    ['bare', 'admin'],
  ] as const)
    ids[name] = await insertPerson(db.pool, { email: `${name}@loge.test`, role });
  Object.assign(ids, await insertMarketplace(db.pool, ids));
  await db.pool.query(
    `insert into payout_accounts (streamer_id, provider, account_reference)
     select id, 'sandbox', 'acct_' || id from profiles where role = 'streamer' on conflict do nothing`,
  );
  for (const name of FACTORS)
    await db.pool.query(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values ($1, 'App', 'totp', 'verified')`,
      [ids[name]],
    );
  // One that was begun and never verified asks nothing of anybody.
  await db.pool.query(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type) values ($1, 'App', 'totp')`,
    [ids.plain],
  );
});

/** How many rows somebody reaches with a token of that level; what they do is taken back. */
async function reached(who: string, aal: 'aal1' | 'aal2', sql: string): Promise<number> {
  const client: pg.PoolClient = await db.pool.connect();
  try {
    await beginAs(client, {
      role: 'authenticated',
      claims: { sub: ids[who], role: 'authenticated', aal, user_metadata: { aal: 'aal2' } },
    });
    return (
      (await client.query(sql.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name] ?? name))).rowCount ?? 0
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const OWN_ACCOUNT = "select streamer_id from payout_accounts where streamer_id = '$self'";
const OWN_PAYOUT = "select id from payouts where id = '$payout'";
const PEOPLE = "select id from admin_people where id = '$viewer'";
const THEIR_PROFILE = "select id from profiles where id = '$viewer'";
const THEIR_PAYOUT = OWN_PAYOUT;
const OWN_PROFILE = "select id from profiles where id = '$self'";

// biome-ignore format: a table is read by its columns.
test.each([
  // who, what, SQL, aal1, aal2
  ['streamer', 'with a factor reads their bank account', OWN_ACCOUNT, 0, 1],
  ['streamer', 'with a factor reads their payout', OWN_PAYOUT, 0, 1],
  ['streamer', 'with a factor reads their profile', OWN_PROFILE, 1, 1],
  ['plain', 'without a verified factor reads their bank account', OWN_ACCOUNT, 1, 1],
  ['admin', 'with a factor reads the people', PEOPLE, 0, 1],
  ['admin', 'with a factor reads somebody’s profile', THEIR_PROFILE, 0, 1],
  ['admin', 'with a factor reads somebody’s payout', THEIR_PAYOUT, 0, 1],
  ['admin', 'with a factor reads their own profile', OWN_PROFILE, 1, 1],
  ['bare', 'without a factor reads the people while none must be', PEOPLE, 1, 1],
  ['viewer', 'is no admin at any level', PEOPLE, 0, 0],
] as const)('%s %s', async (who, _what, sql, atOne, atTwo) => {
  ids.self = ids[who]!;
  expect([await reached(who, 'aal1', sql), await reached(who, 'aal2', sql)]).toEqual([atOne, atTwo]);
});

test('where the team must have a second factor, an admin without one is none', async () => {
  await db.pool.query("update private.deployments set admin_mfa = 'required'");
  try {
    expect(await reached('bare', 'aal1', PEOPLE)).toBe(0);
    expect(await reached('bare', 'aal2', PEOPLE)).toBe(1);
  } finally {
    await db.pool.query("update private.deployments set admin_mfa = 'optional'");
  }
});
