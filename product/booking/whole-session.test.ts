// Long because moving, cancelling and taking one person out are tried in every order, on the same sessions.
import pg from 'pg';
import { expect, test } from 'vitest';
import { suspendPerson } from '#product/administration/contract.ts';
import {
  cancelSession as cancelAsAdmin,
  cancelBooking as cancelPlaceAsAdmin,
  proposeSessionStart,
} from '#product/administration/marketplace-contract.ts';
import { listSlots } from '#product/availability/contract.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import {
  answerProposal,
  cancelBooking,
  cancelSession,
  holdSlot,
  proposeStart,
  withdrawProposal,
} from './contract.ts';
import {
  book,
  carryOut,
  everything,
  type Fixture,
  hold,
  holdRequest,
  key,
  openFixture,
  startIn,
} from './testing/fixture.ts';
import { checkInvariants } from './testing/invariants.ts';

const product = await openProduct();

interface Group {
  fixture: Fixture;
  viewers: SignedIn[];
  bookings: string[];
  sessionId: string;
  start: string;
}

/** A session with so many people in it, 30 € each. */
async function group(days: number, people = 3, seats = 6): Promise<Group> {
  const fixture = await openFixture(product, { seats });
  const viewers = await Promise.all(Array.from({ length: people }, () => product.join()));
  const start = startIn(product, days);
  const bookings: string[] = [];
  for (const viewer of viewers) bookings.push(await book(product, viewer, fixture, start));
  const [row] = await product.rows('select session_id from public.bookings where id = $1', [bookings[0]]);
  return { fixture, viewers, bookings, sessionId: row.session_id, start };
}
const statuses = async (sessionId: string) =>
  (
    await product.rows(
      'select status, refund_cents from public.bookings where session_id = $1 order by seat',
      [sessionId],
    )
  ).map(({ status, refund_cents: refund }) => `${status} ${refund ?? '-'}`);
const places = (sessionId: string) =>
  product.rows(
    `select status, start_at, proposed_start_at from public.bookings where session_id = $1
       and status in ('held', 'requested', 'confirmed', 'in_progress') order by seat`,
    [sessionId],
  );
const request = ({ sessionId }: Group, seats: number, refund = seats * 3000) => ({
  key: key(),
  sessionId,
  expectedSeats: seats,
  expectedRefundCents: refund,
  reason: 'Une fièvre',
});
const checked = ({ viewers }: Group) =>
  checkInvariants(
    product,
    viewers.map(({ id }) => id),
  );

test('a streamer cancels a session of six: everybody gets everything back, and is told; they are told once', async () => {
  const six = await group(3, 6);
  await product.rows('delete from mail.messages');
  const asked = request(six, 6);
  const answer = await ask(six.fixture.streamer, cancelSession, asked);
  expect(answer).toEqual({ sessionId: six.sessionId, seats: 6, refundCents: 18_000, disputedCents: 0 });
  expect(new Set(await statuses(six.sessionId))).toEqual(new Set(['cancelled_by_streamer 3000']));
  const orders = await product.rows(
    `select o.kind, o.amount_cents from public.payment_orders o join public.payments p on p.id = o.payment_id
     where p.booking_id = any ($1) and o.kind = 'refund'`,
    [six.bookings],
  );
  expect(orders).toEqual(Array.from({ length: 6 }, () => ({ kind: 'refund', amount_cents: 3000 })));
  const told = await product.rows(
    `select n.person_id from public.notifications n where n.kind = 'cancel' and n.booking_id = any ($1)`,
    [six.bookings],
  );
  expect(new Set(told.map(({ person_id }) => person_id))).toEqual(new Set(six.viewers.map(({ id }) => id)));
  const mails = await product.rows(
    `select count(*)::int as n, count(*) filter (where to_address = (select email from auth.users where id = $1))::int as own
     from mail.messages`,
    [six.fixture.streamer.id],
  );
  expect(mails).toEqual([{ n: 7, own: 1 }]);
  expect(
    await product.rows('select from private.person_times where booking_id = any ($1)', [six.bookings]),
  ).toEqual([]);
  // The same key again does nothing and says the same.
  expect(await ask(six.fixture.streamer, cancelSession, asked)).toEqual(answer);
  expect(await codeOf(six.fixture.streamer, cancelSession, request(six, 6))).toBe('booking_wrong_status');
  await checked(six);
});

