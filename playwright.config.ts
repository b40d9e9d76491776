import { defineConfig } from '@playwright/test';
import type { HarnessOptions } from './e2e/harness/test.ts';
import { findBrowser, findLightBrowser } from './scripts/test/browser.ts';
import { filesOf, laneOfRun, OF_SOAK } from './scripts/test/lanes.ts';

/** Chromium as it runs in a container without a screen, with nothing of its own on the network. */
const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Few pictures a second: the cameras of everybody in a room are drawn by the one machine of a
  // test.
  '--use-fake-device-for-media-stream=fps=10',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
];

/**
 * In a locale without UTF-8, Chromium writes no file under a folder whose name has an accent, so no
 * download of a clone there.
 */
const env = { ...process.env, LC_ALL: 'C.UTF-8' };
const withBrowser = (executablePath: string | null, ...more: string[]) => ({
  launchOptions: { args: [...flags, ...more], env, ...(executablePath ? { executablePath } : {}) },
});
/**
 * A page of a test is over before a second compilation of its scripts has paid for itself: a
 * seventh of its processor time.
 */
const compiledOnce = '--js-flags=--no-opt,--no-maglev';
const light = withBrowser(findLightBrowser(), compiledOnce);
/** Playwright matches whole paths. */
const specsOf = (project: 'embedded' | 'rooms' | 'postgres-15' | 'journey') =>
  filesOf('playwright', project).map((path) => `**/${path}`);
/** Of a file that both lanes read, each runs its own tests. */
const ofLane = laneOfRun === null ? {} : laneOfRun === 'test' ? { grepInvert: OF_SOAK } : { grep: OF_SOAK };
const report = process.env.PLAYWRIGHT_REPORT;

export default defineConfig<object, HarnessOptions>({
  testDir: 'e2e',
  globalSetup: './e2e/harness/global-setup.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: false, // a file keeps its server
  // Journeys also wait for a server, for a debounce or a countdown: four keep two processors busy.
  workers: 4,
  // A lane runs what failed once more, and lists it when it then passes.
  retries: Number(process.env.TEST_RETRIES ?? 0),
  // 90 s for itself on a machine that gives it half of its time: beside other work a test is slow,
  // not wrong.
  timeout: process.env.TEST_SLOW ? 300_000 : 180_000,
  // One patience for every fact that is waited for. A test names its own only where it asks how
  // fast something is, or asks again itself.
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    ...withBrowser(findBrowser()),
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    contextOptions: { reducedMotion: 'reduce' }, // contrast is measured on what stands still
    viewport: { width: 1440, height: 900 },
    screenshot: { mode: 'only-on-failure', fullPage: true },
  },
  projects: [
    // The main job, whole. First, since nothing takes longer.
    { name: 'journey', use: { engine: 'embedded' }, testMatch: specsOf('journey') },
    { name: 'embedded', use: { ...light, engine: 'embedded' }, testMatch: specsOf('embedded'), ...ofLane },
    // Two to four browsers with live pictures: one test at a time has two processors to itself.
    { name: 'rooms', use: { engine: 'embedded' }, testMatch: specsOf('rooms'), ...ofLane, workers: 1 },
    { name: 'postgres-15', use: { ...light, engine: 'postgres-15' }, testMatch: specsOf('postgres-15') },
  ],
});
