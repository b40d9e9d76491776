import { expect, test } from 'vitest';
import { SETTING_LIMITS } from '#product/shared/settings.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';

const columns = {
  fee_basis_points: SETTING_LIMITS.feeBasisPoints,
  pending_hours: SETTING_LIMITS.pendingHours,
  payout_minimum_cents: SETTING_LIMITS.leastPayoutCents,
};

test('the settings of the platform have the same limits in the database as in the domain', async () => {
  const db = await createTestDatabase('product');
  const values: Record<keyof typeof columns, number> = {
    fee_basis_points: 1_500,
    pending_hours: 48,
    payout_minimum_cents: 2_000,
  };
  /** Whether a version with one value changed is taken. */
  const isTaken = async (column: keyof typeof columns, value: number) => {
    const row = Object.values({ ...values, [column]: value });
    const insert = `insert into platform_settings (${Object.keys(values)}, reason) values ($1, $2, $3, 'Pour voir')`;
    return db.pool.query(insert, row).then(
      () => true,
      (error: { code?: string }) => {
        expect(error.code).toBe('23514');
        return false;
      },
    );
  };
  for (const [name, { min, max }] of Object.entries(columns)) {
    const column = name as keyof typeof columns;
    const around = [min - 1, min, max, max + 1];
    const taken = [];
    for (const value of around) taken.push(await isTaken(column, value));
    expect([column, ...taken]).toEqual([column, false, true, true, false]);
  }
  await db.close();
});