test('requests are declined with it, and somebody who is about to pay pays nothing', async () => {
  const some = await group(4, 2);
  const paying = await product.join();
  const held = await hold(paying, some.fixture, some.start);
  await product.rows(
    "update public.bookings set status = 'requested', confirmed_at = null, answer_by = now() + interval '1 day', due_event = 'expire', due_at = now() + interval '1 day' where id = $1",
    [some.bookings[0]],
  );
  await ask(some.fixture.streamer, cancelSession, request(some, 2));
  const rows = await product.rows('select id, status from public.bookings where session_id = $1', [
    some.sessionId,
  ]);
  expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
    [some.bookings[0]!]: 'declined',
    [some.bookings[1]!]: 'cancelled_by_streamer',
    [held.bookingId]: 'cancelled_by_streamer',
  });
});

test('refuses others, wrong numbers and what has begun, and changes nothing', async () => {
  const three = await group(5);
  const before = await everything(product);
  expect(await codeOf(await product.join({ role: 'streamer' }), cancelSession, request(three, 3))).toBe(
    'booking_not_found',
  );
  expect(await codeOf(three.viewers[0]!, cancelSession, request(three, 3))).toBe('booking_not_found');
  for (const [seats, refund] of [
    [2, 9000],
    [3, 3000],
  ] as const) {
    const { refusal } = await send(three.fixture.streamer, cancelSession, request(three, seats, refund));
    expect(refusal).toMatchObject({ code: 'quote_changed', details: { seats: 3, refundCents: 9000 } });
  }
  expect(await everything(product)).toBe(before);
  product.clock.ahead = Date.parse(three.start) - Date.now() + 60_000;
  expect(await codeOf(three.fixture.streamer, cancelSession, request(three, 3))).toBe('already_started');
  product.clock.ahead = 0;
});

test('one person is taken out of it, and the others stay', async () => {
  const three = await group(6);
  await ask(three.fixture.streamer, cancelBooking, {
    key: key(),
    bookingId: three.bookings[1]!,
    expectedRefundCents: 3000,
    reason: 'Comportement',
  });
  expect(await statuses(three.sessionId)).toEqual([
    'confirmed -',
    'cancelled_by_streamer 3000',
    'confirmed -',
  ]);
});

test('a seat that cancels while the whole is cancelled, many times: each seat ends once, with its own refund', async () => {
  for (let round = 0; round < 4; round++) {
    const three = await group(40 + round);
    const [leaver] = three.viewers;
    const [whole, own] = await Promise.all([
      send(three.fixture.streamer, cancelSession, request(three, 3)),
      send(leaver!, cancelBooking, {
        key: key(),
        bookingId: three.bookings[0]!,
        expectedRefundCents: 3000,
        reason: '',
      }),
    ]);
    const ended = await statuses(three.sessionId);
    if (whole.refusal) {
      expect(whole.refusal).toMatchObject({
        code: 'quote_changed',
        details: { seats: 2, refundCents: 6000 },
      });
      expect(ended).toEqual(['cancelled_by_viewer 3000', 'confirmed -', 'confirmed -']);
    } else {
      expect(own.refusal?.code).toBe('booking_wrong_status');
      expect(new Set(ended)).toEqual(new Set(['cancelled_by_streamer 3000']));
    }
    await checked(three);
  }
});

