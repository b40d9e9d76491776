import { HEARTBEAT, type RoomEntry, type RoomStanding } from '#contracts/conference.ts';
import type { HostAct } from '#domain/conference/host.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { type Line, openLine } from './line.ts';
import type { RoomLinks } from './link.ts';
import { createMembers } from './members.ts';
import { createPeerLinks } from './peer-link.ts';
import type { EnterOptions, RoomPorts, Tracks } from './ports.ts';
import { createPulse, type Pulse } from './pulse.ts';
import { createReactions } from './reactions.ts';
import { OUTSIDE, type RoomSnapshot } from './room-state.ts';
import type { Flags, Reaction, Signal } from './signal.ts';
import { factsOf, type Orders, ordersOf } from './standing-facts.ts';

/** A heartbeat that did not get through is tried again sooner; so is one of somebody who waits to be let in. */
const RETRY = 3_000;
/** Signals kept for a participant of whom the server has not told yet. */
const MOST_KEPT = 64;

export interface RoomController {
  state(): RoomSnapshot;
  subscribe(listener: () => void): () => void;
  /** Comes in; what refuses it is in the state. */
  enter(options?: EnterOptions): Promise<void>;
  /** Goes out and tells the server. */
  leave(): Promise<void>;
  /** Asks the server how the room stands. */
  ask(): void;
  /** The tab woke up, or the network came back: asks the server, and mends at once what is broken. */
  wake(): void;
  /** Gives everybody a sign. */
  react(emoji: Reaction): void;
  /**
   * The streamer's hand on the room.
   * @param target the participant whom it concerns, if it does one
   * @throws CommandError when the server refuses
   */
  moderate(act: HostAct, target?: string): Promise<void>;
  statsOf(participantId: string): Promise<RTCStatsReport> | null;
  /** Closes everything without a word: the page goes away, perhaps to come back. */
  dispose(): void;
}

/** Codes after which one may still be in the room: the answer did not come, or not from the room. */
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'internal', 'try_again']);

/**
 * A room without a screen: who is in it and how they connect, as a state that changes. The server is the authority on who is there; the
 * channel only carries what browsers tell each other, and a hint to ask the server.
 */
