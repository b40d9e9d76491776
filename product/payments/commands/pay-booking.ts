import type pg from 'pg';
import { z } from 'zod';
import { AfterCommit } from '#platform/functions/command.ts';
import { type Advance, advanceBooking } from '#product/booking/advance-booking.ts';
import type { StoredBooking } from '#product/booking/booking-row.ts';
import { requireComplete } from '#product/booking/commands/submit-intake.ts';
import { payBooking as contract } from '#product/booking/contract.ts';
import { lockOwn, standingOf } from '#product/booking/own-booking.ts';
import type { Booking } from '#product/booking/rules/booking.ts';
import { holdEndsAt } from '#product/booking/rules/deadlines.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { forget, once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { NOTHING } from '#product/shared/money/cents.ts';
import { ACCEPTED_AT_PAYMENT } from '#product/shared/texts.ts';
import { ensurePayment, openCheckout } from '../open-checkout.ts';

/** The answer as stored under the key. */
const begun = {
  name: contract.name,
  response: contract.response.omit({ checkoutUrl: true }).extend({ paymentId: z.uuid().nullable() }),
};

/**
 * Takes a free offer, or opens the provider's page, only at the price that the button showed. The
 * stored answer is the payment, not the address of its page: the page is opened after the commit,
 * and a repeated request leads to the same payment.
 */
export const payBooking = (deps: ProductDeps) =>
  serve({
    contract,
    async run({ db, person, input, now }) {
      const intention = { personId: person.id, key: input.key, contract: begun, input };
      const { paymentId, ...standing } = await once(db, intention, async () => {
        const own = await lockOwn(db, person, input.bookingId, { sides: ['viewer'] });
        const { booking, row } = own;
        if (booking.status !== 'held') throw new AppError('booking_wrong_status');
        requireComplete(row.questions, row.answers);
        // The order button says that it accepts them.
        await db.query('select private.accept_text($1, $2, $3)', [person.id, ACCEPTED_AT_PAYMENT, now]);
        const { price: priceCents } = booking;
        if (priceCents !== input.expectedPriceCents)
          throw new AppError('offer_changed', undefined, { details: { priceCents } });
        const isFree = priceCents === NOTHING;
        const after = await begin(db, own, {
          event: { type: isFree ? 'take_for_free' : 'start_payment', by: 'viewer' },
          actorId: person.id,
          now,
        });
        const paymentId =
          after.status === 'held'
            ? await ensurePayment(db, deps, { row, wantedUntil: holdEndsAt(after), now })
            : null;
        return { ...standingOf(after, row.session_id, now), paymentId };
      });
      if (paymentId === null) return { ...standing, checkoutUrl: null };
      return new AfterCommit(async (transact) => ({
        ...standing,
        checkoutUrl: await openCheckout(transact, deps, {
          paymentId,
          now,
          onRefusal: (db) => forget(db, intention),
        }),
      }));
    },
  });

/**
 * The first payment gives the hold five minutes more; the provider's page may then be asked for
 * again while it lasts.
 */
async function begin(
  db: pg.ClientBase,
  locked: StoredBooking,
  by: Omit<Advance, 'bookingId'>,
): Promise<Booking> {
  const { booking } = locked;
  if (booking.status !== 'held' || !booking.paying)
    return (await advanceBooking(db, { ...by, bookingId: booking.id, locked })).after;
  if (by.now.getTime() >= holdEndsAt(booking)) throw new AppError('deadline_passed');
  return booking;
}
