import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { cents } from '#product/shared/money/cents.ts';
import { limitGuardianship as contract } from '../contract.ts';
import { lockByLink, tellMinor } from '../guardianship.ts';

/** Another limit a month. Payments made stay; the next payment is measured by it. */
export const limitGuardianship = serve({
  contract,
  async run({ db, input: { token, monthlyCents }, now }) {
    const found = await lockByLink(db, token, now);
    if (found.state !== 'confirmed') throw new AppError('guardianship_decided');
    if (found.monthly_cents === monthlyCents) return {};
    await db.query('update public.guardianships set monthly_cents = $2 where id = $1', [
      found.id,
      monthlyCents,
    ]);
    await tellMinor(db, found.person_id, { answer: 'limited', monthly: cents(monthlyCents) });
    return {};
  },
});
