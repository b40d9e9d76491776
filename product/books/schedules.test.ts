import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { RequestOf } from '#product/shared/contract.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { readFile, scheduleReport, stopReport } from './contract.ts';
import { firstPeriod, monthAt, sentAt } from './rules/schedule.ts';
import { sendReports } from './send-reports.ts';

const product = await openProduct();
const { pool } = product.database;
const admin = await product.join({ role: 'admin', firstName: 'Anouk' });
const accountant = await product.join({ role: 'admin', firstName: 'Léo' });
const support = await product.join({ role: 'admin' });
await pool.query("update public.team_roles set role = 'finance' where person_id = $1", [accountant.id]);
await pool.query("update public.team_roles set role = 'support' where person_id = $1", [support.id]);
const reason = 'Pour la clôture';
const started = Date.now();
const currentMonth = monthAt(instantOf(started));
const moved = (month: string, months: number) => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
};
const monthly = { every: 'month', day: 5, hour: 8 } as const;

const schedule = async (more: Partial<RequestOf<typeof scheduleReport>> = {}): Promise<string> => {
  const { scheduleId } = await ask(admin, scheduleReport, {
    key: randomUUID(),
    kind: 'month',
    format: 'csv',
    ...monthly,
    recipients: [admin.id, accountant.id],
    reason,
    ...more,
  });
  // It begins with the period that runs; the month may have turned since the tests began, and they are about one.
  const { every = 'month' } = more;
  const running = [started, Date.now()].map((at) =>
    firstPeriod({ ...monthly, every }, monthAt(instantOf(at))),
  );
  expect(running).toContain((await stateOf(scheduleId)).next);
  await pool.query('update private.report_schedules set next_month = $2 where id = $1', [
    scheduleId,
    `${running[0]}-01`,
  ]);
  return scheduleId;
};
const run = (at: number) =>
  sendReports(product.deps)({
    pool,
    now: new Date(at),
    signal: new AbortController().signal,
    logger: pino({ level: 'silent' }),
  });
const stateOf = async (id: string) => {
  const [row] = await product.rows(
    `select to_char(next_month, 'YYYY-MM') as next, trouble,
       (select count(*)::int from private.report_sendings where schedule_id = s.id) as sent from private.report_schedules s where id = $1`,
    [id],
  );
  return row;
};
const mailsOf = async (id: string) =>
  product.rows(
    `select to_address, event from mail.messages where kind = 'notice.report_files' and related ->> 'schedule_id' = $1 order by to_address`,
    [id],
  );
/** Closes a month as if it were over, with a posting in it that makes it one of the books. */
async function close(month: string): Promise<void> {
  await pool.query(
    `insert into public.accounting_months (month, closed_at, postings, reason) values ($1, $2, 0, 'Essai') on conflict do nothing`,
    [`${month}-01`, `${moved(month, 1)}-02T10:00:00Z`],
  );
}

test('a file leaves on its day, once its month is closed, to who may read it, once each', async () => {
  const id = await schedule();
  const due = sentAt(monthly, currentMonth);
  await run(due - 1);
  expect(await stateOf(id)).toEqual({ next: currentMonth, trouble: null, sent: 0 });
  // The month is not closed: it says so, and waits.
  await run(due);
  expect(await stateOf(id)).toEqual({ next: currentMonth, trouble: 'month_open', sent: 0 });
  expect(await mailsOf(id)).toEqual([]);
  await close(currentMonth);
  await Promise.all([run(due + 1), run(due + 1), run(due + 2)]);
  await run(due + 3);
  expect(await stateOf(id)).toEqual({ next: moved(currentMonth, 1), trouble: null, sent: 1 });
  const mails = await mailsOf(id);
  expect(mails.map(({ to_address }) => to_address).sort()).toEqual([admin.email, accountant.email].sort());
  const [{ fileId }] = mails[0].event.files;
  // The mail has no file in it, but leads to it; who takes it along is counted as ever.
  const mail = (await readMails(pool)).find(({ to }) => to === accountant.email);
  expect(mail?.text).toContain(`/admin-dashboard/reports?file=${fileId}`);
  const file = await ask(accountant, readFile, { fileId });
  expect(file.body).toContain('Encaissé');
  expect(await codeOf(support, readFile, { fileId })).toBe('forbidden');
  const [{ downloads }] = await product.rows(
    'select count(*)::int as downloads from accounting_downloads where file_id = $1 and downloaded_by = $2',
    [fileId, accountant.id],
  );
  expect(downloads).toBe(1);
  await ask(admin, stopReport, { scheduleId: id, reason });
});

