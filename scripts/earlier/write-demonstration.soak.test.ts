import { expect, test } from 'vitest';
import { writeDemonstration } from './write-demonstration.ts';

test('the state of this tree is kept as SQL that makes the same database again', async () => {
  // It throws when the copy, loaded from the text, has another schema than what was read.
  const sql = await writeDemonstration();
  for (const table of ['public.bookings', 'public.payments', 'migrations.applied', 'auth.users'])
    expect(sql).toMatch(new RegExp(`^copy ${table.replace('.', '\\.')} \\(`, 'm'));
}, 600_000);
