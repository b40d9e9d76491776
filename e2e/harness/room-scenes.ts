import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './axe.ts';
import { expect } from './test.ts';

/** A telephone on its side. */
export const LYING = { width: 844, height: 390 };

/** A state of the room on its development page, which makes each from a fake room: no server, no other browser. */
export const show = async (page: Page, scene: string) => {
  await page.goto(`/dev/room?scene=${scene}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

const outOfSight = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('.room-place, .room-self, .room-bar > *')].filter((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        return width > 0 && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
      }).length,
  );

/** Nothing is cut off, neither at the edge of the page nor at that of the participants. */
export async function expectAllInside(page: Page): Promise<void> {
  await expect.poll(() => outOfSight(page), `out of sight on ${page.url()}`).toBe(0);
  await expectNoSidewaysScroll(page);
}
