import type pg from 'pg';
import {
  monthsIn,
  needsClosedMonths,
  nextPeriod,
  type SendingTrouble,
  sentAt,
} from '#domain/accounting/schedule.ts';
import type { Run } from '#server/jobs/runner.ts';
import { reportFiles } from '#server/mail/notice/report-files.ts';
import { postMail } from '#server/mail/outbox.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { readersAmong } from './schedule-report.ts';
import { type BooksDeps, writeFile } from './write-file.ts';

const ON = 'select id from private.report_schedules where stopped_at is null order by created_at, id';

const SCHEDULE = `select s.kind, s.format, s.every, s.day, s.hour, s.recipients, s.created_by, to_char(s.next_month, 'YYYY-MM') as next_month
  from private.report_schedules s where s.id = $1 and s.stopped_at is null for update skip locked`;

const CLOSED = `select count(*)::int as closed from public.accounting_months where to_char(month, 'YYYY-MM') = any($1::text[])`;

/**
 * Makes the files that are due and posts their mails: a period is one transaction, whose key keeps it from being sent twice, so a process that dies
 * takes all of it along. What cannot leave says why on its schedule and is tried again; an error is the task's too.
 */
export const sendReports =
  (deps: BooksDeps) =>
  async ({ pool, now, signal }: Pick<Run, 'pool' | 'now' | 'signal'>): Promise<void> => {
    const errors: unknown[] = [];
    const { rows } = await pool.query(ON);
    for (const { id } of rows) {
      try {
        while (!signal.aborted && (await inTransaction(pool, (db) => sendNext(db, deps, { id, now }))));
      } catch (error) {
        errors.push(error);
        await inTransaction(pool, (db) => note(db, id, 'failed', now));
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'files of the books could not be sent');
  };

/** @returns whether a period was sent, and the next one may be due */
async function sendNext(
  db: pg.ClientBase,
  deps: BooksDeps,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const { rows } = await db.query(SCHEDULE, [id]);
  const [schedule] = rows;
  if (!schedule?.next_month) return false;
  const { kind, format, every, recipients, created_by: authorId, next_month: last } = schedule;
  if (sentAt(schedule, last) > now.getTime()) return false;
  const months = monthsIn(kind, every, last);
  const { rows: counted } = await db.query(CLOSED, [months]);
  const trouble: SendingTrouble | null =
    needsClosedMonths(kind) && (counted[0]?.closed ?? 0) < months.length ? 'month_open' : null;
  const readers = await readersAmong(db, recipients, now);
  if (trouble !== null || readers.length === 0) {
    await note(db, id, trouble ?? 'nobody', now);
    return false;
  }
  const files: { fileId: string; name: string }[] = [];
  for (const month of months) {
    const { fileId, name } = await writeFile(db, deps, { kind, month, format, authorId, now });
    files.push({ fileId, name });
  }
  await db.query(
    `insert into private.report_sendings (schedule_id, month, sent_at, files, recipients) values ($1, $2, $3, $4, $5)`,
    [id, `${last}-01`, now, files.map(({ fileId }) => fileId), readers.length],
  );
  for (const { id: userId, name: firstName, email } of readers)
    await postMail(
      db,
      reportFiles,
      { to: email ?? '', userId, firstName },
      { kind, every, month: last, files },
      { schedule_id: id },
    );
  await db.query(
    'update private.report_schedules set next_month = $2, trouble = null, trouble_since = null where id = $1',
    [id, `${nextPeriod(schedule, last)}-01`],
  );
  return true;
}

/** Says on a schedule why what is due has not left. */
const note = (db: pg.ClientBase, id: string, trouble: SendingTrouble, now: Date) =>
  db.query(
    `update private.report_schedules set trouble = $2, trouble_since = case when trouble = $2 then trouble_since else $3 end
     where id = $1 and stopped_at is null and trouble is distinct from $2`,
    [id, trouble, now],
  );
