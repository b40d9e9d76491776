import type { RoomPeer } from '#contracts/conference.ts';
import type { PeerLink, RoomLinks } from '../links/link.ts';
import type { LinkState } from '../links/reconnection.ts';
import type { Clock } from './ports.ts';
import type { PeerState } from './room-state.ts';

/** How long the tile of somebody whose line broke stays, from when it broke. Milliseconds. */
export const KEPT = 30_000;

interface Member {
  peer: RoomPeer;
  /** Null for whoever is missing since before all media were built anew. */
  link: PeerLink | null;
  /** It was connected once: what is not connected now was interrupted. */
  stood: boolean;
  /** When its line broke, on this device's clock. */
  brokenAt: number | null;
  /** The server no longer counts it as there. */
  missing: boolean;
}

/** The others in a room, and the link to each. */
export interface Members {
  /** Takes the server's word on who is there. */
  take(peers: readonly RoomPeer[]): void;
  /** Connects everybody by these from now on. */
  relink(links: RoomLinks): void;
  /** It said that it goes: its tile goes with the server's word. */
  bye(participantId: string): void;
  link(participantId: string): PeerLink | null;
  links(): PeerLink[];
  /** With how many the media flow. */
  connected(): number;
  /** @param ahead milliseconds that the server's clock is ahead */
  list(ahead: number): PeerState[];
  clear(): void;
}

const stateOf = ({ link, stood, missing }: Member): LinkState => {
  const state = link?.state() ?? 'recovering';
  return missing || (stood && state === 'connecting') ? 'recovering' : state;
};

export function createMembers(clock: Clock, onChange: () => void): Members {
  const members = new Map<string, Member>();
  const leaving = new Set<string>();
  let links: RoomLinks | null = null;

  function drop(id: string): void {
    members.get(id)?.link?.close();
    members.delete(id);
    leaving.delete(id);
  }

  /** Notes whose line is broken, and since when. */
  function watch(): void {
    for (const member of members.values()) {
      const state = stateOf(member);
      if (state === 'connected') member.stood = true;
      member.brokenAt = state === 'recovering' ? (member.brokenAt ?? clock.now()) : null;
    }
  }

  /** Somebody the server no longer names: gone at once, or kept for a while when its line broke before. */
  function miss(id: string, member: Member, peers: readonly RoomPeer[]): void {
    const { brokenAt, peer } = member;
    const isBack = peers.some(({ personId }) => personId === peer.personId);
    const remaining = brokenAt === null ? 0 : brokenAt + KEPT - clock.now();
    if (leaving.has(id) || isBack || remaining <= 0) {
      drop(id);
      return;
    }
    if (member.missing) return;
    member.missing = true;
    clock.after(remaining, () => {
      if (members.get(id) !== member || !member.missing) return;
      drop(id);
      onChange();
    });
  }

  function greet(peer: RoomPeer): void {
    const member = members.get(peer.participantId);
    member?.link?.told(peer);
    members.set(peer.participantId, {
      peer,
      link: member?.link ?? links?.to(peer) ?? null,
      stood: member?.stood ?? false,
      brokenAt: member?.brokenAt ?? null,
      missing: false,
    });
  }

  return {
    take(peers) {
      watch();
      for (const [id, member] of [...members])
        if (!peers.some(({ participantId }) => participantId === id)) miss(id, member, peers);
      for (const peer of peers) greet(peer);
    },
    relink(next) {
      watch();
      links = next;
      for (const member of members.values()) {
        member.link?.close();
        // Whether it publishes already, now that everybody does anew, is for the server to say.
        member.link = member.missing ? null : next.to({ ...member.peer, publishes: false });
      }
    },
    bye(participantId) {
      const member = members.get(participantId);
      if (!member) return;
      leaving.add(participantId);
      if (!member.missing) return;
      drop(participantId);
      onChange();
    },
    link: (participantId) => members.get(participantId)?.link ?? null,
    links: () => [...members.values()].flatMap(({ link }) => link ?? []),
    connected: () => [...members.values()].filter((member) => stateOf(member) === 'connected').length,
    list(ahead) {
      watch();
      return [...members.values()].map((member) => ({
        ...member.peer,
        link: stateOf(member),
        gone: member.missing && member.brokenAt !== null ? member.brokenAt + ahead : null,
        flags: member.link?.remoteFlags() ?? null,
        audio: member.link?.remote('audio') ?? null,
        camera: member.link?.remote('camera') ?? null,
        screen: member.link?.remote('screen') ?? null,
        screenAudio: member.link?.remote('screenAudio') ?? null,
      }));
    },
    clear() {
      for (const id of [...members.keys()]) drop(id);
      links = null;
    },
  };
}
