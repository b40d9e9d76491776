import { readFileSync } from 'node:fs';
import { arrangeHome, type HomePlace } from '#product/discovery/home-contract.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { arriveInDemo, asService, openDemoSession, sendAs } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

const ADMIN = 'admin@loge.test';

/** Who is featured, in order. */
async function featuredOf(server: LogeServer): Promise<HomePlace[]> {
  const rows = (await asService(
    server,
    '/rest/v1/streamers?select=id,featured_from,featured_until&featured_at=not.is.null&order=featured_position,featured_at,id',
  )) as { id: string; featured_from: string | null; featured_until: string | null }[];
  return rows.map(({ id, featured_from, featured_until }) => ({
    streamerId: id,
    from: featured_from,
    until: featured_until,
  }));
}

/** Features these, in this order, as the team does; returns what was before. */
async function feature(server: LogeServer, places: HomePlace[]): Promise<HomePlace[]> {
  const before = await featuredOf(server);
  const session = await openDemoSession(server, ADMIN);
  await sendAs(server, session, arrangeHome.name, { before, places, reason: 'Pour un essai' });
  return before;
}

const dayAfter = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(Date.now() + days * 86_400_000);

test('by keyboard alone: the featured change places and days, the home page follows, and it is taken back', async ({
  page,
  server,
}) => {
  // They have no hours, so that they never stand among who is free.
  const names = ['Ada Première', 'Basile Second', 'Chloé Troisième'];
  const ids: string[] = [];
  for (const display_name of names)
    ids.push((await openStreamer(server, { hours: [], page: { display_name } })).id);
  const places = ids.map((streamerId) => ({ streamerId, from: null, until: null }));
  const before = await feature(server, places);
  await arriveInDemo(page, server, ADMIN);
  await page.goto('/admin-dashboard/content?tab=home');
  const order = page.getByRole('list', { name: 'Mis en avant' }).getByRole('button', { name: /^Déplacer/ });
  await expect(order).toHaveCount(3);
  const grip = (name: string) => page.getByRole('button', { name: new RegExp(`^Déplacer ${name}`) });
  await grip('Chloé').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(grip('Chloé')).toHaveAccessibleName('Déplacer Chloé Troisième, 1 sur 3');
  // What was moved keeps the focus, whichever way it went.
  await page.keyboard.press('ArrowDown');
  await expect(grip('Chloé')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(grip('Chloé')).toBeFocused();
  await page.getByLabel('Ada Première, en avant du').fill(dayAfter(3));
  await expect(page.getByRole('listitem').filter({ has: grip('Ada') })).toContainText('À venir');
  await expect(page.getByText('Avec vos changements, pas encore enregistrés.')).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer l’accueil…' }).press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Enregistrer l’accueil ?' });
  await asked.getByLabel('Motif').fill('Semaine des nouveaux');
  await asked.getByRole('button', { name: 'Enregistrer' }).press('Enter');
  await expect(page.getByText('Accueil enregistré', { exact: true })).toBeVisible();
  // The toast waits while it has the focus, which the window, once it has closed, gives back to its button first.
  await expect(asked).toHaveCount(0);
  const saved = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list');
  await expect(async () => {
    await page.keyboard.press('F8');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await expect(saved).toBeFocused({ timeout: 100 });
  }).toPass();

  const visitor = await page.context().newPage();
  await visitor.goto('/');
  const met = visitor.getByRole('list', { name: 'À rencontrer' }).getByRole('heading');
  await expect(met.first()).toHaveText('Chloé Troisième');
  await expect(met.nth(1)).toHaveText('Basile Second');
  await expect(met.filter({ hasText: 'Ada Première' })).toHaveCount(0);
  await visitor.close();

  await page.keyboard.press('Tab');
  const undo = page.getByRole('button', { name: 'Annuler', exact: true });
  await undo.press('Enter');
  await expect(page.getByText('C’est comme avant', { exact: true })).toBeVisible();
  expect(await featuredOf(server)).toEqual(places);
  await feature(server, before);
});

test('by keyboard alone: a mail is found and read, and a test of it arrives at who asked for it', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, ADMIN);
  await page.goto('/admin-dashboard/content?tab=mails');
  const mails = page.getByRole('navigation', { name: 'E-mails' });
  await expect(mails).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('account.suspended');
  await expect(mails.getByRole('link')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(mails.getByRole('link', { name: 'Votre compte est suspendu' })).toBeFocused();
  await page.keyboard.press('k');
  await expect(mails.getByRole('button', { name: 'Compte' })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/mail=account\.suspended/);
  const shown = page.getByRole('region', { name: 'Aperçu' });
  await expect(shown.getByRole('heading', { name: 'Votre compte est suspendu' })).toBeVisible();
  await expect(shown.locator('iframe').contentFrame().locator('body')).toContainText('suspendu');
  await expectNoAxeViolations(page);
  await shown.getByRole('button', { name: 'M’envoyer un essai' }).press('Enter');
  await expect(page.getByText('Essai envoyé', { exact: true })).toBeVisible();
  await expect
    .poll(async () => {
      const kept = await fetch(`${server.url}/dev/mail.json?to=${encodeURIComponent(ADMIN)}`);
      return ((await kept.json()) as { subject: string }[]).map(({ subject }) => subject);
    })
    .toContainEqual(expect.stringContaining('Votre compte est suspendu'));

  // On a telephone a mail takes the place of the list, and gives it back.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin-dashboard/content?tab=mails');
  await expect(page.getByRole('region', { name: 'Aperçu' })).toBeHidden();
  await mails.getByRole('button', { name: 'Modération' }).press('Enter');
  const first = mails.getByRole('link').first();
  await first.press('Enter');
  await expect(mails).toBeHidden();
  const back = page.getByRole('button', { name: 'Tous les e-mails' });
  await expect(back).toBeFocused();
  await back.press('Enter');
  await expect(first).toBeFocused();
});

