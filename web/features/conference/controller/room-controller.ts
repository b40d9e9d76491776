import { HEARTBEAT, type RoomEntry, type RoomPeer, type RoomStanding } from '#contracts/conference.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { createPeerLink, type PeerLink } from './peer-link.ts';
import type { EnterOptions, RoomChannel, RoomPorts } from './ports.ts';
import { OUTSIDE, type PeerState, type RoomSnapshot } from './room-state.ts';
import type { Signal, SignalBody } from './signal.ts';

/** A heartbeat that did not get through is tried again sooner. */
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
  /** Asks the server anew: the tab woke up, or the network came back. */
  wake(): void;
  statsOf(participantId: string): Promise<RTCStatsReport> | null;
  /** Closes everything without a word: the page goes away, perhaps to come back. */
  dispose(): void;
}

interface Member {
  peer: RoomPeer;
  link: PeerLink;
}

/** Codes after which one may still be in the room: the answer did not come, or not from the room. */
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'internal', 'try_again']);

/**
 * A room without a screen: who is in it and how they connect, as a state that changes. The server is the authority on who is there; the
 * channel only carries what browsers tell each other, and a hint to ask the server.
 */
export function createRoomController(ports: RoomPorts): RoomController {
  const { server, clock } = ports;
  const listeners = new Set<() => void>();
  const members = new Map<string, Member>();
  const kept: Signal[] = [];
  let snapshot = OUTSIDE;
  let channel: RoomChannel | null = null;
  let entry: Pick<RoomEntry, 'participantId' | 'epoch'> | null = null;
  let iceServers: RTCIceServer[] = [];
  let outbox: Signal[] = [];
  let cancelBeat = () => {};
  let asking = false;
  let askAgain = false;
  let rebuilding = false;
  let stopLocal = () => {};

  const set = (changes: Partial<RoomSnapshot>) => {
    snapshot = { ...snapshot, ...changes };
    for (const listener of listeners) listener();
  };
  const peersNow = (): PeerState[] =>
    [...members.values()].map(({ peer, link }) => ({
      ...peer,
      link: link.state(),
      flags: link.remoteFlags(),
      audio: link.remote('audio'),
      camera: link.remote('camera'),
      screen: link.remote('screen'),
    }));

  function send(to: string | null, body: SignalBody): void {
    if (!entry) return;
    const signal: Signal = { from: entry.participantId, to, epoch: entry.epoch, body };
    if (channel && snapshot.server === 'joined') channel.send(signal);
    else if (body.kind !== 'hello') outbox.push(signal);
  }

  function connect(peer: RoomPeer): void {
    const link = createPeerLink(
      {
        createConnection: ports.createConnection,
        clock,
        iceServers,
        send: (body) => send(peer.participantId, body),
        tracks: ports.local.tracks,
        flags: ports.local.flags,
        renewIce: async () => {
          if (!entry) return iceServers;
          const renewed = await server.renewMedia(entry.participantId, {
            epoch: entry.epoch,
            rebuild: false,
          });
          iceServers = renewed.iceServers;
          return iceServers;
        },
        rebuild: () => void rebuild(),
        onChange: () => set({ peers: peersNow() }),
        report: ports.report,
      },
      peer.initiates,
    );
    members.set(peer.participantId, { peer, link });
  }

  function disconnect(participantId: string): void {
    members.get(participantId)?.link.close();
    members.delete(participantId);
  }

  /** Nothing else helped: the server raises the epoch, and everybody builds new connections. */
  async function rebuild(): Promise<void> {
    if (!entry || rebuilding) return;
    rebuilding = true;
    try {
      const renewed = await server.renewMedia(entry.participantId, { epoch: entry.epoch, rebuild: true });
      iceServers = renewed.iceServers;
      takeEpoch(renewed.epoch);
    } catch (error) {
      ports.report('the media could not be built anew', error);
      clock.after(RETRY, () => {
        if ([...members.values()].some(({ link }) => link.state() !== 'connected')) void rebuild();
      });
    } finally {
      rebuilding = false;
    }
    ask();
  }

  function takeEpoch(epoch: number): void {
    if (!entry || epoch === entry.epoch) return;
    entry = { ...entry, epoch };
    outbox = [];
    const peers = [...members.values()].map(({ peer }) => peer);
    for (const peer of peers) disconnect(peer.participantId);
    for (const peer of peers) connect(peer);
  }

  function takeStanding(standing: RoomStanding, sentAt: number): void {
    takeEpoch(standing.epoch);
    for (const id of [...members.keys()])
      if (!standing.peers.some(({ participantId }) => participantId === id)) disconnect(id);
    for (const peer of standing.peers) {
      const member = members.get(peer.participantId);
      if (member) member.peer = peer;
      else connect(peer);
    }
    for (const signal of kept.splice(0)) take(signal);
    const between = (sentAt + clock.now()) / 2;
    set({
      peers: peersNow(),
      ahead: Math.round(Date.parse(standing.now) - between),
      times: {
        startsAt: Date.parse(standing.startsAt),
        endsAt: Date.parse(standing.endsAt),
        closesAt: Date.parse(standing.closesAt),
      },
    });
  }

  function take(signal: Signal): void {
    if (!entry || signal.from === entry.participantId) return;
    if (signal.to !== null && signal.to !== entry.participantId) return;
    const member = members.get(signal.from);
    if (member && signal.epoch === entry.epoch) member.link.receive(signal.body);
    else if (!member || signal.epoch > entry.epoch) {
      // The channel was faster than the server's word about who is there.
      if (kept.length < MOST_KEPT && signal.epoch >= entry.epoch) kept.push(signal);
      if (!asking) ask();
    }
  }

  /** A heartbeat now; when one is under way already, another follows it. */
  function ask(): void {
    if (!entry) return;
    if (asking) {
      askAgain = true;
      return;
    }
    void beat();
  }

  async function beat(): Promise<void> {
    const who = entry;
    if (!who) return;
    cancelBeat();
    asking = true;
    let next = HEARTBEAT;
    try {
      const sentAt = clock.now();
      const connected = [...members.values()].filter(({ link }) => link.state() === 'connected').length;
      const standing = await server.heartbeat(who.participantId, connected);
      if (entry?.participantId !== who.participantId) return;
      takeStanding(standing, sentAt);
    } catch (error) {
      if (entry?.participantId !== who.participantId) return;
      if (!(error instanceof CommandError) || !PASSING.has(error.code)) {
        goOut(error instanceof CommandError ? error.code : 'internal', errorText(error));
        return;
      }
      next = RETRY;
    } finally {
      asking = false;
    }
    if (askAgain) {
      askAgain = false;
      next = 0;
    }
    cancelBeat = clock.after(next, ask);
  }

  function close(): void {
    cancelBeat();
    stopLocal();
    for (const id of [...members.keys()]) disconnect(id);
    channel?.close();
    channel = null;
    entry = null;
    outbox = [];
    kept.length = 0;
    askAgain = false;
  }

  function goOut(code: string, message: string): void {
    close();
    set({ phase: 'outside', out: { code, message }, peers: [], participantId: null, server: 'joining' });
  }

  return {
    state: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async enter(options = {}) {
      if (snapshot.phase !== 'outside') return;
      set({ phase: 'entering', out: null });
      const sentAt = clock.now();
      let answer: RoomEntry;
      try {
        answer = await server.enter(options);
      } catch (error) {
        goOut(error instanceof CommandError ? error.code : 'internal', errorText(error));
        return;
      }
      entry = { participantId: answer.participantId, epoch: answer.epoch };
      iceServers = answer.iceServers.map(({ urls, username, credential }) => ({
        urls,
        ...(username === undefined ? {} : { username }),
        ...(credential === undefined ? {} : { credential }),
      }));
      stopLocal = ports.local.subscribe(() => {
        for (const { link } of members.values()) link.update();
      });
      set({ phase: 'inside', participantId: answer.participantId, side: answer.side });
      channel = ports.openChannel({
        onSignal: take,
        onPoke: ask,
        onStatus(status) {
          const returned = status === 'joined' && snapshot.server === 'lost';
          set({ server: status });
          if (status === 'lost' || !channel) return;
          for (const signal of outbox.splice(0)) channel.send(signal);
          send(null, { kind: 'hello' });
          if (!returned) return;
          for (const { link } of members.values()) link.remind();
          ask();
        },
      });
      takeStanding(answer, sentAt);
      cancelBeat = clock.after(HEARTBEAT, ask);
    },
    async leave() {
      const participantId = entry?.participantId;
      goOut('left', '');
      if (participantId !== undefined) await server.leave(participantId);
    },
    wake: ask,
    statsOf: (participantId) => members.get(participantId)?.link.stats() ?? null,
    dispose: close,
  };
}
