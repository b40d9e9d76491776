import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { stopAnnouncement as contract } from '../contract.ts';

/**
 * Somebody of the team stops an announcement, or takes down the banner of one that everybody has.
 * The row's lock is the one under which the task sends, so nobody is reached afterwards.
 */
export const stopAnnouncement = serve({
  contract,
  async run({ db, person, input: { announcementId, reason }, now }) {
    const { rows } = await db.query(
      `select stopped_at, finished_at, banner_until, sent_count from public.announcements where id = $1 for update`,
      [announcementId],
    );
    const [row] = rows;
    if (!row) throw new AppError('announcement_not_found');
    const sent = row.finished_at !== null;
    if (row.stopped_at !== null || (sent && (row.banner_until === null || row.banner_until <= now)))
      throw new AppError('announcement_over');
    if (sent)
      // Also when it was sent in this very instant: a banner ends after it begins.
      await db.query(
        `update public.announcements set banner_until = greatest($2, send_at + interval '1 millisecond') where id = $1`,
        [announcementId, now],
      );
    else
      await db.query('update public.announcements set stopped_at = $2 where id = $1', [announcementId, now]);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'announcements', id: announcementId },
      before: { sent: row.sent_count, bannerUntil: row.banner_until, stopped: false },
      after: { stopped: !sent, ...(sent && { bannerUntil: now }) },
      reason,
    });
    return { announcementId, sent: row.sent_count };
  },
});