test('what was searched in vain is narrowed and ordered in the address, and downloaded', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, ADMIN);
  await page.goto('/admin-dashboard/content?tab=searches');
  const table = page.getByRole('table', { name: 'Recherches sans résultat' });
  const found = table.getByRole('row').getByRole('link', { name: /^(?!En faire)/ });
  await expect(found.nth(2)).toBeVisible();
  await table.getByRole('button', { name: 'Recherche', exact: true }).press('Enter');
  await expect(page).toHaveURL(/sort=words&direction=ascending/);
  const sorted = (words: string[]) => words.toSorted((a, b) => a.localeCompare(b, 'fr'));
  await expect
    .poll(async () => {
      const words = await found.allInnerTexts();
      return words.length > 2 && words.join() === sorted(words).join();
    })
    .toBe(true);
  const [word = ''] = await found.allInnerTexts();
  await page.getByRole('searchbox', { name: 'Un mot cherché' }).fill(word);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=/);
  await expect(found).toHaveText([word]);
  await page.getByLabel('Jours').selectOption('last30');
  await expect(page).toHaveURL(/days=last30/);
  await page.getByLabel('Jours').selectOption('all');
  await expect(found).toHaveText([word]);
  const tools = page.getByRole('button', { name: 'Vues, colonnes et fichier' });
  await tools.press('Enter');
  await page.getByRole('menuitem', { name: 'Colonnes…' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Colonnes' })).toBeVisible();
  await page.keyboard.press('Escape');
  // What a menu opened gives the focus back to the button of the menu.
  await expect(tools).toBeFocused();
  await tools.click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Télécharger (CSV)' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('loge-unfound.csv');
  const lines = readFileSync(await file.path(), 'utf8')
    .split('\r\n')
    .slice(0, -1);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe('\uFEFF"Recherche";"Personnes";"Dernière fois"');
  expect(lines[1]).toMatch(new RegExp(`^"${word}";"\\d+";"`));
  await found.first().press('Enter');
  await expect(page).toHaveURL(/\/browse\?q=/);
});

test('a text is written, compared, and published for a day to come, with the days before it unchanged', async ({
  page,
  browser,
  server,
}) => {
  await arriveInDemo(page, server, ADMIN);
  await page.goto('/admin-dashboard/content?text=mentions-legales');
  const field = page.getByRole('textbox', { name: 'Texte, en Markdown' });
  const publish = page.getByRole('button', { name: 'Publier…' });
  const words = 'Une phrase écrite par un essai.';
  await field.fill(`${await field.inputValue()}\n\n${words}`);
  // What is not kept yet is not published, and the page says why.
  await expect(publish).toBeDisabled();
  await expect(page.getByText('Enregistrez le brouillon pour pouvoir le publier.')).toBeVisible();
  await page.getByRole('tab', { name: 'Différences' }).press('Enter');
  await expect(page.getByRole('tabpanel', { name: 'Différences' })).toContainText(`Ajouté : ${words}`);
  await expectNoAxeViolations(page);
  await page.getByRole('tab', { name: 'Écrire' }).press('Enter');
  await page.getByRole('button', { name: 'Enregistrer le brouillon' }).click();
  await publish.click();
  const asked = page.getByRole('alertdialog', { name: 'Publier cette version ?' });
  await asked.getByRole('button', { name: 'Publier' }).click();
  await expect(asked).toContainText('Indiquez un motif');
  await asked.getByLabel('En vigueur à partir du').fill(dayAfter(9));
  await asked.getByLabel('Motif').fill('Un essai de publication');
  await expectNoAxeViolations(page);
  await asked.getByRole('button', { name: 'Publier' }).click();
  await expect(asked).toBeHidden();
  await page.getByRole('tab', { name: 'Versions' }).press('Enter');
  const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });
  const newest = page.getByRole('tabpanel', { name: 'Versions' }).getByRole('listitem').first();
  await expect(newest).toContainText('Un essai de publication');
  const wanted = day.format(Date.now() + 9 * 86_400_000).replace(/^1 /, '1er ');
  await expect(newest).toContainText(new RegExp(`${wanted} à 0 h`.replaceAll(' ', '\\s')));
  const visitor = await (await browser.newContext({ baseURL: server.url, locale: 'fr-FR' })).newPage();
  await visitor.goto('/mentions-legales');
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(visitor.getByText(words)).toHaveCount(0);
  await visitor.context().close();
});
