import { test as base, type Page } from '@playwright/test';
import { SOAK_TAG } from '../../scripts/test/lanes.ts';
import { moveDate, runAhead } from '../../scripts/test/moved-clock.ts';
import { expect, followViews } from './arrival.ts';
import { type Engine, type LogeServer, startServer } from './server.ts';

export interface HarnessOptions {
  engine: Engine;
  /** Settings of the server of this file. */
  serverEnv: Readonly<Record<string, string>>;
}

interface WorkerFixtures extends HarnessOptions {
  server: LogeServer;
}

interface TestFixtures {
  /** Errors of the console that belong to what is tested; all others fail the test. */
  expectErrors: (...patterns: RegExp[]) => void;
}

/** A test that takes long, or tells what another one tells too, in a file of `npm test`: only the soak lane runs it (scripts/test/lanes.ts). */
export const inSoak = { tag: SOAK_TAG };

/** Playwright's `test` with the real server, and with a page that may not log an error. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['embedded', { scope: 'worker', option: true }],
  serverEnv: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ engine, serverEnv }, use) => {
      const server = await startServer(engine, serverEnv);
      await use(server);
      await server.close();
    },
    // The first with the demonstration waits for its 500 documents: half a minute alone, some minutes beside other work.
    { scope: 'worker', timeout: 20 * 60_000 },
  ],
  // Every page of every context has the clock of the run.
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        followViews(context);
        if (runAhead !== 0) await context.addInitScript(moveDate, runAhead);
        if (process.env.TEST_SLOW) context.on('page', (page) => void slowDown(page));
        return context;
      };
      await use(browser);
      browser.newContext = newContext;
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  expectErrors: [
    async ({ context }, use, info) => {
      const expected: RegExp[] = [];
      const seen: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => seen.push(String(error.error())));
      await use((...patterns) => {
        expected.push(...patterns);
      });
      if (info.status !== info.expectedStatus) return; // the test has failed already, for a better reason
      const unexpected = seen.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

/** A page of a slow computer on a slow line: what a test did not wait for comes too late here each time, instead of once in a hundred. */
async function slowDown(page: Page): Promise<void> {
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 2 });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
}

export { expect };

/** What Chromium itself logs when a call is answered with this status. */
export const answered = (status: number): RegExp =>
  new RegExp(`the server responded with a status of ${status}`);
