import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { insertCode, requireUse } from '../codes.ts';
import { makeCode as contract } from '../contract.ts';

/** Makes a code for a streamer's own offers, at their cost. */
export const makeCode = serve({
  contract,
  run({ db, person, input, now }) {
    const { key, ...code } = input;
    return once(db, { personId: person.id, key, contract, input }, async () => {
      const { rows: offers } = await db.query(
        'select id, price_cents from public.offers where streamer_id = $1 and archived_at is null',
        [person.id],
      );
      const meant = offers.filter(({ id }) => code.offerIds?.includes(id) ?? true);
      if (code.offerIds !== null && meant.length < new Set(code.offerIds).size)
        throw new AppError('offer_not_found');
      await requireUse(db, {
        cut: code.cut,
        bearer: 'streamer',
        prices: meant.map(({ price_cents }) => price_cents),
      });
      return { codeId: await insertCode(db, { ...code, streamerId: person.id, now }) };
    });
  },
});
