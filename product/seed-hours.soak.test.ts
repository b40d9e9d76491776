import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { identitySeal } from '#server/integrations/identity/identity-seal.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { seedDemo } from './seed-demo.ts';

const HOUR = 3_600_000;
/** It shares no divisor with a day, so that four days of them meet twenty hours of it. */
const STEP_HOURS = 5;
const latest = Date.now();
const moments = Array.from({ length: 20 }, (_, step) => new Date(latest - step * STEP_HOURS * HOUR));

test.each(moments.map((now) => [now.toISOString(), now] as const))(
  'the demonstration can be installed at %s: everybody whom its story needs is there',
  async (_, now) => {
    const db = await openTestDatabase('product');
    try {
      const seeded = await seedDemo(db.pool, {
        now,
        password: 'trois coups',
        seal: identitySeal([Buffer.alloc(32, 7)]),
        hashPassword: (password) => hash(password, { memoryCost: 1024, timeCost: 1 }),
      });
      expect(seeded).toBe(true);
      const { rows } = await db.pool.query('select from public.moderation_decisions');
      expect(rows.length).toBeGreaterThan(1);
    } finally {
      await db.close();
    }
  },
);