export function createRoomController(ports: RoomPorts): RoomController {
  const { server, clock, local } = ports;
  const listeners = new Set<() => void>();
  let snapshot = OUTSIDE;
  let entry: Pick<RoomEntry, 'participantId' | 'epoch'> | null = null;
  let iceServers: readonly RTCIceServer[] = [];
  let line: Line | null = null;
  let pulse: Pulse | null = null;
  let links: RoomLinks | null = null;
  let obeyed: Orders | null = null;
  let kept: Signal[] = [];
  let rebuilding = false;
  let stopLocal = () => {};

  const set = (changes: Partial<RoomSnapshot>) => {
    snapshot = { ...snapshot, ...changes };
    for (const listener of listeners) listener();
  };
  const members = createMembers(clock, () => showMedia());
  const reactions = createReactions(clock, () => set({ reactions: reactions.list() }));
  const showMedia = () => set({ peers: members.list(snapshot.ahead), sending: links?.sending() ?? null });
  const ask = () => pulse?.ask();

  /** What is sent: the camera only where the room has a place for it. */
  const tracks = (): Tracks =>
    snapshot.mayShowCamera ? local.tracks() : { ...local.tracks(), camera: null };
  const flags = (): Flags => {
    const own = local.flags();
    return { ...own, camera: own.camera && snapshot.mayShowCamera };
  };

  async function renewIce(): Promise<readonly RTCIceServer[]> {
    if (!entry) return iceServers;
    const { participantId, epoch } = entry;
    ({ iceServers } = await server.renewMedia(participantId, { epoch, rebuild: false }));
    return iceServers;
  }

  /** Everybody's media by new connections. */
  function connectAnew(): void {
    links?.close();
    links = createPeerLinks({
      createConnection: ports.createConnection,
      clock,
      iceServers: () => iceServers,
      send: (to, body) => line?.send(to, body),
      negotiate: async (step) => (entry ? server.negotiate(entry.participantId, entry.epoch, step) : null),
      tracks,
      flags,
      renewIce,
      rebuild: () => void rebuild(),
      ask,
      onChange: showMedia,
      report: ports.report,
    });
    members.relink(links);
  }

  /** Nothing else helped: the server raises the epoch, and everybody builds new connections. */
  async function rebuild(): Promise<void> {
    if (!entry || rebuilding) return;
    rebuilding = true;
    try {
      const { participantId, epoch } = entry;
      const renewed = await server.renewMedia(participantId, { epoch, rebuild: true });
      iceServers = renewed.iceServers;
      takeEpoch(renewed.epoch);
    } catch (error) {
      ports.report('the media could not be built anew', error);
      clock.after(RETRY, () => {
        if (members.links().some((link) => link.state() !== 'connected')) void rebuild();
      });
    } finally {
      rebuilding = false;
    }
    ask();
  }

  function takeEpoch(epoch: number): void {
    if (!entry || epoch === entry.epoch) return;
    entry = { ...entry, epoch };
    line?.forget();
    connectAnew();
  }

  function update(): void {
    links?.update();
    for (const link of members.links()) link.update();
  }

  /** The streamer's orders, each obeyed once; those of before one came in were obeyed then. */
  function obey(standing: RoomStanding): void {
    const orders = ordersOf(standing);
    const before = obeyed ?? orders;
    obeyed = orders;
    if (orders.mutedAt > before.mutedAt) {
      local.mute();
      set({ notice: { kind: 'muted', at: orders.mutedAt } });
    }
    if (orders.shareStoppedAt > before.shareStoppedAt) {
      local.stopShare();
      set({ notice: { kind: 'share_stopped', at: orders.shareStoppedAt } });
    }
  }

  function takeStanding(standing: RoomStanding, sentAt: number): void {
    takeEpoch(standing.epoch);
    const mayShowCamera = snapshot.mayShowCamera;
    const between = (sentAt + clock.now()) / 2;
    const facts = factsOf(standing);
    const ahead = Math.round(Date.parse(standing.now) - between);
    snapshot = { ...snapshot, ...facts, ahead };
    if (!links) connectAnew();
    members.take(standing.peers);
    for (const signal of kept.splice(0)) take(signal, false);
    if (facts.mayShowCamera !== mayShowCamera) update();
    showMedia();
    obey(standing);
  }

  /** @param fresh not one that was kept until the server's word, which did not help it */
  function take(signal: Signal, fresh = true): void {
    const { from, to, epoch, body } = signal;
    if (!entry || from === entry.participantId) return;
    if (to !== null && to !== entry.participantId) return;
    const link = members.link(from);
    if (link && body.kind === 'bye') members.bye(from);
    else if (link && body.kind === 'reaction') reactions.add(from, body.id, body.emoji);
    else if (link && epoch === entry.epoch) link.receive(body);
    else if (!link || epoch > entry.epoch) {
      // The channel was faster than the server's word about who is there.
      if (kept.length < MOST_KEPT && epoch >= entry.epoch) kept.push(signal);
      if (fresh) ask();
    }
  }

  async function beat(): Promise<number | null> {
    const who = entry;
    if (!who) return null;
    const isPast = () => entry?.participantId !== who.participantId;
    try {
      const sentAt = clock.now();
      const connected = members.connected();
      const standing = await server.heartbeat(who.participantId, { connected, camera: local.flags().camera });
      if (isPast()) return null;
      takeStanding(standing, sentAt);
      return snapshot.waiting ? RETRY : HEARTBEAT;
    } catch (error) {
      if (isPast()) return null;
      const isFinal = !(error instanceof CommandError) || !PASSING.has(error.code);
      if (!isFinal) return RETRY;
      refuse(error);
      return null;
    }
  }

  function close(): void {
    pulse?.stop();
    stopLocal();
    members.clear();
    links?.close();
    line?.close();
    reactions.clear();
    pulse = links = line = entry = obeyed = null;
    kept = [];
  }

  function goOut(code: string, message: string): void {
    const { times, ahead, side } = snapshot;
    close();
    set({ ...OUTSIDE, times, ahead, side, out: { code, message } });
  }
  const refuse = (error: unknown) =>
    goOut(error instanceof CommandError ? error.code : 'internal', errorText(error));

  function comeIn(answer: RoomEntry, sentAt: number): void {
    entry = { participantId: answer.participantId, epoch: answer.epoch };
    iceServers = answer.iceServers.map(({ urls, username, credential }) => ({
      urls,
      ...(username === undefined ? {} : { username }),
      ...(credential === undefined ? {} : { credential }),
    }));
    stopLocal = local.subscribe(update);
    set({ phase: 'inside', participantId: answer.participantId, side: answer.side });
    const self = entry;
    line = openLine({
      open: ports.openChannel,
      self: () => entry ?? self,
      onSignal: take,
      onPoke: ask,
      onStatus(status, returned) {
        set({ server: status });
        if (!returned) return;
        for (const link of members.links()) link.remind();
        ask();
      },
    });
    pulse = createPulse(clock, beat);
    takeStanding(answer, sentAt);
    pulse.later(HEARTBEAT);
  }

  return {
    state: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async enter(options = {}) {
      if (snapshot.phase !== 'outside') return;
      set({ phase: 'entering', out: null, notice: null });
      const sentAt = clock.now();
      try {
        comeIn(await server.enter(options), sentAt);
      } catch (error) {
        refuse(error);
      }
    },
    async leave() {
      const participantId = entry?.participantId;
      line?.send(null, { kind: 'bye' });
      goOut('left', '');
      if (participantId !== undefined) await server.leave(participantId);
    },
    ask,
    wake() {
      ask();
      links?.hurry();
      for (const link of members.links()) link.hurry();
    },
    react(emoji) {
      if (!entry) return;
      const id = crypto.randomUUID();
      if (reactions.add(entry.participantId, id, emoji)) line?.send(null, { kind: 'reaction', id, emoji });
    },
    async moderate(act, target) {
      if (!entry) return;
      await server.moderate(entry.participantId, act, target ?? null);
      ask();
    },
    statsOf: (participantId) => members.link(participantId)?.stats() ?? null,
    dispose: close,
  };
}
