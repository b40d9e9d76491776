import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import {
  chooseBrowser,
  chooseLightBrowser,
  DEBIAN_CHROMIUM,
  distributionOf,
  type Machine,
  waysToInstall,
} from './browser-choice.ts';
import { install } from './install.ts';

const limit = 5 * 60_000;
const osRelease = '/etc/os-release';

/**
 * The browser of the browser tests: CHROMIUM_PATH, else Debian's, else Playwright's own.
 * @returns its path; null when there is none
 */
export const findBrowser = (): string | null =>
  chooseBrowser(process.env.CHROMIUM_PATH, chromium.executablePath(), existsSync);

/** The browser for tests without a meeting. @returns its path; null when there is none */
export const findLightBrowser = (): string | null => chooseLightBrowser(findBrowser(), existsSync);

export const machine = (): Machine => ({
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  hasApt: existsSync('/usr/bin/apt-get'),
  distribution: existsSync(osRelease) ? distributionOf(readFileSync(osRelease, 'utf8')) : '',
});

/** A browser that is there may still lack a library of the system. @returns what it says then, or null */
function whyNotStarting(path: string): string | null {
  if (process.platform === 'win32') return null; // there it opens a window instead of saying its version
  const { status, stderr, error } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  return status === 0 ? null : (error?.message ?? stderr.trim());
}

/** Whether there is a browser that starts; prints a message when there is not. */
function isReady(): boolean {
  const path = findBrowser();
  if (path === null) return false;
  const reason = whyNotStarting(path);
  if (reason !== null) console.error(`${path} does not start: ${reason}`);
  return reason === null;
}

/** In addition to Debian's full browser its headless shell, where that is available; without it the tests take longer. */
async function addLightBrowser(): Promise<void> {
  const [debian] = waysToInstall(machine());
  if (findBrowser() !== DEBIAN_CHROMIUM || findLightBrowser() !== DEBIAN_CHROMIUM || !debian?.ofDebian)
    return;
  await install('a browser into the system', debian.commands, limit);
  if (findLightBrowser() === DEBIAN_CHROMIUM) console.log('It could not be had: the whole browser serves.');
}

/**
 * Installs a browser when there is none, in the first way that succeeds on this machine (see browser-choice.ts).
 * @returns whether there is one now
 */
export async function ensureBrowser(): Promise<boolean> {
  if (isReady()) {
    await addLightBrowser();
    return true;
  }
  if (process.env.CHROMIUM_PATH) {
    console.error(`CHROMIUM_PATH=${process.env.CHROMIUM_PATH} is no browser that starts here`);
    return false;
  }
  for (const { name, commands } of waysToInstall(machine())) {
    await install(`a browser (${name})`, commands, limit);
    if (isReady()) return true;
  }
  console.error('Install Chromium by hand, and say where it is in CHROMIUM_PATH.');
  return false;
}
