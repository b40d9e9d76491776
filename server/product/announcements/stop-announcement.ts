import { stopAnnouncement as contract } from '#contracts/announcements.ts';
import { AppError } from '#contracts/errors.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';

/** Somebody of the team stops an announcement. The row's lock is the one under which the task sends, so nobody is reached afterwards. */
export const stopAnnouncement = defineCommand({
  contract,
  access: team('support'),
  async run({ db, person, input: { announcementId, reason }, now }) {
    const { rows } = await db.query(
      `select stopped_at, finished_at, banner_until, sent_count from public.announcements where id = $1 for update`,
      [announcementId],
    );
    const [row] = rows;
    if (!row) throw new AppError('announcement_not_found');
    if (row.stopped_at !== null || row.finished_at !== null) throw new AppError('announcement_over');
    await db.query('update public.announcements set stopped_at = $2 where id = $1', [announcementId, now]);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
      subject: { table: 'announcements', id: announcementId },
      before: { sent: row.sent_count },
      after: { stopped: true },
      reason,
    });
    return { announcementId, sent: row.sent_count };
  },
});
