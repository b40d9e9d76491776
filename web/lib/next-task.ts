/** Lets the browser paint, and answer anybody who pressed something, before what follows. Where it can be asked for, what follows is next in line. */
export const nextTask = (): Promise<void> =>
  'scheduler' in window && 'yield' in window.scheduler
    ? window.scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
