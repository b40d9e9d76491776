import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { runChild } from './child.ts';

const debian = '/usr/bin/chromium';
const limit = 5 * 60_000;

/**
 * The browser of the browser tests: CHROMIUM_PATH, else Debian's, else Playwright's own.
 * @returns its path; null when there is none
 */
export function findBrowser(): string | null {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) return existsSync(asked) ? asked : null;
  return [debian, chromium.executablePath()].find((path) => existsSync(path)) ?? null;
}

/** Installs one when there is none: Debian's package as root (RUNLEVEL=1 starts no daemons), else Playwright's own. */
export async function ensureBrowser(): Promise<boolean> {
  if (findBrowser()) return true;
  if (process.env.CHROMIUM_PATH) {
    console.error(`CHROMIUM_PATH=${process.env.CHROMIUM_PATH} does not exist`);
    return false;
  }
  console.log('Installing a browser');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
    await runChild('apt-get', ['update', '-qq'], { limit, env });
    await runChild('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      limit,
      env,
    });
  }
  if (!findBrowser()) await runChild('playwright', ['install', 'chromium'], { limit });
  return findBrowser() !== null;
}
