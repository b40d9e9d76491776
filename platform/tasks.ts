/**
 * Something that the platform does later. A product passes it to its own list of tasks; without
 * one, the platform keeps a timer for it.
 */
export interface PlatformTask {
  /** Fixed for ever. */
  name: string;
  /** Milliseconds from the end of one run to the next. */
  every: number;
  /** Whether it is about each process; unless said, once over all processes is enough. */
  where?: 'each process';
  run(): Promise<unknown>;
}

/**
 * Runs tasks as their time comes, one run of each at a time.
 * @param failed hears of a run that failed; the next one comes all the same
 * @returns a function that stops it, and waits for the runs under way
 */
export function keepTime(
  tasks: readonly PlatformTask[],
  failed: (error: unknown, task: PlatformTask) => void,
): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const timers = tasks.map((task) => {
    const begin = () => {
      if (running.has(task.name)) return;
      const run = task
        .run()
        .then(
          () => undefined,
          (error: unknown) => failed(error, task),
        )
        .finally(() => running.delete(task.name));
      running.set(task.name, run);
    };
    return setInterval(begin, task.every).unref();
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running.values());
  };
}
