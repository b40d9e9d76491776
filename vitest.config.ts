import { defineConfig } from 'vitest/config';
import { filesOf, laneOfRun } from './scripts/test/lanes.ts';
import { developmentPages } from './scripts/vite-development-pages.ts';

const onEngine = (name: 'embedded' | 'postgres-15' | 'alone') => ({
  test: {
    name,
    include: filesOf('vitest', name),
    setupFiles: 'scripts/test/random-cases.ts',
    // no test changes what the next file imports; reading the server again for each is a fifth of
    // the run
    isolate: false,
    globalSetup: 'server/postgres/testing/engines.ts',
    // The soak lane's random tests say how many cases they try, not how long that may take.
    testTimeout: laneOfRun === 'test' ? 30_000 : 300_000,
    hookTimeout: 60_000,
    // On an idle machine what is waited for comes at once; on a busy one the default of a second is
    // too short.
    expect: { poll: { timeout: 20_000 } },
  },
});

export default defineConfig({
  test: {
    // Tests of the server mostly wait for Postgres, for time or for other processes: three share
    // two cores well.
    maxWorkers: 3,
    projects: [
      {
        plugins: [developmentPages()],
        test: {
          name: 'rules',
          include: filesOf('vitest', 'rules'),
          setupFiles: 'scripts/test/random-cases.ts',
          // a rule keeps nothing from one file to the next; a worker for each file takes longer
          // than the rules do
          isolate: false,
          // A rule takes milliseconds; a property over a thousand cases takes longer beside other
          // work.
          testTimeout: laneOfRun === 'test' ? 20_000 : 300_000,
        },
      },
      onEngine('embedded'),
      onEngine('postgres-15'),
      onEngine('alone'),
    ],
  },
});
