import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import type { ProcessFigures } from '#product/system/rules/process-figures.ts';
import type { ErrorLog } from './errors.ts';

export const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  version: string;
};

/** Processes that were silent for so long are forgotten. */
const KEPT = '1 day';
const NANOSECONDS = 1e6;
/** How often the event loop is looked at. Milliseconds. */
const RESOLUTION = 20;
/** Node measures the time from one look to the next: the part beyond the resolution was late. */
const lateBy = (nanoseconds: number): number =>
  Math.max(0, Math.round(nanoseconds / NANOSECONDS) - RESOLUTION);

export interface FiguresDeps {
  pools: Readonly<Record<ProcessFigures['pools'][number]['name'], pg.Pool>>;
  /** How many sockets and channels realtime has here. */
  realtime: () => { sockets: number; channels: number };
  media: () => Promise<Partial<Record<string, { ok: boolean; detail: string }>>>;
  turn: boolean;
  dataDir: string;
  errors: ErrorLog;
  now: () => Date;
}

export interface ProcessReport {
  read(): Promise<ProcessFigures>;
  /** Writes how this process is, and the errors that it noted. */
  tell(pool: pg.Pool): Promise<void>;
  stop(): void;
}

/** Anybody who reads a pool's numbers reads those of this moment. */
const poolFigures = (name: ProcessFigures['pools'][number]['name'], pool: pg.Pool) => ({
  name,
  size: pool.options.max,
  busy: pool.totalCount - pool.idleCount,
  waiting: pool.waitingCount,
});

/**
 * Reports this process's own state, for the team's page about the system, which shows all
 * processes.
 */
export function reportProcess(deps: FiguresDeps): ProcessReport {
  const key = randomUUID();
  const startedAt = deps.now();
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION });
  loop.enable();

  async function read(): Promise<ProcessFigures> {
    const { rss, heapUsed } = process.memoryUsage();
    const disk = await statfs(deps.dataDir).catch(() => null); // a file system that does not tell
    const media = await deps.media();
    return {
      version,
      node: process.versions.node,
      eventLoop: {
        median: lateBy(loop.percentile(50)),
        late: lateBy(loop.percentile(99)),
      },
      memory: { resident: rss, heap: heapUsed },
      pools: [poolFigures('server', deps.pools.server), poolFigures('rest', deps.pools.rest)],
      ...deps.realtime(),
      disk: disk && { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize },
      media: Object.entries(media).flatMap(([engine, health]) => (health ? [{ engine, ...health }] : [])),
      turn: deps.turn,
    };
  }

  return {
    read,
    async tell(pool) {
      const figures = await read();
      loop.reset();
      await pool.query(
        `insert into private.processes (key, started_at, seen_at, figures) values ($1, $2, clock_timestamp(), $3)
         on conflict (key) do update set seen_at = excluded.seen_at, figures = excluded.figures`,
        [key, startedAt, JSON.stringify(figures)],
      );
      await pool.query(`delete from private.processes where seen_at < clock_timestamp() - $1::interval`, [
        KEPT,
      ]);
      await deps.errors.flush(pool);
    },
    stop: () => loop.disable(),
  };
}
