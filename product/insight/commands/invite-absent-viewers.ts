import { requireUnrestricted } from '#product/accounts/restrictions.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { daysAfter, instantOf } from '#product/shared/time/instant.ts';
import { inviteAbsentViewers as contract } from '../contract.ts';
import { invitedBack } from '../mails/invited-back.ts';
import { PAUSE_BETWEEN_INVITATIONS_DAYS } from '../rules/absence.ts';
import { ABSENT, CONSENTING, inviterOf } from './list-absent-viewers.ts';

/**
 * Writes to absent viewers who allow it. The consent is locked while the mail is written, so that
 * one which is withdrawn at the same moment either comes first or finds the mail sent; the
 * constraint of the table leaves out whom the streamer wrote to in the last 90 days.
 */
export const inviteAbsentViewers = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      const inviter = await inviterOf(db, person.id, now);
      if (!inviter?.isVisible) throw new AppError('streamer_not_found');
      const { day, name, handle } = inviter;
      await requireUnrestricted(db, { people: [person.id], kind: 'no_messages', now });
      const quietUntil = new Date(daysAfter(instantOf(now.getTime()), PAUSE_BETWEEN_INVITATIONS_DAYS));
      const { rows } = await db.query(
        `with allowed as (
           select k.viewer_id from ${CONSENTING}
           where ${ABSENT} and k.viewer_id = any($3::uuid[]) order by k.viewer_id for key share of c
         ), invited as (
           insert into private.return_invitations (viewer_id, streamer_id, sent_at, quiet_until)
           select a.viewer_id, $1, $4, $5 from allowed a order by a.viewer_id on conflict do nothing returning id, viewer_id
         )
         select i.id, i.viewer_id, p.first_name, u.email from invited i
         join public.profiles p on p.id = i.viewer_id join auth.users u on u.id = i.viewer_id`,
        [person.id, day, input.viewerIds, now, quietUntil],
      );
      for (const { id, viewer_id: viewerId, first_name: firstName, email } of rows) {
        const recipient = { to: email ?? '', userId: viewerId, firstName };
        await postMail(db, invitedBack, recipient, {
          invitationId: id,
          streamerName: name,
          streamerPath: handle,
        });
      }
      return { invited: rows.length };
    }),
});
