import { HEARTBEAT, type RoomEntry, type RoomStanding } from '#contracts/conference.ts';
import type { HostAct } from '#domain/conference/host.ts';
import { CommandError } from '#web/lib/call-command.ts';
import type { Clock, RoomPorts } from './ports.ts';
import { createMedia, type MediaDeps, type RoomMedia } from './room-media.ts';
import { createReactions, type RoomSnapshot } from './room-state.ts';
import { type Line, openLine, type Reaction, type Signal } from './signaling.ts';

/** A heartbeat that did not get through is tried again sooner; so is one of somebody who waits to be let in. Milliseconds. */
const SOON = 3_000;

/** Codes after which one may still be in the room: the answer did not come, or not from the room. */
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'internal', 'try_again', 'too_many_attempts']);

/** What a stay shows, and to whom. */
export interface StayDeps {
  ports: RoomPorts;
  state(): RoomSnapshot;
  set(changes: Partial<RoomSnapshot>): void;
  /** The server says that one is in the room no longer. */
  onOut(error: unknown): void;
}

/** One stay in a room, in its lobby first if need be: from being let in to going out. */
export interface Stay {
  readonly participantId: string;
  ask(): void;
  wake(): void;
  react(emoji: Reaction): void;
  moderate(act: HostAct, target: string | null): Promise<void>;
  statsOf(participantId: string): Promise<RTCStatsReport> | null;
  /** Tells the others that this is no interruption. */
  bye(): void;
  close(): void;
}

/** @param sentAt when the server was asked, epoch milliseconds on this device */
export function beginStay(deps: StayDeps, entry: RoomEntry, sentAt: number): Stay {
  const { ports, state, set } = deps;
  const { server, clock, local } = ports;
  const { participantId } = entry;
  let media: RoomMedia | null = null;
  let line: Line | null = null;
  let obeyed: Orders = ordersOf(entry);
  let closed = false;

  const reactions = createReactions(clock, () => set({ reactions: reactions.list() }));
  const pulse = createPulse(clock, beat);
  const showMedia = () => {
    if (media) set({ peers: media.list(state().ahead), sending: media.sending() });
  };

  /** Into the room itself. */
  function goIn(
    { engine, epoch }: RoomStanding,
    { iceServers, offers }: Pick<MediaDeps, 'iceServers'> & Pick<RoomEntry, 'offers'>,
  ): void {
    media = createMedia({
      ports,
      entry: { participantId, side: entry.side, engine, epoch, offers },
      iceServers,
      send: (to, body) => line?.send(to, body),
      forget: () => line?.forget(),
      // The camera is sent where the room has a place for it.
      tracks: () => (state().mayShowCamera ? local.tracks() : { ...local.tracks(), camera: null }),
      flags: () => ({ ...local.flags(), camera: local.flags().camera && state().mayShowCamera }),
      ask: pulse.ask,
      onChange: showMedia,
    });
    const { epoch: epochNow, joined } = media;
    line = openLine({
      open: ports.openChannel,
      self: () => ({ participantId, epoch: epochNow() }),
      onSignal: take,
      onPoke: pulse.ask,
      onStatus(status, returned) {
        set({ server: status });
        if (status === 'joined') joined(returned);
        // Who sends, through a server, is news that may have come between the door and the channel.
        if (returned || engine !== 'p2p') pulse.ask();
      },
    });
  }

  /** The streamer's orders, each obeyed once; those from before were obeyed then. */
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

  async function question(): Promise<number | null> {
    const askedAt = clock.now();
    const connected = media?.connected() ?? 0;
    const standing = await server.heartbeat(participantId, { connected, camera: local.flags().camera });
    if (!standing.waiting && !media) {
      // Let in by the streamer: the ways to connect were not told at the door.
      const renewed = await server.renewMedia(participantId, { epoch: standing.epoch, rebuild: false });
      if (!closed) goIn(standing, { iceServers: renewed.iceServers, offers: [] });
    }
    if (closed) return null;
    takeStanding(standing, askedAt);
    return standing.waiting ? SOON : HEARTBEAT;
  }

  async function beat(): Promise<number | null> {
    try {
      return await question();
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
    // Whether there is a place for it is the server's to say.
    if (camera !== hadCamera && state().engine !== 'p2p') pulse.ask();
    hadCamera = camera;
  });

  if (!entry.waiting) goIn(entry, { iceServers: iceServersOf(entry.iceServers), offers: entry.offers });
  takeStanding(entry, sentAt);
  pulse.later(entry.waiting ? SOON : HEARTBEAT);

  return {
    participantId,
    ask: pulse.ask,
    wake() {
      pulse.ask();
      media?.hurry();
    },
    react(emoji) {
      const id = crypto.randomUUID();
      if (reactions.add(participantId, id, emoji)) line?.send(null, { kind: 'reaction', id, emoji });
    },
    async moderate(act, target) {
      await server.moderate(participantId, act, target);
      pulse.ask();
    },
    statsOf: (id) => media?.statsOf(id) ?? null,
    bye: () => line?.send(null, { kind: 'bye' }),
    close() {
      closed = true;
      pulse.stop();
      stopLocal();
      local.stopShare(); // devices linger between two screens; what is on one's own is not shown again by coming back
      reactions.clear();
      media?.close();
      line?.close();
    },
  };
}

/** Asks the server again and again, one question at a time. */
export interface Pulse {
  /** A question now; when one is under way already, another follows it. */
  ask(): void;
  /** The next question comes so much later, unless somebody asks before. */
  later(milliseconds: number): void;
  stop(): void;
}

/** @param question resolves to the milliseconds until the next one, or to null for none */
export function createPulse(clock: Clock, question: () => Promise<number | null>): Pulse {
  let running = false;
  let again = false;
  let stopped = false;
  let cancel = () => {};

  async function run(): Promise<void> {
    cancel();
    running = true;
    again = false;
    const next = await question();
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

/** What a standing says beside who is there and how it stands with one's own media. */
export const factsOf = (standing: RoomStanding) =>
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

/** The streamer's last orders to this person, epoch milliseconds on the server's clock; 0 for none. */
export interface Orders {
  mutedAt: number;
  shareStoppedAt: number;
}

export function ordersOf({ orders }: RoomStanding): Orders {
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
