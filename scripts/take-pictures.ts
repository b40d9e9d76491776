/**
 * `npm run pictures -- <address> <password> <folder> [<page> ...]`: pictures of what a viewer and a
 * streamer of the demonstration see, of a Loge that runs at the address; the password is the one
 * that its start prints. What is in `docs/story/after` was made by it, and what is in
 * `docs/story/before` by pointing it at an older Loge.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from './test/browser.ts';

const WIDTHS = [320, 390, 768, 1440];
/** Somebody of the demonstration with several offers, one of them free. */
const STREAMER = 'clemence-briand';
const LARGEST = 100_000;

interface Shown {
  path: string;
  /** Signed out without it. */
  as?: 'viewer' | 'streamer';
  /** Runs before the picture is taken. */
  open?: (page: Page) => Promise<void>;
  /** All four unless said. */
  widths?: readonly number[];
}

/** Of what was not there before, a telephone and a desk. */
const BUSINESS = { as: 'streamer', widths: [390, 1440] } as const;
const EARNINGS = '/streamer-dashboard/earnings';

const PAGES: Readonly<Record<string, Shown>> = {
  home: { path: '/' },
  browse: { path: '/browse' },
  profile: { path: `/streamer/${STREAMER}` },
  booker: { path: `/book-session/${STREAMER}` },
  overview: { path: '/viewer-dashboard', as: 'viewer' },
  bookings: { path: '/viewer-dashboard/bookings', as: 'viewer' },
  ticket: {
    path: '/viewer-dashboard/bookings',
    as: 'viewer',
    open: async (page) => {
      await page
        .getByRole('main')
        .getByRole('link', { name: /^(?:Ouvrir|Détails)/ })
        .or(page.getByRole('main').getByRole('button', { name: /^(?:Ouvrir|Détails)/ }))
        .first()
        .click();
      await page.getByRole('dialog').first().waitFor();
    },
  },
  earnings: { path: '/streamer-dashboard/earnings', as: 'streamer' },
  statistics: { path: '/streamer-dashboard/statistics', as: 'streamer' },
  simulator: { path: '/streamer-dashboard/revenue-simulator', as: 'streamer' },
  'session-money': {
    ...BUSINESS,
    path: `${EARNINGS}?state=banked`,
    open: async (page) => {
      const sessions = page.getByRole('region', { name: 'Par session' });
      await sessions.getByRole('link').filter({ hasText: 'Billet' }).first().click();
      await page.getByRole('dialog', { name: 'Où est cet argent' }).getByRole('listitem').first().waitFor();
    },
  },
  payout: {
    ...BUSINESS,
    path: EARNINGS,
    open: async (page) => {
      const payouts = page.getByRole('region', { name: 'Versements' });
      await payouts.getByRole('link').first().click();
      await page.waitForURL('**/payouts/*');
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
  },
  documents: {
    ...BUSINESS,
    path: `${EARNINGS}?kind=session_invoice`,
    open: async (page) => {
      const documents = page.getByRole('region', { name: 'Factures et avoirs' });
      await documents.getByRole('button', { name: /LG-/ }).first().waitFor();
      await documents.evaluate((section) => section.scrollIntoView({ block: 'start' }));
    },
  },
  demand: {
    ...BUSINESS,
    path: '/streamer-dashboard/statistics',
    open: async (page) => {
      await page
        .getByRole('grid')
        .first()
        .evaluate((grid) => grid.closest('section')?.scrollIntoView({ block: 'start' }));
    },
  },
  'streamer-overview': { ...BUSINESS, path: '/streamer-dashboard' },
  'streamer-bookings': { ...BUSINESS, path: '/streamer-dashboard/bookings' },
  calendar: { ...BUSINESS, path: '/streamer-dashboard/calendar' },
  offers: { ...BUSINESS, path: '/streamer-dashboard/offers' },
};

const atWidth = (browser: Browser, url: string, width: number) =>
  browser.newContext({
    baseURL: url,
    viewport: { width, height: width < 768 ? 844 : 900 },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
  });

async function signIn(page: Page, role: 'viewer' | 'streamer', password: string): Promise<void> {
  await page.goto('/auth');
  const form = page.getByRole('form', { name: 'Se connecter' });
  await form.getByLabel('Adresse e-mail').fill(`${role}@loge.test`);
  await form.getByLabel('Mot de passe', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL(`**/${role}-dashboard`);
}

/** Once nothing of the page is still to come. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.animate-breathe, [aria-busy="true"]') === null);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
}

async function take(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > LARGEST) throw new Error(`${file} has ${bytes.length} bytes`);
  writeFileSync(file, bytes);
}

const [url, password, folder, ...names] = process.argv.slice(2);
if (url === undefined || password === undefined || folder === undefined)
  throw new Error('npm run pictures -- <address> <password> <folder> [<page> ...]');
mkdirSync(folder, { recursive: true });
const executablePath = findBrowser();
const browser = await chromium.launch({
  args: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  ...(executablePath ? { executablePath } : {}),
});
for (const width of WIDTHS) {
  // One after the other, each in a browser of their own.
  for (const person of [undefined, 'viewer', 'streamer'] as const) {
    const pages = Object.entries(PAGES).filter(
      ([name, { as, widths = WIDTHS }]) =>
        as === person && widths.includes(width) && (names.length === 0 || names.includes(name)),
    );
    if (pages.length === 0) continue;
    const context = await atWidth(browser, url, width);
    const page = await context.newPage();
    if (person) await signIn(page, person, password);
    for (const [name, { path, open }] of pages) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await settled(page);
      await open?.(page);
      await settled(page);
      await take(page, join(folder, `${name}-${width}.webp`));
    }
    await context.close();
  }
}
await browser.close();
