import { expectFitAtBothWidths, expectNoAxeViolations } from './harness/axe.ts';
import { arriveAs, keepSession, openSession } from './harness/people.ts';
import { confirmedSession } from './harness/rooms.ts';
import { expect, test } from './harness/test.ts';

test('a viewer writes to the team from a ticket; an admin answers with a saved answer, and the viewer reads it', async ({
  page,
  browser,
  server,
}) => {
  const stage = await confirmedSession(server, { minutesIn: -3 * 24 * 60 });
  await keepSession(page, await openSession(server, stage.viewer));
  await page.goto(`/viewer-dashboard/bookings?booking=${stage.bookingId}`);
  await page.getByRole('button', { name: 'Aide pour cette session' }).click();
  const form = page.getByRole('dialog', { name: 'Aide pour cette session' });
  const subject = `Ma caméra, billet ${stage.bookingId.slice(0, 8)}`;
  await form.getByLabel('Objet').fill(subject);
  await form.getByLabel('Votre message').fill('Le navigateur dit que la caméra est refusée.');
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: 'Envoyer' }).click();
  await expect(form).toBeHidden();

  const admin = await (await browser.newContext({ baseURL: server.url, locale: 'fr-FR' })).newPage();
  await arriveAs(admin, server, 'admin');
  await admin.goto('/admin-dashboard/messages');
  await admin.getByRole('button', { name: subject }).click();
  await expect(admin.getByRole('log', { name: 'Échanges' })).toContainText('la caméra est refusée');
  await expectFitAtBothWidths(admin);
  await admin.getByLabel('Réponse type').selectOption({ label: 'Caméra ou micro refusés' });
  await expect(admin.getByLabel(/^Répondre à /)).toHaveValue(/^Bonjour .*Touchez le cadenas/s);
  await admin.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expect(admin.getByRole('log', { name: 'Échanges' })).toContainText('Touchez le cadenas');
  await admin.context().close();

  await page.goto('/viewer-dashboard/requests');
  await page.getByRole('link', { name: subject }).click();
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Touchez le cadenas');
  await expectFitAtBothWidths(page);
});
