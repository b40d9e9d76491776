import type { Run } from '#server/jobs/runner.ts';
import { guardianTold } from '#server/mail/guardian/told.ts';
import { postMail } from '#server/mail/outbox.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';

/**
 * Ends what was kept of those who came of age, one transaction each: their date of birth, who answered for them, and the links of those mails. Who
 * had consented is told. Two runs at once, or one that is killed, tell them once: the date is what is claimed, and it goes with the mail.
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
      const { rows: told } = await db.query(
        `select g.email, coalesce(private.abbreviated_name(p.first_name, p.last_name), 'Un membre de Loge') as minor_name
         from public.guardianships g join public.profiles p on p.id = g.person_id
         where g.person_id = $1 and g.state = 'confirmed' for update of g`,
        [personId],
      );
      await db.query(
        `update public.guardianships set state = 'ended', ended_at = $2 where person_id = $1 and state in ('asked', 'confirmed')`,
        [personId, now],
      );
      await db.query(
        'delete from private.guardian_links where guardianship_id in (select id from public.guardianships where person_id = $1)',
        [personId],
      );
      await db.query('update public.ages set birth_date = null where person_id = $1', [personId]);
      for (const { email, minor_name: minorName } of told)
        await postMail(
          db,
          guardianTold,
          { to: email, userId: null, firstName: null },
          { event: 'of_age', minorName: minorName ?? '' },
        );
    });
  }
}