test('people who sit down while it is cancelled are in it or outside of it, never left in a session without a streamer', async () => {
  const three = await group(50, 2, 12);
  const late = await Promise.all(Array.from({ length: 8 }, () => product.join()));
  const [whole] = await Promise.all([
    send(three.fixture.streamer, cancelSession, request(three, 2)),
    ...late.map((viewer) => send(viewer, holdSlot, holdRequest(three.fixture, three.start))),
  ]);
  expect(whole.answer).toMatchObject({ seats: 2 });
  // Whoever came before it ended with it; whoever came after has a session of their own.
  expect(await places(three.sessionId)).toEqual([]);
});

test('a failure in the middle undoes all of it', async () => {
  const three = await group(7);
  const before = await everything(product);
  await product.rows(
    `create function pg_temp_fail() returns trigger language plpgsql as $$ begin raise exception 'no room on the disk'; end $$`,
  );
  await product.rows(
    `create trigger fail before insert on public.booking_events for each row when (new.booking_id = '${three.bookings[2]!}') execute function pg_temp_fail()`,
  );
  product.errors.length = 0;
  const { refusal } = await send(three.fixture.streamer, cancelSession, request(three, 3));
  expect(refusal).toMatchObject({ code: 'internal' });
  product.errors.length = 0;
  await product.rows('drop trigger fail on public.booking_events');
  expect(await everything(product)).toBe(before);
  await ask(three.fixture.streamer, cancelSession, request(three, 3));
  expect(new Set(await statuses(three.sessionId))).toEqual(new Set(['cancelled_by_streamer 3000']));
});

test('a connection that is killed in the middle leaves every seat as it was', async () => {
  const three = await group(8);
  const blocker = new pg.Client(product.database.connection);
  await blocker.connect();
  try {
    await blocker.query('begin');
    // The highest id is the last that is locked: until then the others have been.
    await blocker.query(
      'select from public.bookings where id = (select max(id::text)::uuid from public.bookings where session_id = $1) for update',
      [three.sessionId],
    );
    const cancelling = send(three.fixture.streamer, cancelSession, request(three, 3)).catch(
      (error: unknown) => error,
    );
    const waiting = () =>
      product.rows(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%for update%' and pid <> pg_backend_pid()`,
      );
    await expect.poll(async () => (await waiting()).length).toBe(1);
    for (const { pid } of await waiting()) await product.rows('select pg_terminate_backend($1)', [pid]);
    await cancelling;
    await blocker.query('rollback');
  } finally {
    await blocker.end();
  }
  const left = await statuses(three.sessionId);
  expect(new Set(left).size).toBe(1);
  await checked(three);
});

test('a session is moved whole: one proposal to each, the time held for all, nobody sits down meanwhile', async () => {
  const three = await group(9);
  const [start, stranger] = [startIn(product, 10), await product.join()];
  const [bookingId] = three.bookings;
  const asked = await ask(three.fixture.streamer, proposeStart, {
    key: key(),
    bookingId: bookingId!,
    start,
    note: 'Un train',
  });
  expect(asked).toMatchObject({ bookingId, start: three.start });
  expect((await places(three.sessionId)).map((place) => place.proposed_start_at.toISOString())).toEqual([
    start,
    start,
    start,
  ]);
  for (const at of [three.start, start])
    expect(await codeOf(stranger, holdSlot, holdRequest(three.fixture, at))).toBe('slot_not_free');
  await ask(three.viewers[0]!, answerProposal, {
    key: key(),
    bookingId: three.bookings[0]!,
    answer: 'accept',
  });
  await ask(three.viewers[1]!, answerProposal, {
    key: key(),
    bookingId: three.bookings[1]!,
    answer: 'refuse',
  });
  // It is there now: no third start, and no way back.
  const further = { key: key(), bookingId: bookingId!, start: startIn(product, 11), note: '' };
  expect(await codeOf(three.fixture.streamer, proposeStart, further)).toBe('session_moved');
  expect(
    await codeOf(three.fixture.streamer, withdrawProposal, { key: key(), bookingId: three.bookings[2]! }),
  ).toBe('session_moved');
  expect(await hold(stranger, three.fixture, start)).toMatchObject({ sessionId: three.sessionId });
  await ask(three.viewers[2]!, answerProposal, {
    key: key(),
    bookingId: three.bookings[2]!,
    answer: 'accept',
  });
  expect((await places(three.sessionId)).map((place) => place.start_at.toISOString())).toEqual([
    start,
    start,
    start,
  ]);
  expect(await statuses(three.sessionId)).toContain('cancelled_by_streamer 3000');
  await checked(three);
});

