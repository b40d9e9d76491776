import type { Page } from '@playwright/test';
import { TEXTS } from '#domain/content/texts.ts';
import { documentTitle, PAGES } from '#domain/pages.ts';
import { DESK, expectFitAtBothWidths, TELEPHONE } from './harness/axe.ts';
import { arriveAs } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

const plainPaths = (area: (typeof PAGES)[number]['area']) =>
  PAGES.filter((page) => page.area === area && !page.path.includes(':')).map(({ path }) => path);

/** At the foot of what is open, every text and the way to the team can be reached. */
async function expectTextsBelow(page: Page) {
  const nav = page.getByRole('navigation', { name: 'Informations légales' });
  for (const { slug, title } of TEXTS)
    await expect(nav.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', `/${slug}`);
  await expect(nav.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
}

test('the first HTML of each text has its title and its words', async ({ server }) => {
  for (const { slug, title } of TEXTS) {
    const response = await fetch(`${server.url}/${slug}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain(`<title>${documentTitle(title)}</title>`);
    const answer = await fetch(`${server.url}/functions/v1/content/read-text`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ slug }),
    });
    const { sections } = (await answer.json()) as { sections: { title: string; html: string }[] };
    expect(sections.length, slug).toBeGreaterThan(2);
    // The words alone: how they are marked up is each page's own.
    const words = (text: string) =>
      text
        .replaceAll(/<[^>]*>|&[#\w]+;/g, ' ')
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
    const body = words(html);
    for (const section of sections) {
      expect(body, slug).toContain(words(section.title));
      expect(body, slug).toContain(words(section.html).slice(0, 200).trim());
    }
  }
});

test('every public page has each text at its foot', async ({ page }) => {
  for (const path of plainPaths('public').filter((path) => path !== '/auth/callback')) {
    await page.goto(path);
    await expectTextsBelow(page);
  }
});

for (const role of ['viewer', 'streamer', 'admin'] as const)
  test(`every page of the ${role} has each text at its foot`, async ({ page, server }) => {
    await arriveAs(page, server, role);
    for (const path of plainPaths(role)) {
      await page.goto(path);
      await expectTextsBelow(page);
    }
    // Nothing of them is under the bar of a telephone.
    await page.setViewportSize(TELEPHONE);
    const last = page
      .getByRole('navigation', { name: 'Informations légales' })
      .getByRole('link', { name: 'Contact' });
    await last.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await last.click();
    await expect(page).toHaveURL(/\/contact$/);
    await page.setViewportSize(DESK);
    await expectFitAtBothWidths(page);
  });
