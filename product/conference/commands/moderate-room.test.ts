import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { key, startIn } from '#product/booking/testing/fixture.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { enterRoom, getRoom, renewMedia, sendChatMessage } from '../contract.ts';
import { moderateRoom } from '../host-contract.ts';
import { negotiateMedia } from '../media-contract.ts';
import { comeIn, type Group, openGroup, openStage, type Present, type Stage } from '../testing/stage.ts';

const product = await openProduct();

const actsOf = async (roomId: string): Promise<string[]> =>
  (await product.rows('select act from public.room_acts where session_id = $1 order by id', [roomId])).map(
    ({ act }) => act,
  );
/** Whether realtime lets the person join the room's channel. */
async function mayListen(who: SignedIn, roomId: string): Promise<boolean> {
  const claims = JSON.stringify({ sub: who.id, role: 'authenticated' });
  const client = await product.database.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query('select realtime.authorize($1, $2, $3, $4) as access', [
      `room:${roomId}`,
      'authenticated',
      claims,
      'public',
    ]);
    return rows[0]!.access.read.length > 0 || rows[0]!.access.write.length > 0;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
let day = 3;

describe('the streamer of a session for two', () => {
  let stage: Stage;
  let viewer: Present;
  let streamer: Present;
  beforeEach(async () => {
    stage = await openStage(product, startIn(product, day++));
    stage.at(1);
    viewer = await comeIn(stage.viewer, stage.roomId);
    streamer = await comeIn(stage.streamer, stage.roomId);
  });

  test('mutes a microphone and ends a shared screen, which their owner learns with the next state of the room', async () => {
    expect((await viewer.beat()).orders).toEqual({ mutedAt: null, shareStoppedAt: null });
    await streamer.does('mute', viewer);
    await streamer.does('mute', viewer); // a double click
    await streamer.does('stop_share', viewer);
    const { orders } = await viewer.beat();
    expect(orders).toEqual({ mutedAt: expect.any(String), shareStoppedAt: expect.any(String) });
    expect((await streamer.beat()).orders).toEqual({ mutedAt: null, shareStoppedAt: null });
    expect(await actsOf(stage.roomId)).toEqual(['mute', 'stop_share']);
    // Repeated later, it is a new order.
    stage.at(2);
    await Promise.all([viewer.beat(), streamer.beat()]);
    await streamer.does('mute', viewer);
    expect((await viewer.beat()).orders.mutedAt).not.toBe(orders.mutedAt);
  });

  test('removes the viewer, who then waits in the lobby, unheard and unseen, until admitted', async () => {
    const { roomId } = stage;
    await Promise.all([streamer.does('remove', viewer), streamer.does('remove', viewer)]);
    await streamer.does('remove', viewer);
    expect(await actsOf(roomId)).toEqual(['remove']);
    await expect(viewer.beat()).rejects.toThrow('room_removed');
    const gone = { roomId, participantId: viewer.entry.participantId };
    expect(await codeOf(stage.viewer, sendChatMessage, { ...gone, key: key(), body: 'Bonsoir' })).toBe(
      'room_removed',
    );

    const back = await comeIn(stage.viewer, roomId);
    expect(back.entry).toMatchObject({ waiting: true, peers: [], iceServers: [], lobby: [] });
    const self = { roomId, participantId: back.entry.participantId };
    expect(await codeOf(stage.viewer, sendChatMessage, { ...self, key: key(), body: 'Bonsoir' })).toBe(
      'room_waiting',
    );
    expect(await codeOf(stage.viewer, renewMedia, { ...self, epoch: 1, rebuild: true })).toBe('room_waiting');
    const publish = { ...self, epoch: 1, step: { kind: 'publish' as const, sdp: 'v=0' } };
    expect(await codeOf(stage.viewer, negotiateMedia, publish)).toMatch(/room_waiting|media_direct/);
    expect(await mayListen(stage.viewer, roomId)).toBe(false);
    const host = await streamer.beat();
    expect(host.peers).toEqual([]);
    expect(host.lobby).toMatchObject([
      { participantId: back.entry.participantId, name: 'Camille D.', side: 'viewer' },
    ]);
    // Neither a reload of the waiting tab nor another tab gets past the streamer.
    expect(await codeOf(stage.viewer, enterRoom, { roomId })).toBe('room_open_elsewhere');
    const again = await comeIn(stage.viewer, roomId, { resume: back.entry.participantId });
    expect(again.entry.waiting).toBe(true);
    await expect(streamer.does('admit', back)).rejects.toThrow('participant_gone');
    await expect(streamer.does('mute', again)).rejects.toThrow('participant_gone');

    await streamer.does('admit', again);
    await streamer.does('admit', again);
    const inside = await again.beat();
    expect(inside).toMatchObject({ waiting: false, peers: [{ side: 'streamer' }] });
    expect(await mayListen(stage.viewer, roomId)).toBe(true);
    const media = { roomId, participantId: again.entry.participantId, epoch: 1, rebuild: false };
    expect(await ask(stage.viewer, renewMedia, media)).toMatchObject({ iceServers: [] });
    expect(await actsOf(roomId)).toEqual(['remove', 'admit']);
    // Once admitted, a reload returns straight to the room.
    const reloaded = await comeIn(stage.viewer, roomId, { resume: again.entry.participantId });
    expect(reloaded.entry.waiting).toBe(false);
    expect(
      await product.rows(
        `select place from public.attendances where session_id = $1 and side = 'viewer' order by id`,
        [roomId],
      ),
    ).toEqual([
      { place: 'room' },
      { place: 'lobby' },
      { place: 'lobby' },
      { place: 'room' },
      { place: 'room' },
    ]);
  });

  test('refuses somebody, who may ask again a minute later', async () => {
    const { roomId } = stage;
    await streamer.does('remove', viewer);
    const knock = await comeIn(stage.viewer, roomId);
    await streamer.does('refuse', knock);
    await streamer.does('refuse', knock);
    await expect(knock.beat()).rejects.toThrow('room_refused');
    const { refusal } = await send(stage.viewer, enterRoom, { roomId });
    expect(refusal).toMatchObject({ code: 'room_refused', details: { againAt: expect.any(String) } });
    stage.at(2.2);
    expect((await comeIn(stage.viewer, roomId)).entry.waiting).toBe(true);
    expect(await actsOf(roomId)).toEqual(['remove', 'refuse']);
  });

  test('ends it for everybody, and reopens it by coming back', async () => {
    const { roomId } = stage;
    await streamer.does('end');
    await streamer.does('end');
    await expect(viewer.beat()).rejects.toThrow('room_ended');
    await expect(streamer.beat()).rejects.toThrow('room_ended');
    expect(await codeOf(stage.viewer, enterRoom, { roomId })).toBe('room_ended');
    expect(await mayListen(stage.viewer, roomId)).toBe(false);
    expect(await mayListen(stage.streamer, roomId)).toBe(false);
    await comeIn(stage.streamer, roomId);
    expect((await comeIn(stage.viewer, roomId)).entry).toMatchObject({ waiting: false, peers: [{}] });
    expect(await actsOf(roomId)).toEqual(['end', 'reopen']);
  });

  test('acts only from the tab that is connected now', async () => {
    const newer = await comeIn(stage.streamer, stage.roomId, { takeOver: true });
    await expect(streamer.does('remove', viewer)).rejects.toThrow('room_taken_over');
    await expect(streamer.does('end')).rejects.toThrow('room_taken_over');
    await newer.does('mute', viewer);
    await newer.leave();
    await expect(newer.does('end')).rejects.toThrow('room_left');
  });

  test('cannot act on a person who left or fell silent, on themself, or on people of another room', async () => {
    await expect(streamer.does('remove', streamer)).rejects.toThrow('forbidden');
    const other = await openStage(product, startIn(product, day++));
    other.at(1);
    const stranger = await comeIn(other.viewer, other.roomId);
    stage.at(1.1);
    await expect(streamer.does('remove', stranger)).rejects.toThrow('participant_gone');
    other.at(1.1);
    await stranger.beat();
    stage.at(1.2);
    await Promise.all([viewer.beat(), streamer.beat()]);
    await viewer.leave();
    for (const act of ['remove', 'mute', 'admit', 'refuse'] as const)
      await expect(streamer.does(act, viewer)).rejects.toThrow('participant_gone');
    const silent = await comeIn(stage.viewer, stage.roomId);
    stage.at(1.8);
    await streamer.beat();
    await expect(streamer.does('mute', silent)).rejects.toThrow('participant_gone');
    // A person who returns after a silence is a new participant: the old one stays out.
    const awake = await comeIn(stage.viewer, stage.roomId);
    await expect(streamer.does('mute', silent)).rejects.toThrow('participant_gone');
    await streamer.does('mute', awake);
    // A room for two has no lobby.
    await expect(streamer.does('lobby_on')).rejects.toThrow('group_only');
    // Acts on a participant need a target, and the others take none.
    const self = { roomId: stage.roomId, participantId: streamer.entry.participantId };
    expect(await codeOf(stage.streamer, moderateRoom, { ...self, act: 'remove', target: null })).toBe(
      'invalid_input',
    );
    const target = awake.entry.participantId;
    expect(await codeOf(stage.streamer, moderateRoom, { ...self, act: 'end', target })).toBe('invalid_input');
  });

  test('is the only one who may: no viewer and no stranger', async () => {
    for (const act of ['mute', 'stop_share', 'remove', 'admit', 'refuse'] as const)
      await expect(viewer.does(act, streamer)).rejects.toThrow('forbidden');
    for (const act of ['end', 'lobby_on', 'lobby_off'] as const)
      await expect(viewer.does(act)).rejects.toThrow('forbidden');
    const thief = await product.join({ role: 'streamer' });
    const stolen = { roomId: stage.roomId, participantId: streamer.entry.participantId };
    expect(await codeOf(thief, moderateRoom, { ...stolen, act: 'end', target: null })).toBe('room_not_found');
    // Nor may another account use the streamer's connection.
    expect(await codeOf(stage.viewer, moderateRoom, { ...stolen, act: 'end', target: null })).toBe(
      'room_left',
    );
    expect(await actsOf(stage.roomId)).toEqual([]);
  });

  test('does not outrank an admin, who removes people for good and is named in the log', async () => {
    const { roomId } = stage;
    const team = await product.join({ role: 'admin' });
    const admin = await comeIn(team, roomId, { reason: 'Signalement du viewer' });
    await expect(streamer.does('remove', admin)).rejects.toThrow('forbidden');
    await expect(admin.does('mute', viewer)).rejects.toThrow('forbidden');
    await admin.does('remove', viewer);
    await expect(viewer.beat()).rejects.toThrow('room_barred');
    expect(await codeOf(stage.viewer, enterRoom, { roomId })).toBe('room_barred');
    await admin.does('end');
    await expect(streamer.beat()).rejects.toThrow('room_ended');
    expect(await codeOf(stage.streamer, enterRoom, { roomId })).toBe('room_ended');
    expect(
      await product.rows(
        `select reason, after ->> 'act' as act from public.audit_log where action = 'conference/moderate-room' order by id`,
      ),
    ).toEqual([
      { reason: 'Signalement du viewer', act: 'remove' },
      { reason: 'Signalement du viewer', act: 'end' },
    ]);
    await comeIn(team, roomId, { reason: 'Réouverture après vérification' });
    expect((await comeIn(stage.streamer, roomId)).entry.waiting).toBe(false);
    expect(await codeOf(stage.viewer, enterRoom, { roomId })).toBe('room_barred');
  });

  test('removes the newest connection of a person who reconnected meanwhile, but does not admit a newer request', async () => {
    const { roomId } = stage;
    const again = await comeIn(stage.viewer, roomId, { takeOver: true });
    // An order for the microphone of a tab that is gone affects nobody.
    await expect(streamer.does('mute', viewer)).rejects.toThrow('participant_gone');
    await streamer.does('remove', viewer);
    await streamer.does('remove', viewer); // a double click
    await expect(again.beat()).rejects.toThrow('room_removed');
    const knock = await comeIn(stage.viewer, roomId);
    const reloaded = await comeIn(stage.viewer, roomId, { resume: knock.entry.participantId });
    await streamer.does('refuse', knock);
    await streamer.does('refuse', knock);
    await expect(reloaded.beat()).rejects.toThrow('room_refused');
    expect(await actsOf(roomId)).toEqual(['remove', 'refuse']);

    // Nor does leaving and returning help against an admin.
    stage.at(2.2);
    await streamer.beat();
    const team = await comeIn(await product.join({ role: 'admin' }), roomId, { reason: 'Signalement' });
    const back = await comeIn(stage.viewer, roomId);
    await streamer.does('admit', back);
    await back.leave();
    const sly = await comeIn(stage.viewer, roomId);
    await team.does('remove', back);
    await expect(sly.beat()).rejects.toThrow('room_barred');
  });
});

describe('the lobby of a group', () => {
  let group: Group;
  beforeAll(async () => {
    group = await openGroup(product, startIn(product, day++), 3);
  });

  test('keeps later arrivals waiting, who count as present from then on, but nobody who was in already', async () => {
    const { roomId, viewers } = group;
    group.at(1);
    const streamer = await comeIn(group.streamer, roomId);
    const [punctual, late, later] = viewers as [SignedIn, SignedIn, SignedIn];
    let first = await comeIn(punctual, roomId);
    await streamer.does('lobby_on');
    await streamer.does('lobby_on');
    expect(await streamer.beat()).toMatchObject({ lobbyOn: true, lobby: [], peers: [{}] });
    group.at(9);
    await Promise.all([streamer.beat(), first.beat()]);
    const waiting = await comeIn(late, roomId);
    expect(waiting.entry.waiting).toBe(true);
    // People in the lobby learn of nobody, and only the streamer learns of them.
    expect(await first.beat()).toMatchObject({ lobby: [], peers: [{ side: 'streamer' }] });
    group.at(9.3);
    await Promise.all([streamer.beat(), first.beat(), waiting.beat()]);
    // A person who fell silent and returns is not sent to the lobby.
    for (const minute of [9.6, 9.9]) {
      group.at(minute);
      await Promise.all([streamer.beat(), waiting.beat()]);
    }
    first = await comeIn(punctual, roomId);
    expect(first.entry.waiting).toBe(false);
    group.at(10.2);
    await Promise.all([streamer.beat(), first.beat(), waiting.beat()]);
    await streamer.does('admit', waiting);
    await streamer.does('lobby_off');
    expect((await comeIn(later, roomId)).entry.waiting).toBe(false);
    expect((await waiting.beat()).peers).toHaveLength(3);
    const { rows } = await product.database.pool.query(
      `select place, joined_at from public.attendances where session_id = $1 and person_id = $2 order by id`,
      [roomId, late.id],
    );
    expect(rows).toMatchObject([{ place: 'lobby' }, { place: 'room' }]);
    const minute = (rows[0].joined_at.getTime() - group.startsAt) / 60_000;
    expect(minute).toBeGreaterThan(8.9);
    expect(minute).toBeLessThan(9.2);
    expect(await actsOf(roomId)).toEqual(['lobby_on', 'admit', 'lobby_off']);
    // Somebody waiting in the lobby does not keep a session open past its end.
    expect(await ask(late, getRoom, { roomId })).toMatchObject({ openElsewhere: true, state: 'open' });
  });

  test('is admitted to the room only while there is a place in it', async () => {
    const { roomId, viewers } = group;
    group.at(20);
    const streamer = await comeIn(group.streamer, roomId, { takeOver: true });
    const inside: Present[] = [];
    for (const viewer of viewers) inside.push(await comeIn(viewer, roomId, { takeOver: true }));
    await streamer.does('remove', inside[0]!);
    const back = await comeIn(viewers[0]!, roomId);
    const { media } = product.deps;
    const small = { ...media.forSeats(3), capacity: 3 };
    product.deps.media = { ...media, forSeats: () => small, byName: () => small };
    await expect(streamer.does('admit', back)).rejects.toThrow('room_full');
    await inside[1]!.leave();
    await streamer.does('admit', back);
    product.deps.media = media;
  });
});
