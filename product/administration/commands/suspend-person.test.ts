import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  acceptRequest,
  answerProposal,
  holdSlot,
  payBooking,
  proposeStart,
} from '#product/booking/contract.ts';
import { type Fixture, holdRequest, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { suspendPerson } from '../contract.ts';

const product = await openProduct();
const till = tillOf(product);
const admin = await product.join({ role: 'admin' });

/** Sends it again when it met another change in the database, as the page does. */
const suspend = async (personId: string): Promise<{ ended: number }> => {
  const { answer, refusal } = await send(admin, suspendPerson, {
    personId,
    until: null,
    reason: 'Plusieurs signalements',
  });
  if (refusal?.code === 'try_again') return suspend(personId);
  if (refusal) throw new Error(`refused: ${refusal.code}`);
  return answer;
};

/** A confirmed session whose streamer asks for another start. */
const proposed = async (fixture: Fixture, viewer: SignedIn, day: number) => {
  const bookingId = await till.paid(viewer, fixture, startIn(product, day));
  const start = startIn(product, day, 60);
  await ask(fixture.streamer, proposeStart, { key: randomUUID(), bookingId, start, note: '' });
  return bookingId;
};

describe('a suspended streamer', () => {
  test('has no open request, hold or proposal any more: money is released, viewers are told, agreed sessions stay', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    const asking = await openFixture(product, { priceCents: 4_500, confirmation: 'on_request' });
    const viewer = await product.join();
    const requested = await till.paid(viewer, asking, startIn(product, 3));
    const held = await till.opened(viewer, asking, startIn(product, 4));
    const moving = await proposed(fixture, viewer, 5);
    expect(await till.paymentOf(requested)).toMatchObject({ state: 'authorised' });

    expect(await suspend(asking.streamer.id)).toMatchObject({ ended: 2 });
    expect(await suspend(fixture.streamer.id)).toMatchObject({ ended: 1 });
    await till.work();

    expect(await till.bookingOf(requested)).toMatchObject({ status: 'cancelled_by_admin' });
    expect(await till.paymentOf(requested)).toMatchObject({ state: 'voided', captured_cents: 0 });
    expect(await till.bookingOf(held.bookingId)).toMatchObject({ status: 'cancelled_by_admin' });
    expect(await till.paymentOf(held.bookingId)).toMatchObject({ state: 'expired' });
    expect(await till.bookingOf(moving)).toMatchObject({ status: 'confirmed', proposed_start_at: null });
    expect(await till.paymentOf(moving)).toMatchObject({ state: 'captured', refunded_cents: 0 });
    const told = await product.rows(
      'select kind, booking_id from public.notifications where person_id = $1',
      [viewer.id],
    );
    expect(told).toContainEqual({ kind: 'cancel', booking_id: requested });
    expect(told).toContainEqual({ kind: 'withdraw_proposal', booking_id: moving });
    const mails = await product.rows(
      "select kind from mail.messages where to_address = $1 and event -> 'ticket' ->> 'bookingId' = $2",
      [viewer.email, requested],
    );
    expect(mails).toContainEqual({ kind: 'booking.cancelled' });
  });

  test('begins nothing new: payments and requests that arrive afterwards are refused', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    const viewer = await product.join();
    const bookingId = await till.paid(viewer, fixture, startIn(product, 6));
    const before = await till.opened(viewer, fixture, startIn(product, 7));
    await suspend(fixture.streamer.id);
    expect(await codeOf(viewer, holdSlot, holdRequest(fixture, startIn(product, 8)))).toBe('offer_not_found');
    const again = { key: randomUUID(), bookingId: before.bookingId, expectedPriceCents: 4_500 };
    expect(await codeOf(viewer, payBooking, again)).toBe('booking_wrong_status');
    // The provider's page was open already, and is paid before the suspension.
    await till.fill(before.checkoutUrl, { card: 'accepted', webhook: 'normal' });
    await till.work();
    expect(await till.paymentOf(before.bookingId)).toMatchObject({ captured_cents: 0 });
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'confirmed' });
  });
});

test('a suspended viewer’s requests end, and cannot be accepted', async () => {
  const asking = await openFixture(product, { priceCents: 4_500, confirmation: 'on_request' });
  const viewer = await product.join();
  const requested = await till.paid(viewer, asking, startIn(product, 9));
  expect(await suspend(viewer.id)).toMatchObject({ ended: 1 });
  await till.work();
  const accept = { key: randomUUID(), bookingId: requested };
  expect(await codeOf(asking.streamer, acceptRequest, accept)).toBe('booking_wrong_status');
  expect(await till.paymentOf(requested)).toMatchObject({ state: 'voided' });
});

test('many acceptances at the moment of the suspension happen before it or not at all', async () => {
  const fixture = await openFixture(product, { priceCents: 4_500 });
  const asking = await openFixture(product, { priceCents: 4_500, confirmation: 'on_request' });
  const viewers = await Promise.all(Array.from({ length: 10 }, () => product.join()));
  const moving: string[] = [];
  const requests: string[] = [];
  for (const [index, viewer] of viewers.entries()) {
    moving.push(await proposed(fixture, viewer, 12 + index * 2));
    requests.push(await till.paid(viewer, asking, startIn(product, 13 + index * 2)));
  }
  const accept = (index: number, bookingId: string) =>
    send(viewers[index]!, answerProposal, { key: randomUUID(), bookingId, answer: 'accept' });
  await Promise.all([
    ...[fixture.streamer.id, asking.streamer.id].map((id) => suspend(id)),
    ...moving.map((bookingId, index) => accept(index, bookingId)),
    ...requests.map((bookingId) => send(asking.streamer, acceptRequest, { key: randomUUID(), bookingId })),
  ]);
  await till.work();
  const left = await product.rows(
    `select id from public.bookings where id = any($1) and (status in ('held', 'requested') or proposed_start_at is not null)`,
    [[...moving, ...requests]],
  );
  expect(left, 'nothing is left open with somebody who is suspended').toEqual([]);
  // Each was accepted and paid, or cancelled and released; never both, and nothing in between.
  const money = await product.rows(
    `select b.status, p.state, p.captured_cents from public.bookings b join public.payments p on p.booking_id = b.id
     where b.id = any($1)`,
    [requests],
  );
  for (const { status, state, captured_cents } of money)
    expect([status, state, captured_cents]).toEqual(
      status === 'confirmed' ? ['confirmed', 'captured', 4_500] : ['cancelled_by_admin', 'voided', 0],
    );
  // From now on every acceptance is refused.
  for (const [index, bookingId] of moving.entries())
    expect((await accept(index, bookingId)).refusal).not.toBeNull();
});
