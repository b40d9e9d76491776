import type pg from 'pg';
import { pay as contract } from '#contracts/booking.ts';
import { AppError } from '#contracts/errors.ts';
import { holdEndsAt } from '#domain/booking/deadlines.ts';
import { NOTHING } from '#domain/money/cents.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { once } from '#server/product/idempotency.ts';
import { type Advance, advanceBooking } from '#server/product/lifecycle/advance-booking.ts';
import { lockBooking } from '#server/product/lifecycle/booking-row.ts';
import { openCheckout } from '#server/product/lifecycle/open-checkout.ts';
import { lockOwn, standingOf } from '#server/product/lifecycle/own-booking.ts';
import { requireComplete } from './intake.ts';

/** Takes a free offer, or opens the provider's page: for the price that the button said and for no other. */
export const pay = (deps: ProductDeps) =>
  defineCommand({
    contract,
    access,
    run({ db, person, input, now }) {
      const { key, bookingId, expectedPriceCents } = input;
      return once(db, { personId: person.id, key, command: contract.name, input }, async () => {
        const { booking, row } = await lockOwn(db, person, bookingId, { sides: ['viewer'] });
        if (booking.status !== 'held') throw new AppError('booking_wrong_status');
        requireComplete(row.questions, row.answers);
        const { price: priceCents } = booking;
        if (priceCents !== expectedPriceCents)
          throw new AppError('offer_changed', undefined, { details: { priceCents } });
        const by = { bookingId, actorId: person.id, now };
        const checkoutUrl =
          priceCents === NOTHING ? await takeForFree(db, deps, by) : await startPayment(db, deps, by);
        return { ...(await standingOf(db, bookingId, now)), checkoutUrl };
      });
    },
  });

type By = Omit<Advance, 'event'>;

async function takeForFree(db: pg.ClientBase, deps: ProductDeps, by: By): Promise<null> {
  await advanceBooking(db, deps, { ...by, event: { type: 'take_for_free', by: 'viewer' } });
  return null;
}

/** The first payment gives the hold five minutes more; the provider's page may then be asked for again while it lasts. */
async function startPayment(db: pg.ClientBase, deps: ProductDeps, by: By): Promise<string> {
  const { booking: before } = await lockBooking(db, by.bookingId);
  if (before.status === 'held' && before.paying) {
    if (by.now.getTime() >= holdEndsAt(before)) throw new AppError('deadline_passed');
  } else {
    await advanceBooking(db, deps, { ...by, event: { type: 'start_payment', by: 'viewer' } });
  }
  const { booking } = await lockBooking(db, by.bookingId);
  if (booking.status !== 'held') throw new AppError('booking_wrong_status');
  const { checkoutUrl } = await openCheckout(db, deps, {
    bookingId: booking.id,
    expiresAt: holdEndsAt(booking),
    now: by.now,
  });
  return checkoutUrl;
}
