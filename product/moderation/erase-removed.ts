import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';

/**
 * Erases for good what decisions took away, once nobody can appeal any more: six months are over
 * and no appeal waits, the appeal is decided, or the account is deleted. What a report kept goes
 * later, by moderation/erase-evidence. An appeal locks the case too, so that one that comes in time
 * finds the content there.
 */
export const eraseRemoved = ({ pool, now }: Run) =>
  inTransaction(pool, async (db) => {
    const { rows: due } = await db.query(
      `select r.decision_id, r.subject_kind, r.subject_id from public.removals r
         join public.moderation_decisions d on d.id = r.decision_id join public.moderation_cases c on c.id = d.case_id
       where r.content is not null and c.state <> 'appealed' and (c.state = 'closed' or d.appeal_until < $1 or r.person_id is null)
       order by r.removed_at, r.decision_id limit 1000 for update of c, r skip locked`,
      [now],
    );
    if (due.length === 0) return;
    await db.query('update public.removals set content = null, erased_at = $2 where decision_id = any ($1)', [
      due.map(({ decision_id: id }) => id),
      now,
    ]);
    // Files of a message go with its words; reported pictures and films go by
    // moderation/forget-evidence.
    await db.query('delete from public.attachments where message_id = any ($1::bigint[])', [
      due.flatMap(({ subject_kind: kind, subject_id: id }) => (kind === 'message' ? [id] : [])),
    ]);
  });
