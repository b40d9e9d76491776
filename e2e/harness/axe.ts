import { expect, type Page } from '@playwright/test';
import axe, { type run as Run } from 'axe-core';

/** Nothing to say by WCAG 2.2 AA and axe's best practices, on what the page shows now. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // Brought in once for as long as the page is not loaded anew, and only the violations carried out: a third of the time.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: { run: typeof Run } }).axe;
    const result = await run(document, { resultTypes: ['violations'], iframes: false });
    return result.violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    }));
  });
  expect(violations, `axe on ${page.url()}`).toEqual([]);
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

/** The page on a telephone, there and then on a desk. */
export async function expectFitAtBothWidths(page: Page): Promise<void> {
  for (const size of [TELEPHONE, DESK]) {
    await page.setViewportSize(size);
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
  }
}

/** The page at an address, loaded on a telephone: it fits at both widths once nothing of it is still to come. */
export async function expectPageFits(page: Page, path: string): Promise<void> {
  await page.setViewportSize(TELEPHONE);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  await expect(page.locator('.animate-breathe, [aria-busy="true"]'), path).toHaveCount(0);
  await expectFitAtBothWidths(page);
}
