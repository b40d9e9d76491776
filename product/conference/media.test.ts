// Long because one room with its media, its keeper and its failures is set up for all of these.
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startIn } from '#product/booking/testing/fixture.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import {
  openPublisher,
  openWatcher,
  type Publisher,
  type Watcher,
} from '#server/integrations/media/embedded/testing/browser.ts';
import type { MediaEngines } from '#server/integrations/media/media-engine.ts';
import { openMedia } from '#server/integrations/media/open-media.ts';
import { createRunner, type Runner } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { leaveRoom, type RoomEntry, type RoomStanding, renewMedia, sendHeartbeat } from './contract.ts';
import { raiseEpoch } from './engine-of-room.ts';
import { moderateRoom } from './host-contract.ts';
import { keepMedia, type MediaKeeper } from './keep-media.ts';
import { type NegotiationStep, negotiateMedia } from './media-contract.ts';
import { comeIn, type Group, openGroup, openStage } from './testing/stage.ts';

const product = await openProduct();
let media: MediaEngines;
let keeper: MediaKeeper;
let runner: Runner;
let stage: Group;
let days = 2;
let open: { close(): unknown }[] = [];
const log: string[] = [];

const now = () => new Date(Date.now() + product.clock.ahead);
const openEngines = () =>
  openMedia(
    { addresses: ['127.0.0.1'], ports: null, janus: null },
    {
      turn: null,
      connection: product.database.connection,
      janusKey: () => Buffer.alloc(32),
      logger: pino({ level: 'error' }, { write: (line: string) => log.push(line) }),
      now,
    },
  );
const keep = async () => {
  const { pool } = product.database;
  const logger = pino({ level: 'silent' });
  keeper = keepMedia({ pool, media, logger, now, askRebuild: () => runner.kick('rebuild') });
  const { rebuildLost, sweep } = keeper;
  runner = createRunner({
    pool,
    logger,
    now,
    tasks: [
      { name: 'rebuild', every: null, where: 'each process', run: rebuildLost },
      { name: 'sweep', every: 10_000, where: 'each process', run: sweep },
    ],
  });
  await runner.start();
};
beforeAll(async () => {
  media = openEngines();
  await keep();
});
beforeEach(async () => {
  product.deps.media = media;
  days += 1;
  stage = await openGroup(product, startIn(product, days), 2);
  stage.at(5);
});
afterEach(async () => {
  await Promise.all(open.map((peer) => peer.close()));
  open = [];
});
afterAll(async () => {
  keeper.stop();
  await runner.stop();
  await media.stop();
});

/** A participant whose browser negotiates media. */
interface Guest {
  entry: RoomEntry;
  epoch: number;
  step(step: NegotiationStep): Promise<string | null>;
  refusal(step: NegotiationStep): Promise<string | null>;
  publish(): Promise<Publisher>;
  watch(other: Guest): Promise<Watcher>;
  beat(camera?: boolean): Promise<RoomStanding>;
}

async function guest(who: SignedIn): Promise<Guest> {
  const { entry } = await comeIn(who, stage.roomId);
  const self = { roomId: stage.roomId, participantId: entry.participantId };
  const asked = (step: NegotiationStep) => ({ ...self, epoch: each.epoch, step });
  const each: Guest = {
    entry,
    epoch: entry.epoch,
    step: async (step) => (await ask(who, negotiateMedia, asked(step))).sdp,
    refusal: (step) => codeOf(who, negotiateMedia, asked(step)),
    async publish() {
      const peer = await openPublisher();
      open.push(peer);
      await peer.accept((await each.step({ kind: 'publish', sdp: peer.offer })) ?? '');
      await peer.connected;
      peer.stream();
      return peer;
    },
    async watch(other) {
      const { participantId } = other.entry;
      const peer = await openWatcher((await each.step({ kind: 'subscribe', peer: participantId })) ?? '');
      open.push(peer);
      await each.step({ kind: 'accept', peer: participantId, sdp: peer.answer });
      await peer.connected;
      return peer;
    },
    async beat(camera = false) {
      const standing = await ask(who, sendHeartbeat, { ...self, connected: 1, camera });
      each.epoch = standing.epoch;
      return standing;
    },
  };
  return each;
}

