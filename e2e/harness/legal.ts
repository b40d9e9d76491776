import type { Page } from '@playwright/test';
import { TEXTS } from '#domain/content/texts.ts';
import { expect } from './test.ts';

/** At the foot of what is open, every text and the way to the team can be reached. */
export async function expectTextsBelow(page: Page): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Informations légales' });
  for (const { slug, title } of TEXTS)
    await expect(nav.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', `/${slug}`);
  await expect(nav.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
}
