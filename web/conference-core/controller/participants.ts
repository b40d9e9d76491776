import type { RoomPeer } from '#product/conference/contract.ts';
import type { LinkState, PeerLink, RoomLinks } from '../links/link.ts';
import type { Clock } from './ports.ts';
import type { PeerState } from './room-state.ts';

/** How long the tile of somebody whose connection broke stays, from when it broke. Milliseconds. */
const KEPT = 30_000;

interface Participant {
  peer: RoomPeer;
  /** Null for somebody who was missing already when all media connections were replaced. */
  link: PeerLink | null;
  /** It was connected once: when it is not connected now, it was interrupted. */
  stood: boolean;
  /** When the connection broke, on this device's clock. */
  brokenAt: number | null;
  /** The server no longer counts it as present. */
  missing: boolean;
}

/** The others in a room, and the link to each. */
export interface Participants {
  /** Takes over the server's list of present people. */
  take(peers: readonly RoomPeer[]): void;
  /** From now on everybody is connected by these links. */
  relink(links: RoomLinks): void;
  /** The participant said that it leaves: its tile goes as soon as the server confirms that. */
  bye(participantId: string): void;
  link(participantId: string): PeerLink | null;
  links(): PeerLink[];
  /** With how many of them media flow. */
  connected(): number;
  /** @param ahead milliseconds that the server's clock is ahead */
  list(ahead: number): PeerState[];
  clear(): void;
}

const stateOf = ({ link, stood, missing }: Participant): LinkState => {
  const state = link?.state() ?? 'recovering';
  return missing || (stood && state === 'connecting') ? 'recovering' : state;
};

export function createParticipants(clock: Clock, onChange: () => void): Participants {
  const participants = new Map<string, Participant>();
  const leaving = new Set<string>();
  let links: RoomLinks | null = null;

  function drop(id: string): void {
    participants.get(id)?.link?.close();
    participants.delete(id);
    leaving.delete(id);
  }

  /** Notes whose connection is broken, and since when. */
  function watch(): void {
    for (const participant of participants.values()) {
      const state = stateOf(participant);
      if (state === 'connected') participant.stood = true;
      participant.brokenAt = state === 'recovering' ? (participant.brokenAt ?? clock.now()) : null;
    }
  }

  /**
   * A participant whom the server no longer lists is dropped at once, or kept for a while when
   * their connection broke first.
   */
  function miss(id: string, participant: Participant, peers: readonly RoomPeer[]): void {
    const { brokenAt, peer } = participant;
    const isBack = peers.some(({ personId }) => personId === peer.personId);
    const remaining = brokenAt === null ? 0 : brokenAt + KEPT - clock.now();
    if (leaving.has(id) || isBack || remaining <= 0) {
      drop(id);
      return;
    }
    if (participant.missing) return;
    participant.missing = true;
    clock.after(remaining, () => {
      if (participants.get(id) !== participant || !participant.missing) return;
      drop(id);
      onChange();
    });
  }

  function keep(peer: RoomPeer): void {
    const participant = participants.get(peer.participantId);
    participant?.link?.told(peer);
    participants.set(peer.participantId, {
      peer,
      link: participant?.link ?? links?.to(peer) ?? null,
      stood: participant?.stood ?? false,
      brokenAt: participant?.brokenAt ?? null,
      missing: false,
    });
  }

  return {
    take(peers) {
      watch();
      for (const [id, participant] of [...participants])
        if (!peers.some(({ participantId }) => participantId === id)) miss(id, participant, peers);
      for (const peer of peers) keep(peer);
    },
    relink(next) {
      watch();
      links = next;
      for (const participant of participants.values()) {
        participant.link?.close();
        // Everybody publishes again: the server will say who does so already.
        participant.link = participant.missing ? null : next.to({ ...participant.peer, publishes: false });
      }
    },
    bye(participantId) {
      const participant = participants.get(participantId);
      if (!participant) return;
      leaving.add(participantId);
      if (!participant.missing) return;
      drop(participantId);
      onChange();
    },
    link: (participantId) => participants.get(participantId)?.link ?? null,
    links: () => [...participants.values()].flatMap(({ link }) => link ?? []),
    connected: () =>
      [...participants.values()].filter((participant) => stateOf(participant) === 'connected').length,
    list(ahead) {
      watch();
      return [...participants.values()].map((participant) => ({
        ...participant.peer,
        link: stateOf(participant),
        gone: participant.missing && participant.brokenAt !== null ? participant.brokenAt + ahead : null,
        flags: participant.link?.remoteFlags() ?? null,
        audio: participant.link?.remote('audio') ?? null,
        camera: participant.link?.remote('camera') ?? null,
        screen: participant.link?.remote('screen') ?? null,
        screenAudio: participant.link?.remote('screenAudio') ?? null,
      }));
    },
    clear() {
      for (const id of [...participants.keys()]) drop(id);
      links = null;
    },
  };
}
