import type { HostAct } from '#domain/conference/host.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import type { EnterOptions, RoomPorts } from './ports.ts';
import { beginStay, type Stay } from './room-connection.ts';
import { OUTSIDE, type RoomSnapshot } from './room-state.ts';
import type { Reaction } from './signaling.ts';

export interface RoomController {
  state(): RoomSnapshot;
  subscribe(listener: () => void): () => void;
  /** Comes in; what refuses it is in the state. */
  enter(options?: EnterOptions): Promise<void>;
  /** Goes out and tells the server. */
  leave(): Promise<void>;
  /** Asks the server how the room stands. */
  ask(): void;
  /** The tab woke up, or the network came back: asks the server, and mends at once what is broken. */
  wake(): void;
  /** Gives everybody a sign. */
  react(emoji: Reaction): void;
  /**
   * The streamer's hand on the room.
   * @param target the participant whom it concerns, if it does one
   * @throws CommandError when the server refuses
   */
  moderate(act: HostAct, target?: string): Promise<void>;
  statsOf(participantId: string): Promise<RTCStatsReport> | null;
  /** Closes everything without a word: the page goes away, perhaps to come back. */
  dispose(): void;
}

/**
 * A room without a screen: who is in it and how they connect, as a state that changes. The server is the authority on who is there; the
 * channel only carries what browsers tell each other, and a hint to ask the server.
 */
export function createRoomController(ports: RoomPorts): RoomController {
  const listeners = new Set<() => void>();
  let snapshot = OUTSIDE;
  let stay: Stay | null = null;

  const set = (changes: Partial<RoomSnapshot>) => {
    snapshot = { ...snapshot, ...changes };
    for (const listener of listeners) listener();
  };

  const isEntering = () => snapshot.phase === 'entering';

  function close(): void {
    stay?.close();
    stay = null;
  }

  function goOut(code: string, message: string): void {
    const { times, ahead, side } = snapshot;
    close();
    set({ ...OUTSIDE, times, ahead, side, out: { code, message } });
  }
  const refuse = (error: unknown) =>
    goOut(error instanceof CommandError ? error.code : 'internal', errorText(error));

  return {
    state: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async enter(options = {}) {
      if (snapshot.phase !== 'outside') return;
      set({ phase: 'entering', out: null });
      const sentAt = ports.clock.now();
      try {
        const entry = await ports.server.enter(options);
        if (!isEntering()) {
          // One went away while the door opened.
          await ports.server.leave(entry.participantId);
          return;
        }
        set({ phase: 'inside', participantId: entry.participantId, side: entry.side });
        stay = beginStay({ ports, state: () => snapshot, set, onOut: refuse }, entry, sentAt);
      } catch (error) {
        refuse(error);
      }
    },
    async leave() {
      const participantId = stay?.participantId;
      stay?.bye();
      goOut('left', '');
      if (participantId !== undefined) await ports.server.leave(participantId);
    },
    ask: () => stay?.ask(),
    wake: () => stay?.wake(),
    react: (emoji) => stay?.react(emoji),
    moderate: async (act, target) => stay?.moderate(act, target ?? null),
    statsOf: (participantId) => stay?.statsOf(participantId) ?? null,
    dispose: close,
  };
}
