import { beforeAll, describe, expect, test } from 'vitest';
import { cancelBooking, rescheduleBooking } from '#product/booking/contract.ts';
import { book, carryOut, hold, key, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { enterRoom, getRoom, renewMedia, sendChatMessage, sendHeartbeat } from './contract.ts';
import { comeIn, openStage, type Stage } from './testing/stage.ts';

const product = await openProduct();

const stateFor = async (who: SignedIn, roomId: string) => (await ask(who, getRoom, { roomId })).state;

describe('the door', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(product, startIn(product, 3));
  });

  test.each([
    [-61, 'early', 'room_too_early'],
    [-59, 'setup', 'room_too_early'],
    [-11, 'setup', 'room_too_early'],
  ])('%i minutes from the start it is %s', async (minutes, state, code) => {
    stage.at(minutes);
    for (const who of [stage.viewer, stage.streamer]) {
      expect(await stateFor(who, stage.roomId)).toBe(state);
      const { refusal } = await send(who, enterRoom, { roomId: stage.roomId });
      expect(refusal?.code).toBe(code);
      expect(refusal?.details).toEqual({ opensAt: new Date(stage.startsAt - 600_000).toISOString() });
    }
  });

  test('strangers learn nothing, not even that a room exists', async () => {
    stage.at(0);
    const stranger = await product.join();
    const missing = crypto.randomUUID();
    for (const roomId of [stage.roomId, missing]) {
      expect(await codeOf(stranger, getRoom, { roomId })).toBe('room_not_found');
      expect(await codeOf(stranger, enterRoom, { roomId })).toBe('room_not_found');
      const fake = { roomId, participantId: crypto.randomUUID() };
      expect(await codeOf(stranger, sendHeartbeat, fake)).toBe('room_not_found');
      expect(await codeOf(stranger, renewMedia, { ...fake, epoch: 1, rebuild: true })).toBe('room_left');
      expect(await codeOf(stranger, sendChatMessage, { ...fake, key: key(), body: 'Bonsoir' })).toBe(
        'room_left',
      );
    }
    expect(await codeOf({ client: product.client() }, enterRoom, { roomId: stage.roomId })).toBe(
      'unauthenticated',
    );
  });

  test('from 10 minutes before, its two people may enter, and learn of each other', async () => {
    stage.at(-10);
    const first = await comeIn(stage.viewer, stage.roomId);
    expect(first.entry).toMatchObject({ side: 'viewer', engine: 'p2p', peers: [], epoch: 1, iceServers: [] });
    const second = await comeIn(stage.streamer, stage.roomId);
    expect(second.entry.peers).toMatchObject([
      { participantId: first.entry.participantId, name: 'Camille D.', side: 'viewer', initiates: true },
    ]);
    const seen = (await first.beat()) as typeof first.entry;
    expect(seen.peers).toMatchObject([
      { participantId: second.entry.participantId, side: 'streamer', initiates: false },
    ]);
    await first.leave();
    expect(((await second.beat()) as typeof first.entry).peers).toEqual([]);
    await second.leave();
  });

  test('a second connection is told where the first is, and takes over when asked to', async () => {
    stage.at(1);
    const { roomId } = stage;
    const first = await comeIn(stage.viewer, roomId);
    expect(await codeOf(stage.viewer, enterRoom, { roomId })).toBe('room_open_elsewhere');
    expect(await ask(stage.viewer, getRoom, { roomId })).toMatchObject({
      state: 'open',
      openElsewhere: true,
    });
    const second = await comeIn(stage.viewer, roomId, { takeOver: true });
    await expect(first.beat()).rejects.toThrow('room_taken_over');
    await first.leave(); // says nothing about the second
    await second.beat();
    // A reload returns as the same participant, without asking.
    const third = await comeIn(stage.viewer, roomId, { resume: second.entry.participantId });
    expect(third.entry.participantId).not.toBe(second.entry.participantId);
    await third.leave();
    expect(
      await codeOf(stage.viewer, sendHeartbeat, { roomId, participantId: third.entry.participantId }),
    ).toBe('room_left');
  });

  test('two tabs at once: one is in, the other is told', async () => {
    stage.at(2);
    const { roomId } = stage;
    const answers = await Promise.all([1, 2, 3].map(() => send(stage.viewer, enterRoom, { roomId })));
    expect(answers.map(({ refusal }) => refusal?.code ?? 'in').toSorted()).toEqual([
      'in',
      'room_open_elsewhere',
      'room_open_elsewhere',
    ]);
    // Three tabs take over at once: only the last one stays.
    const insisting = await Promise.all(
      [1, 2, 3].map(() => comeIn(stage.viewer, roomId, { takeOver: true })),
    );
    const beats = await Promise.allSettled(insisting.map((present) => present.beat()));
    expect(beats.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const present of insisting) await present.leave();
  });

  test('media are rebuilt once, however many ask', async () => {
    stage.at(3);
    const { roomId } = stage;
    const [a, b] = [await comeIn(stage.viewer, roomId), await comeIn(stage.streamer, roomId)];
    const before = b.entry.epoch;
    const renew = (who: SignedIn, participantId: string) =>
      ask(who, renewMedia, { roomId, participantId, epoch: before, rebuild: true });
    const both = await Promise.all([
      renew(stage.viewer, a.entry.participantId),
      renew(stage.streamer, b.entry.participantId),
    ]);
    expect(both.map(({ epoch }) => epoch)).toEqual([before + 1, before + 1]);
    // One person cannot cause rebuilds without end: 12 in a minute, including the one above.
    const rebuild = { roomId, participantId: a.entry.participantId, rebuild: true };
    const codes: (string | null)[] = [];
    for (let epoch = before + 1; epoch <= before + 13; epoch += 1)
      codes.push(await codeOf(stage.viewer, renewMedia, { ...rebuild, epoch }));
    expect([11, 12]).toContain(codes.indexOf('too_many_attempts'));
    stage.at(4.1);
    const { epoch } = await a.beat();
    expect(await ask(stage.viewer, renewMedia, { ...rebuild, epoch })).toEqual({
      epoch: epoch + 1,
      iceServers: [],
    });
    await a.leave();
    await b.leave();
  });

  test('an admin enters with a reason, which both can read, and the log keeps', async () => {
    stage.at(4);
    const { roomId } = stage;
    const admin = await product.join({ role: 'admin' });
    expect(await codeOf(admin, enterRoom, { roomId })).toBe('entry_reason_required');
    const inside = await comeIn(admin, roomId, { reason: 'Signalement du viewer' });
    const { adminEntries } = await ask(stage.viewer, getRoom, { roomId });
    expect(adminEntries).toMatchObject([{ reason: 'Signalement du viewer' }]);
    expect(await ask(stage.streamer, getRoom, { roomId })).toMatchObject({ adminEntries });
    expect(
      await product.rows(`select reason from public.audit_log where action = 'conference/enter-room'`),
    ).toEqual([{ reason: 'Signalement du viewer' }]);
    // The presence of an admin does not count as attendance.
    await inside.leave();
  });

  test('an admin shows the second factor first that they have, or that the team must have', async () => {
    stage.at(4);
    const { roomId } = stage;
    const admin = await product.join({ role: 'admin' });
    const teamMust = (admin_mfa: string) =>
      product.rows('update private.deployments set admin_mfa = $1', [admin_mfa]);
    const answers = () =>
      Promise.all([
        codeOf(admin, getRoom, { roomId }),
        codeOf(admin, enterRoom, { roomId, reason: 'Signalement du viewer' }),
      ]);
    const refused = ['second_factor_required', 'second_factor_required'];
    await teamMust('required');
    expect(await answers()).toEqual(refused);
    // The two people of the session are asked for nothing.
    expect(await codeOf(stage.streamer, getRoom, { roomId })).toBeNull();
    await teamMust('optional');
    expect(await codeOf(admin, getRoom, { roomId })).toBeNull();
    await product.rows(
      `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      [admin.id],
    );
    expect(await answers()).toEqual(refused);
    const claims = { sub: admin.id, role: 'authenticated', session_id: admin.sessionId, aal: 'aal2' };
    const token = await product.keys.sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 3600 });
    expect(await codeOf({ client: product.client(token) }, getRoom, { roomId })).toBeNull();
  });

  test('the room’s channel is for the people who were let in, as long as they are in', async () => {
    stage.at(4.5);
    const { roomId } = stage;
    const may = async (who: SignedIn, topic = `room:${roomId}`) => {
      const claims = JSON.stringify({ sub: who.id, role: 'authenticated' });
      const client = await product.database.pool.connect();
      try {
        await client.query('begin');
        const text = 'select realtime.authorize($1, $2, $3, $4) as access';
        const { rows } = await client.query(text, [topic, 'authenticated', claims, 'public']);
        return rows[0]!.access.read.length > 0 && rows[0]!.access.write.length > 0;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    const stranger = await product.join();
    expect(await may(stage.viewer)).toBe(false);
    const inside = await comeIn(stage.viewer, roomId);
    expect(await may(stage.viewer)).toBe(true);
    expect(await may(stage.viewer, `room:${crypto.randomUUID()}`)).toBe(false);
    expect(await may(stage.viewer, 'room:')).toBe(false);
    expect([await may(stage.streamer), await may(stranger)]).toEqual([false, false]);
    await inside.leave();
    expect(await may(stage.viewer)).toBe(false);
  });

  test('the chat is kept with the session, for its people alone', async () => {
    stage.at(5);
    const { roomId } = stage;
    const inside = await comeIn(stage.viewer, roomId);
    const message = { roomId, participantId: inside.entry.participantId, key: key(), body: ' Bonsoir ' };
    const [once, again] = [
      await ask(stage.viewer, sendChatMessage, message),
      await ask(stage.viewer, sendChatMessage, message),
    ];
    expect(again).toEqual(once);
    expect(
      await product.rows('select body, side from public.session_messages where session_id = $1', [roomId]),
    ).toEqual([{ body: 'Bonsoir', side: 'viewer' }]);
    await inside.leave();
    expect(await codeOf(stage.viewer, sendChatMessage, { ...message, key: key() })).toBe('room_left');
  });

  test('it closes 5 minutes after the end, unless both stay', async () => {
    stage.at(59);
    const { roomId } = stage;
    const a = await comeIn(stage.viewer, roomId);
    let b = await comeIn(stage.streamer, roomId);
    for (let seconds = 10; seconds <= 7 * 60; seconds += 10) {
      stage.at(59 + seconds / 60);
      await Promise.all([a.beat(), b.beat()]);
    }
    await carryOut(product);
    expect(await stateFor(stage.viewer, roomId)).toBe('open');
    b = await comeIn(stage.streamer, roomId, { resume: b.entry.participantId });
    await a.beat();
    await b.leave();
    await expect(a.beat()).rejects.toThrow('room_over');
    expect(await stateFor(stage.viewer, roomId)).toBe('over');
    expect(await codeOf(stage.viewer, enterRoom, { roomId })).toBe('room_over');
  });
});

describe('a room that never opens', () => {
  test('of a slot that is held, or asked for', async () => {
    const fixture = await openFixture(product);
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, fixture, startIn(product, 4));
    expect(await stateFor(viewer, bookingId)).toBe('unpaid');
    expect(await codeOf(viewer, enterRoom, { roomId: bookingId })).toBe('room_unpaid');
    const asked = await openFixture(product, { confirmation: 'on_request' });
    const request = await book(product, viewer, asked, startIn(product, 5));
    expect(await codeOf(viewer, enterRoom, { roomId: request })).toBe('room_unanswered');
  });

  test('of a session that was called off, also for those who are in it', async () => {
    const stage = await openStage(product, startIn(product, 6));
    stage.at(-9);
    const inside = await comeIn(stage.streamer, stage.roomId);
    await ask(stage.streamer, cancelBooking, {
      key: key(),
      bookingId: stage.bookingId,
      expectedRefundCents: 4000,
    });
    expect(await codeOf(stage.viewer, enterRoom, { roomId: stage.roomId })).toBe('room_cancelled');
    await expect(inside.beat()).rejects.toThrow('room_cancelled');
    await expect(inside.beat()).rejects.toThrow('room_left');
  });
});

test('a group stays in its room when one of its bookings moves to another', async () => {
  const fixture = await openFixture(product, { seats: 3 });
  const [first, second] = [await product.join(), await product.join()];
  const start = startIn(product, 7);
  const named = await book(product, first, fixture, start);
  const other = await book(product, second, fixture, start);
  const room = (await ask(second, getRoom, { roomId: other })).roomId;
  expect((await ask(first, getRoom, { roomId: named })).roomId).toBe(room);
  await ask(first, rescheduleBooking, { key: key(), bookingId: named, start: startIn(product, 8) });
  expect((await ask(second, getRoom, { roomId: room })).booking.id).toBe(other);
  const moved = await ask(first, getRoom, { roomId: named });
  expect(moved.roomId).not.toBe(room);
  expect(moved.booking.id).toBe(named);
});
