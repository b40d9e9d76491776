import { dashboardOf, ROLES } from '#domain/account/roles.ts';
import { TEXTS } from '#domain/content/texts.ts';
import { documentTitle } from '#domain/pages.ts';
import { DESK, expectFitAtBothWidths, TELEPHONE } from './harness/axe.ts';
import { expectTextsBelow } from './harness/legal.ts';
import { arriveAs } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

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

test('the home page has each text at its foot', async ({ page }) => {
  await page.goto('/');
  await expectTextsBelow(page);
});

for (const role of ROLES)
  test(`the dashboard of the ${role} has each text at its foot, above the bar of a telephone`, async ({
    page,
    server,
  }) => {
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
  });
