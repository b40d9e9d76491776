import type { RoomPeer } from '#product/conference/contract.ts';
import type { NegotiationStep } from '#product/conference/media-contract.ts';
import type { Clock, Slot, Tracks } from '../controller/ports.ts';
import type { Flags, SignalBody } from '../controller/signaling.ts';

export type LinkState = 'connecting' | 'connected' | 'recovering';

/** Links need these from their room. */
export interface LinkDeps {
  createConnection(configuration: RTCConfiguration): RTCPeerConnection;
  clock: Clock;
  iceServers(): readonly RTCIceServer[];
  /** Over the room's channel; to everybody with `to: null`. */
  send(to: string | null, body: SignalBody): void;
  /** One step with the media server. */
  negotiate(step: NegotiationStep): Promise<string | null>;
  /**
   * The media server's offers that came with entering, by the participant who publishes. A link
   * removes the one that it uses.
   */
  offers: Map<string, string>;
  tracks(): Tracks;
  flags(): Flags;
  /** Asks the server for new ICE servers. */
  renewIce(): Promise<readonly RTCIceServer[]>;
  /** Asks for a new media epoch. */
  rebuild(): void;
  /** Asks the server for the state of the room. */
  ask(): void;
  onChange(): void;
  report(what: string, error: unknown): void;
}

/** The media of one other participant, for one media epoch. */
export interface PeerLink {
  state(): LinkState;
  /** The flags that the other side reported last; null before the first report. */
  remoteFlags(): Flags | null;
  remote(slot: Slot): MediaStreamTrack | null;
  receive(body: SignalBody): void;
  /** Takes over the server's current state of the other participant. */
  told(peer: RoomPeer): void;
  /** Sends the local tracks and flags as they are now. */
  update(): void;
  /** Sends again what has not been answered: signals may have been lost. */
  remind(): void;
  /** Reconnects at once when the connection is broken: the network may have changed. */
  reconnectNow(): void;
  stats(): Promise<RTCStatsReport>;
  close(): void;
}

/** All media of a room for one epoch. */
export interface RoomLinks {
  to(peer: RoomPeer): PeerLink;
  /**
   * The link by which one's own media reach the media server; null where each link sends by itself.
   */
  sending(): LinkState | null;
  /** Sends the local tracks and flags as they are now, where not each link does so. */
  update(): void;
  /** This browser joined the room's channel, perhaps again. */
  greet(): void;
  reconnectNow(): void;
  close(): void;
}