test('who does not answer keeps the session where it was, unless somebody accepted: then they get everything back', async () => {
  const [stays, moves] = [await group(12), await group(13)];
  for (const each of [stays, moves])
    await ask(each.fixture.streamer, proposeStart, {
      key: key(),
      bookingId: each.bookings[0]!,
      start: new Date(Date.parse(each.start) + 7 * 86_400_000).toISOString(),
      note: '',
    });
  await ask(stays.viewers[0]!, answerProposal, {
    key: key(),
    bookingId: stays.bookings[0]!,
    answer: 'refuse',
  });
  await ask(moves.viewers[0]!, answerProposal, {
    key: key(),
    bookingId: moves.bookings[0]!,
    answer: 'accept',
  });
  product.clock.ahead = 49 * 3_600_000;
  await carryOut(product);
  product.clock.ahead = 0;
  expect(await statuses(stays.sessionId)).toEqual([
    'cancelled_by_streamer 3000',
    'confirmed -',
    'confirmed -',
  ]);
  expect((await places(stays.sessionId)).map((place) => place.start_at.toISOString())).toEqual([
    stays.start,
    stays.start,
  ]);
  expect(await statuses(moves.sessionId)).toEqual([
    'confirmed -',
    'cancelled_by_streamer 3000',
    'cancelled_by_streamer 3000',
  ]);
  await checked(stays);
  await checked(moves);
});

test('it is proposed to all or to nobody, only where everybody is free, and withdrawn from all', async () => {
  const three = await group(14);
  const other = await openFixture(product);
  const [busy, free] = [startIn(product, 15), startIn(product, 16)];
  await hold(three.viewers[2]!, other, busy);
  const propose = (start: string) =>
    send(three.fixture.streamer, proposeStart, {
      key: key(),
      bookingId: three.bookings[0]!,
      start,
      note: '',
    });
  expect((await propose(busy)).refusal?.code).toBe('viewer_not_free');
  expect((await places(three.sessionId)).every((place) => place.proposed_start_at === null)).toBe(true);
  const { slots } = await ask(three.fixture.streamer, listSlots, {
    offerId: three.fixture.offerId,
    bookingId: three.bookings[0]!,
    from: busy,
    until: new Date(Date.parse(free) + 3_600_000).toISOString(),
  });
  const starts = slots.map(({ start }) => start);
  expect([starts.includes(busy), starts.includes(free)]).toEqual([false, true]);
  expect((await propose(free)).answer).toMatchObject({ status: 'confirmed' });
  await ask(three.fixture.streamer, withdrawProposal, { key: key(), bookingId: three.bookings[1]! });
  expect((await places(three.sessionId)).every((place) => place.proposed_start_at === null)).toBe(true);
});

