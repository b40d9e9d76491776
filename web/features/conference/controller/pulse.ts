import type { Clock } from './ports.ts';

/** Asks the server again and again, one question at a time. */
export interface Pulse {
  /** A question now; when one is under way already, another follows it. */
  ask(): void;
  /** The next question comes so much later, unless somebody asks before. */
  later(milliseconds: number): void;
  stop(): void;
}

/** @param question resolves to the milliseconds until the next one, or to null for none */
export function createPulse(clock: Clock, question: () => Promise<number | null>): Pulse {
  let running = false;
  let again = false;
  let stopped = false;
  let cancel = () => {};

  async function run(): Promise<void> {
    cancel();
    running = true;
    again = false;
    const next = await question();
    running = false;
    if (next === null || stopped) return;
    cancel = clock.after(again ? 0 : next, ask);
  }

  function ask(): void {
    if (stopped) return;
    if (running) again = true;
    else void run();
  }

  return {
    ask,
    later(milliseconds) {
      cancel();
      cancel = clock.after(milliseconds, ask);
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
