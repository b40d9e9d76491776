import type { RoomPeer } from '#contracts/conference.ts';
import type { NegotiationStep } from '#contracts/conference-media.ts';
import type { Clock, Slot, Tracks } from '../controller/ports.ts';
import type { Flags, SignalBody } from '../controller/signaling.ts';
import type { LinkState } from './reconnection.ts';

/** What links need of the room that they are in. */
export interface LinkDeps {
  createConnection(configuration: RTCConfiguration): RTCPeerConnection;
  clock: Clock;
  iceServers(): readonly RTCIceServer[];
  /** Over the room's channel; to everybody with `to: null`. */
  send(to: string | null, body: SignalBody): void;
  /** One step with the media server. */
  negotiate(step: NegotiationStep): Promise<string | null>;
  /** The media server's offers that entering told, by the participant who publishes it. A link takes its own out. */
  offers: Map<string, string>;
  tracks(): Tracks;
  flags(): Flags;
  /** Fresh ways to connect, from the server. */
  renewIce(): Promise<readonly RTCIceServer[]>;
  /** Asks for a new media epoch. */
  rebuild(): void;
  /** Asks the server how the room stands. */
  ask(): void;
  onChange(): void;
  report(what: string, error: unknown): void;
}

/** How the media of one other participant come, for one media epoch. */
export interface PeerLink {
  state(): LinkState;
  /** What the other says that it sends; null before it said so. */
  remoteFlags(): Flags | null;
  remote(slot: Slot): MediaStreamTrack | null;
  receive(body: SignalBody): void;
  /** What the server says of it now. */
  told(peer: RoomPeer): void;
  /** Sends the local tracks and flags as they are now. */
  update(): void;
  /** Says again what waits for an answer: messages may have been lost. */
  remind(): void;
  /** The network may be another one: what is broken is mended now. */
  hurry(): void;
  stats(): Promise<RTCStatsReport>;
  close(): void;
}

/** All media of a room for one epoch. */
export interface RoomLinks {
  to(peer: RoomPeer): PeerLink;
  /** How one's own media reach the server; null where each link sends by itself. */
  sending(): LinkState | null;
  /** Sends the local tracks and flags as they are now, where it is not each link that does. */
  update(): void;
  /** This browser is on the room's channel, perhaps again. */
  greet(): void;
  hurry(): void;
  close(): void;
}
