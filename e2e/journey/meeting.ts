import { expect, type Page } from '@playwright/test';
import { picture } from '../harness/story.ts';
import { received, type Traveller } from '../harness/traveller.ts';

const join = (page: Page) => page.getByRole('button', { name: 'Rejoindre' });

/** Through the test of camera and microphone, into the room. */
export async function comeIn(page: Page, bookingId: string): Promise<void> {
  await page.goto(`/conference/setup?booking=${bookingId}`);
  await expect(page.getByLabel('Votre caméra')).toBeVisible();
  await expect(page.getByLabel('Micro', { exact: true })).toContainText(/fake/i);
  await expect(join(page)).toBeVisible();
}

export const enter = (page: Page): Promise<void> => join(page).click();

/** Pictures and sound come from the other side, and go on coming. */
export async function hearsAndSees({ page }: Traveller): Promise<void> {
  await expect(page.locator('[data-peer][data-link="connected"]')).toHaveCount(1);
  let first = { frames: 0, energy: 0 };
  await expect.poll(async () => (first = await received(page))).toMatchObject({ frames: expect.any(Number) });
  await expect
    .poll(
      async () => {
        const now = await received(page);
        return now.frames > first.frames + 5 && now.energy > first.energy;
      },
      { message: 'frames and sound rise' },
    )
    .toBe(true);
}

export async function chat(viewer: Page, streamer: Page): Promise<void> {
  // What was written before the session is still there.
  await expect(viewer.getByRole('log')).toContainText('Apportez votre dernière défaite');
  await viewer.getByLabel('Écrire un message').fill('La voici : 1. e4 e5 2. Dh5');
  await viewer.keyboard.press('Enter');
  await expect(streamer.getByRole('log')).toContainText('La voici');
  await streamer.getByLabel('Écrire un message').fill('Ah. Nous avons du travail.');
  await streamer.keyboard.press('Enter');
  await expect(viewer.getByRole('log')).toContainText('Nous avons du travail');
  await picture(viewer, '10-loge');
}

/** Well short of the silence after which somebody counts as absent (30 s): the next heartbeat may take a machine a while. */
const STRIDE = 20_000;

/** Both browsers send a heartbeat now, as a tab does when one returns to it. */
const bothBeat = (pages: readonly Page[]) =>
  Promise.all(
    pages.map(async (page) => {
      const beat = page.waitForResponse((response) => response.url().endsWith('/conference/send-heartbeat'));
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      expect((await beat).status()).toBe(200);
    }),
  );

/** Lets time pass with both in the room. @param until epoch milliseconds of the server's clock */
export async function passTime(
  pages: readonly Page[],
  { from, until, move }: { from: number; until: number; move: (ahead: number) => Promise<void> },
): Promise<number> {
  let ahead = from;
  while (Date.now() + ahead < until) {
    await bothBeat(pages);
    ahead += STRIDE;
    await move(ahead);
  }
  await bothBeat(pages);
  return ahead;
}
