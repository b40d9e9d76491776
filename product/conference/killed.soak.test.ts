import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import { startIn } from '#product/booking/testing/fixture.ts';
import { type RunningLoge, runLoge, tryCommand } from '#product/booking/testing/running-loge.ts';
import type { Contract, RequestOf, ResponseOf } from '#product/shared/contract.ts';
import { openProduct, type SignedIn } from '#product/testing/product-server.ts';
import {
  openPublisher,
  openWatcher,
  type Watcher,
} from '#server/integrations/media/embedded/testing/browser.ts';
import {
  createJanusServer,
  type JanusServer,
  withoutJanus,
} from '#server/integrations/media/janus/testing/janus-server.ts';
import { openSilentJanus, type SilentJanus } from '#server/integrations/media/janus/testing/silent-janus.ts';
import { SECRETS } from '#server/integrations/media/janus/testing/stage.ts';
import { connectionUrl } from '#server/postgres/testing/database.ts';
import { runAhead } from '../../scripts/test/moved-clock.ts';
import { enterRoom, leaveRoom, type RoomEntry, sendHeartbeat } from './contract.ts';
import { moderateRoom } from './host-contract.ts';
import { type NegotiationStep, negotiateMedia } from './media-contract.ts';
import { type Group, openGroup } from './testing/stage.ts';

/**
 * Leaving, removing and negotiating tell a media server. Loge is a process that is killed at each of the three points: its transaction
 * committed, the media server told, all of it recorded. Another process goes on.
 */
const POINTS = ['before the call', 'after the call', 'after the record'] as const;
const SOON = { timeout: 30_000 };
const CLOCK = pathToFileURL(join(import.meta.dirname, '../../scripts/test/moved-clock.ts')).href;

const product = await openProduct();
let group: Group;
let viewer: SignedIn;
let keys: Keys;
let dataDir: string;
let running: RunningLoge[] = [];
let open: { close(): unknown }[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'loge-killed-'));
  const none = {
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  };
  keys = await loadKeys({ dataDir, ...none });
  group = await openGroup(product, startIn(product, 3), 2);
  group.at(5);
  viewer = group.viewers[0]!;
});
afterEach(async () => {
  await Promise.all(open.map((peer) => peer.close()));
  open = [];
  await Promise.all(running.map((loge) => loge.kill()));
  running = [];
  rmSync(dataDir, { recursive: true, force: true });
});