test('it moves without a suspended viewer of it, and not at all once its streamer is suspended', async () => {
  const three = await group(25);
  const admin = await product.join({ role: 'admin' });
  const start = startIn(product, 26);
  const suspend = (person: SignedIn) =>
    ask(admin, suspendPerson, { personId: person.id, until: null, reason: 'Un compte pris à quelqu’un.' });
  const starts = (who: SignedIn) =>
    send(who, listSlots, {
      offerId: three.fixture.offerId,
      bookingId: three.bookings[0]!,
      from: start,
      until: new Date(Date.parse(start) + 3_600_000).toISOString(),
    });
  await suspend(three.viewers[0]!);
  expect((await starts(admin)).answer?.slots.map((slot) => slot.start)).toContain(start);
  const move = { key: key(), sessionId: three.sessionId, start, reason: 'Le streamer nous l’a demandé.' };
  expect(await ask(admin, proposeSessionStart, move)).toEqual({ sessionId: three.sessionId, seats: 3 });
  await ask(three.viewers[1]!, answerProposal, {
    key: key(),
    bookingId: three.bookings[1]!,
    answer: 'accept',
  });
  product.clock.ahead += 49 * 3_600_000;
  await carryOut(product);
  product.clock.ahead = 0;
  expect((await statuses(three.sessionId))[0]).toBe('cancelled_by_streamer 3000');

  const other = await group(27);
  await suspend(other.fixture.streamer);
  const to = startIn(product, 28);
  const refused = await send(admin, listSlots, {
    offerId: other.fixture.offerId,
    bookingId: other.bookings[0]!,
    from: to,
    until: new Date(Date.parse(to) + 3_600_000).toISOString(),
  });
  expect(refused.refusal?.code).toBe('account_suspended');
  const elsewhere = { ...move, key: key(), sessionId: other.sessionId, start: to };
  expect(await codeOf(admin, proposeSessionStart, elsewhere)).toBe('account_suspended');
});

test('people who sit down while it is moved are asked too, or not let in: a session has one start', async () => {
  const two = await group(17, 2, 12);
  const start = startIn(product, 18);
  const late = await Promise.all(Array.from({ length: 6 }, () => product.join()));
  const [moved] = await Promise.all([
    send(two.fixture.streamer, proposeStart, { key: key(), bookingId: two.bookings[0]!, start, note: '' }),
    ...late.map((viewer) => send(viewer, holdSlot, holdRequest(two.fixture, two.start))),
  ]);
  expect(moved.answer).toMatchObject({ status: 'confirmed' });
  const left = await places(two.sessionId);
  expect(left.map((place) => place.status)).toEqual(['confirmed', 'confirmed']);
  expect(left.map((place) => place.proposed_start_at.toISOString())).toEqual([start, start]);
});

test('the team cancels a session whole, takes one person out of it, or moves it, with a reason in the log', async () => {
  const [three, four] = [await group(19), await group(20)];
  const admin = await product.join({ role: 'admin' });
  const viewer = three.viewers[0]!;
  const asked = { ...request(three, 3), reason: 'Le streamer est hospitalisé.' };
  expect(await codeOf(viewer, cancelAsAdmin, asked)).toBe('forbidden');
  expect(await codeOf(three.fixture.streamer, cancelAsAdmin, asked)).toBe('forbidden');
  const start = startIn(product, 21);
  const move = { key: key(), sessionId: three.sessionId, start, reason: 'Le streamer nous l’a demandé.' };
  expect(await ask(admin, proposeSessionStart, move)).toEqual({ sessionId: three.sessionId, seats: 3 });
  expect(await ask(admin, cancelAsAdmin, asked)).toMatchObject({ seats: 3, refundCents: 9000 });
  await ask(admin, cancelPlaceAsAdmin, {
    bookingId: four.bookings[0]!,
    expectedRefundCents: 3000,
    reason: 'Un compte qui n’est pas le sien.',
  });
  expect(await statuses(four.sessionId)).toEqual(['cancelled_by_admin 3000', 'confirmed -', 'confirmed -']);
  const log = await product.rows(
    `select action, before, after from public.audit_log where actor_id = $1 and action like 'administration/%session%' order by id`,
    [admin.id],
  );
  expect(log).toEqual([
    {
      action: 'administration/propose-session-start',
      before: { start: three.start },
      after: { proposedStart: start, places: 3 },
    },
    {
      action: 'administration/cancel-session',
      before: { places: 3 },
      after: { places: 0, refundCents: 9000 },
    },
  ]);
});
