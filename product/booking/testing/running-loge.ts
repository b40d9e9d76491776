import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Contract, RequestOf, ResponseOf } from '#product/shared/contract.ts';
import { originIn } from '#server/greeting.ts';
import { clockOfRun } from '../../../scripts/test/moved-clock.ts';

const main = join(import.meta.dirname, '../../../server/main.ts');

export interface RunningLoge {
  origin: string;
  pid: number;
  /** As `kill -9`: nothing of the process keeps running. */
  kill(): Promise<void>;
  /** As an operator does: SIGTERM, until it has ended. @throws Error when it ended otherwise than well */
  stop(): Promise<void>;
}

/**
 * The server as a process of its own.
 * @param program what Node is given: the server's main file unless a test has one of its own
 * @throws Error with its last words when it does not start
 */
export async function runLoge(
  environment: Record<string, string>,
  program: readonly string[] = [main],
): Promise<RunningLoge> {
  const child: ChildProcess = spawn(process.execPath, program, {
    env: {
      PATH: '/usr/bin:/bin',
      ...clockOfRun,
      PORT: '0',
      DEMO_DATA: 'false',
      AUTH_RATE_LIMITS: 'false',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const exited = once(child, 'exit');
  for (;;) {
    const origin = originIn(output);
    if (origin) {
      return {
        origin,
        pid: child.pid ?? 0,
        async kill() {
          child.kill('SIGKILL');
          await exited;
        },
        async stop() {
          child.kill('SIGTERM');
          const [code] = (await exited) as [number | null];
          if (code !== 0) throw new Error(output);
        },
      };
    }
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), exited]);
    if (child.exitCode !== null) throw new Error(output);
  }
}

/** @returns the answer, or null when the server died during the request or refused it */
export async function tryCommand<C extends Contract>(
  { origin }: RunningLoge,
  { apikey, token }: { apikey: string; token: string },
  contract: C,
  body: RequestOf<C>,
): Promise<ResponseOf<C> | null> {
  try {
    const response = await fetch(`${origin}/functions/v1/${contract.name}`, {
      method: 'POST',
      headers: { apikey, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${contract.name}: ${JSON.stringify(answer)}`);
    return contract.response.parse(answer) as ResponseOf<C>;
  } catch (error) {
    // The error of fetch when the connection breaks; any other is a real failure.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