/** A process of Loge, five minutes into the session. */
async function start(environment: Record<string, string> = {}): Promise<RunningLoge> {
  const loge = await runLoge({
    DATA_DIR: dataDir,
    DATABASE_URL: connectionUrl(product.database),
    MEDIA_IP: '127.0.0.1',
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import=${CLOCK}`,
    TEST_AHEAD: String(runAhead + product.clock.ahead),
    ...environment,
  });
  running.push(loge);
  return loge;
}

const rows = (sql: string, values: unknown[] = [group.roomId]) => product.rows(sql, values);
const endings = async () =>
  (
    await rows(
      'select end_cause from private.admissions where session_id = $1 and ended_at is not null order by 1',
    )
  ).map(({ end_cause: cause }) => cause);
const inTransaction = () =>
  rows(
    `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and state like 'idle in transaction%'`,
    [],
  );

/** @returns the answer; null when the process died during the request */
async function attempt<C extends Contract>(
  at: RunningLoge,
  who: SignedIn,
  contract: C,
  body: RequestOf<C>,
): Promise<ResponseOf<C> | null> {
  const exp = Math.floor((Date.now() + product.clock.ahead) / 1_000) + 3_600;
  const token = await keys.sign({ sub: who.id, role: 'authenticated', exp });
  return tryCommand(at, { apikey: keys.publishableKey, token }, contract, body);
}
async function sure<C extends Contract>(
  at: RunningLoge,
  who: SignedIn,
  contract: C,
  body: RequestOf<C>,
): Promise<ResponseOf<C>> {
  const answer = await attempt(at, who, contract, body);
  if (answer === null) throw new Error(`${contract.name} was not answered`);
  return answer;
}

/** Somebody in the room, whose browser negotiates its media with whichever process it is told. */
interface Guest {
  who: SignedIn;
  entry: RoomEntry;
  named: { roomId: string; participantId: string };
}

async function comeIn(at: RunningLoge, who: SignedIn, more: { takeOver?: boolean } = {}): Promise<Guest> {
  const entry = await sure(at, who, enterRoom, { roomId: group.roomId, ...more });
  return { who, entry, named: { roomId: group.roomId, participantId: entry.participantId } };
}
const beat = (at: RunningLoge, { who, named }: Guest) =>
  sure(at, who, sendHeartbeat, { ...named, connected: 1, camera: false });
/** In the epoch in which the process says that the room is. */
async function stepOf(at: RunningLoge, guest: Guest, step: NegotiationStep) {
  const { epoch } = await beat(at, guest);
  return { ...guest.named, epoch, step };
}
async function publish(at: RunningLoge, guest: Guest): Promise<void> {
  const peer = await openPublisher();
  open.push(peer);
  const request = await stepOf(at, guest, { kind: 'publish', sdp: peer.offer });
  const { sdp } = await sure(at, guest.who, negotiateMedia, request);
  await peer.accept(sdp ?? '');
  await peer.connected;
  peer.stream();
}
async function watch(at: RunningLoge, guest: Guest, publisher: Guest): Promise<Watcher> {
  const peer = publisher.named.participantId;
  const { sdp } = await sure(
    at,
    guest.who,
    negotiateMedia,
    await stepOf(at, guest, { kind: 'subscribe', peer }),
  );
  const watcher = await openWatcher(sdp ?? '');
  open.push(watcher);
  const accepted = await stepOf(at, guest, { kind: 'accept', peer, sdp: watcher.answer });
  await sure(at, guest.who, negotiateMedia, accepted);
  await watcher.connected;
  return watcher;
}
const packets = ({ media }: Watcher) => media.reduce((sum, { places }) => sum + places.length, 0);
async function flows(watcher: Watcher): Promise<void> {
  const before = packets(watcher);
  await expect.poll(() => packets(watcher), SOON).toBeGreaterThan(before);
}
const stops = (watcher: Watcher) =>
  vi.waitFor(async () => {
    const before = packets(watcher);
    await new Promise((resolve) => setTimeout(resolve, 400)); // twenty packets of each medium
    expect(packets(watcher)).toBe(before);
  }, SOON);

/** What ends somebody's media; all of it after its commit. */
const ENDS = {
  leave: {
    cause: 'left',
    ask: (at: RunningLoge, gone: Guest) => attempt(at, gone.who, leaveRoom, gone.named),
  },
  remove: {
    cause: 'removed',
    ask: (at: RunningLoge, gone: Guest, host: Guest) =>
      attempt(at, host.who, moderateRoom, { ...host.named, act: 'remove', target: gone.named.participantId }),
  },
  end: {
    cause: 'ended',
    ask: (at: RunningLoge, _: Guest, host: Guest) =>
      attempt(at, host.who, moderateRoom, { ...host.named, act: 'end', target: null }),
  },
} as const;
type End = keyof typeof ENDS;

/** The room after somebody's end: the same request changes nothing more, they are out, and the others meet again. */
async function expectEndedOnce(at: RunningLoge, how: End, gone: Guest, host: Guest): Promise<void> {
  const { cause, ask } = ENDS[how];
  const everybody = how === 'end' ? [cause, cause] : [cause];
  expect(await ask(at, gone, host)).not.toBeNull();
  expect(await endings()).toEqual(everybody);
  expect(
    await rows('select from public.room_acts where session_id = $1 and act in ($2, $3)', [
      group.roomId,
      'remove',
      'end',
    ]),
  ).toHaveLength(how === 'leave' ? 0 : 1);
  expect(
    await rows(
      `select a.left_at is not null as ended from public.attendances a join private.admissions m on m.attendance_id = a.id
       where m.id = $1`,
      [gone.named.participantId],
    ),
  ).toEqual([{ ended: true }]);
  const refused = { ...gone.named, epoch: 1, step: { kind: 'publish', sdp: 'v=0' } } as const;
  await expect(attempt(at, gone.who, negotiateMedia, refused)).rejects.toThrow(/room_(left|removed|ended)/);
  if (how !== 'end') expect((await beat(at, host)).peers).toEqual([]);
  const again = how === 'end' ? await comeIn(at, host.who) : host;
  const other = await comeIn(at, group.viewers[1]!);
  await publish(at, again);
  await flows(await watch(at, other, again));
}

const publications = (): Promise<{ published: boolean }[]> =>
  rows(
    `select published_at is not null as published from private.admissions
    where session_id = $1 and ended_at is null and person_id = '${viewer.id}'`,
  );

describe('with the media server beside it', { timeout: 180_000 }, () => {
  /** The one child of a process of Loge that has a database elsewhere. */
  const workerOf = ({ pid }: RunningLoge) =>
    Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  /** A dead process that nobody has asked after is still listed, as a zombie. */
  const isGone = (pid: number) =>
    !existsSync(`/proc/${pid}/stat`) || / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

  /** Host and viewer in a room of a process; the host sees the viewer. */
  async function meet() {
    const first = await start();
    const host = await comeIn(first, group.streamer);
    const gone = await comeIn(first, viewer);
    await publish(first, gone);
    const seen = await watch(first, host, gone);
    await flows(seen);
    return { first, host, gone, seen, worker: workerOf(first) };
  }

  test.each(
    (['leave', 'remove', 'end'] as const).flatMap((how) => POINTS.map((point) => [how, point] as const)),
  )('%s, killed %s: it happens once, and nobody’s media go on', async (how, point) => {
    const { first, host, gone, seen, worker } = await meet();
    if (point === 'before the call') process.kill(worker, 'SIGSTOP');
    const asked = ENDS[how].ask(first, gone, host);
    await expect.poll(endings, SOON).toContain(ENDS[how].cause);
    if (point === 'after the call') await stops(seen);
    if (point === 'after the record') expect(await asked).not.toBeNull();
    await expect.poll(inTransaction, SOON).toEqual([]);
    await first.kill();
    if (point === 'before the call') {
      expect(await asked).toBeNull();
      process.kill(worker, 'SIGCONT');
    }
    await asked;
    await expect.poll(() => isGone(worker), SOON).toBe(true);
    await stops(seen);
    await expectEndedOnce(await start(), how, gone, host);
  });

  test.each(POINTS)('publishing, killed %s: publishing again shows the person once', async (point) => {
    const first = await start();
    const host = await comeIn(first, group.streamer);
    const late = await comeIn(first, viewer);
    await publish(first, host); // the media server runs from now on
    const worker = workerOf(first);
    const peer = await openPublisher();
    open.push(peer);
    const request = await stepOf(first, late, { kind: 'publish', sdp: peer.offer });
    // The record waits for a transaction of ours, as long as that is open.
    const ours = await product.database.pool.connect();
    await ours.query('begin');
    if (point !== 'after the record')
      await ours.query('select from private.admissions where id = $1 for update', [late.named.participantId]);
    if (point === 'before the call') process.kill(worker, 'SIGSTOP');
    const asked = attempt(first, viewer, negotiateMedia, request);
    if (point === 'before the call') await new Promise((resolve) => setTimeout(resolve, 1_000)); // nothing shows that it hangs
    if (point === 'after the call')
      await expect
        .poll(
          () =>
            rows(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                 and query like '%set published_at%'`,
              [],
            ),
          SOON,
        )
        .toHaveLength(1);
    if (point === 'after the record')
      await expect.poll(publications, { ...SOON, interval: 1 }).toEqual([{ published: true }]);
    await first.kill();
    await ours.query('rollback');
    ours.release();
    await asked;
    if (point === 'before the call') process.kill(worker, 'SIGCONT');
    await expect.poll(() => isGone(worker), SOON).toBe(true);
    const second = await start();
    await publish(second, late);
    expect((await beat(second, host)).peers).toMatchObject([
      { participantId: late.named.participantId, publishes: true },
    ]);
    await flows(await watch(second, host, late));
    expect(await publications()).toEqual([{ published: true }]);
    expect(await endings()).toEqual([]);
  });
});

