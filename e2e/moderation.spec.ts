import { expectFitAtBothWidths, expectNoAxeViolations } from './harness/axe.ts';
import { newestMail } from './harness/mail.ts';
import { arriveAs } from './harness/people.ts';
import { confirmedSession } from './harness/rooms.ts';
import { expect, test } from './harness/test.ts';

test('a visitor reports a profile; an admin suspends and says why; the streamer contests, and another admin overturns it', async ({
  page,
  browser,
  server,
}) => {
  // In three days, so that a suspension of seven calls it off.
  const { streamer } = await confirmedSession(server, { minutesIn: -3 * 24 * 60 });
  const open = async () => (await browser.newContext({ baseURL: server.url, locale: 'fr-FR' })).newPage();

  await page.goto(`/streamer/${streamer.handle}`);
  await page.getByRole('button', { name: /^Signaler le profil/ }).click();
  const form = page.getByRole('dialog', { name: /^Signaler le profil/ });
  await form.getByRole('button', { name: 'Envoyer le signalement' }).click();
  await expect(form.getByText('Indiquez votre nom')).toBeVisible();
  await form.getByLabel('Motif').selectOption('off_platform');
  await form.getByLabel('Ce qui s’est passé').fill('On me demande de payer sur un autre site.');
  await form.getByLabel('Votre nom').fill('Camille Martin');
  await form.getByLabel('Votre e-mail').fill('camille.martin@exemple.fr');
  await form.getByLabel(/Je dis ce que je crois vrai/).check();
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: 'Envoyer le signalement' }).click();
  await expect(form).toBeHidden();
  const received = await newestMail(server, 'camille.martin@exemple.fr');
  const number = /M-\d{4,}/.exec(received.subject)?.[0] ?? '';
  expect(number).not.toBe('');

  const admin = await open();
  await arriveAs(admin, server, 'admin');
  await admin.goto('/admin-dashboard/moderation');
  await admin.getByLabel('Rechercher un dossier').fill(number);
  await admin.getByLabel('Rechercher un dossier').press('Enter');
  await expect(admin.getByText('1 dossier trouvé')).toBeAttached();
  await expectFitAtBothWidths(admin);
  await admin.getByRole('button', { name: /^Ouvrir le dossier/ }).click();
  const found = admin.getByRole('dialog', { name: 'Dossier' });
  await found.getByRole('button', { name: 'Prendre le dossier' }).press('Enter');
  await expect(found.getByText(/^Vous vous en occupez jusqu’à/)).toBeVisible();
  await expect(found).toBeFocused();
  await found.getByLabel('Mesure', { exact: true }).selectOption('suspend');
  await found.getByLabel(/Annuler les sessions confirmées/).check();
  await expect(found.getByText(/1\s+session à venir annulée/)).toBeVisible();
  await found.getByLabel('Ce qui a été constaté').fill('La page demande un paiement ailleurs.');
  await found.getByLabel('Pourquoi cette mesure').fill('Deuxième demande en deux mois');
  await expectNoAxeViolations(admin);
  await found.getByRole('button', { name: 'Décider et expliquer' }).click();
  await expect(found).toBeHidden();
  await admin.context().close();

  const { links } = await newestMail(server, streamer.email);
  const statement = new URL(links.find((link) => link.includes('/decision/')) ?? server.url).pathname;
  await page.goto(statement);
  await expect(page.getByRole('heading', { name: 'Compte suspendu' })).toBeVisible();
  await expect(page.getByText('La page demande un paiement ailleurs.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByLabel('Pourquoi la décision est à revoir').fill('Je n’ai jamais demandé cela.');
  await page.getByRole('button', { name: 'Contester la décision' }).click();
  await expect(page.getByText(/Une autre personne de l’équipe relit le dossier/)).toBeVisible();

  const other = await open();
  await arriveAs(other, server, 'admin');
  await other.goto(`/admin-dashboard/moderation?q=${number}`);
  await other.getByRole('button', { name: /^Ouvrir le dossier/ }).click();
  const appeal = other.getByRole('dialog', { name: 'Dossier' });
  await appeal.getByRole('button', { name: 'Prendre le dossier' }).click();
  await appeal.getByRole('button', { name: 'Annuler la décision' }).click();
  const sure = other.getByRole('alertdialog');
  await sure.getByLabel('Motif').fill('Les faits ne sont pas établis');
  await sure.getByRole('button', { name: 'Annuler la décision' }).click();
  await expect(appeal).toBeHidden();
  await other.context().close();
  await page.reload();
  await expect(page.getByText('La décision est annulée. Ce qui pouvait être rétabli l’est.')).toBeVisible();
});
