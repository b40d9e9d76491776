import type { RoomPeer, RoomSide } from '#contracts/conference.ts';
import type { LinkState } from './recovery.ts';
import type { Flags } from './signal.ts';

/** Somebody else in the room, as their tile shows them. */
export interface PeerState extends RoomPeer {
  link: LinkState;
  /** Null until they told. */
  flags: Flags | null;
  audio: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
}

/** Why one is not in the room: a code of the server, one's own leaving, or no answer at all. */
export interface Out {
  code: string;
  message: string;
}

/** The whole of a room at one moment, for whoever renders it. */
export interface RoomSnapshot {
  phase: 'outside' | 'entering' | 'inside';
  /** Why one is outside; null before one ever was in. */
  out: Out | null;
  participantId: string | null;
  side: RoomSide | null;
  /** The channel and the server: `lost` while they cannot be reached. Media may flow all the same. */
  server: 'joining' | 'joined' | 'lost';
  peers: readonly PeerState[];
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  /** Epoch milliseconds on the server's clock; null before one entered. */
  times: { startsAt: number; endsAt: number; closesAt: number } | null;
}

export const OUTSIDE: RoomSnapshot = {
  phase: 'outside',
  out: null,
  participantId: null,
  side: null,
  server: 'joining',
  peers: [],
  ahead: 0,
  times: null,
};
