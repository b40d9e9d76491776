import type pg from 'pg';
import { isBareAddress, postMail } from '#product/mail/outbox.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { readersAmong } from './commands/schedule-report.ts';
import { reportFiles } from './mails/report-files.ts';
import { monthsIn, needsClosedMonths, nextPeriod, type SendingTrouble, sentAt } from './rules/schedule.ts';
import { type BooksDeps, writeFile } from './write-file.ts';

const ON =
  'select id from private.report_schedules where stopped_at is null and (retry_at is null or retry_at <= $1) order by created_at, id';

const SCHEDULE = `select s.kind, s.format, s.every, s.day, s.hour, s.recipients, s.created_by, to_char(s.next_month, 'YYYY-MM') as next_month
  from private.report_schedules s where s.id = $1 and s.stopped_at is null for update skip locked`;

const CLOSED = `select count(*)::int as closed from public.accounting_months where to_char(month, 'YYYY-MM') = any($1::text[])`;

/**
 * Makes the files that are due and posts their mails: a period is one transaction, whose key keeps
 * it from being sent twice, so a process that dies takes all of it along. What cannot leave says
 * why on its schedule and is tried again, after an error ever later, up to an hour; the others
 * leave meanwhile.
 */
export const sendReports =
  (deps: BooksDeps) =>
  async ({ pool, now, signal, logger }: Pick<Run, 'pool' | 'now' | 'signal' | 'logger'>): Promise<void> => {
    const errors: unknown[] = [];
    const { rows } = await pool.query(ON, [now]);
    for (const { id } of rows) {
      try {
        while (
          !signal.aborted &&
          (await inTransaction(pool, (db) => sendNext(db, deps, { id, now, logger })))
        );
      } catch (error) {
        logger.error({ err: error, scheduleId: id }, 'files of the books could not be sent');
        // Where not even that can be written, it is the task's trouble; the schedules behind it are
        // tried all the same.
        await inTransaction(pool, (db) => noteFailure(db, id, now)).catch((unwritten) =>
          errors.push(unwritten),
        );
      }
    }
    if (errors.length > 0)
      throw new AggregateError(errors, 'why files of the books could not be sent could not be written');
  };

/** @returns whether a period was sent, and the next one may be due */
async function sendNext(
  db: pg.ClientBase,
  deps: BooksDeps,
  { id, now, logger }: { id: string; now: Date } & Pick<Run, 'logger'>,
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
  const among = await readersAmong(db, recipients, now);
  const readers = among.filter(({ email }) => isBareAddress(email ?? ''));
  for (const { id: userId, email } of among)
    if (!isBareAddress(email ?? ''))
      logger.warn(
        { scheduleId: id, userId },
        'no mail about files of the books can be written to this address',
      );
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
    'update private.report_schedules set next_month = $2, trouble = null, trouble_since = null, failures = 0, retry_at = null where id = $1',
    [id, `${nextPeriod(schedule, last)}-01`],
  );
  return true;
}

/** Says on a schedule why what is due has not left. @returns whether that is news */
async function note(db: pg.ClientBase, id: string, trouble: SendingTrouble, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update private.report_schedules set trouble = $2, trouble_since = $3
     where id = $1 and stopped_at is null and trouble is distinct from $2`,
    [id, trouble, now],
  );
  return rowCount === 1;
}

const MINUTE = 60_000;
const LONGEST_WAIT = 60 * MINUTE;

/**
 * Says that it failed and when it is tried again, and, once for each trouble, tells who may read
 * the books.
 */
async function noteFailure(db: pg.ClientBase, id: string, now: Date): Promise<void> {
  const isNews = await note(db, id, 'failed', now);
  const { rows } = await db.query(
    'update private.report_schedules set failures = least(failures + 1, 20) where id = $1 and stopped_at is null returning kind, failures',
    [id],
  );
  const [row] = rows;
  if (!row) return;
  await db.query('update private.report_schedules set retry_at = $2 where id = $1', [
    id,
    new Date(now.getTime() + Math.min(MINUTE * 2 ** row.failures, LONGEST_WAIT)),
  ]);
  if (isNews)
    await db.query(
      `insert into public.notifications (person_id, kind, data, created_at)
       select p.id, 'report_failed', jsonb_build_object('event', 'report_failed', 'kind', $2::text), $1
       from public.profiles p where p.role = 'admin'
         and exists (select from public.team_roles r where r.person_id = p.id and r.role in ('all', 'finance'))`,
      [now, row.kind],
    );
}
