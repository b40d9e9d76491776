/** How one process of the server is, as it says itself. Sizes in bytes, times in milliseconds. */
export interface ProcessFigures {
  /** Of Loge, and of Node. */
  version: string;
  node: string;
  /**
   * How late the event loop was since the figures before: half of the times less than the first,
   * one in a hundred more than the second.
   */
  eventLoop: { median: number; late: number };
  /** The process's share of the machine's memory, and JavaScript's part of it. */
  memory: { resident: number; heap: number };
  /**
   * Connections to Postgres: most there may be, those that work now, and requests that wait for
   * one.
   */
  pools: { name: 'server' | 'rest'; size: number; busy: number; waiting: number }[];
  /** Of realtime. */
  sockets: number;
  channels: number;
  /** Of the data folder; null where the system does not tell. */
  disk: { free: number; size: number } | null;
  /** The engines that carry pictures and sound, in words for the operator. */
  media: { engine: string; ok: boolean; detail: string }[];
  /** Whether a relay stands ready for people who cannot meet directly. */
  turn: boolean;
}

/**
 * One in a hundred waits longer than this: anybody who asks then thinks that nothing happens.
 * Milliseconds.
 */
const LATE_LOOP = 1_000;
/** So little of a disk is left that somebody has to look. */
const SCARCE_DISK = 0.1;

/** The faults of a process, each in a code that the page words. */
export type ProcessFault = 'slow_loop' | 'pool_waits' | 'disk_scarce' | 'media_fails';

export function processFaults({ eventLoop, pools, disk, media }: ProcessFigures): ProcessFault[] {
  const faults: [ProcessFault, boolean][] = [
    ['slow_loop', eventLoop.late > LATE_LOOP],
    ['pool_waits', pools.some(({ busy, size, waiting }) => waiting > size && busy >= size)],
    ['disk_scarce', disk !== null && disk.free < disk.size * SCARCE_DISK],
    ['media_fails', media.some(({ ok }) => !ok)],
  ];
  return faults.flatMap(([fault, is]) => (is ? [fault] : []));
}
