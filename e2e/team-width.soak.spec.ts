import type { Page } from '@playwright/test';
import { DESK, expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { arriveInDemo } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

/** The team in the demo marketplace, whose lists are full. */
test.use({ serverEnv: { DEMO_DATA: 'true' }, viewport: DESK });

const LISTS = [
  ['users', 'Comptes'],
  ['streamers', 'Streamers'],
  ['sessions?days=all', 'Sessions'],
  ['payments', 'Paiements'],
  ['moderation', 'Dossiers'],
] as const;

/** The e-mail addresses that are shown, and of them those of which a part is hidden. */
const addresses = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const shown = [...main.querySelectorAll('*')].filter(
      (element) =>
        element.children.length === 0 &&
        /\S@\S+\.\S/.test(element.textContent ?? '') &&
        element.checkVisibility(),
    );
    const cut = shown.filter(
      (element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0,
    );
    return { shown: shown.length, cut: cut.map(({ textContent }) => textContent) };
  });

test('at 1440 px each list of the team has 1,150 px at least, and no address is cut', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, 'admin@loge.test');
  for (const [path, name] of LISTS) {
    await page.goto(`/admin-dashboard/${path}`);
    const table = page.getByRole('table', { name });
    await expect(table, path).toBeVisible();
    await expect(table.getByRole('row').nth(1), path).toBeVisible();
    const wide = await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().width);
    expect(wide, path).toBeGreaterThanOrEqual(1_150);
    expect(wide, path).toBeLessThanOrEqual(1_320);
    expect((await table.boundingBox())?.width, path).toBeGreaterThanOrEqual(1_148);
    await expectNoSidewaysScroll(page);
    const { shown, cut } = await addresses(page);
    expect(cut, path).toEqual([]);
    if (path === 'users') expect(shown).toBeGreaterThan(5);
  }
  await page.goto('/admin-dashboard/reports');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await page.getByRole('main').boundingBox())?.width).toBeGreaterThanOrEqual(1_150);
});

test('a row opens beside its list, which goes on being used: another row takes its place', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, 'admin@loge.test');
  await page.goto('/admin-dashboard/payments');
  const rows = page.getByRole('button', { name: /^Ouvrir le paiement/ });
  await rows.first().click();
  const drawer = page.getByRole('dialog', { name: 'Paiement' });
  await expect(drawer.getByText('Référence')).toBeVisible();
  const [first] = [new URL(page.url()).searchParams.get('payment')];
  await expect(rows.nth(1)).toBeInViewport();
  await expectNoAxeViolations(page);
  await rows.nth(1).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('payment')).not.toBe(first);
  await expect(drawer.getByText('Référence')).toBeVisible();
  // With the keys: from the row that is open to the next, whose drawer has the focus in its turn.
  const second = new URL(page.url()).searchParams.get('payment');
  await drawer.focus();
  await page.keyboard.press('j');
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('payment')).not.toBe(second);
  await expect(drawer.getByText('Référence')).toBeVisible();
  await expect(drawer).toBeFocused();
  // It stays what it opened as, with what was typed in it, while the window becomes narrow.
  await page.setViewportSize({ ...DESK, width: 1_280 });
  await expect(drawer).toHaveAttribute('data-beside');
  await page.setViewportSize(DESK);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(rows.nth(2)).toBeFocused();
});

test('the settings of the team are three pages, and the tasks of the server have names', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, 'admin@loge.test');
  await page.goto('/admin-dashboard/settings');
  await expect(page.getByRole('form', { name: 'Profil' })).toBeVisible();
  await expect(page.getByLabel('Commission (%)')).toHaveCount(0);
  const ways = page.getByRole('navigation', { name: 'Pages des réglages' });
  await ways.getByRole('link', { name: 'Plateforme' }).click();
  await expect(page).toHaveURL('/admin-dashboard/settings/platform');
  await expect(page.getByLabel('Commission (%)')).toBeVisible();
  await expectNoAxeViolations(page);
  await ways.getByRole('link', { name: 'L’équipe' }).click();
  await expect(page).toHaveURL('/admin-dashboard/settings/team');
  await expect(page.getByRole('region', { name: 'L’équipe' }).getByText('Vous')).toBeVisible();
  await expect(page.getByRole('form', { name: 'Profil' })).toHaveCount(0);
  await expectNoAxeViolations(page);

  await page.goto('/admin-dashboard/system#tasks');
  const tasks = page.getByRole('table', { name: 'Tâches du serveur' });
  await expect(tasks.getByText('Fait partir les e-mails en attente.')).toBeVisible();
  // Each has a name in French: none goes by the name that the server gives it.
  const names = await tasks.locator('tbody td[data-heading] > span > :first-child').allTextContents();
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => /^[a-z-]+\/[a-z-]+$/.test(name))).toEqual([]);
});
