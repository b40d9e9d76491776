import { randomUUID } from 'node:crypto';
import { assignThread, openThread } from '#product/support/contract.ts';
import { expectNoAxeViolations, expectNothingCut } from './harness/axe.ts';
import { arriveAs, newPerson, register, sendAs } from './harness/people.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

test('by keyboard alone: Ctrl K finds a person, opens them, and a page', async ({ page, server }) => {
  const person = newPerson('viewer');
  await register(server, person);
  await arriveAs(page, server, 'admin');
  await page.goto('/admin-dashboard');
  const palette = page.getByRole('dialog', { name: 'Chercher partout' });
  // Until the page listens.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible({ timeout: 500 });
  }).toPass();
  const field = palette.getByRole('combobox');
  await expect(field).toBeFocused();
  await field.fill(person.email);
  const option = palette.getByRole('option').filter({ hasText: person.email });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin-dashboard\/users\/[\w-]+$/);
  await expect(page.getByRole('main')).toContainText(person.email);

  // A verb before a name begins the act, and is offered before it is written whole.
  await page.keyboard.press('Control+k');
  await field.fill('susp');
  await expect(palette.getByRole('option', { name: /^Suspendre…/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Suspendre ');
  await field.pressSequentially(person.email);
  const act = palette.getByRole('group', { name: 'Suspendre' }).getByRole('option');
  await expect(act).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: /^Suspendre .+ ?/ });
  await expect(dialog).toBeVisible();
  await expect(page).not.toHaveURL(/act=/);
  await dialog.getByRole('button', { name: 'Revenir' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(person.email);

  await page.keyboard.press('Control+k');
  await field.fill('rapports');
  await expect(palette.getByRole('option', { name: 'Rapports' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin-dashboard/reports');
});

test('what waits is taken from its row, and taken back', inSoak, async ({ page, server }) => {
  const subject = `Mon billet ${randomUUID().slice(0, 8)}`;
  const person = newPerson('viewer');
  const session = await register(server, person);
  await sendAs(server, session, openThread.name, {
    key: randomUUID(),
    about: { kind: 'help', id: null },
    subject,
    body: 'Je ne le trouve pas.',
    files: [],
  });
  await arriveAs(page, server, 'admin');
  await page.goto(`/admin-dashboard?q=${encodeURIComponent(subject)}`);
  const row = page.getByRole('row').filter({ hasText: subject });
  await row.getByRole('button', { name: `Je m’en occupe : ${subject}` }).click();
  await expect(row.getByText('Vous', { exact: true })).toBeVisible();
  const assigned = page.waitForResponse((answer) => answer.url().endsWith(assignThread.name));
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  expect((await assigned).ok()).toBe(true);
  await expect(row.getByRole('button', { name: `Je m’en occupe : ${subject}` })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNothingCut(page);
  await row.getByRole('link', { name: subject }).click();
  await expect(page).toHaveURL(/\/admin-dashboard\/messages\?thread=/);
});

test(
  'pages are chosen and withheld together, and the view of the list is kept',
  inSoak,
  async ({ page, server }) => {
    const streamer = await openStreamer(server);
    await arriveAs(page, server, 'admin');
    await page.goto(`/admin-dashboard/streamers?q=${streamer.handle}`);
    const rows = page.getByRole('table', { name: 'Streamers' }).getByRole('row');
    await expect(rows).toHaveCount(2);
    await rows.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Retirer les pages' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByLabel('Motif').fill('Vu avec l’équipe');
    await asked.getByRole('button', { name: 'Retirer les pages' }).click();
    await expect(rows.getByText('Retiré par Loge')).toBeVisible();
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await expect(rows.getByText('Publié')).toBeVisible();

    await page.getByRole('button', { name: 'Vues, colonnes et fichier' }).click();
    await page.getByRole('menuitem', { name: 'Vues enregistrées…' }).click();
    const views = page.getByRole('dialog', { name: 'Vues enregistrées' });
    await views.getByLabel('Nom de cette vue').fill('Celui-ci');
    await views.getByRole('button', { name: 'Enregistrer cette vue' }).click();
    await expect(views.getByRole('link', { name: 'Celui-ci' })).toBeVisible();
    // The toast that lies above the window takes the first Escape, the window the next.
    const told = page.locator('.toast[data-state="open"]').filter({ hasText: 'Vue enregistrée' });
    await expect(told).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(told).toBeHidden();
    await expect(views).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(views).toBeHidden();
    await page.goto('/admin-dashboard/streamers');
    await page.getByRole('button', { name: 'Vues, colonnes et fichier' }).click();
    await page.getByRole('menuitem', { name: 'Celui-ci' }).click();
    await expect(page).toHaveURL(new RegExp(`q=${streamer.handle}`));
  },
);

test(
  'a list is worked by its keys, and shows the columns that one wants',
  inSoak,
  async ({ page, server }) => {
    const streamer = await openStreamer(server);
    await arriveAs(page, server, 'admin');
    await page.goto(`/admin-dashboard/streamers?q=${streamer.handle}`);
    const row = page.getByRole('table', { name: 'Streamers' }).getByRole('row').nth(1);
    const opens = row.getByRole('button', { name: /^Ouvrir/ });
    await expect(opens).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    // While one types they are letters.
    await page.keyboard.press('j');
    await expect(page.getByRole('searchbox')).toHaveValue(`${streamer.handle}j`);
    await page.keyboard.press('Backspace');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await expect(opens).toBeFocused();
    await page.keyboard.press('x');
    await expect(row.getByRole('checkbox')).toBeChecked();
    await page.keyboard.press('e');
    const asked = page.getByRole('alertdialog');
    await expect(asked).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(asked).toHaveCount(0);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Raccourcis clavier' })).toContainText('Ligne suivante');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Vues, colonnes et fichier' }).click();
    await page.getByRole('menuitem', { name: 'Colonnes…' }).click();
    await page.getByRole('dialog', { name: 'Colonnes' }).getByLabel('Note').click();
    await expect(page).toHaveURL(/hide=rating_average/);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Offres' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Note' })).toHaveCount(0);
  },
);