test('a quarter has the files of its months in one mail', async () => {
  const id = await schedule({ kind: 'payouts', every: 'quarter', recipients: [accountant.id] });
  const { next } = await stateOf(id);
  for (const back of [0, 1, 2]) await close(moved(next, -back));
  await run(sentAt({ ...monthly, every: 'quarter' }, next));
  expect(await stateOf(id)).toEqual({ next: moved(next, 3), trouble: null, sent: 1 });
  const [mail] = await mailsOf(id);
  expect(mail.event.files.map(({ name }: { name: string }) => name)).toEqual(
    [2, 1, 0].map((back) => `loge-versements-${moved(next, -back)}.csv`),
  );
  await ask(admin, stopReport, { scheduleId: id, reason });
});

test('who left finance is not written to, and where nobody is left nothing leaves and it says so', async () => {
  const leaver = await product.join({ role: 'admin' });
  const id = await schedule({ recipients: [leaver.id] });
  await pool.query("update public.team_roles set role = 'support' where person_id = $1", [leaver.id]);
  await close(currentMonth);
  const due = sentAt(monthly, currentMonth);
  await run(due);
  expect(await stateOf(id)).toEqual({ next: currentMonth, trouble: 'nobody', sent: 0 });
  await pool.query("update public.team_roles set role = 'finance' where person_id = $1", [leaver.id]);
  await run(due);
  expect(await stateOf(id)).toMatchObject({ trouble: null, sent: 1 });
  await ask(admin, stopReport, { scheduleId: id, reason });
});

test('an error is on its schedule, told once, keeps no other from leaving, and is tried again ever later', async () => {
  const broken = await schedule();
  const whole = await schedule({ recipients: [accountant.id] });
  await close(currentMonth);
  const due = sentAt(monthly, currentMonth);
  // A file that the database refuses: its author is unknown to nobody, its day is.
  await pool.query(
    `create function public.refuse_broken() returns trigger language plpgsql as $$
     begin if new.schedule_id = '${broken}' then raise exception 'refused'; end if; return new; end $$`,
  );
  await pool.query(
    'create trigger broken before insert on private.report_sendings for each row execute function public.refuse_broken()',
  );
  await run(due);
  const told = () =>
    product.rows(
      `select person_id from notifications where kind = 'report_failed' and person_id = any($1) order by person_id`,
      [[admin.id, accountant.id, support.id]],
    );
  const both = [admin.id, accountant.id].sort().map((person_id) => ({ person_id }));
  expect(await told()).toEqual(both);
  expect(await stateOf(broken)).toEqual({ next: currentMonth, trouble: 'failed', sent: 0 });
  expect(await mailsOf(broken)).toEqual([]);
  expect(await stateOf(whole)).toMatchObject({ trouble: null, sent: 1 });
  const MINUTE = 60_000;
  await run(due + 2 * MINUTE);
  expect(await told()).toEqual(both);
  await pool.query('drop trigger broken on private.report_sendings');
  await pool.query('drop function public.refuse_broken');
  // It failed twice, so it waits four minutes, while another one leaves at once.
  await run(due + 5 * MINUTE);
  expect(await stateOf(broken)).toMatchObject({ trouble: 'failed', sent: 0 });
  await run(due + 6 * MINUTE);
  expect(await stateOf(broken)).toMatchObject({ trouble: null, sent: 1 });
  expect(
    await product.rows('select failures, retry_at from private.report_schedules where id = $1', [broken]),
  ).toEqual([{ failures: 0, retry_at: null }]);
  for (const scheduleId of [broken, whole]) await ask(admin, stopReport, { scheduleId, reason });
});

