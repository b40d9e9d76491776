import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../scripts/test/browser.ts';
import { type Figure, median } from './figure.ts';
import { type Loge, startLoge } from './loge.ts';

/** When the page's own title is shown, and which scripts had loaded by then. Runs in the page. */
const watchTitle = () => {
  const noted = window as unknown as { titleAt?: number; largest?: number };
  new MutationObserver(() => {
    // The served document already has a title; it does not count, as nothing can be used yet.
    if (noted.titleAt === undefined && document.querySelector('#root:not([inert]) main h1'))
      noted.titleAt = performance.now();
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    noted.largest = list.getEntries().at(-1)?.startTime ?? noted.largest ?? 0;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
};

async function scriptsBeforeTitle(browser: Browser, loge: Loge, path: string): Promise<string[]> {
  const page = await browser.newPage();
  await page.addInitScript(watchTitle);
  await page.goto(`${loge.url}${path}`);
  await page.locator('#root:not([inert]) main h1').waitFor();
  const scripts = await page.evaluate(() => {
    const { titleAt = 0 } = window as unknown as { titleAt?: number };
    return performance
      .getEntriesByType('resource')
      .filter(
        (entry) => entry.name.endsWith('.js') && (entry as PerformanceResourceTiming).responseEnd <= titleAt,
      )
      .map((entry) => entry.name);
  });
  await page.close();
  return scripts;
}

async function javascript(browser: Browser, loge: Loge, path: string, below: number): Promise<Figure> {
  const scripts = await scriptsBeforeTitle(browser, loge, path);
  const sizes = await Promise.all(
    scripts.map(async (url) => {
      const source = Buffer.from(await (await fetch(url)).arrayBuffer());
      return {
        name: url.slice(url.lastIndexOf('/') + 1),
        kilobytes: gzipSync(source, { level: 9 }).length / 1000,
      };
    }),
  );
  const largest = sizes.toSorted((a, b) => b.kilobytes - a.kilobytes).slice(0, 4);
  return {
    what: `JavaScript before ${path} shows content (gzip)`,
    value: sizes.reduce((sum, { kilobytes }) => sum + kilobytes, 0),
    unit: 'KB',
    target: { below },
    note: `${sizes.length} files: ${largest.map(({ name, kilobytes }) => `${name} ${kilobytes.toFixed(0)}`).join(', ')}`,
  };
}

async function largestPaint(browser: Browser, loge: Loge): Promise<Figure> {
  const paints: number[] = [];
  for (let index = 0; index < 7; index += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(watchTitle);
    const protocol = await context.newCDPSession(page);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(`${loge.url}/`, { waitUntil: 'networkidle' });
    await page.waitForTimeout(500);
    paints.push(await page.evaluate(() => (window as unknown as { largest?: number }).largest ?? Number.NaN));
    await context.close();
  }
  return {
    what: 'LCP of / with 4x CPU slowdown',
    value: median(paints) / 1000,
    unit: 's',
    target: { below: 1.5 },
    note: `${Math.min(...paints).toFixed(0)} to ${Math.max(...paints).toFixed(0)} ms`,
  };
}

/** Chrome's « Slow 3G »: what a phone has at the edge of a town. */
const SLOW_3G = { line: 'slow 3G', latency: 2_000, throughput: 50_000, cpu: 1 };
/** Lighthouse's slow 4G, with its slow telephone. */
const SLOW_4G = { line: 'slow 4G and 4x CPU slowdown', latency: 150, throughput: 200_000, cpu: 4 };

async function slowPaint(
  browser: Browser,
  loge: Loge,
  path: string,
  below: number,
  { line, latency, throughput, cpu }: typeof SLOW_3G,
): Promise<Figure> {
  const paints: number[] = [];
  const weights: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true });
    const page = await context.newPage();
    await page.addInitScript(watchTitle);
    const protocol = await context.newCDPSession(page);
    await protocol.send('Network.enable');
    await protocol.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.goto(`${loge.url}${path}`, { timeout: 120_000 });
    await page.locator('#root:not([inert]) main h1').waitFor({ timeout: 120_000 });
    await page.waitForTimeout(3_000);
    const { largest, bytes } = await page.evaluate(() => {
      const { largest = Number.NaN } = window as unknown as { largest?: number };
      const bytes = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ]
        .map((entry) => entry as PerformanceResourceTiming)
        .filter(({ responseEnd }) => responseEnd <= largest)
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
      return { largest, bytes };
    });
    paints.push(largest);
    weights.push(bytes / 1000);
    await context.close();
  }
  return {
    what: `LCP of ${path} on a phone with ${line}`,
    value: median(paints) / 1000,
    unit: 's',
    target: { below },
    note: `${Math.min(...paints).toFixed(0)} to ${Math.max(...paints).toFixed(0)} ms, ${median(weights).toFixed(0)} KB by then`,
  };
}

/** @throws Error when there is no browser, or no built page */
export async function measurePage(): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No browser: run `npm test` once, or set CHROMIUM_PATH.');
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  const loge = await startLoge({ dataDir });
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    return [
      await javascript(browser, loge, '/', 150),
      await javascript(browser, loge, '/auth', 190),
      await largestPaint(browser, loge),
      await slowPaint(browser, loge, '/', 3.5, SLOW_3G),
      await slowPaint(browser, loge, '/browse', 3.5, SLOW_3G),
      await slowPaint(browser, loge, '/', 2, SLOW_4G),
      await slowPaint(browser, loge, '/browse', 2, SLOW_4G),
    ];
  } finally {
    await browser.close();
    await loge.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
