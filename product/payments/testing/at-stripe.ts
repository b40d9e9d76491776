import type { Transact } from '#platform/functions/command.ts';
import { lockBooking } from '#product/booking/booking-row.ts';
import { holdEndsAt } from '#product/booking/rules/deadlines.ts';
import type { BookingEvent } from '#product/booking/rules/events.ts';
import { advance, type Fixture, hold, nowOf } from '#product/booking/testing/fixture.ts';
import type { ProductServer, SignedIn } from '#product/testing/product-server.ts';
import { openStripe } from '#server/integrations/payments/stripe/testing/stripe-fixture.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { carryOutOrders } from '../carry-out-orders.ts';
import type { WorkDeps } from '../claim.ts';
import { ensurePayment, openCheckout } from '../open-checkout.ts';
import { handleEvent } from '../webhooks.ts';

export type AtStripe = Awaited<ReturnType<typeof atStripe>>;

/** The same product with Stripe behind the port: what only the two together can get wrong. */
export async function atStripe(product: ProductServer) {
  const fixture = await openStripe();
  const { double, people, stripe } = fixture;
  const work: WorkDeps = { ...product.work, product: { ...product.deps, payments: stripe } };
  const transact: Transact = (write) => inTransaction(product.database.pool, write);
  const openPage = (paymentId: string) =>
    openCheckout(transact, work.product, {
      paymentId,
      now: nowOf(product),
      onRefusal: async () => undefined,
    });
  return {
    ...fixture,
    work,
    transact,
    openPage,
    /** A hold whose payer stands before Stripe's page. */
    async opened(viewer: SignedIn, fixture: Fixture, start: string) {
      const { bookingId } = await hold(viewer, fixture, start);
      const { after } = await advance(product, bookingId, { type: 'start_payment', by: 'viewer' });
      if (after.status !== 'held') throw new Error(after.status);
      const paymentId = await transact(async (db) =>
        ensurePayment(db, work.product, {
          row: (await lockBooking(db, bookingId)).row,
          wantedUntil: holdEndsAt(after),
          now: nowOf(product),
        }),
      );
      await openPage(paymentId);
      const { rows } = await product.database.pool.query<{ checkout_reference: string }>(
        'select checkout_reference from public.payments where id = $1',
        [paymentId],
      );
      return { bookingId, paymentId, session: rows[0]?.checkout_reference ?? '' };
    },
    /** Has Loge hear what Stripe has told so far, signed. */
    async tell(): Promise<void> {
      for (const event of double.events.splice(0)) {
        const { headers, body } = double.sent(event);
        const read = await stripe.parseWebhook(headers, body);
        if (read) await handleEvent(work, read);
      }
    },
    /** The same, and does what follows. */
    async deliver(): Promise<void> {
      await this.tell();
      await carryOutOrders(work);
    },
    /** A booking that was paid at Stripe, and what its payment ordered not carried out yet. */
    async paid(viewer: SignedIn, fixture: Fixture, start: string) {
      const open = await this.opened(viewer, fixture, start);
      const intent = people.pays(open.session);
      await this.tell();
      return { ...open, intent };
    },
    advance: (bookingId: string, event: BookingEvent) => advance(product, bookingId, event),
  };
}
