/**
 * Measures what docs/decisions/0001-embedded-postgres.md compares: `node bench/engine-choice/measure.ts [kills]`.
 * See the README beside it for what must be there.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineName } from './engines.ts';

const kills = Number(process.argv[2] ?? 50);
const NOBODY = 65_534;

interface Fact {
  ready?: number;
  version?: string;
  memory?: { rss: number; pss: number; processes: number };
  writing?: boolean;
  written?: string;
  present?: string[];
  perSecond?: number;
  p50?: number;
  p99?: number;
  longest?: number;
  stallP99?: number;
  stallMax?: number;
  closed?: number;
}

interface Host {
  facts: Fact[];
  pid: number;
  /** Resolves at the first fact that `wanted` accepts, rejects when the process ends without one. */
  until(wanted: (fact: Fact) => boolean): Promise<Fact>;
  ended: Promise<number | null>;
}

function host(engine: EngineName, folder: string, task: string, options: { uid?: number } = {}): Host {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'host.ts'), engine, folder, task], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  const facts: Fact[] = [];
  let errors = '';
  const waiting: { wanted: (fact: Fact) => boolean; resolve: (fact: Fact) => void }[] = [];
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    let fact: Fact;
    try {
      fact = JSON.parse(line) as Fact; // a line cut short by the kill was not acknowledged
    } catch {
      return;
    }
    facts.push(fact);
    for (const each of waiting) if (each.wanted(fact)) each.resolve(fact);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    facts,
    pid: child.pid ?? 0,
    ended,
    until(wanted) {
      const known = facts.find(wanted);
      if (known) return Promise.resolve(known);
      return new Promise((resolve, reject) => {
        waiting.push({ wanted, resolve });
        void ended.then((code) => reject(new Error(`${engine} ${task} ended (${code}):\n${errors}`)));
      });
    },
  };
}

const round = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(value < 100 ? 1 : 0));
const megabytes = (bytes: number | undefined) => Math.round((bytes ?? 0) / 1_048_576);

async function starts(engine: EngineName, folder: string, options: { uid?: number } = {}) {
  const times: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    const process = host(engine, folder, 'open', options);
    times.push((await process.until((fact) => fact.ready !== undefined)).ready ?? 0);
    await process.ended;
  }
  const [first, ...later] = times;
  return { first: round(first), later: round(later.toSorted((a, b) => a - b)[1]) };
}

async function killing(engine: EngineName, folder: string) {
  const result = { kills, acknowledged: 0, lost: 0, notOpened: 0, slowestOpening: 0 };
  const written = new Set<string>();
  for (let index = 0; index < kills; index += 1) {
    const writer = host(engine, folder, 'write');
    await writer.until((fact) => fact.writing === true);
    await sleep(50 + Math.random() * 500);
    process.kill(writer.pid, 'SIGKILL');
    await writer.ended;
    for (const { written: id } of writer.facts) if (id) written.add(id);
    const checker = host(engine, folder, 'check');
    try {
      const { present = [] } = await checker.until((fact) => fact.present !== undefined);
      const there = new Set(present);
      result.lost += [...written].filter((id) => !there.has(id)).length;
      const opening = checker.facts.find((fact) => fact.ready !== undefined)?.ready ?? 0;
      result.slowestOpening = Math.max(result.slowestOpening, Math.round(opening));
    } catch (error) {
      result.notOpened += 1;
      console.log(String(error).slice(0, 1_500));
      break;
    }
    await checker.ended;
  }
  result.acknowledged = written.size;
  return result;
}

async function loaded(engine: EngineName, folder: string, task: 'load' | 'heavy') {
  const process = host(engine, folder, task);
  const idle = await process.until((fact) => fact.ready !== undefined);
  const fact = await process.until((each) => each.perSecond !== undefined);
  await process.ended;
  return {
    perSecond: fact.perSecond,
    p50: round(fact.p50),
    p99: round(fact.p99),
    longest: round(fact.longest),
    stallP99: round(fact.stallP99),
    stallMax: round(fact.stallMax),
    idlePss: megabytes(idle.memory?.pss),
    pss: megabytes(fact.memory?.pss),
    rss: megabytes(fact.memory?.rss),
    processes: fact.memory?.processes,
  };
}

for (const engine of ['native', 'pglite'] as const) {
  const folder = mkdtempSync(join(tmpdir(), 'engine-choice '));
  console.log(`\n${engine}, in a folder with a space in its path`);
  console.log('start, ms', await starts(engine, join(folder, 'starts')));
  if (process.getuid?.() === 0) {
    const shared = mkdtempSync(join(tmpdir(), 'engine-choice-nobody '));
    const { chownSync } = await import('node:fs');
    chownSync(shared, NOBODY, NOBODY);
    console.log('start as nobody, ms', await starts(engine, join(shared, 'starts'), { uid: NOBODY }));
    rmSync(shared, { recursive: true, force: true });
  }
  console.log('load of 20 at once', await loaded(engine, join(folder, 'load'), 'load'));
  console.log('load of 19 beside a long report', await loaded(engine, join(folder, 'load'), 'heavy'));
  console.log('kill -9 during writes', await killing(engine, join(folder, 'kill')));
  rmSync(folder, { recursive: true, force: true });
}
