import type { RoomPeer } from '#contracts/conference.ts';
import type { PeerLink, RoomLinks } from './link.ts';
import type { Clock } from './ports.ts';
import type { PeerState } from './room-state.ts';

/** How long the tile of somebody whose line broke stays, from when it broke. Milliseconds. */
export const KEPT = 30_000;

interface Member {
  peer: RoomPeer;
  link: PeerLink;
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
  /** It said that it goes: its tile goes as soon as the server says so. */
  bye(participantId: string): void;
  link(participantId: string): PeerLink | null;
  links(): PeerLink[];
  /** With how many the media flow. */
  connected(): number;
  /** @param ahead milliseconds that the server's clock is ahead */
  list(ahead: number): PeerState[];
  clear(): void;
}

export function createMembers(clock: Clock, onChange: () => void): Members {
  const members = new Map<string, Member>();
  const leaving = new Set<string>();
  let links: RoomLinks | null = null;

  function add(peer: RoomPeer): void {
    if (!links) return;
    members.set(peer.participantId, { peer, link: links.to(peer), brokenAt: null, missing: false });
  }

  function drop(id: string): void {
    members.get(id)?.link.close();
    members.delete(id);
    leaving.delete(id);
  }

  /** Notes whose line is broken, and since when. */
  function watch(): void {
    for (const member of members.values()) {
      if (member.link.state() !== 'recovering') member.brokenAt = null;
      else member.brokenAt ??= clock.now();
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

  return {
    take(peers) {
      watch();
      for (const [id, member] of [...members])
        if (!peers.some(({ participantId }) => participantId === id)) miss(id, member, peers);
      for (const peer of peers) {
        const member = members.get(peer.participantId);
        if (!member) add(peer);
        else {
          member.peer = peer;
          member.missing = false;
          member.link.told(peer);
        }
      }
    },
    relink(next) {
      links = next;
      const peers = [...members.values()].filter(({ missing }) => !missing).map(({ peer }) => peer);
      for (const id of [...members.keys()]) drop(id);
      for (const peer of peers) add(peer);
    },
    bye: (participantId) => {
      if (members.has(participantId)) leaving.add(participantId);
    },
    link: (participantId) => members.get(participantId)?.link ?? null,
    links: () => [...members.values()].map(({ link }) => link),
    connected: () => [...members.values()].filter(({ link }) => link.state() === 'connected').length,
    list(ahead) {
      watch();
      return [...members.values()].map(({ peer, link, brokenAt, missing }) => ({
        ...peer,
        link: missing ? 'recovering' : link.state(),
        gone: missing && brokenAt !== null ? brokenAt + ahead : null,
        flags: link.remoteFlags(),
        audio: link.remote('audio'),
        camera: link.remote('camera'),
        screen: link.remote('screen'),
        screenAudio: link.remote('screenAudio'),
      }));
    },
    clear() {
      for (const id of [...members.keys()]) drop(id);
      links = null;
    },
  };
}
