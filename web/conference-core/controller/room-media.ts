import type { RoomEntry, RoomStanding } from '#product/conference/contract.ts';
import type { LinkDeps, RoomLinks } from '../links/link.ts';
import { createServerLinks } from '../links/media-server-links.ts';
import { createPeerLinks } from '../links/peer-links.ts';
import { createParticipants } from './participants.ts';
import type { RoomPorts } from './ports.ts';
import type { PeerState } from './room-state.ts';
import type { Signal } from './signaling.ts';

/** Milliseconds until the server is asked again after a refusal. */
const RETRY = 3_000;
/** How many signals are kept from participants whom the server has not listed yet. */
const MOST_KEPT = 64;

export interface RoomMediaDeps extends Pick<LinkDeps, 'send' | 'tracks' | 'flags' | 'ask' | 'onChange'> {
  ports: RoomPorts;
  entry: Pick<RoomEntry, 'participantId' | 'side' | 'engine' | 'epoch' | 'offers'>;
  iceServers: readonly RTCIceServer[];
  /** Drops what waits for the channel: it belongs to earlier connections. */
  forget(): void;
}

/** The others in a room, and how picture and sound go between them and this browser. */
export interface RoomMedia {
  epoch(): number;
  take(standing: RoomStanding): void;
  receive(signal: Signal): void;
  /** Must be called after this person's tracks or flags changed. */
  update(): void;
  /** This browser joined the channel; `returned` when it had been cut off. */
  joined(returned: boolean): void;
  reconnectNow(): void;
  knows(participantId: string): boolean;
  bye(participantId: string): void;
  connected(): number;
  list(ahead: number): PeerState[];
  sending: RoomLinks['sending'];
  statsOf(participantId: string): Promise<RTCStatsReport> | null;
  close(): void;
}

/** The server decides how media flow: from browser to browser, or through a media server. */
export function createRoomMedia(deps: RoomMediaDeps): RoomMedia {
  const { ports, entry } = deps;
  const { clock, server } = ports;
  const participants = createParticipants(clock, deps.onChange);
  let { epoch, engine } = entry;
  let { iceServers } = deps;
  let kept: Signal[] = [];
  const offers = new Map(entry.offers.map(({ participantId, sdp }) => [participantId, sdp]));
  let rebuilding = false;
  let closed = false;
  let links = connect();

  function connect(): RoomLinks {
    const linkDeps: LinkDeps = {
      createConnection: ports.createConnection,
      clock,
      iceServers: () => iceServers,
      send: deps.send,
      negotiate: (step) => server.negotiate(entry.participantId, epoch, step),
      offers,
      tracks: deps.tracks,
      flags: deps.flags,
      async renewIce() {
        const renewed = await server.renewMedia(entry.participantId, { epoch, rebuild: false });
        iceServers = renewed.iceServers;
        return iceServers;
      },
      rebuild: () => void rebuild(),
      ask: deps.ask,
      onChange: deps.onChange,
      report: ports.report,
    };
    const made = engine === 'p2p' ? createPeerLinks(linkDeps) : createServerLinks(linkDeps, entry.side);
    participants.relink(made);
    return made;
  }

  /** Replaces all media connections. */
  function reconnectAll(nextEpoch: number): void {
    epoch = nextEpoch;
    offers.clear();
    deps.forget();
    links.close();
    links = connect();
  }

  /** The last resort: the server raises the epoch, and everybody replaces all connections. */
  async function rebuild(): Promise<void> {
    if (rebuilding || closed) return;
    rebuilding = true;
    try {
      const renewed = await server.renewMedia(entry.participantId, { epoch, rebuild: true });
      iceServers = renewed.iceServers;
      if (!closed && renewed.epoch !== epoch) reconnectAll(renewed.epoch);
    } catch (error) {
      ports.report('the media connections could not be replaced', error);
      clock.after(RETRY, () => {
        if (participants.links().some((link) => link.state() !== 'connected')) void rebuild();
      });
    } finally {
      rebuilding = false;
    }
    if (!closed) deps.ask();
  }

  /** @param fresh false for a signal that was kept until the server answered */
  function receive(signal: Signal, fresh = true): void {
    const link = participants.link(signal.from);
    if (link && signal.epoch === epoch) link.receive(signal.body);
    else if (!link || signal.epoch > epoch) {
      // The signal came before the server said that this participant is present.
      if (kept.length < MOST_KEPT && signal.epoch >= epoch) kept.push(signal);
      if (fresh) deps.ask();
    }
  }

  return {
    epoch: () => epoch,
    take(standing) {
      if (standing.epoch !== epoch || standing.engine !== engine) {
        engine = standing.engine;
        reconnectAll(standing.epoch);
      }
      participants.take(standing.peers);
      for (const signal of kept.splice(0)) receive(signal, false);
    },
    receive,
    update() {
      links.update();
      for (const link of participants.links()) link.update();
    },
    joined(returned) {
      links.greet();
      if (returned) for (const link of participants.links()) link.remind();
    },
    reconnectNow() {
      links.reconnectNow();
      for (const link of participants.links()) link.reconnectNow();
    },
    knows: (participantId) => participants.link(participantId) !== null,
    bye: participants.bye,
    connected: participants.connected,
    list: participants.list,
    sending: () => links.sending(),
    statsOf: (participantId) => participants.link(participantId)?.stats() ?? null,
    close() {
      closed = true;
      kept = [];
      participants.clear();
      links.close();
    },
  };
}
