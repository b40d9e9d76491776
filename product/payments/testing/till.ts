import { randomUUID } from 'node:crypto';
import { type BookingStanding, payBooking } from '#product/booking/contract.ts';
import { type Fixture, hold } from '#product/booking/testing/fixture.ts';
import { ledgerCheck } from '#product/books/ledger.ts';
import { ask, type ProductServer, type SignedIn } from '#product/testing/product-server.ts';
import { carryOutOrders } from '../carry-out-orders.ts';

/** A payer at the sandbox's page, and a look into the books. */
export function tillOf(product: ProductServer) {
  const { pool } = product.database;
  const one = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows[0];

  /** Fills in the provider's page as a browser would, without following it back. */
  const fill = async (url: string, form: Record<string, string>) => {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    return { status: response.status, location: response.headers.get('location') };
  };

  return {
    fill,
    one,
    /** A hold whose payer stands before the provider's page. */
    async opened(viewer: SignedIn, fixture: Fixture, start: string) {
      const { bookingId } = await hold(viewer, fixture, start);
      const { rows } = await pool.query('select price_cents from public.bookings where id = $1', [bookingId]);
      const { checkoutUrl } = await ask(viewer, payBooking, {
        key: randomUUID(),
        bookingId,
        expectedPriceCents: rows[0].price_cents,
      });
      return { bookingId, checkoutUrl: checkoutUrl ?? '' };
    },
    /** A booking that was paid with a good card, and what followed from it. */
    async paid(viewer: SignedIn, fixture: Fixture, start: string): Promise<string> {
      const { bookingId, checkoutUrl } = await this.opened(viewer, fixture, start);
      await fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
      await this.work();
      return bookingId;
    },
    /** Everything that is due, by the server's clock: orders, the provider's own time, and what it tells. */
    async work() {
      await carryOutOrders(product.work);
      for (const task of product.sandbox.tasks) await task.run();
      await carryOutOrders(product.work);
    },
    paymentOf: (bookingId: string) =>
      one('select * from public.payments where booking_id = $1 order by created_at desc limit 1', [
        bookingId,
      ]),
    bookingOf: (bookingId: string): Promise<BookingStanding & Record<string, unknown>> =>
      one('select * from public.bookings where id = $1', [bookingId]),
    sandboxPaymentOf: (bookingId: string) =>
      one(
        `select s.* from sandbox.payments s join public.payments p on p.id::text = s.payment_id
         where p.booking_id = $1`,
        [bookingId],
      ),
    /** Each account's balance of one payment's postings, debit positive. */
    async booksOf(bookingId: string): Promise<Record<string, number>> {
      const { rows } = await pool.query(
        `select l.account, sum(l.amount_cents)::int as amount from public.ledger_lines l
         join public.ledger_postings g on g.id = l.posting_id join public.payments p on p.id = g.payment_id
         where p.booking_id = $1 group by l.account having sum(l.amount_cents) <> 0`,
        [bookingId],
      );
      return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
    },
    ledger: () => ledgerCheck(pool),
  };
}
