import { describe, test } from 'vitest';
import { eventually } from './testing/server.ts';
import { presentIn, stop, testTwoProcesses } from './testing/two-processes.ts';

// What Redis carries instead: two-processes-with-redis.soak.test.ts.
describe('two server processes that talk by NOTIFY', () => {
  const two = testTwoProcesses(async () => ({}));

  test('lose the people of a process that was killed', async () => {
    const doomed = await two.startProcess();
    const watcher = await two.enter(two.first.url, 'crash', 'watcher');
    await two.enter(doomed.url, 'crash', 'victim');
    await eventually(() => presentIn(watcher).length === 2);
    await stop(doomed.child, 'SIGKILL');
    await eventually(() => presentIn(watcher).join() === 'watcher', 20_000);
  });
});
