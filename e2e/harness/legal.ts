import type { Page } from '@playwright/test';
import { dashboardOf, type Role } from '#product/shared/roles.ts';
import { TEXTS } from '#product/shared/texts.ts';
import { DESK, expectFitAtBothWidths, TELEPHONE } from './axe.ts';
import { arriveAs } from './people.ts';
import type { LogeServer } from './server.ts';
import { expect } from './test.ts';

/** At the foot of what is open, every text and the way to the team can be reached. */
export async function expectTextsBelow(page: Page): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Informations légales' });
  for (const { slug, title } of TEXTS)
    await expect(nav.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', `/${slug}`);
  await expect(nav.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
}

/** On a telephone the bar of a dashboard covers none of it: its last link leads to the page of contacts, which fits. */
export async function expectFootAboveBar(page: Page, server: LogeServer, role: Role): Promise<void> {
  await arriveAs(page, server, role);
  await page.goto(dashboardOf(role));
  await expectTextsBelow(page);
  await page.setViewportSize(TELEPHONE);
  const last = page
    .getByRole('navigation', { name: 'Informations légales' })
    .getByRole('link', { name: 'Contact' });
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await last.click();
  await expect(page).toHaveURL(/\/contact$/);
  await page.setViewportSize(DESK);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectFitAtBothWidths(page);
}
