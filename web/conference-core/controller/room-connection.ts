import { HEARTBEAT, type RoomEntry, type RoomStanding } from '#product/conference/contract.ts';
import type { HostAct } from '#product/conference/rules/host.ts';
import type { LineQuality } from '#product/conference/rules/lines.ts';
import { CommandError } from '#web/lib/call-command.ts';
import type { Clock, RoomPorts } from './ports.ts';
import { createRoomMedia, type RoomMedia, type RoomMediaDeps } from './room-media.ts';
import { createReactions, type RoomSnapshot } from './room-state.ts';
import { openSignaling, type Reaction, type Signal, type Signaling } from './signaling.ts';

/**
 * After how long a heartbeat that did not get through is repeated, and how often people in the
 * lobby send theirs: sooner than usual. Milliseconds.
 */
const SOON = 3_000;

/**
 * Error codes after which one may still be in the room: there was no answer, or it did not come
 * from the room.
 */
const PASSING: ReadonlySet<string> = new Set([
  'unreachable',
  'unavailable',
  'internal',
  'try_again',
  'too_many_attempts',
]);

/** The dependencies of a connection with a room, and its listeners. */
export interface RoomConnectionDeps {
  ports: RoomPorts;
  state(): RoomSnapshot;
  set(changes: Partial<RoomSnapshot>): void;
  /** The server says that one is no longer in the room. */
  onOut(error: unknown): void;
}

/**
 * A participant's connection with a room, from entering (its lobby first, where there is one) to
 * leaving.
 */
export interface RoomConnection {
  readonly participantId: string;
  ask(): void;
  /** The quality of one's line that the next heartbeats report. */
  noteLine(line: LineQuality | null): void;
  wake(): void;
  react(emoji: Reaction): void;
  moderate(act: HostAct, target: string | null): Promise<void>;
  statsOf(participantId: string): Promise<RTCStatsReport> | null;
  /**
   * Tells the peers that this participant leaves on purpose, so that they do not wait for a
   * reconnection.
   */
  bye(): void;
  close(): void;
}

/** @param sentAt when the server was asked, epoch milliseconds on this device */
export function openRoomConnection(
  deps: RoomConnectionDeps,
  entry: RoomEntry,
  sentAt: number,
): RoomConnection {
  const { ports, state, set } = deps;
  const { server, clock, local } = ports;
  const { participantId } = entry;
  let media: RoomMedia | null = null;
  let signaling: Signaling | null = null;
  let obeyed: Orders = ordersOf(entry);
  let closed = false;
  let line: LineQuality | null = null;

  const reactions = createReactions(clock, () => set({ reactions: reactions.list() }));
  const heartbeat = createHeartbeat(clock, beat);
  const showMedia = () => {
    if (media) set({ peers: media.list(state().ahead), sending: media.sending() });
  };

  /** From the lobby, or at once, into the room itself. */
  function goIn(
    { engine, epoch }: RoomStanding,
    { iceServers, offers }: Pick<RoomMediaDeps, 'iceServers'> & Pick<RoomEntry, 'offers'>,
  ): void {
    media = createRoomMedia({
      ports,
      entry: { participantId, side: entry.side, engine, epoch, offers },
      iceServers,
      send: (to, body) => signaling?.send(to, body),
      forget: () => signaling?.forget(),
      // The camera is sent while the room carries one more.
      tracks: () => (state().mayShowCamera ? local.tracks() : { ...local.tracks(), camera: null }),
      flags: () => ({ ...local.flags(), camera: local.flags().camera && state().mayShowCamera }),
      ask: heartbeat.ask,
      onChange: showMedia,
    });
    const { epoch: epochNow, joined } = media;
    signaling = openSignaling({
      open: ports.openChannel,
      self: () => ({ participantId, epoch: epochNow() }),
      onSignal: take,
      onPoke: heartbeat.ask,
      onStatus(status, returned) {
        set({ server: status });
        if (status === 'joined') joined(returned);
        // With a media server a peer may have begun to publish between entering and joining the
        // channel.
        if (returned || engine !== 'p2p') heartbeat.ask();
      },
    });
  }

  /** Obeys each order of the streamer once. Orders from before one entered are not obeyed again. */
  function obey(standing: RoomStanding): void {
    const before = obeyed;
    obeyed = ordersOf(standing);
    if (obeyed.mutedAt > before.mutedAt) {
      local.mute();
      set({ notice: { kind: 'muted', at: obeyed.mutedAt } });
    }
    if (obeyed.shareStoppedAt > before.shareStoppedAt) {
      local.stopShare();
      set({ notice: { kind: 'share_stopped', at: obeyed.shareStoppedAt } });
    }
  }

  function takeStanding(standing: RoomStanding, askedAt: number): void {
    const before = state().mayShowCamera;
    const between = (askedAt + clock.now()) / 2;
    set({ ...factsOf(standing), ahead: Math.round(Date.parse(standing.now) - between) });
    media?.take(standing);
    if (standing.mayShowCamera !== before) media?.update();
    showMedia();
    obey(standing);
  }

  function take({ from, to, ...signal }: Signal): void {
    if (from === participantId || (to !== null && to !== participantId)) return;
    const { body } = signal;
    if (body.kind === 'bye') media?.bye(from);
    else if (body.kind !== 'reaction') media?.receive({ from, to, ...signal });
    else if (media?.knows(from)) reactions.add(from, body.id, body.emoji);
  }

  async function askServer(): Promise<number | null> {
    const askedAt = clock.now();
    const connected = media?.connected() ?? 0;
    const standing = await server.heartbeat(participantId, {
      connected,
      camera: local.flags().camera,
      line,
    });
    if (!standing.waiting && !media) {
      // Admitted by the streamer: the lobby was given no ICE servers.
      const renewed = await server.renewMedia(participantId, { epoch: standing.epoch, rebuild: false });
      if (!closed) goIn(standing, { iceServers: renewed.iceServers, offers: [] });
    }
    if (closed) return null;
    takeStanding(standing, askedAt);
    return standing.waiting ? SOON : HEARTBEAT;
  }

  async function beat(): Promise<number | null> {
    try {
      return await askServer();
    } catch (error) {
      if (closed) return null;
      if (error instanceof CommandError && PASSING.has(error.code)) return SOON;
      deps.onOut(error);
      return null;
    }
  }

  let hadCamera = local.flags().camera;
  const stopLocal = local.subscribe(() => {
    media?.update();
    const { camera } = local.flags();
    // The server decides whether the room carries one more camera.
    if (camera !== hadCamera && state().engine !== 'p2p') heartbeat.ask();
    hadCamera = camera;
  });

  if (!entry.waiting) goIn(entry, { iceServers: iceServersOf(entry.iceServers), offers: entry.offers });
  takeStanding(entry, sentAt);
  heartbeat.later(entry.waiting ? SOON : HEARTBEAT);

  return {
    participantId,
    ask: heartbeat.ask,
    noteLine(measured) {
      line = measured;
    },
    wake() {
      heartbeat.ask();
      media?.reconnectNow();
    },
    react(emoji) {
      const id = crypto.randomUUID();
      if (reactions.add(participantId, id, emoji)) signaling?.send(null, { kind: 'reaction', id, emoji });
    },
    async moderate(act, target) {
      await server.moderate(participantId, act, target);
      heartbeat.ask();
    },
    statsOf: (id) => media?.statsOf(id) ?? null,
    bye: () => signaling?.send(null, { kind: 'bye' }),
    close() {
      closed = true;
      heartbeat.stop();
      stopLocal();
      local.stopShare(); // devices stay on between two screens, but coming back must not show one's screen again
      reactions.clear();
      media?.close();
      signaling?.close();
    },
  };
}

