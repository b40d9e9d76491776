import { CommandError } from '#web/lib/call-command.ts';
import type { Clock } from '../controller/ports.ts';
import type { LinkDeps, LinkState } from './link.ts';

/** An interrupted connection often recovers by itself within this time. Milliseconds. */
const RESTART_AFTER = 2_000;
/** Not connected after this time: the next step. Milliseconds. */
const REBUILD_AFTER = 10_000;

export interface RecoverySteps {
  /** An ICE restart. */
  restart(): void;
  /** An ICE restart with new relay credentials. */
  renew(): void;
  /** Everybody in the room replaces all connections. */
  rebuild(): void;
}

export interface Recovery {
  state(): LinkState;
  /**
   * @param connection `connectionState`; `iceConnectionState` does not notice that the other side
   *   died
   */
  connectionChanged(connection: RTCPeerConnectionState): void;
  /** Does not wait any longer when the connection is interrupted: the network may have changed. */
  reconnectNow(): void;
  stop(): void;
}

/**
 * How a connection between two browsers recovers: an ICE restart 2 s after it was interrupted; an
 * ICE restart with new credentials when it failed; and everything rebuilt 10 s later. It counts
 * from the start, so a connection that never comes about is rebuilt too.
 */
export function createRecovery(clock: Clock, steps: RecoverySteps, onChange: () => void): Recovery {
  let state: LinkState = 'connecting';
  let cancel = clock.after(REBUILD_AFTER, () => steps.rebuild());
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
    steps.restart();
    wait(REBUILD_AFTER, steps.rebuild);
  };
  return {
    state: () => state,
    connectionChanged(connection) {
      if (connection === 'connected') {
        cancel();
        become('connected');
      } else if (connection === 'disconnected') {
        become('recovering');
        wait(RESTART_AFTER, restart);
      } else if (connection === 'failed') {
        become('recovering');
        steps.renew();
        wait(REBUILD_AFTER, steps.rebuild);
      }
    },
    reconnectNow() {
      if (state === 'recovering') restart();
    },
    stop: () => cancel(),
  };
}

/**
 * An interrupted connection often recovers by itself within this time, in milliseconds. It doubles
 * each time: replacing does not help an unsteady network.
 */
const REPLACE_AFTER = { first: 2_000, most: 8_000 } as const;
/**
 * A connection that is not connected after this time, in milliseconds, is replaced. Browsers report
 * a failed connection sooner; this is for a request that hangs, and must not interrupt a machine
 * that is only slow.
 */
const GIVE_UP_AFTER = { first: 20_000, most: 40_000 } as const;
/** Pauses between attempts, in milliseconds. The last one repeats while the server stays away. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000];
/**
 * The pause when the epoch is out of date: the server's answer with the new one usually comes
 * sooner.
 */
const STALE = 4_000;

export interface ServerConnectionDeps
  extends Pick<LinkDeps, 'createConnection' | 'clock' | 'iceServers' | 'renewIce' | 'ask' | 'report'> {
  /** Exchanges offer and answer with the server. @throws CommandError */
  negotiate(pc: RTCPeerConnection): Promise<void>;
  onChange(): void;
}

/**
 * A connection with the media server: one peer connection after the other until one is connected,
 * and again whenever it breaks.
 */
export interface ServerConnection {
  state(): LinkState;
  /** The peer connection in use or being made; null before the first. */
  current(): RTCPeerConnection | null;
  /** Makes a peer connection, and replaces the one before. */
  make(): void;
  /** Replaces it now unless it is connected, without waiting any longer. */
  reconnectNow(): void;
  close(): void;
}

export function createServerConnection(deps: ServerConnectionDeps): ServerConnection {
  const { clock } = deps;
  let state: LinkState = 'connecting';
  let pc: RTCPeerConnection | null = null;
  let failures = 0;
  /** The ICE servers may be at fault: credentials that expired, or a relay that is gone. */
  let pathFailed = false;
  let stood = false;
  let closed = false;
  let attempts = 0;
  let interruptions = 0;
  /**
   * Until both sides agreed, or the deadline: a second negotiation meanwhile would only collide.
   */
  let negotiating = false;
  let cancel = () => {};

  const wait = (milliseconds: number, work: () => void) => {
    cancel();
    cancel = clock.after(milliseconds, work);
  };
  const become = (next: LinkState) => {
    if (state === next) return;
    state = next;
    deps.onChange();
  };
  const retry = (pause = PAUSES[Math.min(failures, PAUSES.length - 1)] ?? 0) => {
    failures += 1;
    negotiating = false;
    wait(pause, make);
  };
  const pathBroke = () => {
    pathFailed = true;
    retry();
  };

  function watch(made: RTCPeerConnection): void {
    made.onconnectionstatechange = () => {
      if (closed || pc !== made) return;
      if (made.connectionState === 'connected') {
        cancel();
        failures = 0;
        pathFailed = false;
        stood = true;
        become('connected');
      } else if (made.connectionState === 'disconnected') {
        become('recovering');
        wait(Math.min(REPLACE_AFTER.first * 2 ** interruptions, REPLACE_AFTER.most), () => {
          interruptions += 1;
          make();
        });
      } else if (made.connectionState === 'failed') {
        become('recovering');
        pathBroke();
      }
    };
  }

  function forget(old: RTCPeerConnection | null): void {
    if (!old) return;
    old.onconnectionstatechange = null;
    old.close();
  }

  function refused(error: unknown): void {
    const code = error instanceof CommandError ? error.code : null;
    if (code === 'media_stale') {
      deps.ask();
      retry(STALE);
      return;
    }
    if (code !== 'media_not_ready') deps.report('the media server did not take a connection', error);
    retry();
  }

  async function attempt(isPast: () => boolean): Promise<void> {
    const iceServers = pathFailed ? await deps.renewIce() : deps.iceServers();
    if (isPast()) return;
    const made = deps.createConnection({ iceServers: [...iceServers], bundlePolicy: 'max-bundle' });
    forget(pc);
    pc = made;
    watch(made);
    await deps.negotiate(made);
  }

  function make(): void {
    if (closed || negotiating) return;
    negotiating = true;
    attempts += 1;
    const number = attempts;
    const isPast = () => closed || number !== attempts;
    wait(Math.min(GIVE_UP_AFTER.first * 2 ** failures, GIVE_UP_AFTER.most), pathBroke);
    if (stood) become('recovering');
    attempt(isPast).then(
      () => {
        if (!isPast()) negotiating = false;
      },
      (error: unknown) => {
        if (!isPast()) refused(error);
      },
    );
  }

  return {
    state: () => state,
    current: () => pc,
    make,
    reconnectNow() {
      if (state !== 'connected') make();
    },
    close() {
      closed = true;
      cancel();
      forget(pc);
    },
  };
}
