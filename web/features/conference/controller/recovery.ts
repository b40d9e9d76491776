import type { Clock } from './ports.ts';

/** A broken path often mends by itself within this time. */
const PATIENCE = 2_000;
/** Not connected so long after the last attempt: the next rung. */
const DEADLINE = 10_000;

export interface Rungs {
  /** Looks for a new path with what is known. */
  restart(): void;
  /** The same with fresh relay credentials. */
  renew(): void;
  /** New peer connections for the whole room. */
  rebuild(): void;
}

export type LinkState = 'connecting' | 'connected' | 'recovering';

export interface Recovery {
  state(): LinkState;
  /** @param connection `connectionState`; `iceConnectionState` never says that the far end died */
  connectionChanged(connection: RTCPeerConnectionState): void;
  /** The network may be another one: what is interrupted is not waited for any longer. */
  hurry(): void;
  stop(): void;
}

/**
 * The ladder of a connection: 2 s after it was interrupted a restart, after it failed a restart with fresh credentials, and 10 s later
 * everything anew. It climbs from the first moment: a connection that never comes is rebuilt too.
 */
export function createRecovery(clock: Clock, rungs: Rungs, onChange: () => void): Recovery {
  let state: LinkState = 'connecting';
  let cancel = clock.after(DEADLINE, () => rungs.rebuild());
  const wait = (milliseconds: number, work: () => void) => {
    cancel();
    cancel = clock.after(milliseconds, work);
  };
  const become = (next: LinkState) => {
    if (state === next) return;
    state = next;
    onChange();
  };
  const restart = () => {
    rungs.restart();
    wait(DEADLINE, rungs.rebuild);
  };
  return {
    state: () => state,
    connectionChanged(connection) {
      if (connection === 'connected') {
        cancel();
        become('connected');
      } else if (connection === 'disconnected') {
        become('recovering');
        wait(PATIENCE, restart);
      } else if (connection === 'failed') {
        become('recovering');
        rungs.renew();
        wait(DEADLINE, rungs.rebuild);
      }
    },
    hurry() {
      if (state === 'recovering') restart();
    },
    stop: () => cancel(),
  };
}
