import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { clockOfRun } from '../../../scripts/test/moved-clock.ts';
import { openDatabase } from '../database.ts';
import { createEarlierFolder, earlierStates } from '../testing/earlier-states.ts';

const main = join(import.meta.dirname, '../../main.ts');
const folder = mkdtempSync(join(tmpdir(), 'loge-refused-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts Loge on the folder. @returns what it printed, and the code of its end; null when it opened, and was then stopped */
async function start(): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: '/usr/bin:/bin', ...clockOfRun, DATA_DIR: folder, PORT: '0' },
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  let output = '';
  let isOpen = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (isOpen || !output.includes('Loge is open')) return;
      isOpen = true;
      child.kill('SIGTERM');
    });
  const [code] = await ended;
  return { output, code: isOpen ? null : code };
}

const onFolder = async <T extends object>(sql: string): Promise<T[]> => {
  const database = await openDatabase(
    { databaseUrl: null, dataDir: folder, poolSize: 1 },
    pino({ level: 'silent' }),
  );
  const { rows } = await database.pool.query(sql);
  await database.close();
  return rows as T[];
};

test('an update that fails says which file and why, closes the folder as it was, and passes once the reason is gone', async () => {
  await createEarlierFolder(
    folder,
    earlierStates()[0] ?? '',
    'create table realtime.default_messages (id int)',
  );
  const applied = 'select set_name, name, checksum, applied_at from migrations.applied order by 1, 2';
  const before = await onFolder(applied);

  const { output, code } = await start();
  expect(code).toBe(1);
  expect(output).toContain('The upgrade of the database stopped at platform/0280_realtime_messages.sql');
  expect(output).toContain('relation "default_messages" already exists');
  expect(output).toContain('Nothing was changed');
  expect(output).toContain('the version of Loge that served until now still runs on this data');
  expect(output).not.toMatch(/^ {4}at /m);
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  expect(await onFolder(applied)).toEqual(before);

  await onFolder('drop table realtime.default_messages');
  expect(await start()).toEqual({ code: null, output: expect.stringContaining('Loge is open') });
}, 300_000);
