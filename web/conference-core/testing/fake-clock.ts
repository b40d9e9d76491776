import type { Clock } from '../controller/ports.ts';

/** A clock that a test moves. */
export function fakeClock(): Clock & { pass(milliseconds: number): Promise<void> } {
  let now = Date.parse('2026-11-21T18:00:00Z');
  let waiting: { at: number; work: () => void }[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  };
  return {
    now: () => now,
    after(milliseconds, work) {
      const entry = { at: now + milliseconds, work };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    async pass(milliseconds) {
      const until = now + milliseconds;
      await settle();
      for (;;) {
        const next = waiting.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        waiting = waiting.filter((other) => other !== next);
        now = next.at;
        next.work();
        await settle();
      }
      now = until;
    },
  };
}
