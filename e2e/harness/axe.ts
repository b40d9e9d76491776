import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing to say by WCAG 2.2 AA and axe's best practices, on what the page shows now. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // Without frames of other origins axe needs no second page to gather in; what passed is not asked for: a third of the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze();
  const told = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  }));
  expect(told, `axe on ${page.url()}`).toEqual([]);
}

/** Nothing hangs out to the right. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scroll, `width of ${page.url()}`).toBeLessThanOrEqual(width);
}

export const TELEPHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

/** The page as it was loaded on a telephone, there and then on a desk. */
export async function expectFitAtBothWidths(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const size of [TELEPHONE, DESK]) {
    await page.setViewportSize(size);
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
  }
}
