import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorkerProcess, type WorkerProcess } from './worker-process.ts';

let worker: WorkerProcess;
beforeEach(() => {
  worker = createWorkerProcess({ addresses: ['127.0.0.1'], ports: null }, pino({ level: 'silent' }));
});
afterEach(async () => {
  if (worker.pid !== null) process.kill(worker.pid, 'SIGCONT');
  await worker.stop();
});

const ask = () => worker.ask({ do: 'close', sessionId: randomUUID() });
/** The outcomes of so many calls within so many milliseconds. */
async function outcomes(count: number, within: number) {
  const counted = { answered: 0, refused: 0 };
  for (let index = 0; index < count; index += 1)
    ask().then(
      () => (counted.answered += 1),
      (error: Error) => {
        expect(error.name).toBe('MediaUnavailable');
        counted.refused += 1;
      },
    );
  await pause(within);
  return { ...counted, open: count - counted.answered - counted.refused };
}

test('that starts is waited for by a few', async () => {
  expect(await outcomes(40, 50)).toEqual({ answered: 0, refused: 32, open: 8 });
  await vi.waitFor(ask, { timeout: 15_000, interval: 50 });
});

test('that hangs holds up a few calls for seconds, and then none at all', async () => {
  await ask();
  process.kill(worker.pid!, 'SIGSTOP');
  // Each call keeps a connection to the database that a booking may need.
  expect(await outcomes(40, 1_500)).toEqual({ answered: 0, refused: 34, open: 6 });
  await pause(2_500);
  expect(await outcomes(40, 200)).toEqual({ answered: 0, refused: 40, open: 0 });
  process.kill(worker.pid!, 'SIGCONT');
  await vi.waitFor(ask, { timeout: 5_000, interval: 100 });
  expect(await outcomes(40, 1_500)).toEqual({ answered: 40, refused: 0, open: 0 });
});

test('that dies again and again keeps nobody waiting, and is back by itself when it is asked later', async () => {
  // The fourth that dies young is followed by a pause of 1.6 seconds.
  for (let deaths = 0; deaths < 4; deaths += 1) {
    await vi.waitFor(ask, { timeout: 15_000, interval: 50 });
    process.kill(worker.pid!, 'SIGKILL');
    await vi.waitFor(() => expect(worker.deaths).toBe(deaths + 1), { interval: 5 });
  }
  expect(await outcomes(40, 200)).toEqual({ answered: 0, refused: 40, open: 0 });
  await pause(1_500);
  await ask();
}, 60_000); // five processes start
