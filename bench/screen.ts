import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { keepSession, newPerson, register } from '../e2e/harness/people.ts';
import { findBrowser } from '../scripts/test/browser.ts';
import { openBenchDatabase } from './cluster.ts';
import { type Figure, median } from './figure.ts';
import { startLoge } from './loge.ts';

const CHANGES = 100;

/** Notes, in the page, at which moment the bell first shows each count of what is unread. Epoch milliseconds. */
const watchBell = () => {
  const shown: Record<string, number> = {};
  Object.assign(window, { shown });
  new MutationObserver(() => {
    const label = document.querySelector('[aria-label^="Notifications"]')?.getAttribute('aria-label') ?? '';
    const count = /\d+/.exec(label)?.[0];
    if (count !== undefined) shown[count] ??= performance.timeOrigin + performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label'] });
};

/**
 * From the write of a row to the screen that shows it: the whole way by commit, trigger, bus, row-level security, websocket, the
 * refetch and the drawing, on the oldest Postgres we promise.
 * @throws Error when there is no browser, or no built page
 */
export async function measureScreen(): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No browser: run `npm test` once, or set CHROMIUM_PATH.');
  const bench = await openBenchDatabase('Postgres 15');
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  const loge = await startLoge({ dataDir, env: { DATABASE_URL: bench.url, DEMO_DATA: 'false' } });
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const origin = loge.url.replace('127.0.0.1', 'localhost');
    const context = await browser.newContext({ baseURL: origin });
    const page = await context.newPage();
    const server = { url: loge.url, publishableKey: loge.publishableKey } as Parameters<typeof register>[0];
    const session = await register(server, newPerson('viewer'));
    await keepSession(page, session);
    await page.addInitScript(watchBell);
    await page.goto('/viewer-dashboard');
    await page.getByRole('button', { name: 'Notifications' }).waitFor();
    await sleep(2_000); // the channel has joined, and what it refetched is there
    const written: number[] = [];
    for (let at = 1; at <= CHANGES; at += 1) {
      written[at] = performance.timeOrigin + performance.now();
      await bench.database.pool.query(
        `insert into public.notifications (person_id, kind, data) values ($1, 'waiting_free', '{}')`,
        [session.user.id],
      );
      await sleep(250);
    }
    await sleep(1_000);
    const shown = await page.evaluate(() => (window as unknown as { shown: Record<string, number> }).shown);
    const delays = Array.from({ length: CHANGES }, (_, index) => {
      const at = index + 1;
      return (shown[at] ?? Number.POSITIVE_INFINITY) - (written[at] ?? Number.NaN);
    });
    const sorted = delays.toSorted((a, b) => a - b);
    return [
      {
        what: 'realtime: from a write to the screen, Postgres 15, p99',
        value: sorted[Math.floor(CHANGES * 0.99) - 1] ?? Number.NaN,
        unit: 'ms',
        target: { below: 150 },
        note: `median ${median(delays).toFixed(0)} ms of ${CHANGES} notifications, each counted by the bell; server, Postgres and browser share the machine`,
      },
    ];
  } finally {
    await browser.close();
    await loge.close();
    await bench.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