/** Asks the server again and again, one request at a time. */
interface Heartbeat {
  /** Asks now; when a request is under way already, another one follows it. */
  ask(): void;
  /** Asks the server after this time, unless something else asks before. */
  later(milliseconds: number): void;
  stop(): void;
}

/** @param askServer resolves to the milliseconds until the next one, or to null for none */
function createHeartbeat(clock: Clock, askServer: () => Promise<number | null>): Heartbeat {
  let running = false;
  let again = false;
  let stopped = false;
  let cancel = () => {};

  async function run(): Promise<void> {
    cancel();
    running = true;
    again = false;
    const next = await askServer();
    running = false;
    if (next === null || stopped) return;
    cancel = clock.after(again ? 0 : next, ask);
  }

  function ask(): void {
    if (stopped) return;
    if (running) again = true;
    else void run();
  }

  return {
    ask,
    later(milliseconds) {
      cancel();
      cancel = clock.after(milliseconds, ask);
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}

/** The parts of the room's state other than who is present and how one's own media are. */
const factsOf = (standing: RoomStanding) =>
  ({
    engine: standing.engine,
    waiting: standing.waiting,
    lobby: standing.lobby,
    lobbyOn: standing.lobbyOn,
    mayShowCamera: standing.mayShowCamera,
    extension: standing.extension,
    mayExtend: standing.mayExtend,
    times: {
      startsAt: Date.parse(standing.startsAt),
      endsAt: Date.parse(standing.endsAt),
      closesAt: Date.parse(standing.closesAt),
    },
  }) satisfies Partial<RoomSnapshot>;

/**
 * The streamer's last orders to this person, epoch milliseconds on the server's clock; 0 for none.
 */
interface Orders {
  mutedAt: number;
  shareStoppedAt: number;
}

function ordersOf({ orders }: RoomStanding): Orders {
  const at = (instant: string | null) => (instant === null ? 0 : Date.parse(instant));
  return { mutedAt: at(orders.mutedAt), shareStoppedAt: at(orders.shareStoppedAt) };
}

/** In the form of the browser's API, which takes no `undefined`. */
export const iceServersOf = (given: RoomEntry['iceServers']): RTCIceServer[] =>
  given.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }));
