import { CommandError } from '#web/lib/call-command.ts';
import type { Clock } from '../controller/ports.ts';
import type { LinkDeps } from './link.ts';

/** A broken path often mends by itself within this time. */
const RESTART_AFTER = 2_000;
/** Not connected so long after the last attempt: the next rung. */
const REBUILD_AFTER = 10_000;

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
  let cancel = clock.after(REBUILD_AFTER, () => rungs.rebuild());
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
    wait(REBUILD_AFTER, rungs.rebuild);
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
        rungs.renew();
        wait(REBUILD_AFTER, rungs.rebuild);
      }
    },
    hurry() {
      if (state === 'recovering') restart();
    },
    stop: () => cancel(),
  };
}

/** A broken path often mends by itself within this time, in milliseconds. Twice as long each time: a line that wavers is not helped by being cut. */
const REPLACE_AFTER = { first: 2_000, most: 8_000 } as const;
/**
 * Not connected so long after it was begun, in milliseconds: it is made anew. Browsers say sooner that a path failed; this is for a call
 * that hangs, and must not cut short a machine that is only slow.
 */
const GIVE_UP_AFTER = { first: 20_000, most: 40_000 } as const;
/** Pauses between attempts, longer each time: the last is that of a server that will not be back soon. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000];
/** For the server's word on the epoch, which comes sooner and ends all this. */
const STALE = 4_000;

export interface ServerConnectionDeps
  extends Pick<LinkDeps, 'createConnection' | 'clock' | 'iceServers' | 'renewIce' | 'ask' | 'report'> {
  /** Agrees with the server on what goes over it. @throws CommandError */
  negotiate(pc: RTCPeerConnection): Promise<void>;
  onChange(): void;
}

/** A connection with the media server: one peer connection after the other, until it stands, and whenever it breaks. */
export interface ServerConnection {
  state(): LinkState;
  /** The one that is there or being made; null before the first. */
  current(): RTCPeerConnection | null;
  /** Makes it; one that exists already is replaced. */
  make(): void;
  /** Makes it now, unless it stands: what is interrupted is not waited for any longer. */
  hurry(): void;
  close(): void;
}

export function createServerConnection(deps: ServerConnectionDeps): ServerConnection {
  const { clock } = deps;
  let state: LinkState = 'connecting';
  let pc: RTCPeerConnection | null = null;
  let failures = 0;
  /** The way to the server may be what is wrong: credentials that are past, or a relay that is gone. */
  let pathFailed = false;
  let stood = false;
  let closed = false;
  let attempts = 0;
  let interruptions = 0;
  /** Until both sides agreed, or too long: a second one meanwhile would only cross it. */
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
    hurry() {
      if (state !== 'connected') make();
    },
    close() {
      closed = true;
      cancel();
      forget(pc);
    },
  };
}
