import { arriveAs, newPerson, openSession, register, sendAs } from './harness/people.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

test('an admin sees the pages of a viewer as they do, changes nothing there, and comes back; the viewer is told', async ({
  page,
  browser,
  server,
  expectErrors,
}) => {
  // The server refuses what is tried in the viewer's place.
  expectErrors(/status of 40[135]/, /read-only transaction/);
  const viewer = newPerson('viewer');
  const session = await register(server, viewer);
  const admin = await arriveAs(page, server, 'admin');

  await page.goto(`/admin-dashboard/users?person=${session.user.id}`);
  const account = page.getByRole('dialog', { name: 'Compte' });
  await account.getByRole('button', { name: 'Voir comme', exact: true }).click();
  const ask = page.getByRole('alertdialog');
  await ask.getByLabel('Motif').fill('Une question sur une session');
  await ask.getByRole('button', { name: 'Voir comme', exact: true }).click();

  const banner = page.getByRole('complementary', { name: 'Voir comme' });
  await expect(banner).toContainText(`comme ${viewer.firstName} ${viewer.lastName}`);
  await expect(page).toHaveURL(/\/viewer-dashboard/);
  await page.goto('/viewer-dashboard/settings');
  await expect(banner).toContainText('Lecture seule');
  // How the person signs in stays theirs.
  await expect(page.getByText('Fermé pendant que vous voyez Loge')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mot de passe' })).toHaveCount(0);
  await page.getByLabel('Prénom', { exact: true }).fill('Autre');
  const refused = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().includes('/rest/v1/profiles'),
  );
  await page.getByLabel('Nom', { exact: true }).press('Enter');
  expect((await refused).status()).toBe(405);

  const ended = page.waitForResponse((response) => response.url().endsWith('/administration/end-viewing'));
  await banner.getByRole('button', { name: 'Revenir à l’équipe' }).click();
  expect((await ended).status()).toBe(200);
  await expect(page).toHaveURL(`/admin-dashboard/users/${session.user.id}`);
  await expect(page.getByRole('main')).toContainText(viewer.email);
  await expect(page.getByText('Pages vues comme cette personne')).toBeVisible();
  await expect(banner).toBeHidden();
  expect(admin.id).not.toBe(session.user.id);

  const own = await (await browser.newContext({ baseURL: server.url, locale: 'fr-FR' })).newPage();
  await own.goto('/robots.txt');
  await own.evaluate(
    (value) => localStorage.setItem('sb-localhost-auth-token', value),
    JSON.stringify(session),
  );
  await own.goto('/viewer-dashboard');
  await own.getByRole('button', { name: /^Notifications/ }).click();
  await expect(own.getByText(/a vu vos pages comme vous/)).toBeVisible();
  await own.context().close();
});

test(
  'of what a streamer shows on their stream the secret stays closed, and the rest is read',
  inSoak,
  async ({ page, server }) => {
    const streamer = await openStreamer(server);
    await sendAs(server, await openSession(server, streamer), 'stream/renew-overlay', {});
    await arriveAs(page, server, 'admin');
    await page.goto(`/admin-dashboard/users?person=${streamer.id}`);
    await page
      .getByRole('dialog', { name: 'Compte' })
      .getByRole('button', { name: 'Voir comme', exact: true })
      .click();
    const ask = page.getByRole('alertdialog');
    await ask.getByLabel('Motif').fill('Une question sur un overlay');
    await ask.getByRole('button', { name: 'Voir comme', exact: true }).click();
    await expect(page).toHaveURL(/\/streamer-dashboard/);
    await page.goto('/streamer-dashboard/stream');
    await expect(page.getByText(/L’overlay reste fermé/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Votre lien court' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
  },
);
