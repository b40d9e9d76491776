import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { EVIDENCE_MONTHS } from './rules/moderation.ts';

/**
 * Erases what reports and rules kept as evidence, with what reporters wrote and the addresses of
 * those without an account, six months after the last moment at which the decision could be
 * contested: the end of the time to appeal, or the answer to the appeal; of a case that was decided
 * without a measure, the decision. The decision and its reason stay, and so do the counts that are
 * published. An open case, or one that waits for its answer, keeps everything. An appeal locks the
 * case too, and can come no more by then.
 */
export const eraseEvidence = ({ pool, now }: Run) =>
  inTransaction(pool, async (db) => {
    const { rows: due } = await db.query(
      `select c.id from public.moderation_cases c join public.moderation_decisions d on d.case_id = c.id
       where c.evidence_erased_at is null and c.state in ('decided', 'closed')
         and case when c.state = 'closed' then d.appeal_decided_at when d.measure = 'none' then d.decided_at else d.appeal_until end
           < $1::timestamptz - make_interval(months => $2)
       order by c.opened_at, c.id limit 1000 for update of c skip locked`,
      [now, EVIDENCE_MONTHS],
    );
    if (due.length === 0) return;
    const cases = due.map(({ id }) => id);
    await db.query('update public.moderation_cases set evidence_erased_at = $2 where id = any ($1::uuid[])', [
      cases,
      now,
    ]);
    await db.query(
      `update public.moderation_reports set evidence = null, body = '', path = '', reporter_email = null, reporter_name = null
       where case_id = any ($1::uuid[])`,
      [cases],
    );
    await db.query('delete from private.case_signals where case_id = any ($1::uuid[])', [cases]);
  });
