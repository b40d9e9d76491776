import { audit } from '#product/command/audit.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { planAnnouncement as contract } from '../contract.ts';
import { BANNER_DAYS_MAX } from '../rules/announcements.ts';

const DAY_MS = 86_400_000;

/** Somebody of the team tells many people something, now or later. */
export const planAnnouncement = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      const { segment, category, title, body, onBell, byMail, reason } = input;
      const sendAt = input.sendAt === null ? now : new Date(input.sendAt);
      const bannerUntil = input.bannerUntil === null ? null : new Date(input.bannerUntil);
      if (sendAt < now || (bannerUntil !== null && bannerUntil <= sendAt))
        throw new AppError('moment_in_past');
      if (bannerUntil !== null && bannerUntil.getTime() - sendAt.getTime() > BANNER_DAYS_MAX * DAY_MS)
        throw new AppError('banner_too_long');
      const { rows } = await db.query(
        `insert into public.announcements
           (segment, category, title, body, on_banner, on_bell, by_mail, send_at, banner_until, written_by, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
        [
          segment,
          category,
          title,
          body,
          bannerUntil !== null,
          onBell,
          byMail,
          sendAt,
          bannerUntil,
          person.id,
          now,
        ],
      );
      const announcementId = rows[0]?.id ?? '';
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'announcements', id: announcementId },
        before: null,
        after: { segment, category, title, sendAt: sendAt.toISOString() },
        reason,
      });
      return { announcementId };
    }),
});
