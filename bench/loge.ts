import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Loge {
  url: string;
  pid: number;
  publishableKey: string;
  /** Milliseconds from the command to the first answer of /health. */
  startedIn: number;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '..');

/**
 * Loge as people run it, on a free port.
 * @param script `server/main.ts`, or `scripts/start.mjs` to measure all of `npm start` but npm
 * @throws Error with its last words when it does not start
 */
export async function startLoge(options: {
  dataDir: string;
  env?: Readonly<Record<string, string>>;
  script?: string;
  args?: readonly string[];
}): Promise<Loge> {
  const start = performance.now();
  const child = spawn(process.execPath, [options.script ?? 'server/main.ts', ...(options.args ?? [])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: options.dataDir,
      AUTH_RATE_LIMITS: 'false',
      LOG_LEVEL: 'warn',
      ...options.env,
    },
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/localhost:(\d+)/.exec(line);
      if (found) resolve(`http://127.0.0.1:${found[1]}`);
    });
    void ended.then(() => reject(new Error(`Loge ended:\n${errors}`)));
  });
  const health = await fetch(`${url}/health`);
  if (!health.ok) throw new Error(`/health: ${health.status}`);
  const startedIn = performance.now() - start;
  const { publishableKey } = (await (await fetch(`${url}/loge-config.json`)).json()) as {
    publishableKey: string;
  };
  return {
    url,
    pid: child.pid ?? 0,
    publishableKey,
    startedIn,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
