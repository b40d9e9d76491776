import type { Clock } from './ports.ts';

/** The clock of a browser, whose timers keep their time in a hidden tab; see timer-worker.ts. */
export function createBrowserClock(): Clock {
  const works = new Map<number, () => void>();
  let worker: Worker | null = null;
  let last = 0;

  const start = (): Worker => {
    const started = new Worker(new URL('./timer-worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data: id }: MessageEvent<number>) => {
      const work = works.get(id);
      works.delete(id);
      work?.();
    };
    return started;
  };

  return {
    now: () => Date.now(),
    after(milliseconds, work) {
      worker ??= start();
      const timers = worker;
      const id = ++last;
      works.set(id, work);
      timers.postMessage({ id, delay: milliseconds });
      return () => {
        if (works.delete(id)) timers.postMessage({ id, delay: null });
      };
    },
  };
}
