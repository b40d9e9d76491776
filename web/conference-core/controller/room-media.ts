import type { RoomEntry, RoomStanding } from '#contracts/conference.ts';
import type { LinkDeps, RoomLinks } from '../links/link.ts';
import { createServerLinks } from '../links/media-server-links.ts';
import { createPeerLinks } from '../links/peer-links.ts';
import { createMembers } from './participants.ts';
import type { RoomPorts } from './ports.ts';
import type { PeerState } from './room-state.ts';
import type { Signal } from './signaling.ts';

/** Time before the server is asked again for what it did not grant. Milliseconds. */
const RETRY = 3_000;
/** Signals kept for a participant of whom the server has not told yet. */
const MOST_KEPT = 64;

export interface MediaDeps extends Pick<LinkDeps, 'send' | 'tracks' | 'flags' | 'ask' | 'onChange'> {
  ports: RoomPorts;
  entry: Pick<RoomEntry, 'participantId' | 'side' | 'engine' | 'epoch' | 'offers'>;
  iceServers: readonly RTCIceServer[];
  /** What waits on the channel belongs to connections that are past. */
  forget(): void;
}

/** The others in a room, and how picture and sound go between them and this browser. */
export interface RoomMedia {
  epoch(): number;
  take(standing: RoomStanding): void;
  receive(signal: Signal): void;
  /** What is sent, or shown, changed. */
  update(): void;
  /** This browser is on the channel; `returned` after it had been cut off. */
  joined(returned: boolean): void;
  hurry(): void;
  knows(participantId: string): boolean;
  bye(participantId: string): void;
  connected(): number;
  list(ahead: number): PeerState[];
  sending: RoomLinks['sending'];
  statsOf(participantId: string): Promise<RTCStatsReport> | null;
  close(): void;
}

/** How it is carried is the server's to say: from browser to browser, or through a media server. */
export function createMedia(deps: MediaDeps): RoomMedia {
  const { ports, entry } = deps;
  const { clock, server } = ports;
  const members = createMembers(clock, deps.onChange);
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
    members.relink(made);
    return made;
  }

  /** Everybody's media by new connections. */
  function connectAnew(nextEpoch: number): void {
    epoch = nextEpoch;
    offers.clear();
    deps.forget();
    links.close();
    links = connect();
  }

  /** Nothing else helped: the server raises the epoch, and everybody builds new connections. */
  async function rebuild(): Promise<void> {
    if (rebuilding || closed) return;
    rebuilding = true;
    try {
      const renewed = await server.renewMedia(entry.participantId, { epoch, rebuild: true });
      iceServers = renewed.iceServers;
      if (!closed && renewed.epoch !== epoch) connectAnew(renewed.epoch);
    } catch (error) {
      ports.report('the media could not be built anew', error);
      clock.after(RETRY, () => {
        if (members.links().some((link) => link.state() !== 'connected')) void rebuild();
      });
    } finally {
      rebuilding = false;
    }
    if (!closed) deps.ask();
  }

  /** @param fresh not one that was kept until the server's word, which did not help it */
  function receive(signal: Signal, fresh = true): void {
    const link = members.link(signal.from);
    if (link && signal.epoch === epoch) link.receive(signal.body);
    else if (!link || signal.epoch > epoch) {
      // The channel was faster than the server's word about who is there.
      if (kept.length < MOST_KEPT && signal.epoch >= epoch) kept.push(signal);
      if (fresh) deps.ask();
    }
  }

  return {
    epoch: () => epoch,
    take(standing) {
      if (standing.epoch !== epoch || standing.engine !== engine) {
        engine = standing.engine;
        connectAnew(standing.epoch);
      }
      members.take(standing.peers);
      for (const signal of kept.splice(0)) receive(signal, false);
    },
    receive,
    update() {
      links.update();
      for (const link of members.links()) link.update();
    },
    joined(returned) {
      links.greet();
      if (returned) for (const link of members.links()) link.remind();
    },
    hurry() {
      links.hurry();
      for (const link of members.links()) link.hurry();
    },
    knows: (participantId) => members.link(participantId) !== null,
    bye: members.bye,
    connected: members.connected,
    list: members.list,
    sending: () => links.sending(),
    statsOf: (participantId) => members.link(participantId)?.stats() ?? null,
    close() {
      closed = true;
      kept = [];
      members.clear();
      links.close();
    },
  };
}
