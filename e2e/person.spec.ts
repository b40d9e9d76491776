import { dashboardOf } from '#product/shared/roles.ts';
import { DESK, expectFitsTelephone, expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { arriveAs, arriveInDemo, asService, newPerson, register } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

const PERSON = /\/admin-dashboard\/users\/([\w-]{36})$/;
const PARTS = ['Places', 'Paiements', 'Messages', 'Dossiers', 'Historique', 'Notes de l’équipe', 'Appareils'];

/** The demo marketplace, whose people have much behind them. */
test.use({ serverEnv: { DEMO_DATA: 'true' }, viewport: DESK });

test('a payment leads to who paid it: all about them is on one page, whose lists go on narrowed to them', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, 'admin@loge.test');
  await page.goto('/admin-dashboard/payments?q=viewer%40loge.test');
  await page
    .getByRole('table', { name: 'Paiements' })
    .getByRole('link', { name: 'Viewer Test' })
    .first()
    .click();
  await expect(page).toHaveURL(PERSON);
  const [, id] = PERSON.exec(page.url()) ?? [];
  await expect(page.getByRole('heading', { level: 1, name: 'Viewer Test' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('viewer@loge.test');
  for (const name of PARTS) await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  const payments = page.getByRole('region', { name: 'Paiements' });
  await expect(payments.getByRole('listitem')).toHaveCount(5);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);

  // To all of them, and back through their name.
  await payments.getByRole('link', { name: 'Tout voir' }).click();
  await expect(page).toHaveURL(`/admin-dashboard/payments?who=${id}`);
  const rows = page.getByRole('table', { name: 'Paiements' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Viewer Test');
  for (const row of (await rows.all()).slice(1)) await expect(row).toContainText('Viewer Test');
  const only = page.getByRole('main').getByText('Seulement').locator('..');
  await only.getByRole('link', { name: 'Viewer Test' }).click();
  await expect(page).toHaveURL(PERSON);
  // One row opens what it is about.
  await page.getByRole('region', { name: 'Places' }).getByRole('link').nth(1).click();
  await expect(
    page.getByRole('dialog', { name: 'Session' }).getByRole('link', { name: 'Viewer T.' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Tout voir' }).click();
  await expect(page).not.toHaveURL(/who=/);
});

test('the page about a viewer and that about a streamer fit a telephone, and nothing jumps at a desk', async ({
  page,
  server,
}) => {
  test.slow();
  await arriveInDemo(page, server, 'admin@loge.test');
  for (const address of ['viewer@loge.test', 'streamer@loge.test']) {
    await page.setViewportSize(DESK);
    await page.goto(`/admin-dashboard/users?q=${encodeURIComponent(address)}`);
    await page.getByRole('button', { name: /^Ouvrir le compte/ }).click();
    await page.getByRole('dialog', { name: 'Compte' }).getByRole('link', { name: 'Ouvrir la fiche' }).click();
    await expect(page).toHaveURL(PERSON);
    await expectFitsTelephone(page, new URL(page.url()).pathname);
  }
  const shown = page.getByRole('region', { name: 'Page publique' });
  await shown.getByRole('link', { name: 'Voir la page' }).click();
  await expect(page).toHaveURL(/\/streamer\//);
});

test('by keyboard alone: the palette leads to a person, of whom something is noted', async ({
  page,
  server,
}) => {
  const person = newPerson('viewer');
  await register(server, person);
  await arriveAs(page, server, 'admin');
  await page.goto('/admin-dashboard');
  const palette = page.getByRole('dialog', { name: 'Chercher partout' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible({ timeout: 500 });
  }).toPass();
  await palette.getByRole('combobox').fill(person.email);
  await expect(palette.getByRole('option').filter({ hasText: person.email })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(PERSON);
  await expect(page).toHaveTitle(/^Camille Delorme · Loge$/);
  await expect(page.getByRole('region', { name: 'Appareils' }).getByRole('listitem')).toHaveCount(1);
  const notes = page.getByRole('region', { name: 'Notes de l’équipe' });
  await notes.getByLabel('Noter pour l’équipe').focus();
  await page.keyboard.type('Préfère qu’on lui écrive le soir.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notes.getByRole('listitem')).toContainText('Préfère qu’on lui écrive le soir.');
  await expect(notes.getByLabel('Noter pour l’équipe')).toHaveValue('');
  await page.reload();
  await expect(notes.getByRole('listitem')).toContainText('Dominique Delorme');
});

test('a part that cannot be read says so by itself, and is tried again', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(/Failed to load resource/);
  const { user } = await register(server, newPerson('viewer'));
  await arriveAs(page, server, 'admin');
  await page.route('**/rest/v1/admin_moderation_cases*', (route) => route.abort());
  await page.goto(`/admin-dashboard/users/${user.id}`);
  await expect(page.getByText('Aucune place réservée.')).toBeVisible();
  const cases = page.getByRole('region', { name: 'Dossiers' });
  await expect(cases.getByRole('alert')).toContainText('Les dossiers n’ont pas pu être chargés.');
  await page.unroute('**/rest/v1/admin_moderation_cases*');
  await cases.getByRole('button', { name: 'Réessayer' }).click();
  await expect(cases).toContainText('Rien n’a été signalé.');
});

test('who works on the money alone sees no messages, cases, notes or devices', async ({ page, server }) => {
  const { user } = await register(server, newPerson('viewer'));
  const admin = await arriveAs(page, server, 'admin');
  await asService(server, `/rest/v1/team_roles?person_id=eq.${admin.id}`, {
    method: 'PATCH',
    body: { role: 'finance' },
  });
  await page.goto(`/admin-dashboard/users/${user.id}`);
  await expect(page.getByRole('region', { name: 'Paiements' })).toBeVisible();
  for (const name of ['Messages', 'Dossiers', 'Notes de l’équipe', 'Appareils'])
    await expect(page.getByRole('region', { name, exact: true })).toHaveCount(0);
});

for (const role of ['viewer', 'streamer'] as const) {
  test(`a ${role} who asks for the page about somebody is sent to their own dashboard`, async ({
    page,
    server,
  }) => {
    const { id } = await arriveAs(page, server, role);
    await page.goto(`/admin-dashboard/users/${id}`);
    await expect(page).toHaveURL(dashboardOf(role));
  });
}

test('nobody is at an address without an account, which says so', async ({ page, server }) => {
  await arriveAs(page, server, 'admin');
  for (const id of ['00000000-0000-4000-8000-000000000000', 'camille']) {
    await page.goto(`/admin-dashboard/users/${id}`);
    await expect(page.getByText('Ce compte n’existe pas, ou n’existe plus')).toBeVisible();
  }
});
