import { documentTitle } from '#product/shared/pages.ts';
import { TEXTS } from '#product/shared/texts.ts';
import { expectFootAboveBar, expectTextsBelow } from './harness/legal.ts';
import { expect, inSoak, test } from './harness/test.ts';

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

test('the home page has each text at its foot', inSoak, async ({ page }) => {
  await page.goto('/');
  await expectTextsBelow(page);
});

// Every page of each role has them in legal.soak.spec.ts, and the other two dashboards are gone through like this one.
test(
  'the dashboard of the viewer has each text at its foot, above the bar of a telephone',
  inSoak,
  async ({ page, server }) => {
    await expectFootAboveBar(page, server, 'viewer');
  },
);