describe('with a Janus that two processes share', { timeout: 180_000 }, () => {
  let janus: JanusServer;
  let line: SilentJanus;
  /** What is lost on the way to Janus or back, at the points at which the process waits for it. */
  const SILENT = { 'before the call': 'before', 'after the call': 'after' } as const;
  let doomed: RunningLoge;
  let other: RunningLoge;

  beforeAll(async () => {
    if (withoutJanus() !== null) return;
    janus = await createJanusServer(SECRETS);
    await janus.start();
  });
  afterAll(() => janus?.close());
  beforeEach(async (context) => {
    const reason = withoutJanus();
    if (reason !== null) context.skip(reason);
    line = await openSilentJanus(janus.url);
    const secrets = { JANUS_SECRET: SECRETS.secret, JANUS_ADMIN_KEY: SECRETS.adminKey };
    [doomed, other] = await Promise.all([
      start({ JANUS_URL: line.url, ...secrets }),
      start({ JANUS_URL: janus.url, ...secrets }),
    ]);
  }, 180_000);
  afterEach(() => line?.close());

  test.each((['leave', 'remove'] as const).flatMap((how) => POINTS.map((point) => [how, point] as const)))(
    '%s, killed %s: the media that the other process holds end all the same',
    async (how, point) => {
      const host = await comeIn(other, group.streamer);
      const gone = await comeIn(other, viewer);
      await publish(other, gone);
      const seen = await watch(other, host, gone);
      await flows(seen);
      if (point !== 'after the record') line.silentAt.set('kick', SILENT[point]);
      const asked = ENDS[how].ask(doomed, gone, host);
      if (point === 'after the record') expect(await asked).not.toBeNull();
      else await expect.poll(() => line.unanswered.length, SOON).toBeGreaterThan(0);
      expect(await endings()).toContain(ENDS[how].cause);
      await expect.poll(inTransaction, SOON).toEqual([]);
      if (point === 'before the call') await flows(seen);
      await doomed.kill();
      if (point !== 'after the record') expect(await asked).toBeNull();
      await stops(seen);
      await expectEndedOnce(other, how, gone, host);
    },
  );

  test.each(POINTS)(
    'publishing, killed %s: publishing again at the other shows the person once',
    async (point) => {
      const host = await comeIn(other, group.streamer);
      const late = await comeIn(other, viewer);
      const peer = await openPublisher();
      open.push(peer);
      const request = await stepOf(other, late, { kind: 'publish', sdp: peer.offer });
      if (point !== 'after the record') line.silentAt.set('publish', SILENT[point]);
      const asked = attempt(doomed, viewer, negotiateMedia, request);
      if (point === 'after the record') await asked;
      else await expect.poll(() => line.unanswered, SOON).toEqual(['publish']);
      await expect.poll(inTransaction, SOON).toEqual([]);
      expect(await publications()).toEqual([{ published: point === 'after the record' }]);
      await doomed.kill();
      await asked;
      await publish(other, late);
      expect((await beat(other, host)).peers).toMatchObject([
        { participantId: late.named.participantId, publishes: true },
      ]);
      await flows(await watch(other, host, late));
      expect(await publications()).toEqual([{ published: true }]);
      expect(await endings()).toEqual([]);
    },
  );
});
