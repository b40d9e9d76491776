import type pg from 'pg';
import { audit } from '#product/command/audit.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { scheduleReport as contract } from '../contract.ts';
import { firstPeriod, monthAt } from '../rules/schedule.ts';

const READERS = `select p.id, p.first_name as name, u.email from public.profiles p join auth.users u on u.id = p.id
  where p.id = any($1::uuid[]) and p.role = 'admin' and u.deleted_at is null and u.email <> ''
    and (u.banned_until is null or u.banned_until <= $2)
    and exists (select from public.team_roles r where r.person_id = p.id and r.role in ('all', 'finance'))
  order by p.id`;

/**
 * Those of them who are of the team and may read files of the books now, and where mail reaches
 * them.
 */
export const readersAmong = async (db: pg.ClientBase, people: readonly string[], now: Date) =>
  (await db.query(READERS, [[...people], now])).rows;

/** Somebody of the team has a file made after each month or quarter, and announced by mail. */
export const scheduleReport = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      const { kind, format, every, day, hour, reason } = input;
      const recipients = [...new Set(input.recipients)];
      if ((await readersAmong(db, recipients, now)).length < recipients.length)
        throw new AppError('recipient_refused');
      const next = firstPeriod({ every, day, hour }, monthAt(instantOf(now.getTime())));
      const { rows } = await db.query(
        `insert into private.report_schedules (kind, format, every, day, hour, recipients, next_month, created_at, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
        [kind, format, every, day, hour, recipients, `${next}-01`, now, person.id],
      );
      const scheduleId = rows[0]?.id ?? '';
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'report_schedules', id: scheduleId },
        before: null,
        after: { kind, format, every, day, hour, recipients },
        reason,
      });
      return { scheduleId };
    }),
});
