import type { RoomPeer, RoomSide, RoomStanding, WaitingPerson } from '#product/conference/contract.ts';
import type { LinkState } from '../links/link.ts';
import type { Clock } from './ports.ts';
import type { Flags, Reaction } from './signaling.ts';

/** Somebody else in the room, as their tile shows them. */
export interface PeerState extends RoomPeer {
  link: LinkState;
  /**
   * Since when this participant is missing, epoch milliseconds on the server's clock: the
   * connection broke, and the server no longer counts them as present. Their tile stays for half a
   * minute. Null for somebody who is present.
   */
  gone: number | null;
  /** Null until they reported it. */
  flags: Flags | null;
  audio: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
  /** The sound of the shared screen. */
  screenAudio: MediaStreamTrack | null;
}

/** Why one is not in the room: a code of the server, one's own leaving, or no answer at all. */
export interface Out {
  code: string;
  message: string;
}

/** A person in the lobby. */
export type Waiting = WaitingPerson;

/** A reaction of somebody, which is shown for some seconds. */
export interface ShownReaction {
  id: string;
  participantId: string;
  emoji: Reaction;
  /** Epoch milliseconds on this device. */
  at: number;
}

/** Everything that a screen shows of a room at one moment. */
export interface RoomSnapshot {
  phase: 'outside' | 'entering' | 'inside';
  /** Why one is outside; null before one entered for the first time. */
  out: Out | null;
  participantId: string | null;
  side: RoomSide | null;
  /** How the media flow; null before one entered. */
  engine: RoomStanding['engine'] | null;
  /** In the lobby: the streamer admits. No peers and no media yet. */
  waiting: boolean;
  /** The people in the lobby; only the streamer gets them. */
  lobby: readonly Waiting[];
  /** Whether people who come now wait in the lobby. */
  lobbyOn: boolean;
  /** False while more people want to show their camera than the room carries: it is not sent. */
  mayShowCamera: boolean;
  /**
   * The link by which one's own media reach the media server; null where each link sends by itself.
   */
  sending: LinkState | null;
  /** The channel and the server: `lost` while they cannot be reached. Media may still flow. */
  server: 'joining' | 'joined' | 'lost';
  peers: readonly PeerState[];
  /** The reactions of the last five seconds, one's own included. */
  reactions: readonly ShownReaction[];
  /**
   * The last order of the streamer that was obeyed; `at` is epoch milliseconds on the server's
   * clock.
   */
  notice: { kind: 'muted' | 'share_stopped'; at: number } | null;
  extension: RoomStanding['extension'];
  mayExtend: RoomStanding['mayExtend'];
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
  engine: null,
  waiting: false,
  lobby: [],
  lobbyOn: false,
  mayShowCamera: true,
  sending: null,
  server: 'joining',
  peers: [],
  reactions: [],
  notice: null,
  extension: null,
  mayExtend: null,
  ahead: 0,
  times: null,
};

/** How long a reaction is shown. Milliseconds. */
const SHOWN = 5_000;
/**
 * How many reactions of one person are shown at a time: holding the key down does not flood the
 * others.
 */
const MOST_OF_ONE = 5;

/** The reactions that are shown now. */
export interface Reactions {
  /** @returns false when this person gave too many just now */
  add(participantId: string, id: string, emoji: Reaction): boolean;
  list(): readonly ShownReaction[];
  clear(): void;
}

export function createReactions(clock: Clock, onChange: () => void): Reactions {
  let shown: readonly ShownReaction[] = [];
  return {
    add(participantId, id, emoji) {
      const own = shown.filter((reaction) => reaction.participantId === participantId);
      if (own.length >= MOST_OF_ONE || own.some((reaction) => reaction.id === id)) return false;
      const reaction = { id, participantId, emoji, at: clock.now() };
      shown = [...shown, reaction];
      onChange();
      clock.after(SHOWN, () => {
        if (!shown.includes(reaction)) return;
        shown = shown.filter((other) => other !== reaction);
        onChange();
      });
      return true;
    },
    list: () => shown,
    clear() {
      shown = [];
    },
  };
}
