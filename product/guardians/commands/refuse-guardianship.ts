import { serve } from '#product/command/serve.ts';
import { digestOfMailbox, refuseFor } from '#product/mail/strangers.ts';
import { AppError } from '#product/shared/errors.ts';
import { refuseGuardianship as contract } from '../contract.ts';
import { lockByLink, tellMinor } from '../guardianship.ts';

/** Whom a minor named does not consent, or is not their guardian. */
export const refuseGuardianship = serve({
  contract,
  async run({ db, input: { token, forever }, now }) {
    const found = await lockByLink(db, token, now);
    if (found.state !== 'asked' || found.expires_at <= now) throw new AppError('guardianship_decided');
    await db.query(`update public.guardianships set state = 'refused', ended_at = $2 where id = $1`, [
      found.id,
      now,
    ]);
    if (forever) await refuseFor(db, digestOfMailbox(found.email), now);
    await tellMinor(db, found.person_id, { answer: 'refused' });
    return {};
  },
});
