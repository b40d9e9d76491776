import type { HostAct } from '#product/conference/rules/host.ts';
import type { LineQuality } from '#product/conference/rules/lines.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import type { EnterOptions, RoomPorts } from './ports.ts';
import { openRoomConnection, type RoomConnection } from './room-connection.ts';
import { OUTSIDE, type RoomSnapshot } from './room-state.ts';
import type { Reaction } from './signaling.ts';

export interface RoomController {
  state(): RoomSnapshot;
  subscribe(listener: () => void): () => void;
  /** Enters; a refusal is in the state. */
  enter(options?: EnterOptions): Promise<void>;
  /** Leaves, and tells the server. */
  leave(): Promise<void>;
  /** Asks the server for the state of the room. */
  ask(): void;
  /** How good one's lines are: the server is told with the next heartbeats. */
  noteLine(line: LineQuality | null): void;
  /**
   * The tab woke up or the network came back: asks the server, and reconnects broken links at once.
   */
  wake(): void;
  /** Shows everybody a reaction. */
  react(emoji: Reaction): void;
  /**
   * Runs one of the streamer's actions on a participant or on the room.
   * @param target the participant whom it concerns, if it does one
   * @throws CommandError when the server refuses
   */
  moderate(act: HostAct, target?: string): Promise<void>;
  statsOf(participantId: string): Promise<RTCStatsReport> | null;
  /** Closes everything and tells nobody: the page goes away, perhaps to come back. */
  dispose(): void;
}

/**
 * The room without its screen: participants and connections as an observable state. The server
 * decides who is present; the channel only carries what browsers tell each other, and hints to ask
 * the server.
 */
export function createRoomController(ports: RoomPorts): RoomController {
  const listeners = new Set<() => void>();
  let snapshot = OUTSIDE;
  let connection: RoomConnection | null = null;

  const set = (changes: Partial<RoomSnapshot>) => {
    snapshot = { ...snapshot, ...changes };
    for (const listener of listeners) listener();
  };

  const isEntering = () => snapshot.phase === 'entering';

  function close(): void {
    connection?.close();
    connection = null;
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
          // The person left while the server answered.
          await ports.server.leave(entry.participantId);
          return;
        }
        set({ phase: 'inside', participantId: entry.participantId, side: entry.side });
        connection = openRoomConnection({ ports, state: () => snapshot, set, onOut: refuse }, entry, sentAt);
      } catch (error) {
        refuse(error);
      }
    },
    async leave() {
      const participantId = connection?.participantId;
      connection?.bye();
      goOut('left', '');
      if (participantId !== undefined) await ports.server.leave(participantId);
    },
    ask: () => connection?.ask(),
    noteLine: (line) => connection?.noteLine(line),
    wake: () => connection?.wake(),
    react: (emoji) => connection?.react(emoji),
    moderate: async (act, target) => connection?.moderate(act, target ?? null),
    statsOf: (participantId) => connection?.statsOf(participantId) ?? null,
    dispose: close,
  };
}
