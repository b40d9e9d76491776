import { lockOwn } from '#product/booking/own-booking.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { reprice } from '../codes.ts';
import { dropCode as contract } from '../contract.ts';

/** Lays the code of a held place down, at the price that it had without. */
export const dropCode = serve({
  contract,
  run({ db, person, input, now }) {
    const { key, bookingId } = input;
    return once(db, { personId: person.id, key, contract, input }, async () => {
      const own = await lockOwn(db, person, bookingId, { sides: ['viewer'] });
      const { discount_cents: discountCents, price_cents: priceCents } = own.row;
      // Pressed twice, or in another tab meanwhile.
      if (discountCents === 0) return { bookingId, code: null, priceCents, discountCents };
      return reprice(db, own, null, { actorId: person.id, now });
    });
  },
});
