import { randomUUID } from 'node:crypto';
import { openThread } from '#product/support/contract.ts';
import { expectFitAtBothWidths, expectNoAxeViolations } from './harness/axe.ts';
import { arriveAs, keepSession, newPerson, openSession, register, sendAs } from './harness/people.ts';
import { confirmedSession } from './harness/rooms.ts';
import { expect, inSoak, test } from './harness/test.ts';

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

test(
  'by keyboard alone: the letters to the team are gone through, resolved one after the other, and given back',
  inSoak,
  async ({ page, server }) => {
    const about = `Lettre ${randomUUID().slice(0, 8)}`;
    for (const [at, name] of ['première', 'deuxième', 'troisième'].entries()) {
      const session = await register(server, newPerson('viewer'));
      await sendAs(server, session, openThread.name, {
        key: randomUUID(),
        about: { kind: 'help', id: null },
        subject: `${about} ${name}`,
        body: `Une question, la ${at + 1}.`,
        files: [],
      });
    }
    await arriveAs(page, server, 'admin');
    await page.goto(`/admin-dashboard/messages?q=${encodeURIComponent(about)}`);
    const rows = page.locator('[data-thread]');
    await expect(rows).toHaveCount(3);
    // Who waits longest comes first.
    await expect(rows.first()).toContainText('première');
    await page.keyboard.press('j');
    await expect(rows.first()).toBeFocused();
    await expect(page.getByRole('log', { name: 'Échanges' })).toContainText('la 1.');
    await page.keyboard.press('e');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('deuxième');
    await expect(rows.first()).toBeFocused();
    await expect(page.getByRole('log', { name: 'Échanges' })).toContainText('la 2.');
    await page.keyboard.press('j');
    await expect(rows.nth(1)).toBeFocused();
    // At the end of the list the one before is next.
    await page.keyboard.press('e');
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText('deuxième');
    await expect(rows.first()).toBeFocused();
    await page.getByRole('button', { name: 'Annuler', exact: true }).first().press('Enter');
    await expect(rows).toHaveCount(2);
    await rows.first().focus();
    await page.keyboard.press('r');
    await expect(page.getByLabel(/^Répondre à /)).toBeFocused();
  },
);
