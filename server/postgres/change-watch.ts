import type pg from 'pg';
import type { Logger } from 'pino';
import { startListener } from './listener.ts';

/** Tells what was read before from what is true now. */
export interface ChangeWatch {
  /** Another number once something changed: what was read under an earlier one is read again. */
  version(): number;
  /** Notes that this process has just carried somebody's change. */
  wrote(): void;
  /**
   * Waits until `version` counts all that this process carried; null when it does already. Whoever
   * changed something sees it at once.
   */
  settled(): Promise<void> | null;
  close(): Promise<void>;
}

/**
 * Hears of changes from the database, whichever process or console they come from.
 * @param channel notified in the transaction of each change
 * @throws when the database cannot be listened to
 */
export async function watchChanges({
  connection,
  channel,
  logger,
}: {
  connection: pg.ClientConfig;
  channel: string;
  logger: Logger;
}): Promise<ChangeWatch> {
  let version = 0;
  let writes = 0;
  let settledWrites = 0;
  let settling: { writes: number; done: Promise<void> } | null = null;
  const changed = () => {
    version += 1;
  };
  const listener = await startListener({
    connection,
    name: channel,
    logger,
    channels: [channel],
    onNotification: changed,
    onReconnected: changed,
  });

  async function settle(upTo: number): Promise<void> {
    // What cannot be heard of may have happened.
    if (!(await listener.caughtUp())) changed();
    settledWrites = Math.max(settledWrites, upTo);
  }

  return {
    version: () => version,
    wrote() {
      writes += 1;
    },
    settled() {
      if (settledWrites === writes) return null;
      if (settling?.writes !== writes) settling = { writes, done: settle(writes) };
      return settling.done;
    },
    close: listener.close,
  };
}
