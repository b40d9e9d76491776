import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { z } from 'zod';
import { findBrowser } from '../scripts/test/browser.ts';
import { type Figure, median } from './figure.ts';
import { startLoge } from './loge.ts';

/** Lighthouse's own: a telephone on slow 4G (1.6 Mbit/s, 150 ms) with a processor four times as slow, simulated from a load without throttling. */
const ROUNDS = 3;
const CATEGORIES = [
  ['performance', 95],
  ['accessibility', 100],
  ['best-practices', 100],
  ['seo', 100],
] as const;

/** A port that was free a moment ago: the browser tells nobody which one it takes. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A trace that the browser did not record, as happens beside a load, is taken again. */
const ATTEMPTS = 3;

async function audit(url: string, port: number): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const done = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: CATEGORIES.map(([id]) => id),
    });
    if (!done) throw new Error(`Lighthouse said nothing of ${url}`);
    const { runtimeError } = done.lhr;
    if (!runtimeError) return done.lhr;
    if (attempt === ATTEMPTS) throw new Error(`${url}: ${runtimeError.message}`);
  }
}

const numberOf = (result: Result, id: string): number => result.audits[id]?.numericValue ?? Number.NaN;

const requests = z.object({
  items: z.array(z.object({ networkEndTime: z.number(), transferSize: z.number() })),
});
const moments = z.object({
  items: z.tuple([z.object({ observedLargestContentfulPaint: z.number() })], z.unknown()),
});

/** Kilobytes of the answers that were whole when the largest thing was painted, in the load that the simulation is made from. */
function weightBeforePaint({ audits }: Result): number {
  const { items } = requests.parse(audits['network-requests']?.details);
  const [{ observedLargestContentfulPaint: painted }] = moments.parse(audits.metrics?.details).items;
  return (
    items
      .filter(({ networkEndTime }) => networkEndTime <= painted)
      .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000
  );
}

/** What keeps a page from a full mark. */
const shortcomings = (result: Result, category: string): string =>
  (result.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${result.audits[id]?.displayValue ?? ''}`.trim())
    .join(', ');

/** How fast this machine was meanwhile, as Lighthouse tells it: its simulated telephone is four times as slow as whatever it runs on. */
const machineOf = (results: readonly Result[]): string =>
  `benchmarkIndex ${results.map(({ environment }) => environment.benchmarkIndex.toFixed(0)).join(', ')}`;

/** The marks of the three pages that strangers see first. @throws Error when there is no browser, or no built page */
export async function measureLighthouse(): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No browser: run `npm test` once, or set CHROMIUM_PATH.');
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  const loge = await startLoge({ dataDir });
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--remote-debugging-port=${port}`,
    ],
  });
  try {
    // The address that the pages themselves name.
    const origin = loge.url.replace('127.0.0.1', 'localhost');
    const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
    const profile = /\/streamer\/[a-z0-9-]+/.exec(sitemap)?.[0];
    if (profile === undefined) throw new Error('The sitemap names no profile');
    const figures: Figure[] = [];
    for (const path of ['/', '/browse', profile]) {
      const results: Result[] = [];
      for (let round = 0; round < ROUNDS; round += 1) results.push(await audit(`${origin}${path}`, port));
      for (const [category, atLeast] of CATEGORIES) {
        const marks = results.map(({ categories }) => (categories[category]?.score ?? 0) * 100);
        const worst = results[marks.indexOf(Math.min(...marks))];
        figures.push({
          what: `Lighthouse ${category}, ${path}`,
          value: median(marks),
          unit: 'of 100',
          target: { atLeast },
          note: worst ? shortcomings(worst, category) : '',
        });
      }
      const paints = results.map((result) => numberOf(result, 'largest-contentful-paint') / 1000);
      figures.push(
        {
          what: `LCP of ${path}, simulated slow 4G and 4x CPU`,
          value: median(paints),
          unit: 's',
          target: path === profile ? null : { below: 2 },
          note: `${Math.min(...paints).toFixed(2)} to ${Math.max(...paints).toFixed(2)} s`,
        },
        {
          what: `total blocking time of ${path}, simulated`,
          value: median(results.map((result) => numberOf(result, 'total-blocking-time'))),
          unit: 'ms',
          target: null,
          note: machineOf(results),
        },
        {
          what: `CLS of ${path}`,
          value: Math.max(...results.map((result) => numberOf(result, 'cumulative-layout-shift'))),
          unit: '',
          target: { below: 0.01 },
        },
        {
          what: `what ${path} fetches before its LCP`,
          value: median(results.map(weightBeforePaint)),
          unit: 'KB',
          target: { below: 600 },
          note: `${Math.round(Math.max(...results.map((result) => numberOf(result, 'total-byte-weight'))) / 1000)} KB in the end`,
        },
      );
    }
    return figures;
  } finally {
    await browser.close();
    await loge.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
