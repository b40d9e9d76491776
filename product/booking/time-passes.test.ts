import { describe, expect, test } from 'vitest';
import { requestDeletion } from '#product/accounts/contract.ts';
import { forgetCommandKeys } from '#product/command/idempotency.ts';
import { purgeDeletedAccounts } from '#product/deletion/purge-deleted.ts';
import { ask, codeOf, openProduct, PASSWORD, type SignedIn, send } from '#product/testing/product-server.ts';
import { joinWaitingList, leaveWaitingList, releaseHold } from './contract.ts';
import { tellWaitingViewers } from './tell-waiting-viewers.ts';
import { advance, book, carryOut, hold, key, openFixture, runTask, startIn } from './testing/fixture.ts';

const product = await openProduct();
const fixture = await openFixture(product);
const viewer = await product.join();

const MINUTE = 60_000;
const rowOf = async (bookingId: string) =>
  (await product.rows('select * from public.bookings where id = $1', [bookingId]))[0];
/** Minutes after a start. */
const goTo = (start: string, minutes: number) => {
  product.clock.ahead = Date.parse(start) + minutes * MINUTE - Date.now();
};
const attend = (
  sessionId: string,
  person: SignedIn,
  side: string,
  start: string,
  [from, to]: [number, number],
) =>
  product.rows(
    `insert into public.attendances (session_id, person_id, side, joined_at, last_seen_at, left_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [
      sessionId,
      person.id,
      side,
      new Date(Date.parse(start) + from * MINUTE),
      new Date(Date.parse(start) + to * MINUTE),
    ],
  );

describe('a session', () => {
  const sessions: [string, [number, number] | null, [number, number] | null, object][] = [
    ['both are there', [-2, 60], [0, 60], { status: 'completed', refund_cents: 0, delivered_minutes: 60 }],
    [
      'the streamer leaves half-way',
      [0, 30],
      [0, 60],
      { status: 'completed', refund_cents: 1500, delivered_minutes: 30 },
    ],
    ['the streamer does not come', null, [0, 12], { status: 'streamer_no_show', refund_cents: 3000 }],
    ['the viewer does not come', [0, 20], null, { status: 'viewer_no_show', refund_cents: 0 }],
    ['nobody comes', null, null, { status: 'streamer_no_show', refund_cents: 3000 }],
  ];
  test.each(sessions)('is settled from attendance: %s', async (_what, streamer, other, expected) => {
    const own = await openFixture(product);
    const start = startIn(product, 3);
    const me = await product.join();
    const bookingId = await book(product, me, own, start);
    goTo(start, 0);
    await carryOut(product);
    expect((await rowOf(bookingId)).status).toBe('in_progress');
    if (streamer) await attend(bookingId, own.streamer, 'streamer', start, streamer);
    if (other) await attend(bookingId, me, 'viewer', start, other);
    for (const minutes of [9, 10, 14, 15, 59, 60]) {
      goTo(start, minutes);
      await carryOut(product);
    }
    expect(await rowOf(bookingId)).toMatchObject({ ...expected, due_at: null });
    const { refund_cents: refund } = await rowOf(bookingId);
    const refunds = await product.rows(
      `select o.amount_cents as amount, o.posting_kind from public.payment_orders o join public.payments p on p.id = o.payment_id
       where p.booking_id = $1 and o.kind = 'refund'`,
      [bookingId],
    );
    expect(refunds).toEqual(refund === 0 ? [] : [{ amount: refund, posting_kind: 'settlement' }]);
  });

  test('ends ten minutes in when the streamer is absent, and is not begun before its start', async () => {
    const start = startIn(product, 4);
    const bookingId = await book(product, viewer, fixture, start);
    goTo(start, -1);
    await carryOut(product);
    expect((await rowOf(bookingId)).status).toBe('confirmed');
    goTo(start, 10);
    await carryOut(product);
    await carryOut(product);
    expect((await rowOf(bookingId)).status).toBe('streamer_no_show');
  });

  test('that a server finds late after an outage is begun and settled all the same', async () => {
    const start = startIn(product, 5);
    const bookingId = await book(product, viewer, fixture, start);
    await attend(bookingId, fixture.streamer, 'streamer', start, [0, 60]);
    await attend(bookingId, viewer, 'viewer', start, [0, 60]);
    goTo(start, 600);
    await carryOut(product);
    await carryOut(product);
    expect((await rowOf(bookingId)).status).toBe('completed');
  });

  test('whose deadline fails does not hold up the others', async () => {
    const [first, second] = [startIn(product, 6), startIn(product, 7)];
    const broken = await book(product, viewer, fixture, first);
    const fine = await book(product, viewer, fixture, second);
    await product.rows("update public.bookings set due_event = 'lapse_proposal' where id = $1", [broken]);
    goTo(second, 1);
    await carryOut(product);
    expect((await rowOf(fine)).status).toBe('in_progress');
    expect(product.errors).toMatchObject([{ bookingId: broken }]);
    product.errors.length = 0;
    await product.rows("update public.bookings set due_event = 'begin' where id = $1", [broken]);
    goTo(second, 3);
    await carryOut(product);
    expect((await rowOf(broken)).status).toBe('in_progress');
  });

  test('two processes that carry out deadlines at once do each of them once', async () => {
    const start = startIn(product, 8);
    const own = await openFixture(product, { seats: 12 });
    const people = await Promise.all(Array.from({ length: 8 }, () => product.join()));
    for (const each of people) await hold(each, own, start);
    product.clock.ahead = 11 * MINUTE;
    await Promise.all([1, 2, 3].map(() => carryOut(product)));
    const events = await product.rows(
      `select b.status, count(*)::int as events from public.bookings b join public.booking_events e on e.booking_id = b.id
       where b.offer_id = $1 group by b.id, b.status`,
      [own.offerId],
    );
    expect(events).toEqual(Array.from({ length: 8 }, () => ({ status: 'expired', events: 2 })));
  });
});

describe('the waiting list', () => {
  const tellAll = () => runTask(product, tellWaitingViewers);

  test('tells everybody once when a start becomes free, and they may join again', async () => {
    // One start alone lies within the horizon: at ten in Paris, three days from now.
    const { rows: free } = await product.database.pool.query(
      `select extract(isodow from day)::int as weekday, (day + interval '10 hours') at time zone 'Europe/Paris' as start
       from date_trunc('day', now() at time zone 'Europe/Paris' + interval '3 days') as day`,
    );
    const popular = await openFixture(
      product,
      {},
      { hours: [[free[0].weekday, 600, 660]], rules: { horizonDays: 7 } },
    );
    const taker = await product.join();
    const { bookingId } = await hold(taker, popular, free[0].start.toISOString());
    const me = await product.join();
    const wish = () => ({ key: key(), offerId: popular.offerId });
    const { entryId } = await ask(me, joinWaitingList, wish());
    expect(await codeOf(me, joinWaitingList, wish())).toBe('already_waiting');
    expect(await codeOf(popular.streamer, joinWaitingList, wish())).toBe('own_offer');
    await tellAll();
    const told = () =>
      product.rows(`select kind, data ->> 'title' as title from public.notifications where person_id = $1`, [
        me.id,
      ]);
    const mails = () =>
      product.rows("select kind from mail.messages where related ->> 'user_id' = $1", [me.id]);
    expect([await told(), await mails()]).toEqual([[], []]);
    await ask(taker, releaseHold, { key: key(), bookingId });
    await Promise.all([tellAll(), tellAll()]);
    await tellAll();
    expect(await told()).toEqual([{ kind: 'slot_free', title: 'Relecture de partie' }]);
    expect(await mails()).toEqual([{ kind: 'notice.slot_free' }]);
    expect((await ask(me, joinWaitingList, wish())).entryId).toBe(entryId);
    await ask(me, leaveWaitingList, wish());
    expect(await codeOf(me, leaveWaitingList, wish())).toBe('not_waiting');
  });

  test('tells a viewer who waits for one start about that start alone', async () => {
    const { rows: days } = await product.database.pool.query(
      `select (day + interval '10 hours') at time zone 'Europe/Paris' as start
       from date_trunc('day', now() at time zone 'Europe/Paris' + interval '3 days') as day`,
    );
    const start = days[0].start.toISOString();
    const popular = await openFixture(product);
    const taker = await product.join();
    const me = await product.join();
    const wish = { offerId: popular.offerId, start };
    expect(await codeOf(me, joinWaitingList, { key: key(), ...wish })).toBe('invalid_input');
    const { bookingId } = await hold(taker, popular, start);
    await ask(me, joinWaitingList, { key: key(), ...wish });
    expect(await codeOf(me, joinWaitingList, { key: key(), ...wish })).toBe('already_waiting');
    // Waiting for any start and for this one are two entries.
    expect(await codeOf(me, leaveWaitingList, { key: key(), offerId: popular.offerId })).toBe('not_waiting');
    const told = () =>
      product.rows(`select data ->> 'start' as start from public.notifications where person_id = $1`, [
        me.id,
      ]);
    await tellAll();
    expect(await told()).toEqual([]);
    await ask(taker, releaseHold, { key: key(), bookingId });
    await Promise.all([tellAll(), tellAll()]);
    await tellAll();
    expect(await told()).toEqual([{ start }]);
    await ask(me, leaveWaitingList, { key: key(), ...wish });
    expect(await codeOf(me, leaveWaitingList, { key: key(), ...wish })).toBe('not_waiting');
  });

  test('tells a viewer who waits for one start and for any once, and both entries count as told', async () => {
    const { rows: days } = await product.database.pool.query(
      `select extract(isodow from day)::int as weekday, (day + interval '10 hours') at time zone 'Europe/Paris' as start
       from date_trunc('day', now() at time zone 'Europe/Paris' + interval '3 days') as day`,
    );
    const popular = await openFixture(
      product,
      {},
      { hours: [[days[0].weekday, 600, 660]], rules: { horizonDays: 7 } },
    );
    const start = days[0].start.toISOString();
    const taker = await product.join();
    const { bookingId } = await hold(taker, popular, start);
    const me = await product.join();
    await ask(me, joinWaitingList, { key: key(), offerId: popular.offerId });
    await ask(me, joinWaitingList, { key: key(), offerId: popular.offerId, start });
    const other = await product.join();
    await ask(other, joinWaitingList, { key: key(), offerId: popular.offerId });
    await ask(taker, releaseHold, { key: key(), bookingId });
    await Promise.all([tellAll(), tellAll()]);
    await tellAll();
    for (const who of [me, other]) {
      expect(
        await product.rows(
          `select data ->> 'start' as start from public.notifications where person_id = $1`,
          [who.id],
        ),
      ).toEqual([{ start }]);
      expect(
        await product.rows("select kind from mail.messages where related ->> 'user_id' = $1", [who.id]),
      ).toEqual([{ kind: 'notice.slot_free' }]);
    }
    expect(
      await product.rows(
        'select 1 from public.waiting_list_entries where offer_id = $1 and notified_at is null',
        [popular.offerId],
      ),
    ).toEqual([]);
  });

  test('sends no mail to a viewer who wants none', async () => {
    const open = await openFixture(product);
    const me = await product.join();
    await product.rows(
      'insert into public.person_settings (person_id, waiting_list_mails) values ($1, false)',
      [me.id],
    );
    await ask(me, joinWaitingList, { key: key(), offerId: open.offerId });
    await tellAll();
    expect(
      await product.rows('select kind from public.notifications where person_id = $1', [me.id]),
    ).toHaveLength(1);
    expect(
      await product.rows("select kind from mail.messages where related ->> 'user_id' = $1", [me.id]),
    ).toEqual([]);
  });
});

describe('leaving Loge', () => {
  const leave = (who: SignedIn) => send(who, requestDeletion, { password: PASSWORD });
  const purge = () => {
    product.clock.ahead = 40 * 86_400_000;
    return runTask(product, purgeDeletedAccounts);
  };

  test('is refused while a session is to come, on either side', async () => {
    const own = await openFixture(product);
    const me = await product.join();
    const bookingId = await book(product, me, own, startIn(product, 3));
    for (const who of [me, own.streamer]) {
      expect((await leave(who)).refusal).toMatchObject({ code: 'account_in_use', details: { bookings: 1 } });
    }
    await advance(product, bookingId, { type: 'cancel', by: 'streamer' });
    for (const who of [me, own.streamer]) expect((await leave(who)).answer).not.toBeNull();
  });

  test('is refused to a streamer whose money is on its way', async () => {
    const { streamer } = await openFixture(product);
    await product.rows(
      `with posting as (insert into public.ledger_postings (at, kind, source) values (now(), 'capture', 'test:' || $1::text) returning id)
       insert into public.ledger_lines (posting_id, account, streamer_id, amount_cents)
       select id, 'provider_balance', null, 850 from posting union all select id, 'streamer_pending', $1::uuid, -850 from posting`,
      [streamer.id],
    );
    expect((await leave(streamer)).refusal).toMatchObject({
      code: 'account_in_use',
      details: { bookings: 0, pendingCents: 850 },
    });
  });

  test('waits for what was booked since, then keeps the record without the person and their words', async () => {
    const own = await openFixture(product);
    const me = await product.join();
    expect((await leave(me)).answer).not.toBeNull();
    const bookingId = await book(product, me, own, startIn(product, 3));
    await product.rows(`update public.bookings set answers = '{"q": "secret"}' where id = $1`, [bookingId]);
    await purge();
    expect(await product.rows('select id from auth.users where id = $1', [me.id])).toHaveLength(1);
    product.clock.ahead = 0;
    await advance(product, bookingId, { type: 'cancel', by: 'streamer' });
    await purge();
    expect(await product.rows('select id from auth.users where id = $1', [me.id])).toEqual([]);
    expect(await rowOf(bookingId)).toMatchObject({
      viewer_id: null,
      streamer_id: own.streamer.id,
      status: 'cancelled_by_streamer',
      answers: {},
    });
  });
});

test('stored answers of commands are deleted after thirty days', async () => {
  await hold(await product.join(), fixture, startIn(product, 20));
  product.clock.ahead = 29 * 86_400_000;
  await runTask(product, forgetCommandKeys);
  expect((await product.rows('select from private.command_keys')).length).toBeGreaterThan(0);
  product.clock.ahead = 31 * 86_400_000;
  await runTask(product, forgetCommandKeys);
  expect(await product.rows('select from private.command_keys')).toEqual([]);
});
