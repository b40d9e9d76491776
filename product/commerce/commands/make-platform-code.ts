import { audit } from '#product/command/audit.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { insertCode, requireUse } from '../codes.ts';
import { makePlatformCode as contract } from '../contract.ts';

/** Makes a code for sessions of all streamers, at the cost of the commission. */
export const makePlatformCode = serve({
  contract,
  run({ db, person, input, now }) {
    const { key, reason, ...code } = input;
    return once(db, { personId: person.id, key, contract, input }, async () => {
      const { cut } = code;
      await requireUse(db, { cut, bearer: 'platform', prices: null });
      const codeId = await insertCode(db, { ...code, streamerId: null, offerIds: null, now });
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'discount_codes', id: codeId },
        before: null,
        after: {
          code: code.code,
          ...(cut.kind === 'percent' ? { percent: cut.percent } : { amount_cents: cut.amount }),
          first_only: code.firstOnly,
          most_uses: code.mostUses ?? 0,
          most_each: code.mostEach ?? 0,
          starts_at: code.startsAt,
          ends_at: code.endsAt,
        },
        reason,
      });
      return { codeId };
    });
  },
});
