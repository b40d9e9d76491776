import type pg from 'pg';
import type { Logger } from 'pino';

/** What a run is given. */
export interface Run {
  pool: pg.Pool;
  logger: Logger;
  now: Date;
  /** Aborted when the server stops: end after the piece of work at hand. */
  signal: AbortSignal;
}

/**
 * Something that happens every so often, once over all processes. It must bear being run again after having been killed
 * half-way: do each piece of work in a transaction of its own.
 */
export interface Task {
  /** Fixed for ever: the key of its row and of its lock. */
  name: string;
  /** Milliseconds from the end of one run to the next; a failed run waits longer, up to an hour. */
  every: number;
  run(run: Run): Promise<unknown>;
}
