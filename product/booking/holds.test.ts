import { describe, expect, test } from 'vitest';
import { ask, codeOf, openProduct, send } from '#product/testing/product-server.ts';
import { extendHold, payBooking, submitIntake } from './contract.ts';
import { carryOut, everything, hold, key, openFixture, startIn } from './testing/fixture.ts';

const product = await openProduct();
const fixture = await openFixture(product);

const orders = (bookingId: string) =>
  product.rows(
    `select o.kind, o.amount_cents as amount, o.posting_kind from public.payment_orders o
     join public.payments p on p.id = o.payment_id where p.booking_id = $1 order by o.created_at`,
    [bookingId],
  );
const rowOf = async (bookingId: string) =>
  (await product.rows('select * from public.bookings where id = $1', [bookingId]))[0];
const historyOf = async (bookingId: string) =>
  (
    await product.rows(
      'select type, actor from public.booking_events where booking_id = $1 order by revision',
      [bookingId],
    )
  ).map(({ type, actor }) => `${type} by ${actor}`);

describe('a hold', () => {
  test('is extended once, by ten minutes', async () => {
    const me = await product.join();
    const { bookingId, holdEndsAt } = await hold(me, fixture, startIn(product, 3));
    const longer = await ask(me, extendHold, { key: key(), bookingId });
    expect(Date.parse(longer.holdEndsAt!) - Date.parse(holdEndsAt!)).toBe(600_000);
    expect(await codeOf(me, extendHold, { key: key(), bookingId })).toBe('already_extended');
    product.clock.ahead = 1_100_000;
    await carryOut(product);
    expect((await rowOf(bookingId)).status).toBe('held');
    product.clock.ahead = 1_201_000;
    await carryOut(product);
    expect(await rowOf(bookingId)).toMatchObject({ status: 'expired', cause: 'hold_lapsed', due_at: null });
    expect(await historyOf(bookingId)).toEqual([
      'hold by viewer',
      'extend_hold by viewer',
      'expire by system',
    ]);
  });

  test('is not paid before its questions are answered, nor for another price than the button’s', async () => {
    const asking = await openFixture(product);
    const questions = [
      { id: 'level', label: 'Votre niveau ?', required: true, long: false },
      { id: 'more', label: 'Autre chose ?', required: false, long: true },
    ];
    await product.rows('update public.offers set questions = $2 where id = $1', [
      asking.offerId,
      JSON.stringify(questions),
    ]);
    const me = await product.join();
    const { bookingId } = await hold(me, { ...asking, revision: 2 }, startIn(product, 3));
    const state = await everything(product);
    const answer = (answers: Record<string, string>) => ({ key: key(), bookingId, answers });
    const toll = { key: key(), bookingId, expectedPriceCents: 3000 };
    expect((await send(me, submitIntake, answer({ level: '', more: 'x' }))).refusal).toMatchObject({
      code: 'intake_incomplete',
      fields: { level: expect.any(String) },
    });
    expect(await codeOf(me, submitIntake, answer({ level: 'a', other: 'b' }))).toBe('invalid_input');
    expect(await codeOf(me, payBooking, toll)).toBe('intake_incomplete');
    expect(await everything(product)).toBe(state);
    await ask(me, submitIntake, answer({ level: 'Débutant' }));
    expect((await rowOf(bookingId)).answers).toEqual({ level: 'Débutant' });
    expect(
      (await send(me, payBooking, { ...toll, key: key(), expectedPriceCents: 2900 })).refusal,
    ).toMatchObject({
      code: 'offer_changed',
      details: { priceCents: 3000 },
    });
    expect((await ask(me, payBooking, toll)).checkoutUrl).toMatch(/^http/);
  });

  test('two tabs that pay at once are sent to one page, and hold for fifteen minutes', async () => {
    const me = await product.join();
    const { bookingId } = await hold(me, fixture, startIn(product, 4));
    const toll = () => ({ key: key(), bookingId, expectedPriceCents: 3000 });
    const answers = await Promise.all([1, 2, 3].map(() => ask(me, payBooking, toll())));
    expect(new Set(answers.map(({ checkoutUrl }) => checkoutUrl)).size).toBe(1);
    const [{ holdEndsAt, revision }] = answers.toSorted((a, b) => b.revision - a.revision) as [
      (typeof answers)[0],
    ];
    expect(revision).toBe(1);
    const { held_at: heldAt } = await rowOf(bookingId);
    expect(Date.parse(holdEndsAt!) - heldAt.getTime()).toBe(900_000);
    expect(
      await product.rows('select id from public.payments where booking_id = $1', [bookingId]),
    ).toHaveLength(1);
    product.clock.ahead = 901_000;
    expect(await codeOf(me, payBooking, toll())).toBe('deadline_passed');
    await carryOut(product);
    expect(await orders(bookingId)).toMatchObject([{ kind: 'void' }]);
  });

  test('that is extended while its payment page is open: the page counts to the new end', async () => {
    const me = await product.join();
    const { bookingId } = await hold(me, fixture, startIn(product, 6));
    const toll = { bookingId, expectedPriceCents: 3000 };
    const { checkoutUrl, holdEndsAt } = await ask(me, payBooking, { key: key(), ...toll });
    /** The page says how much is left when it is asked for, which is between two moments that are known. */
    const expectShown = async (end: string | null) => {
      const before = Date.now();
      const page = await (await fetch(checkoutUrl!)).text();
      const left = Number(/data-left="(\d+)"/.exec(page)?.[1]);
      expect(before + left).toBeLessThanOrEqual(Date.parse(end!));
      expect(Date.now() + left).toBeGreaterThanOrEqual(Date.parse(end!));
    };
    await expectShown(holdEndsAt);
    const longer = await ask(me, extendHold, { key: key(), bookingId });
    expect(Date.parse(longer.holdEndsAt!) - Date.parse(holdEndsAt!)).toBe(600_000);
    await expectShown(longer.holdEndsAt);
    expect((await ask(me, payBooking, { key: key(), ...toll })).checkoutUrl).toBe(checkoutUrl);
  });

  test('a free offer needs no payment', async () => {
    const free = await openFixture(product, { priceCents: 0 });
    const me = await product.join();
    const { bookingId } = await hold(me, free, startIn(product, 3));
    const answer = await ask(me, payBooking, { key: key(), bookingId, expectedPriceCents: 0 });
    expect(answer).toMatchObject({ status: 'confirmed', checkoutUrl: null, holdEndsAt: null });
    expect((await rowOf(bookingId)).confirmed_at).not.toBeNull();
    expect(await product.rows('select id from public.payments where booking_id = $1', [bookingId])).toEqual(
      [],
    );
  });

  test('thirty viewers who pay at the same moment all get their page', async () => {
    const group = await openFixture(product, { seats: 12 });
    const others = await Promise.all(Array.from({ length: 30 }, () => product.join()));
    const holds = await Promise.all(
      others.map((each, index) => hold(each, group, startIn(product, 5, Math.floor(index / 12) * 60))),
    );
    const pages = await Promise.all(
      holds.map(({ bookingId }, index) =>
        ask(others[index]!, payBooking, { key: key(), bookingId, expectedPriceCents: 3000 }),
      ),
    );
    expect(new Set(pages.map(({ checkoutUrl }) => checkoutUrl)).size).toBe(30);
  });
});
