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

/**
 * Runs a command with our own output and waits for its end.
 * @param limit milliseconds after which it is ended, so that a hanging runner cannot hang the whole
 * @returns its exit code, 1 when a signal ended it or it could not be started
 */
export function runChild(
  command: string,
  args: readonly string[],
  { limit, env = {} }: { limit: number; env?: NodeJS.ProcessEnv },
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: { ...process.env, ...env },
    });
    running.add(child);
    const late = setTimeout(() => {
      console.error(`${command} ${args.join(' ')}: ended after ${limit / 60_000} minutes`);
      end(child, 'SIGTERM');
      setTimeout(() => end(child, 'SIGKILL'), 5_000).unref();
    }, limit);
    const settle = (code: number | null) => {
      clearTimeout(late);
      running.delete(child);
      resolve(code ?? 1);
    };
    child.once('error', (error) => {
      console.error(error.message);
      settle(1);
    });
    child.once('exit', settle);
  });
}
