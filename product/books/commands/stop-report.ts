import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { stopReport as contract } from '../contract.ts';

/**
 * Turns a schedule off. The row's lock is the one under which the task sends, so nothing leaves
 * afterwards.
 */
export const stopReport = serve({
  contract,
  async run({ db, person, input: { scheduleId, reason }, now }) {
    const { rows } = await db.query(
      'select kind, every, stopped_at from private.report_schedules where id = $1 for update',
      [scheduleId],
    );
    const [row] = rows;
    if (!row) throw new AppError('not_found');
    if (row.stopped_at !== null) throw new AppError('already_done');
    await db.query(
      'update private.report_schedules set stopped_at = $2, trouble = null, trouble_since = null where id = $1',
      [scheduleId, now],
    );
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'report_schedules', id: scheduleId },
      before: { kind: row.kind, every: row.every, stopped: false },
      after: { stopped: true },
      reason,
    });
    return { scheduleId };
  },
});
