/**
 * A process that holds an embedded database, for cluster.soak.test.ts: `node embedded-holder.ts <folder> [write]`. It prints `ready`, then with
 * `write` each number whose commit succeeded, and closes on SIGTERM.
 */
import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '../database.ts';

const [dataDir = '', task] = process.argv.slice(2);
const say = (line: string | number) => writeSync(1, `${line}\n`);

try {
  const options = { databaseUrl: null, dataDir, poolSize: 4 };
  const { pool, close } = await openDatabase(options, pino({ level: 'silent' }));
  process.once('SIGTERM', () => {
    close().then(() => process.exit(0));
  });
  await pool.query('create table if not exists written (id int primary key)');
  const { rows } = await pool.query<{ ids: number[] }>(
    "select coalesce(json_agg(id), '[]') as ids from written",
  );
  say(`ready ${JSON.stringify(rows[0]?.ids)}`);
  const from = (rows[0]?.ids.length ?? 0) * 1_000;
  for (let id = from + 1; task === 'write'; id += 1) {
    await pool.query('insert into written values ($1)', [id]);
    say(id);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
