import { holdOther } from '#product/accounts/subject.ts';
import { serve } from '#product/command/serve.ts';
import { previewAge as contract } from '../contract.ts';
import { lockUnallowed, refundsOf } from '../unallowed-places.ts';
import { birthToKeep, requireOther } from './correct-age.ts';

/**
 * Previews the sessions that correcting an age would end and the money it would give back, by the
 * rule that ends them.
 */
export const previewAge = serve({
  contract,
  async run({ db, person, input: { personId, age }, now }) {
    const birth = birthToKeep(age, now);
    await holdOther(db, person, personId, 'support', 'moderation');
    await requireOther(db, personId, birth);
    const isMinor = birth !== null;
    const places = isMinor ? await lockUnallowed(db, { personId, now }) : [];
    const { rows } = await db.query(
      `select exists (select from public.guardianships where person_id = $1 and state in ('asked', 'confirmed')) as consent`,
      [personId],
    );
    return {
      isMinor,
      places: places.map(({ title, startAt, refundCents }) => ({
        title,
        startAt: startAt.toISOString(),
        refundCents,
      })),
      refundCents: refundsOf(places),
      endsConsent: !isMinor && rows[0]?.consent === true,
    };
  },
});
