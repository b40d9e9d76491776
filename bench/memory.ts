import { readdirSync, readFileSync } from 'node:fs';

export interface Memory {
  /** Sum over the processes: a page that several share counts in each. */
  rss: number;
  /** A shared page counts once over all who share it: what ending them would give back. */
  pss: number;
  processes: number;
}

const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // the process ended meanwhile, or is another account's
  }
};

/** A process and all that it started. Linux only (`/proc`). */
function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = textOf(`/proc/${entry}/stat`);
    if (stat) parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && pid !== 0 && (pid === root || isOurs(parents.get(pid)));
  return [...parents.keys()].filter(isOurs);
}

/** Bytes of a process and all its descendants, by name. */
export function memoryOf(root: number): Record<string, Memory> {
  const memory: Record<string, Memory> = {};
  for (const pid of descendantsOf(root)) {
    const rollup = textOf(`/proc/${pid}/smaps_rollup`);
    if (!rollup) continue;
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0);
    const name = (textOf(`/proc/${pid}/comm`) ?? '?').trim();
    const sum = memory[name] ?? { rss: 0, pss: 0, processes: 0 };
    memory[name] = {
      rss: sum.rss + kilobytes('Rss') * 1024,
      pss: sum.pss + kilobytes('Pss') * 1024,
      processes: sum.processes + 1,
    };
  }
  return memory;
}

export const total = (memory: Record<string, Memory>): Memory =>
  Object.values(memory).reduce(
    (sum, { rss, pss, processes }) => ({
      rss: sum.rss + rss,
      pss: sum.pss + pss,
      processes: sum.processes + processes,
    }),
    { rss: 0, pss: 0, processes: 0 },
  );

/** Processor time that a process and all its descendants have used, in milliseconds, by name. It does not depend on what else runs. */
export function processorTimeOf(root: number): Record<string, number> {
  const used: Record<string, number> = {};
  for (const pid of descendantsOf(root)) {
    const stat = textOf(`/proc/${pid}/stat`);
    if (!stat) continue;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const name = (textOf(`/proc/${pid}/comm`) ?? '?').trim();
    // User and system time, in ticks of 10 ms.
    used[name] = (used[name] ?? 0) + (Number(fields[11]) + Number(fields[12])) * 10;
  }
  return used;
}
