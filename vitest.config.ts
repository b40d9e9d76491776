import { defineConfig } from 'vitest/config';
import { developmentPages } from './scripts/vite-development-pages.ts';

const withoutDatabase = [
  'domain/**/*.test.ts',
  'contracts/**/*.test.ts',
  'web/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
];
const withDatabase = ['server/**/*.test.ts', 'database/**/*.test.ts'];

/** What asks nothing of the database, brings its own, or takes long over what no version of it changes: once is enough. */
const onOneEngine = [
  'server/integrations/**',
  'server/postgres/embedded/**',
  'server/web/**',
  'server/settings.test.ts',
  'server/product/conference/media.test.ts',
  'server/platform/auth/{abuse,enumeration,redirects}.test.ts',
  'server/product/calendars/**',
  'server/product/seed-demo.test.ts',
  'server/product/booking/{model,kill}.test.ts',
  'server/product/payments/money-model.test.ts',
  'server/product/conference/presence.properties.test.ts',
  'server/platform/gateway/**',
  'server/platform/realtime/limits.test.ts',
];

/** What takes long, and is asked of the server that operators run. */
const onServerOnly = ['server/jobs/jobs.test.ts', 'server/payments-lifecycle.test.ts'];

const onEngine = (name: string, exclude: readonly string[] = []) => ({
  test: {
    name,
    include: withDatabase,
    exclude: [...exclude],
    isolate: false, // no test changes what the next file imports; reading the server anew for each is a fifth of the run
    globalSetup: 'server/postgres/testing/engines.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for comes at once on a machine of its own; beside other work a second is soon over.
    expect: { poll: { timeout: 20_000 } },
  },
});

export default defineConfig({
  test: {
    // Tests of the server mostly wait for Postgres, for time or for other processes: three share two cores well.
    maxWorkers: 3,
    projects: [
      // A rule takes milliseconds; a property over a thousand cases takes longer on a machine with other work.
      {
        plugins: [developmentPages()],
        test: { name: 'rules', include: withoutDatabase, testTimeout: 20_000 },
      },
      onEngine('embedded', onServerOnly),
      onEngine('postgres-15', onOneEngine),
    ],
  },
});
