import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { lockCase } from '../case-row.ts';
import { readCase as contract } from '../contract.ts';
import { decisionFrom, decisionOf } from '../decision-row.ts';
import { evidenceOf } from '../evidence-of.ts';
import { asItWas, removalOf } from '../removed-content.ts';

/**
 * A case as an admin works on it: each report with what was seen then, what it is now, and whose it
 * is.
 */
export const readCase = serve({
  contract,
  async run({ db, person, input: { caseId }, now: at }) {
    const found = await lockCase(db, caseId);
    const { rows } = await db.query(
      `select c.severity, c.category, c.opened_at, c.evidence_erased_at, nullif(concat_ws(' ', t.first_name, t.last_name), '') as taken_by_name
       from public.moderation_cases c left join public.profiles t on t.id = c.taken_by where c.id = $1`,
      [caseId],
    );
    const { rows: reports } = await db.query(
      `select r.id, r.category, r.body, r.created_at, r.evidence, r.reporter_email, r.reporter_name,
         nullif(concat_ws(' ', p.first_name, p.last_name), '') as name, p.id is not null as has_account
       from public.moderation_reports r left join public.profiles p on p.id = r.reporter_id where r.case_id = $1 order by r.created_at, r.id`,
      [caseId],
    );
    const { rows: signals } = await db.query(
      'select id, found, evidence, found_at from private.case_signals where case_id = $1 order by found_at, id limit 100',
      [caseId],
    );
    const [row] = rows;
    if (!row) throw new Error('a locked case is gone');
    const now = await evidenceOf(db, found.kind, found.subjectId, found.personId);
    const decision = await decisionOf(db, caseId);
    const removal = decision && (await removalOf(db, decision.id));
    return {
      id: found.id,
      number: found.number,
      title: found.title,
      subjectKind: found.kind,
      subjectId: found.subjectId,
      state: found.state,
      severity: row.severity,
      category: row.category,
      openedAt: row.opened_at.toISOString(),
      takenBy:
        found.takenBy && found.takenUntil
          ? {
              isMe: found.takenBy === person.id,
              name: row.taken_by_name ?? 'Un admin',
              until: found.takenUntil.toISOString(),
            }
          : null,
      evidenceErasedAt: row.evidence_erased_at?.toISOString() ?? null,
      sessionId: now?.sessionId ?? null,
      current: now && (removal?.content ? asItWas(now.evidence, removal.content) : now.evidence),
      removal: removal && {
        at: removal.removed_at.toISOString(),
        restoredAt: removal.restored_at?.toISOString() ?? null,
        erasedAt: removal.erased_at?.toISOString() ?? null,
      },
      reports: reports.map((report) => ({
        id: report.id,
        category: report.category,
        body: report.body,
        by: report.name ?? (report.reporter_name && `${report.reporter_name} (${report.reporter_email})`),
        hasAccount: report.has_account ?? false,
        at: report.created_at.toISOString(),
        evidence: report.evidence,
      })),
      signal: found.signal,
      signals: signals.map(({ id, found: words, evidence, found_at: at }) => ({
        id,
        found: words,
        evidence,
        at: at.toISOString(),
      })),
      person: found.personId === null ? null : await personOf(db, { personId: found.personId, caseId, at }),
      similar: await similarTo(db, caseId),
      decision: decision && { ...decisionFrom(decision), isMine: decision.decided_by === person.id },
    };
  },
});

/**
 * Reads the case's person: since when they are here, what they have done, and what was decided
 * about them before.
 */
async function personOf(
  db: pg.ClientBase,
  { personId, caseId, at: now }: { personId: string; caseId: string; at: Date },
) {
  const { rows } = await db.query(
    `select p.id, coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), u.email, '') as name, p.role, p.created_at, private.is_minor(p.id, $2) as is_minor,
       (select count(*)::integer from public.bookings b where (b.streamer_id = p.id or b.viewer_id = p.id) and b.status = 'completed') as completed,
       (select count(*)::integer from public.bookings b where (b.streamer_id = p.id or b.viewer_id = p.id) and b.status = 'confirmed') as coming,
       (select count(*)::integer from private.disputes d join public.payments y on y.id = d.payment_id
        where y.streamer_id = p.id or y.viewer_id = p.id) as disputes
     from public.profiles p join auth.users u on u.id = p.id where p.id = $1`,
    [personId, now],
  );
  const { rows: earlier } = await db.query(
    `select c.number, d.measure, d.rule, d.decided_at, coalesce(d.appeal_outcome = 'overturned', false) as overturned
     from public.moderation_decisions d join public.moderation_cases c on c.id = d.case_id
     where d.person_id = $1 and d.case_id <> $2 and d.measure <> 'none' order by d.decided_at desc limit 20`,
    [personId, caseId],
  );
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    name: row.name ?? '',
    role: row.role,
    isMinor: row.is_minor ?? false,
    since: row.created_at.toISOString(),
    completed: row.completed ?? 0,
    coming: row.coming ?? 0,
    disputes: row.disputes ?? 0,
    earlier: earlier.map(({ number, measure, rule, decided_at: at, overturned }) => ({
      number,
      measure,
      rule,
      at: at.toISOString(),
      overturned: overturned ?? false,
    })),
  };
}

/** As many as somebody compares. */
const SIMILAR = 8;

/**
 * Each branch reads its own index to its limit: one condition for both would read every case there
 * is.
 */
export const SIMILAR_CASES = `with this as (select id, person_id, category, subject_kind from public.moderation_cases where id = $1),
  waiting as (
    select c.id from this join public.moderation_cases c on c.person_id = this.person_id
    where c.state = 'open' and c.id <> this.id order by c.opened_at desc, c.id limit $2),
  decided as (
    select c.id from this join public.moderation_cases c on c.category = this.category and c.subject_kind = this.subject_kind
    where c.state <> 'open' and c.id <> this.id order by c.last_reported_at desc, c.id limit $2)
  select c.id, c.number, c.title, coalesce(c.person_id = this.person_id, false) as is_same_person, d.measure,
    coalesce(d.decided_at, c.opened_at) as at, coalesce(d.appeal_outcome = 'overturned', false) as overturned
  from (select id from waiting union all select id from decided) found
  join public.moderation_cases c on c.id = found.id cross join this left join public.moderation_decisions d on d.case_id = c.id
  order by d.case_id is null desc, at desc, c.id limit $2`;

/**
 * Finds the other waiting cases about the same person, and earlier decisions on the same, so that
 * like cases end alike.
 */
async function similarTo(db: pg.ClientBase, caseId: string) {
  const { rows } = await db.query(SIMILAR_CASES, [caseId, SIMILAR]);
  return rows.map(({ id, number, title, is_same_person: isSamePerson, measure, at, overturned }) => ({
    id,
    number,
    title,
    isSamePerson,
    measure,
    at: at.toISOString(),
    overturned,
  }));
}
