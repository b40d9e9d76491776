import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { cents } from '#product/shared/money/cents.ts';
import { confirmGuardianship as contract } from '../contract.ts';
import { lockByLink, tellMinor } from '../guardianship.ts';
import { guardianTold } from '../mails/told.ts';
import { newLink } from '../notify-guardian.ts';

/**
 * A guardian consents, with their name and a limit. Kept in the audit log, since it is what the
 * minor's payments rest on.
 */
export const confirmGuardianship = serve({
  contract,
  async run({ db, input: { token, name, monthlyCents }, now }) {
    const found = await lockByLink(db, token, now);
    if (found.state !== 'asked' || found.expires_at <= now) throw new AppError('guardianship_decided');
    await db.query(
      `update public.guardianships set state = 'confirmed', guardian_name = $2, monthly_cents = $3, confirmed_at = $4 where id = $1`,
      [found.id, name, monthlyCents, now],
    );
    await audit(db, {
      at: now,
      actorId: null,
      action: contract,
      subject: { table: 'profiles', id: found.person_id },
      before: { state: 'asked' },
      after: { state: 'confirmed', monthlyCents },
      reason: 'Par le lien de l’e-mail envoyé au parent ou représentant légal',
    });
    await tellMinor(db, found.person_id, { answer: 'confirmed', monthly: cents(monthlyCents) });
    await postMail(
      db,
      guardianTold,
      { to: found.email, userId: null, firstName: null },
      {
        event: 'confirmed',
        minorName: found.minor_name ?? '',
        token: await newLink(db, found.id, now),
        monthly: cents(monthlyCents),
      },
    );
    return {};
  },
});
