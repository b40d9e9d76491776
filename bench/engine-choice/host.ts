/**
 * One process that holds a database, as Loge's server would: `node host.ts <native|pglite> <folder> <task> [seconds]`.
 * It prints one JSON object a line. measure.ts starts it, and kills it.
 */
import { mkdirSync, writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { memoryOf, total } from '../memory.ts';
import { type Engine, type EngineName, openEngine } from './engines.ts';

const [name, folder, task, seconds = '10'] = process.argv.slice(2) as [EngineName, string, string, string?];
const say = (fact: object) => writeSync(1, `${JSON.stringify(fact)}\n`);

/** Writes for ever from four sides; an id is said only once its commit came back. */
async function write(engine: Engine): Promise<void> {
  await engine.transaction((session) =>
    session.query('create table if not exists written (id text primary key, filler text)'),
  );
  const run = process.hrtime.bigint().toString(36);
  const writer = async (side: number) => {
    for (let index = 0; ; index += 1) {
      const id = `${run}-${side}-${index}`;
      await engine.transaction((session) =>
        session.query('insert into written values ($1, $2)', [id, 'x'.repeat(200)]),
      );
      say({ written: id });
    }
  };
  say({ writing: true });
  await Promise.all([0, 1, 2, 3].map(writer));
}

async function check(engine: Engine): Promise<void> {
  const rows = (await engine.transaction((session) => session.query('select id from written'))) as {
    id: string;
  }[];
  await engine.transaction((session) =>
    session.query("insert into written values ('check', '') on conflict do nothing"),
  );
  say({ present: rows.map((row) => row.id) });
}

const quantile = (sorted: readonly number[], q: number) => sorted[Math.floor((sorted.length - 1) * q)] ?? 0;

/** Twenty sides reading in role-setting transactions, each tenth a write; `heavy` adds one long report again and again. */
async function load(engine: Engine, heavy: boolean): Promise<void> {
  await engine.transaction(async (session) => {
    await session.query(
      'create table if not exists items (id int primary key, label text, hits int default 0)',
    );
    await session.query(
      "insert into items select n, 'item ' || n from generate_series(1, 20000) n on conflict do nothing",
    );
  });
  const until = performance.now() + Number(seconds) * 1000;
  const latencies: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(50); // its first tick is only a start
  const side = async (seed: number) => {
    for (let index = 0; performance.now() < until; index += 1) {
      const id = 1 + ((seed * 7919 + index * 31) % 20_000);
      await nextTurn(); // a request comes from a socket, that is, in a turn of the loop
      const start = performance.now();
      await engine.transaction(async (session) => {
        await session.query("select set_config('request.jwt.claims', $1, true)", ['{"role":"anon"}']);
        await session.query(
          index % 10 === 9
            ? 'update items set hits = hits + 1 where id = $1'
            : 'select row_to_json(items)::text from items where id = $1',
          [id],
        );
      });
      latencies.push(performance.now() - start);
    }
  };
  const report = async () => {
    while (heavy && performance.now() < until) {
      await engine.transaction((session) =>
        session.query('select sum(a.id * b.id % 7) from items a cross join items b where a.id <= 400'),
      );
    }
  };
  const sides = Array.from({ length: heavy ? 19 : 20 }, (_, seed) => side(seed));
  await Promise.all([...sides, report()]);
  await sleep(50); // lets the loop notice how late it is
  delay.disable();
  const sorted = latencies.toSorted((a, b) => a - b);
  say({
    perSecond: Math.round(latencies.length / Number(seconds)),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    longest: sorted.at(-1) ?? 0,
    stallP99: delay.percentile(99) / 1e6,
    stallMax: delay.max / 1e6,
    memory: total(memoryOf(process.pid)),
  });
}

mkdirSync(folder, { recursive: true });
const start = performance.now();
const engine = await openEngine(name, folder);
await engine.transaction((session) => session.query('select 1'));
say({
  ready: performance.now() - start,
  version: engine.version,
  user: process.getuid?.(),
  memory: total(memoryOf(process.pid)),
});

if (task === 'write') await write(engine);
if (task === 'check') await check(engine);
if (task === 'load') await load(engine, false);
if (task === 'heavy') await load(engine, true);
const stopping = performance.now();
await engine.close();
say({ closed: performance.now() - stopping });