test('one whose address takes no mail keeps nobody else from theirs', async () => {
  const misspelt = await product.join({ role: 'admin' });
  const id = await schedule({ recipients: [misspelt.id, accountant.id] });
  await pool.query("update auth.users set email = 'deux mots@loge.test' where id = $1", [misspelt.id]);
  await close(currentMonth);
  await run(sentAt(monthly, currentMonth));
  expect(await stateOf(id)).toMatchObject({ trouble: null, sent: 1 });
  expect((await mailsOf(id)).map(({ to_address }) => to_address)).toEqual([accountant.email]);
  await ask(admin, stopReport, { scheduleId: id, reason });
});

test('where not even the trouble can be written, the schedules behind it leave all the same', async () => {
  const broken = await schedule();
  const whole = await schedule({ recipients: [accountant.id] });
  await close(currentMonth);
  await pool.query(
    `create function public.refuse_broken() returns trigger language plpgsql as $$
     begin if new.id = '${broken}' then raise exception 'refused'; end if; return new; end $$`,
  );
  await pool.query(
    'create trigger broken before update on private.report_schedules for each row execute function public.refuse_broken()',
  );
  await expect(run(sentAt(monthly, currentMonth))).rejects.toThrow('could not be written');
  expect(await stateOf(whole)).toMatchObject({ trouble: null, sent: 1 });
  await pool.query('drop trigger broken on private.report_schedules');
  await pool.query('drop function public.refuse_broken');
  for (const scheduleId of [broken, whole]) await ask(admin, stopReport, { scheduleId, reason });
});

test('turning it on and off is in the log with its reason; what may not be is refused', async () => {
  const id = await schedule();
  await ask(admin, stopReport, { scheduleId: id, reason });
  expect(await codeOf(admin, stopReport, { scheduleId: id, reason })).toBe('already_done');
  expect(await codeOf(admin, stopReport, { scheduleId: randomUUID(), reason })).toBe('not_found');
  await close(currentMonth);
  await run(sentAt(monthly, currentMonth));
  expect(await stateOf(id)).toMatchObject({ sent: 0 });
  const log = await product.rows(
    'select action, reason from audit_log where subject_id = $1 order by at, id',
    [id],
  );
  expect(log).toEqual([
    { action: 'accounting/schedule-report', reason },
    { action: 'accounting/stop-report', reason },
  ]);
  const asked: RequestOf<typeof scheduleReport> = {
    key: randomUUID(),
    kind: 'month',
    format: 'csv',
    ...monthly,
    recipients: [admin.id],
    reason,
  };
  const viewer = await product.join();
  const refusals: [string, SignedIn, Partial<RequestOf<typeof scheduleReport>>][] = [
    ['forbidden', viewer, {}],
    ['forbidden', support, {}],
    ['recipient_refused', admin, { recipients: [admin.id, viewer.id] }],
    ['recipient_refused', admin, { recipients: [support.id] }],
    ['invalid_input', admin, { recipients: [] }],
    ['invalid_input', admin, { kind: 'dac7' }],
    ['invalid_input', admin, { kind: 'fec', format: 'pdf' }],
    ['invalid_input', admin, { day: 29 }],
    ['invalid_input', admin, { reason: '' }],
  ];
  for (const [code, who, more] of refusals)
    expect([code, await codeOf(who, scheduleReport, { ...asked, key: randomUUID(), ...more })]).toEqual([
      code,
      code,
    ]);
  const listed = await asCaller(
    pool,
    {
      role: 'authenticated',
      claims: { sub: accountant.id, role: 'authenticated', session_id: accountant.sessionId },
    },
    async (db) =>
      (await db.query('select author, recipients from admin_report_schedules where id = $1', [id])).rows,
  );
  expect(listed).toMatchObject([{ author: expect.stringContaining('Anouk') }]);
});
