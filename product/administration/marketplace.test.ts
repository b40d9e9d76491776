import { describe, expect, test } from 'vitest';
import { openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, codeOf, openProduct, send } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { cancelBooking, changeSettings, refundPayment, setStreamerStanding } from './marketplace-contract.ts';

const product = await openProduct({ clockRuns: true });
const till = tillOf(product);
const fixture = await openFixture(product, { priceCents: 4_500 });
const admin = await product.join({ role: 'admin' });
const viewer = await product.join();

describe('an admin and the marketplace', () => {
  let days = 2;
  const reason = 'Demande du support';
  const lastEntry = async () =>
    (
      await product.rows(
        'select action, actor_id, subject_table, subject_id, before, after, reason from audit_log order by id desc limit 1',
      )
    )[0];

  /** A confirmed and captured booking of 45 EUR. */
  async function paid(): Promise<{ bookingId: string; paymentId: string }> {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, startIn(product, ++days));
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    await till.work();
    const [payment] = await product.rows('select id from payments where booking_id = $1', [bookingId]);
    return { bookingId, paymentId: payment.id };
  }

  test('cancels a booking: everything back, fee included, with the reason in the log', async () => {
    const { bookingId } = await paid();
    const stale = await send(admin, cancelBooking, { bookingId, expectedRefundCents: 100, reason });
    expect(stale.refusal).toMatchObject({ code: 'quote_changed', details: { refundCents: 4_500 } });
    expect(await ask(admin, cancelBooking, { bookingId, expectedRefundCents: 4_500, reason })).toEqual({
      bookingId,
      refundCents: 4_500,
      disputedCents: 0,
    });
    await till.work();
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'cancelled_by_admin' });
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 4_500 });
    expect((await till.ledger()).total).toBe(0);
    expect(await lastEntry()).toMatchObject({
      action: 'administration/cancel-booking',
      actor_id: admin.id,
      subject_id: bookingId,
      before: { status: 'confirmed' },
      after: { status: 'cancelled_by_admin', refundCents: 4_500 },
      reason,
    });
    expect(await codeOf(admin, cancelBooking, { bookingId, expectedRefundCents: 4_500, reason })).toBe(
      'booking_wrong_status',
    );
  });

  test('refunds in steps, never twice for two admins who see the same figures, and never more than was paid', async () => {
    const { bookingId, paymentId } = await paid();
    const order = { paymentId, amountCents: 1_500, expectedRefundedCents: 0, reason };
    const codes = await Promise.all([
      codeOf(admin, refundPayment, order),
      codeOf(admin, refundPayment, order),
    ]);
    expect(codes.sort()).toEqual(['already_done', null].sort());
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 1_500 });
    expect(
      await codeOf(admin, refundPayment, { ...order, amountCents: 3_001, expectedRefundedCents: 1_500 }),
    ).toBe('more_than_captured');
    await ask(admin, refundPayment, { ...order, amountCents: 3_000, expectedRefundedCents: 1_500 });
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 4_500 });
    expect((await till.ledger()).total).toBe(0);
  });

  /** What the team reads of a view, as its page does. */
  const seen = (sql: string, values: unknown[]) =>
    asCaller(
      product.database.pool,
      {
        role: 'authenticated',
        claims: { sub: admin.id, role: 'authenticated', session_id: admin.sessionId },
      },
      async (db) => (await db.query(sql, values)).rows,
    );

  test('reads what became of each payment, found by the ticket’s number, and what people booked and paid', async () => {
    const payer = await product.join();
    const people = () => seen('select bookings, money_cents from admin_people where id = $1', [payer.id]);
    expect(await people()).toEqual([{ bookings: 0, money_cents: 0 }]);
    const bookingId = await till.paid(payer, fixture, startIn(product, ++days));
    const standing = async () =>
      (
        await seen("select id, standing from admin_payments where search like '%' || $1 || '%'", [
          bookingId.slice(0, 8),
        ])
      ).map((row) => row.standing);
    expect(await standing()).toEqual(['captured']);
    expect(await people()).toEqual([{ bookings: 1, money_cents: 4_500 }]);
    const { id: paymentId } = await till.paymentOf(bookingId);
    for (const [amountCents, expectedRefundedCents, is] of [
      [1_500, 0, 'partially_refunded'],
      [3_000, 1_500, 'refunded'],
    ] as const) {
      await ask(admin, refundPayment, { paymentId, amountCents, expectedRefundedCents, reason });
      await till.work();
      expect(await standing()).toEqual([is]);
    }
    expect(await people()).toEqual([{ bookings: 1, money_cents: 0 }]);
    const other = await till.paid(payer, fixture, startIn(product, ++days));
    const { id } = await till.paymentOf(other);
    await product.rows(
      `insert into private.disputes (provider, reference, payment_id, amount_cents) values ('sandbox', 'dp_seen', $1, 4500)`,
      [id],
    );
    expect(await seen('select standing from admin_payments where id = $1', [id])).toEqual([
      { standing: 'disputed' },
    ]);
    await product.rows("delete from private.disputes where reference = 'dp_seen'");
    // Of a streamer their share, as the statistics have it.
    expect(
      await seen('select bookings, money_cents is not null as told from admin_people where id = $1', [
        fixture.streamer.id,
      ]),
    ).toEqual([{ bookings: expect.any(Number), told: true }]);
  });

  test('finds a group by the state of each of its places, and counts a seat that was taken again once', async () => {
    const group = await openFixture(product, { seats: 3, priceCents: 4_500 });
    const start = startIn(product, ++days);
    const take = async (): Promise<string> => {
      const { bookingId, checkoutUrl } = await till.opened(await product.join(), group, start);
      await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
      await till.work();
      return bookingId;
    };
    const callOff = (bookingId: string) =>
      ask(admin, cancelBooking, { bookingId, expectedRefundCents: 4_500, reason });
    const found: string =
      'select status, places, price_cents, share_cents, statuses from admin_session_rows where streamer_id = $1 and statuses @> array[$2]';
    const rowsIn = (state: string) =>
      asCaller(
        product.database.pool,
        {
          role: 'authenticated',
          claims: { sub: admin.id, role: 'authenticated', session_id: admin.sessionId },
        },
        async (db) => (await db.query(found, [group.streamer.id, state])).rows,
      );
    const stays = await take();
    await callOff(await take());
    const again = await take();
    const standing = {
      status: 'confirmed',
      places: 2,
      price_cents: 9_000,
      // Two places of 45,00 €, each less its 15 %.
      share_cents: 7_650,
      statuses: ['cancelled_by_admin', 'confirmed'],
    };
    expect(await rowsIn('cancelled_by_admin')).toEqual([standing]);
    expect(await rowsIn('confirmed')).toEqual([standing]);
    await callOff(stays);
    await callOff(again);
    expect(await rowsIn('confirmed')).toEqual([]);
    expect(await rowsIn('cancelled_by_admin')).toMatchObject([{ places: 0, price_cents: null }]);
  });

  test('features and withholds a page, each once', async () => {
    const streamerId = fixture.streamer.id;
    await ask(admin, setStreamerStanding, { streamerId, standing: 'feature', reason });
    expect(await codeOf(admin, setStreamerStanding, { streamerId, standing: 'feature', reason })).toBe(
      'already_done',
    );
    await ask(admin, setStreamerStanding, { streamerId, standing: 'withhold', reason });
    const seen = await viewer.client.from('streamers').select('id').eq('id', streamerId);
    expect(seen.data ?? []).toEqual([]);
    await ask(admin, setStreamerStanding, { streamerId, standing: 'restore', reason });
    await product.rows(
      "update streamers set featured_position = 3, featured_from = '2026-01-01', featured_until = '2126-01-01' where id = $1",
      [streamerId],
    );
    await ask(admin, setStreamerStanding, { streamerId, standing: 'unfeature', reason });
    expect(
      await product.rows(
        'select withheld_at, featured_at, featured_position, featured_from, featured_until from streamers where id = $1',
        [streamerId],
      ),
    ).toEqual([
      {
        withheld_at: null,
        featured_at: null,
        featured_position: null,
        featured_from: null,
        featured_until: null,
      },
    ]);
    expect(
      await codeOf(admin, setStreamerStanding, { streamerId: viewer.id, standing: 'withhold', reason }),
    ).toBe('streamer_not_found');
  });

  test('publishes new terms as a version, which does not apply to sales already made', async () => {
    const { bookingId } = await paid();
    const next = {
      expectedVersion: 1,
      feeBasisPoints: 1_000,
      pendingHours: 24,
      leastPayoutCents: 3_000,
      reason,
    };
    const codes = await Promise.all([
      codeOf(admin, changeSettings, next),
      codeOf(admin, changeSettings, next),
    ]);
    expect(codes.sort()).toEqual([null, 'settings_changed'].sort());
    expect(await codeOf(admin, changeSettings, { ...next, expectedVersion: 2 })).toBe('already_done');
    expect(await codeOf(admin, changeSettings, { ...next, expectedVersion: 2, feeBasisPoints: 3_001 })).toBe(
      'invalid_input',
    );
    expect(
      await product.rows('select fee_basis_points, settings_version from bookings where id = $1', [
        bookingId,
      ]),
    ).toEqual([{ fee_basis_points: 1_500, settings_version: 1 }]);
    const after = await paid();
    expect(
      await product.rows('select fee_basis_points, settings_version from bookings where id = $1', [
        after.bookingId,
      ]),
    ).toEqual([{ fee_basis_points: 1_000, settings_version: 2 }]);
  });

  test.each(['viewer', 'streamer'] as const)('a %s may do none of it', async (role) => {
    const nobody = await product.join({ role });
    const id = crypto.randomUUID();
    const codes = [
      await codeOf(nobody, cancelBooking, { bookingId: id, expectedRefundCents: 0, reason }),
      await codeOf(nobody, refundPayment, {
        paymentId: id,
        amountCents: 1,
        expectedRefundedCents: 0,
        reason,
      }),
      await codeOf(nobody, setStreamerStanding, { streamerId: id, standing: 'feature', reason }),
      await codeOf(nobody, changeSettings, {
        expectedVersion: 1,
        feeBasisPoints: 0,
        pendingHours: 0,
        leastPayoutCents: 100,
        reason,
      }),
    ];
    expect(codes).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden']);
  });
});