async function flows({ media }: Watcher): Promise<boolean> {
  const count = () => media.reduce((sum, { places }) => sum + places.length, 0);
  await new Promise((resolve) => setTimeout(resolve, 200)); // requests that are on their way
  const before = count();
  await new Promise((resolve) => setTimeout(resolve, 400));
  return count() > before;
}
const epochOf = async (): Promise<number> => {
  const { rows } = await product.database.pool.query(
    'select epoch from private.rooms where session_id = $1',
    [stage.roomId],
  );
  return rows[0].epoch;
};

describe('the media of a group', () => {
  test('go through the server: each publishes once, and watches everybody who publishes', async () => {
    const streamer = await guest(stage.streamer);
    const viewer = await guest(stage.viewers[0]!);
    expect(streamer.entry).toMatchObject({ engine: 'embedded', iceServers: [], mayShowCamera: true });
    expect(viewer.entry.peers).toMatchObject([
      { participantId: streamer.entry.participantId, publishes: false },
    ]);
    const peer = streamer.entry.participantId;
    expect(await viewer.refusal({ kind: 'subscribe', peer })).toBe('media_not_ready');

    await streamer.publish();
    expect((await viewer.beat()).peers).toMatchObject([{ participantId: peer, publishes: true }]);
    const seen = await viewer.watch(streamer);
    expect(await flows(seen)).toBe(true);

    // Evidence is what the server measured of each, not what a browser reports.
    await vi.waitFor(
      async () =>
        expect(
          (await media.byName('embedded')!.relay!.observe(at(streamer)))?.packetsReceived,
        ).toBeGreaterThan(0),
      5_000,
    );
    // A busy media server answers one beat's question too late, and the next one's in time.
    await vi.waitFor(async () => {
      await streamer.beat();
      await viewer.beat();
      const { rows } = await product.database.pool.query(
        'select side, evidence from public.attendances where session_id = $1 order by side',
        [stage.roomId],
      );
      const [given, taken] = rows.map(({ evidence }) => evidence);
      expect(given).toMatchObject({ engine: 'embedded' });
      expect(given.connectedBeats).toBeGreaterThan(0);
      expect(given.mediaBeats).toBeGreaterThan(0);
      expect(taken).toMatchObject({ engine: 'embedded', mediaBeats: 0 });
      expect(taken.connectedBeats).toBeGreaterThan(1);
    }, 20_000);
  });

  test('are refused to people outside the room, for a past epoch, and for an invalid description', async () => {
    const streamer = await guest(stage.streamer);
    await streamer.publish();
    const step = { kind: 'subscribe', peer: streamer.entry.participantId } as const;
    const stranger = await product.join();
    const { participantId } = streamer.entry;
    const forged = { roomId: stage.roomId, participantId, epoch: 1, step };
    expect(await codeOf(stranger, negotiateMedia, forged)).toBe('room_left');
    expect(await codeOf(stage.viewers[0]!, negotiateMedia, forged)).toBe('room_left');
    expect(await codeOf({ client: product.client() }, negotiateMedia, forged)).toBe('unauthenticated');

    const viewer = await guest(stage.viewers[0]!);
    expect(await viewer.refusal({ kind: 'publish', sdp: 'v=0' })).toBe('media_refused');
    expect(await viewer.refusal({ kind: 'accept', peer: participantId, sdp: 'v=0' })).toBe('media_refused');
    const nobody = viewer.entry.participantId;
    expect(await viewer.refusal({ kind: 'accept', peer: nobody, sdp: 'v=0' })).toBe('media_not_ready');
    // Nor can one of many make everybody reconnect.
    const rebuild = { roomId: stage.roomId, participantId: viewer.entry.participantId, epoch: 1 };
    expect(await ask(stage.viewers[0]!, renewMedia, { ...rebuild, rebuild: true })).toMatchObject({
      epoch: 1,
    });
    expect((await viewer.beat()).peers).toMatchObject([{ publishes: true }]);
    await inTransaction(product.database.pool, (db) => raiseEpoch(db, stage.roomId));
    expect(await viewer.refusal(step)).toBe('media_stale');
    // Who published in the epoch before does not publish in this one.
    expect((await viewer.beat()).peers).toMatchObject([{ publishes: false }]);

    const pair = await openStage(product, startIn(product, ++days));
    pair.at(5);
    const { entry } = await comeIn(pair.viewer, pair.roomId);
    expect(entry.engine).toBe('p2p');
    const direct = { roomId: pair.roomId, participantId: entry.participantId, epoch: 1, step };
    expect(await codeOf(pair.viewer, negotiateMedia, direct)).toBe('media_direct');
  });

  test('are offered to a person who enters, who answers without asking first', async () => {
    const streamer = await guest(stage.streamer);
    const first = await guest(stage.viewers[0]!);
    expect(first.entry.offers).toEqual([]); // nobody publishes yet
    await streamer.publish();
    const second = await guest(stage.viewers[1]!);
    const [offer, ...more] = second.entry.offers;
    expect([offer?.participantId, more]).toEqual([streamer.entry.participantId, []]);
    const peer = await openWatcher(offer!.sdp);
    open.push(peer);
    await second.step({ kind: 'accept', peer: offer!.participantId, sdp: peer.answer });
    await peer.connected;
    expect(await flows(peer)).toBe(true);
    // Asked for again all the same, it is replaced.
    expect(await flows(await second.watch(streamer))).toBe(true);
    expect(await flows(peer)).toBe(false);
  });

  test('are not offered to people in the lobby', async () => {
    const streamer = await guest(stage.streamer);
    await streamer.publish();
    const self = { roomId: stage.roomId, participantId: streamer.entry.participantId };
    await ask(stage.streamer, moderateRoom, { ...self, act: 'lobby_on', target: null });
    const { entry } = await guest(stage.viewers[0]!);
    expect(entry).toMatchObject({ waiting: true, peers: [], offers: [] });
  });

  test('that do not answer block neither entering nor a connection to the database', async () => {
    const streamer = await guest(stage.streamer);
    await streamer.publish();
    const viewer = await guest(stage.viewers[0]!);
    const { detail } = await media.byName('embedded')!.health();
    const pid = Number(/process (\d+)/.exec(detail)?.[1]);
    process.kill(pid, 'SIGSTOP');
    try {
      const asked = performance.now();
      const late = guest(stage.viewers[1]!);
      const refusal = viewer.refusal({ kind: 'subscribe', peer: streamer.entry.participantId });
      await new Promise((resolve) => setTimeout(resolve, 700));
      // A heartbeat of somebody else may be on its way at any one moment; a call that hung would stay.
      await expect
        .poll(
          async () => {
            const { rows } = await product.database.pool.query(
              `select query from pg_stat_activity
             where datname = current_database() and state like 'idle in transaction%'`,
            );
            return rows;
          },
          { timeout: 5_000 },
        )
        .toEqual([]);
      expect((await late).entry.offers).toEqual([]);
      expect(performance.now() - asked).toBeLessThan(3_000);
      expect(await refusal).toBe('media_unavailable');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  test('whose server hangs block neither leaving nor a connection to the database', async () => {
    const streamer = await guest(stage.streamer);
    const [first, second] = [await guest(stage.viewers[0]!), await guest(stage.viewers[1]!)];
    for (const each of [first, second]) await each.publish();
    const seen = [await streamer.watch(first), await streamer.watch(second)];
    const { detail } = await media.byName('embedded')!.health();
    const pid = Number(/process (\d+)/.exec(detail)?.[1]);
    process.kill(pid, 'SIGSTOP');
    try {
      const act = { act: 'remove', target: second.entry.participantId } as const;
      const underWay = [
        ask(stage.viewers[0]!, leaveRoom, named(first)),
        ask(stage.streamer, moderateRoom, { ...named(streamer), ...act }),
        streamer.beat(true),
      ];
      await vi.waitFor(async () => expect(await endings()).toEqual(['left', 'removed']), 5_000);
      // A connection between two statements of its own is on its way; one that waits for the server stays.
      const waiting = async () => {
        const { rows } = await product.database.pool.query(
          `select query from pg_stat_activity
           where datname = current_database() and state like 'idle in transaction%'`,
        );
        return rows;
      };
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), 5_000);
      await Promise.all(underWay);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await vi.waitFor(async () => expect(await Promise.all(seen.map(flows))).toEqual([false, false]), 10_000);
  });

  test('of a person who left are ended by the keeper when the process that should end them died', async () => {
    const streamer = await guest(stage.streamer);
    const viewer = await guest(stage.viewers[0]!);
    await viewer.publish();
    const seen = await streamer.watch(viewer);
    // From its commit on, a process that was killed does nothing.
    const dead = { ...media.byName('embedded')!, revoke: () => new Promise<never>(() => {}) };
    product.deps.media = { ...media, forSeats: () => dead, byName: () => dead };
    void ask(stage.viewers[0]!, leaveRoom, named(viewer)).catch(() => undefined);
    await vi.waitFor(async () => expect(await endings()).toEqual(['left']), 5_000);
    expect(await flows(seen)).toBe(true);
    await keeper.sweep();
    expect(await flows(seen)).toBe(false);
  });

  test('are rebuilt once, for all, when their server dies', async () => {
    const streamer = await guest(stage.streamer);
    const viewer = await guest(stage.viewers[0]!);
    for (const each of [streamer, viewer]) await each.publish();
    const { detail } = await media.byName('embedded')!.health();
    process.kill(Number(/process (\d+)/.exec(detail)?.[1]), 'SIGKILL');
    await vi.waitFor(async () => expect(await epochOf()).toBe(2), 5_000);
    for (const each of [streamer, viewer])
      expect(await each.beat()).toMatchObject({ epoch: 2, peers: [{ publishes: false }] });
    await streamer.publish();
    expect(await flows(await viewer.watch(streamer))).toBe(true);
    expect(await epochOf()).toBe(2);
  });

  test('end with a person who leaves, with one who is silent for long, and with the session', async () => {
    const streamer = await guest(stage.streamer);
    const [first, second] = [await guest(stage.viewers[0]!), await guest(stage.viewers[1]!)];
    for (const each of [streamer, first, second]) await each.publish();
    const seesStreamer = await second.watch(streamer);
    const seesFirst = await second.watch(first);
    expect([await flows(seesStreamer), await flows(seesFirst)]).toEqual([true, true]);

    await ask(stage.viewers[0]!, leaveRoom, {
      roomId: stage.roomId,
      participantId: first.entry.participantId,
    });
    expect([await flows(seesStreamer), await flows(seesFirst)]).toEqual([true, false]);

    stage.at(7); // two minutes later only the second was heard of
    await second.beat();
    await keeper.sweep();
    expect(await flows(seesStreamer)).toBe(false);
    expect((await second.beat()).peers).toEqual([]);

    // The participant is back, with media; then the session is over.
    await streamer.beat();
    await streamer.publish();
    expect(await flows(await second.watch(streamer))).toBe(true);
    const last = await second.watch(streamer);
    stage.at(100);
    await expect(streamer.beat()).rejects.toThrow('room_over');
    expect(await flows(last)).toBe(false);
    await expect(second.beat()).rejects.toThrow('room_over');
    await vi.waitFor(() => expect(carried()).toEqual([]), 5_000);
  });

  test('are refused to people who fell silent, and to those who were out before the server answered', async () => {
    const streamer = await guest(stage.streamer);
    await streamer.publish();
    const viewer = await guest(stage.viewers[0]!);
    const step = { kind: 'subscribe', peer: streamer.entry.participantId } as const;
    stage.at(5.6);
    await streamer.beat();
    expect(await viewer.refusal(step)).toBe('room_left');
    await viewer.beat();
    expect(await viewer.refusal(step)).toBeNull();

    const real = media.byName('embedded')!;
    const slow: typeof real = {
      ...real,
      relay: {
        ...real.relay!,
        async subscribe(who, publisherId) {
          const offer = await real.relay!.subscribe(who, publisherId);
          await ask(stage.viewers[0]!, leaveRoom, { roomId: stage.roomId, participantId: who.participantId });
          return offer;
        },
      },
    };
    const revoked: string[] = [];
    const watched = {
      ...slow,
      revoke: (who: Parameters<typeof real.revoke>[0]) => {
        revoked.push(who.participantId);
        return real.revoke(who);
      },
    };
    product.deps.media = { ...media, forSeats: () => watched, byName: () => watched };
    expect(await viewer.refusal(step)).toBe('room_left');
    // Once by leaving, and once more for what the server created afterwards.
    expect(revoked).toEqual([viewer.entry.participantId, viewer.entry.participantId]);
  });

  test('show as many cameras as the engine carries, the streamer’s first', async () => {
    const one = { ...media.byName('embedded')!, cameras: 1 };
    product.deps.media = { ...media, forSeats: () => one, byName: () => one };
    const viewer = await guest(stage.viewers[0]!);
    expect((await viewer.beat(true)).mayShowCamera).toBe(true);
    const streamer = await guest(stage.streamer);
    expect((await viewer.beat(true)).mayShowCamera).toBe(true);
    for (const each of [streamer, viewer]) await each.publish();
    const seen = await streamer.watch(viewer);
    const frames = () => seen.media.find(({ name }) => name === 'camera')!.counts.size;
    await vi.waitFor(() => expect(frames()).toBeGreaterThan(5), 5_000);

    expect((await streamer.beat(true)).mayShowCamera).toBe(true);
    expect((await viewer.beat(true)).mayShowCamera).toBe(false);
    // The media end even when the browser does not obey.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const before = frames();
    expect(await flows(seen)).toBe(true); // the sound
    expect(frames()).toBe(before);
    expect((await streamer.beat(false)).mayShowCamera).toBe(true);
    await vi.waitFor(() => expect(frames()).toBeGreaterThan(before), 5_000);
  });

  test('live in one process: another one says so, and takes them over when that one is gone', async () => {
    const elsewhere = openEngines();
    try {
      const streamer = await guest(stage.streamer);
      const offer = { kind: 'publish', sdp: (await openPublisher()).offer } as const;
      expect(await streamer.refusal(offer)).toBeNull();

      product.deps.media = elsewhere;
      log.length = 0;
      expect(await streamer.refusal(offer)).toBe('media_unavailable');
      expect(await streamer.refusal(offer)).toBe('media_unavailable');
      expect(log).toHaveLength(1);
      expect(log[0]).toContain('JANUS_URL');
      expect((await streamer.beat()).epoch).toBe(1);

      await elsewhere.stop();
      const after = openEngines();
      product.deps.media = after;
      keeper.stop();
      await runner.stop();
      await media.stop();
      expect((await streamer.beat()).epoch).toBe(2);
      expect((await streamer.beat()).epoch).toBe(2);
      expect(await streamer.refusal(offer)).toBeNull();
      media = after;
      await keep();
    } finally {
      await elsewhere.stop();
    }
  });
});

const at = ({ entry }: Guest) => ({ sessionId: stage.roomId, participantId: entry.participantId });
const named = ({ entry }: Guest) => ({ roomId: stage.roomId, participantId: entry.participantId });
/** Why each participant is out of the room. */
const endings = async (): Promise<string[]> => {
  const { rows } = await product.database.pool.query(
    'select end_cause from private.admissions where session_id = $1 and ended_at is not null order by 1',
    [stage.roomId],
  );
  return rows.map(({ end_cause: cause }) => cause);
};
const carried = () => media.byName('embedded')!.relay!.carried();
