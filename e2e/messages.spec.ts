import { expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { keepSession, openSession } from './harness/people.ts';
import { completeSession, confirmedSession } from './harness/rooms.ts';
import { expect, inSoak, test } from './harness/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('the people of a session write to each other from their dashboards, with the keyboard alone', async ({
  page,
  browser,
  server,
}) => {
  const stage = await confirmedSession(server, { minutesIn: -300 });
  await keepSession(page, await openSession(server, stage.viewer));
  await page.goto(`/viewer-dashboard/bookings?booking=${stage.bookingId}`);
  const field = page.getByLabel('Écrire à Nour Écarlate');
  await expect(page.getByText('Rien d’écrit encore')).toBeVisible();
  await expectNoAxeViolations(page);

  await field.focus();
  await page.keyboard.type('Bonsoir,');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('on joue en 10 minutes ?');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log).toContainText(/Vous.*Bonsoir,\s+on joue/s);
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await field.fill('x'.repeat(1_900));
  await expect(page.getByText('Encore 100 caractères')).toBeVisible();
  await field.fill('');
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);

  const other = await (await browser.newContext({ baseURL: server.url, locale: 'fr-FR' })).newPage();
  await keepSession(other, await openSession(server, stage.streamer));
  await other.goto('/streamer-dashboard');
  await other.getByRole('link', { name: /1\smessage non lu/ }).click();
  await other.getByLabel('Écrire à Camille D.').fill('Volontiers');
  await other.keyboard.press('Enter');
  await expect(log).toContainText('Volontiers');
  // Read, and so it counts no more, on the other screen too.
  await other.goto('/streamer-dashboard');
  await expect(other.getByRole('link', { name: 'Détails' })).toBeVisible();
  await expect(other.getByRole('link', { name: /non lu/ })).toBeHidden();
  await other.context().close();

  // A month after its end nothing is left to read.
  const start = new Date(Date.now() - 31 * 86_400_000);
  await completeSession(server, stage.bookingId, start);
  await expect(page.getByText(/ont été effacés/)).toBeVisible();
  await expect(page.getByRole('link', { name: /Bilan et avis/ })).toBeVisible();
});

test(
  'of several files that are chosen together the refused ones keep none of the others out, and are forgotten once it is sent',
  inSoak,
  async ({ page, server }) => {
    const stage = await confirmedSession(server, { minutesIn: -300 });
    await keepSession(page, await openSession(server, stage.viewer));
    await page.goto(`/viewer-dashboard/bookings?booking=${stage.bookingId}`);
    const pdf = Buffer.from('%PDF-1.7\n');
    // One button chooses files: what the browser chooses them with is not a second one.
    await expect(page.getByRole('button', { name: 'Joindre un fichier', exact: true })).toHaveCount(1);
    await page
      .getByLabel('Joindre un fichier', { exact: true })
      .and(page.locator('input'))
      .setInputFiles([
        { name: 'contrat.docx', mimeType: 'application/msword', buffer: pdf },
        { name: 'programme.pdf', mimeType: 'application/pdf', buffer: pdf },
        { name: 'vide.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
      ]);
    const alert = page.getByRole('alert').filter({ hasText: 'contrat.docx' });
    await expect(alert).toContainText('« vide.pdf » est vide.');
    const chosen = page.getByRole('list', { name: 'Fichiers à envoyer' });
    await expect(chosen.getByRole('listitem')).toHaveCount(1);
    await expect(chosen).toContainText('programme.pdf');
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
    await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Fichier joint : programme.pdf');
    await expect(chosen).toBeHidden();
    await expect(alert).toBeHidden();
  },
);
