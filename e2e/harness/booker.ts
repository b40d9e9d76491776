import type { Locator, Page } from '@playwright/test';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './axe.ts';
import { asService } from './people.ts';
import type { LogeServer } from './server.ts';
import type { OpenStreamer } from './streamers.ts';
import { expect } from './test.ts';

export const rank = { id: 'rank', label: 'Votre rang', required: true, long: false };
export const goal = { id: 'goal', label: 'Ce que vous cherchez', required: false, long: true };

export const starts = (page: Page): Locator =>
  page.getByRole('radiogroup', { name: /^Créneaux du/ }).locator('label');
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' });
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name });

/** The booker of a streamer with one offer, at a start of its first free day. */
export async function chooseStart(page: Page, streamer: OpenStreamer, index = 0): Promise<string> {
  await page.goto(`/book-session/${streamer.handle}`);
  const start = starts(page).nth(index);
  await start.click();
  await expect(start.getByRole('radio')).toBeChecked();
  return ((await start.textContent()) ?? '').trim();
}

/** Chosen, held, and at the recap: for tests about what comes after. */
export async function reachRecap(page: Page, streamer: OpenStreamer, index = 0): Promise<void> {
  await chooseStart(page, streamer, index);
  await button(page, 'Continuer').click();
  await expect(heading(page, /Tout est juste/)).toBeVisible();
}

export const payWith = async (page: Page, card: RegExp): Promise<void> => {
  await page.getByLabel(card).check();
  await page.getByRole('button', { name: /^Payer/ }).click();
};
export const booked = (page: Page) =>
  expect(heading(page, 'Votre place est prise')).toBeVisible({ timeout: 15_000 });

export async function fine(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
}

/** What is in the database about this person's bookings, newest first. */
export const bookingsOf = (server: LogeServer, viewerId: string) =>
  asService(
    server,
    `/rest/v1/bookings?viewer_id=eq.${viewerId}&order=created_at.desc&select=id,status,answers,start_at,price_cents,viewer_zone,extended`,
  ) as Promise<
    {
      id: string;
      status: string;
      answers: object;
      start_at: string;
      price_cents: number;
      viewer_zone: string;
      extended: boolean;
    }[]
  >;
