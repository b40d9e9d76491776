import { orderRefund } from '#product/booking/payment-orders.ts';
import { type Fixture, nowOf, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { cents } from '#product/shared/money/cents.ts';
import type { ProductServer, SignedIn } from '#product/testing/product-server.ts';
import type { ProviderEvent } from '#server/integrations/payments/provider-event.ts';
import { sandboxEvent } from '#server/integrations/payments/sandbox/event-schema.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { TellAgain } from '../apply-payout.ts';
import { carryOutOrders } from '../carry-out-orders.ts';
import type { WorkDeps } from '../claim.ts';
import { releaseFunds } from '../release-funds.ts';
import { handleEvent } from '../webhooks.ts';
import { atStripe } from './at-stripe.ts';
import { tillOf } from './till.ts';

/** What happens to one payment at its provider once it is captured. Amounts in cents; 0 when it does not happen. */
export interface History {
  provider: 'stripe' | 'sandbox';
  /** Ordered by us before the dispute. */
  refunded: number;
  /** Made at the provider by somebody of the team, before the dispute. Of Stripe alone: nobody works at the sandbox. */
  refundedByHand: number;
  /** Null: nobody disputes it. */
  outcome: 'won' | 'lost' | 'open' | null;
  /** The bank decides, and a minute later takes its word back, so often; `outcome` is what it says first. */
  turns: number;
  /** The share was available already when the bank asked. */
  released: boolean;
  /** The session took place. */
  held: boolean;
}

/** A captured payment, and everything that its provider tells of it, not yet told. */
export interface Untold {
  bookingId: string;
  work: WorkDeps;
  events: ProviderEvent[];
}

const PRICE = 4_999;

/** What a bank says of a dispute, one word after the other. */
const wordsOf = ({ outcome, turns }: History): ('won' | 'lost')[] =>
  Array.from({ length: turns + 1 }, (_, index) =>
    (outcome === 'won') === (index % 2 === 0) ? 'won' : 'lost',
  );

/** Makes payments to which histories happen, and tells of them. */
export async function historiesOf(product: ProductServer) {
  const till = tillOf(product);
  const { pool } = product.database;
  const at = await atStripe(product);
  let day = 60;
  let fixture: Fixture;
  let viewer: SignedIn;

  /** Each payment has a start of its own, and each month of starts a streamer of its own. */
  const nextStart = async () => {
    if (day >= 50) {
      day = 2;
      fixture = await openFixture(product, { priceCents: PRICE });
      viewer = await product.join();
    }
    day += 1;
    return startIn(product, day);
  };

  const held = (bookingId: string) =>
    pool.query(
      `update public.bookings set status = 'completed', ended_at = $2, cause = 'delivered', refund_cents = 0 where id = $1`,
      [bookingId, nowOf(product)],
    );
  const release = async (bookingId: string, work: WorkDeps) => {
    await pool.query('update public.payments set release_due_at = $2 where booking_id = $1', [
      bookingId,
      nowOf(product),
    ]);
    await releaseFunds(work);
  };
  const refundByUs = async (bookingId: string, amount: number, work: WorkDeps) => {
    const { id: paymentId } = await till.paymentOf(bookingId);
    await inTransaction(pool, (db) => orderRefund(db, { paymentId, amount, now: nowOf(product) }));
    await carryOutOrders(work);
  };
  const before = async (bookingId: string, history: History, work: WorkDeps) => {
    if (history.held || history.released) await held(bookingId);
    if (history.released) await release(bookingId, work);
    if (history.refunded > 0) await refundByUs(bookingId, history.refunded, work);
  };

  const ofStripe = async (history: History, start: string): Promise<Untold> => {
    const { bookingId, intent } = await at.paid(viewer, fixture, start);
    await carryOutOrders(at.work);
    await at.deliver();
    await before(bookingId, history, at.work);
    if (history.refundedByHand > 0) {
      const amount = cents(history.refundedByHand);
      await at.stripe.refund({
        paymentReference: intent,
        amount,
        key: `by hand ${bookingId}`,
        reverseTransfer: null,
      });
    }
    if (history.outcome !== null) {
      const left = PRICE - history.refunded - history.refundedByHand;
      const dispute = at.people.disputes(intent, left);
      if (history.outcome !== 'open') {
        const { now } = at.double;
        at.double.now = () => Math.floor(nowOf(product).getTime() / 1_000);
        for (const outcome of wordsOf(history)) {
          at.people.bankDecides(dispute, outcome);
          product.clock.ahead += 60_000;
        }
        at.double.now = now;
      }
    }
    const events: ProviderEvent[] = [];
    for (const event of at.double.events.splice(0)) {
      const { headers, body } = at.double.sent(event);
      const read = await at.stripe.parseWebhook(headers, body);
      if (read) events.push(read);
    }
    return { bookingId, work: at.work, events };
  };

  const ofSandbox = async (history: History, start: string): Promise<Untold> => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, start);
    const card =
      history.outcome === null ? 'accepted' : `disputed_${history.outcome === 'won' ? 'won' : 'lost'}`;
    await till.fill(checkoutUrl, { card, webhook: 'normal' });
    await till.work();
    await before(bookingId, history, product.work);
    await till.work();
    const told = await pool.query('select event_id from sandbox.webhooks');
    // From here on nothing that the sandbox sends arrives; what it sent is told by hand.
    const { provider } = product.sandbox;
    const parse = provider.parseWebhook;
    provider.parseWebhook = async () => {
      throw new TellAgain('nobody listens');
    };
    for (const seconds of history.outcome === 'open' ? [21] : [21, 121]) {
      product.clock.ahead += seconds * 1_000;
      for (const task of product.sandbox.tasks) await task.run();
    }
    for (const outcome of history.outcome === 'open' ? [] : wordsOf(history).slice(1)) {
      product.clock.ahead += 60_000;
      // The sandbox's banks keep their word; this one does not.
      await pool.query(
        `update sandbox.disputes d set state = 'needs_response', decides = $2, next_step_at = $3
         from sandbox.payments p join public.payments o on o.id::text = p.payment_id
         where p.reference = d.payment_reference and o.booking_id = $1`,
        [bookingId, outcome, nowOf(product)],
      );
      for (const task of product.sandbox.tasks) await task.run();
    }
    provider.parseWebhook = parse;
    const { rows } = await pool.query(
      'select body from sandbox.webhooks where event_id <> all($1) order by created_at',
      [told.rows.map(({ event_id }) => event_id)],
    );
    await pool.query('update sandbox.webhooks set copies = 0 where delivered_at is null');
    const events = rows.map(({ body }) => sandboxEvent.parse(JSON.parse(body)) as ProviderEvent);
    return { bookingId, work: product.work, events };
  };

  return {
    till,
    /** Who pays just now. */
    viewer: () => viewer,
    /** Pays, and has a history happen of which nothing is told yet. */
    async happen(history: History): Promise<Untold> {
      const start = await nextStart();
      return history.provider === 'stripe' ? ofStripe(history, start) : ofSandbox(history, start);
    },
    /** Tells events in this order; one that comes too early is told again after the others, as providers do. */
    async tell({ work }: Untold, events: readonly ProviderEvent[]): Promise<string[]> {
      const outcomes: string[] = [];
      let waiting = [...events];
      for (let round = 0; waiting.length > 0 && round < 5; round++) {
        const again: ProviderEvent[] = [];
        for (const event of waiting) {
          try {
            outcomes.push(await handleEvent(work, event));
          } catch (error) {
            if (!(error instanceof TellAgain)) throw error;
            again.push(event);
          }
        }
        waiting = again;
        await carryOutOrders(work);
      }
      return outcomes;
    },
    /** What the books say of a payment in the end: each account, and the row. */
    async booksOf({ bookingId, work }: Untold) {
      await carryOutOrders(work);
      const { state, captured_cents, refunded_cents, disputed_cents, lost_cents, released_at } =
        await till.paymentOf(bookingId);
      return {
        accounts: await till.booksOf(bookingId),
        payment: {
          state,
          captured_cents,
          refunded_cents,
          disputed_cents,
          lost_cents,
          released: released_at !== null,
        },
      };
    },
    close: () => at.double.close(),
  };
}
