import { type ChildProcess, spawn } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Ends a child and what it started: each is the head of a process group of its own. */
function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it was faster
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) end(child, 'SIGTERM');
    process.exit(1);
  });
}
process.on('exit', () => {
  for (const child of running) end(child, 'SIGKILL');
});

/** Takes what a command prints. */
export type Show = (text: string) => void;

/**
 * Runs a command and waits for its end.
 * @param limit milliseconds after which it is ended, so that a hanging runner cannot hang the whole
 * @param show takes what it prints; without it, that goes where our own output goes
 * @returns its exit code, 1 when a signal ended it or it could not be started
 */
export function runChild(
  command: string,
  args: readonly string[],
  { limit, env = {}, show }: { limit: number; env?: NodeJS.ProcessEnv; show?: Show | undefined },
): Promise<number> {
  return new Promise((resolve) => {
    const output = show ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      stdio: ['ignore', output, output],
      detached: true,
      env: { ...process.env, ...env },
    });
    running.add(child);
    const say: Show = show ?? ((text) => process.stderr.write(text));
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => say(text));
    const late = setTimeout(() => {
      say(`${command} ${args.join(' ')}: ended after ${limit / 60_000} minutes\n`);
      end(child, 'SIGTERM');
      setTimeout(() => end(child, 'SIGKILL'), 5_000).unref();
    }, limit);
    const settle = (code: number | null) => {
      clearTimeout(late);
      running.delete(child);
      resolve(code ?? 1);
    };
    child.once('error', (error) => {
      say(`${error.message}\n`);
      settle(1);
    });
    // Closed, all that it printed has been read.
    child.once('close', settle);
  });
}
