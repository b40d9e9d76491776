import type pg from 'pg';
import { postMail } from '#product/mail/outbox.ts';
import { guardianTold } from './mails/told.ts';

/**
 * Ends what was kept of a minor who is of age: their date of birth, who answered for them, and the
 * links of those mails. A guardian who had consented is notified.
 * @param event why: the birthday, or an age that the team corrected
 */
export async function endGuardianship(
  db: pg.ClientBase,
  { personId, event, now }: { personId: string; event: 'of_age' | 'age_corrected'; now: Date },
): Promise<void> {
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
      { event, minorName: minorName ?? '' },
    );
}
