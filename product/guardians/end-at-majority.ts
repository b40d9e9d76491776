import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { endGuardianship } from './end-guardianship.ts';

/**
 * Ends what was kept of those who came of age, one transaction each: their date of birth, who
 * answered for them, and the links of those mails. A guardian who had consented is notified. Two
 * runs at once, or one that is killed, tell them once: the date is what is claimed, and it goes
 * with the mail.
 */
export async function endAtMajority({
  pool,
  now,
  signal,
}: Pick<Run, 'pool' | 'now' | 'signal'>): Promise<void> {
  const { rows: people } = await pool.query(
    'select person_id from public.ages where birth_date is not null and not private.is_minor(person_id, $1)',
    [now],
  );
  for (const { person_id: personId } of people) {
    if (signal.aborted) return;
    await inTransaction(pool, async (db) => {
      const { rows: claimed } = await db.query(
        'select from public.ages where person_id = $1 and birth_date is not null for update skip locked',
        [personId],
      );
      if (claimed.length === 0) return;
      await endGuardianship(db, { personId, event: 'of_age', now });
    });
  }
}
