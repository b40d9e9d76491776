import type { RoomController } from '#web/conference-core/controller/room-controller.ts';
import { OUTSIDE, type RoomSnapshot } from '#web/conference-core/controller/room-state.ts';

/** How long a reaction is shown, as in the real room. */
const REACTION_SHOWN = 5_000;

/** The reports of getStats that the screen reads, of a connection with somebody. */
function statsOf(participantId: string, at: number): RTCStatsReport {
  const index = Number(participantId.slice(-4));
  const seconds = at / 1000;
  const weak = index % 5 === 4;
  return new Map<string, object>([
    [
      'pair',
      {
        type: 'candidate-pair',
        nominated: true,
        state: 'succeeded',
        currentRoundTripTime: weak ? 0.42 : 0.031 + index * 0.004,
        bytesReceived: seconds * 180_000,
        bytesSent: seconds * 150_000,
        localCandidateId: 'here',
        remoteCandidateId: 'there',
      },
    ],
    ['here', { type: 'local-candidate', candidateType: index % 3 === 2 ? 'relay' : 'host' }],
    ['there', { type: 'remote-candidate', candidateType: 'host' }],
    [
      'video',
      {
        type: 'inbound-rtp',
        kind: 'video',
        frameWidth: 1280,
        frameHeight: 720,
        framesPerSecond: weak ? 12 : 30,
        packetsReceived: seconds * 200,
        packetsLost: weak ? seconds * 15 : 0,
      },
    ],
  ]) as RTCStatsReport;
}

export interface FakeRoom extends RoomController {
  /** Something happens in the room. */
  change(changes: Partial<RoomSnapshot>): void;
}

/** A room without a server or another browser: it does what it is asked at once, and nothing by itself. */
export function createFakeRoom(first: Partial<RoomSnapshot>): FakeRoom {
  const listeners = new Set<() => void>();
  let snapshot: RoomSnapshot = { ...OUTSIDE, ...first };
  const inside = snapshot;
  const change = (changes: Partial<RoomSnapshot>) => {
    snapshot = { ...snapshot, ...changes };
    for (const listener of listeners) listener();
  };
  const out = (code: string) => change({ phase: 'outside', out: { code, message: '' }, peers: [] });
  return {
    change,
    state: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async enter() {
      change({ ...inside, phase: 'inside', out: null });
    },
    async leave() {
      out('left');
    },
    ask: () => undefined,
    noteLine: () => undefined,
    wake: () => undefined,
    statsOf: (participantId) => Promise.resolve(statsOf(participantId, performance.now())),
    dispose: () => undefined,
    react(emoji) {
      const reaction = {
        id: crypto.randomUUID(),
        participantId: snapshot.participantId ?? '',
        emoji,
        at: Date.now(),
      };
      change({ reactions: [...snapshot.reactions, reaction] });
      setTimeout(
        () => change({ reactions: snapshot.reactions.filter(({ id }) => id !== reaction.id) }),
        REACTION_SHOWN,
      );
    },
    async moderate(act, target) {
      const others = snapshot.peers.filter(({ participantId }) => participantId !== target);
      const flagged = (flags: { mic: false } | { screen: false }) =>
        snapshot.peers.map((peer) =>
          peer.participantId === target && peer.flags
            ? { ...peer, flags: { ...peer.flags, ...flags } }
            : peer,
        );
      switch (act) {
        case 'mute':
          return change({ peers: flagged({ mic: false }) });
        case 'stop_share':
          return change({ peers: flagged({ screen: false }) });
        case 'remove':
          return change({ peers: others });
        case 'admit':
        case 'refuse':
          return change({ lobby: snapshot.lobby.filter(({ participantId }) => participantId !== target) });
        case 'lobby_on':
        case 'lobby_off':
          return change({ lobbyOn: act === 'lobby_on' });
        case 'end':
          return out('room_ended');
      }
    },
  };
}
