import { expectNoAxeViolations, expectNothingCut } from './harness/axe.ts';
import { arriveInDemo } from './harness/people.ts';
import { expect, inSoak, test } from './harness/test.ts';

/** The system of the demo, in which nothing is wrong until something is. */
test.use({ serverEnv: { DEMO_DATA: 'true' } });

/** All is well with Loge itself but that nobody has made a backup; what its machine lacks, time or room on its disk, says nothing of it. */
const WELL =
  /^Tout va bien(, sauf\s: ((aucune sauvegarde n’existe encore|\d+\stâches? (a|ont) du retard|\d+\salertes? (d’un serveur|des serveurs)|\d+\ssortes? d’erreurs? depuis un jour)(, | et )?)+)?$/;

/** Each part of the installation: its title, and what it says once it is open. */
const PARTS: readonly [title: string, says: readonly (string | RegExp)[]][] = [
  ['Ordres de paiement', [/se relance ou se clôt ici/]],
  ['E-mails abandonnés', []],
  ['Rapports par e-mail', ['Rapports']],
  [
    'Serveur 1',
    [
      'Boucle d’événements',
      'Connexions à la base',
      'Temps réel',
      'Disque',
      /^Image et son/,
      'Relais TURN',
      'Version',
    ],
  ],
  ['Paiements et courrier', ['Événements en un jour', 'Ordres en attente', 'E-mails en attente']],
  ['Loges ouvertes', [/la qualité de leurs lignes/]],
  ['Base et fichiers', [/^Postgres \d/, 'Fichiers', 'Dernière migration']],
  ['Agendas', ['Lus', 'Pas encore lus']],
  ['Intégrité', [/comparés chaque nuit/, 'Vérifier l’intégrité']],
  ['Sauvegarde', [/npm run backup/]],
  ['Tâches du serveur', ['Dernière fois', 'Durée', 'Échecs', /^Relancer/]],
  ['Erreurs du serveur', []],
];

test('each part of the installation has a row that says how it is, and more once it is open', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, 'admin@loge.test');
  await page.goto('/admin-dashboard/system');
  await expect(page.getByRole('heading', { name: /^Tout va bien/ })).toBeVisible();
  for (const [title, says] of PARTS) {
    const part = page
      .locator('details')
      .filter({ has: page.locator('summary', { hasText: title }) })
      .first();
    await expect(part.locator('summary')).toHaveText(new RegExp(`${title}.+`));
    if (!(await part.evaluate((one: HTMLDetailsElement) => one.open))) await part.locator('summary').click();
    for (const words of says) await expect(part.getByText(words).first(), title).toBeVisible();
  }
});

test(
  'the system in one sentence, its parts as rows that open by keyboard and by their address',
  inSoak,
  async ({ page, server }) => {
    await arriveInDemo(page, server, 'admin@loge.test');
    for (const [width, most] of [
      [1440, 2_000],
      [320, 3_500],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/admin-dashboard/system');
      await expect(page.getByRole('heading', { name: WELL })).toBeVisible();
      // Parts that tell of a slow or a full machine open by themselves.
      const height = await page.evaluate(() => {
        for (const part of document.querySelectorAll('details')) part.open = false;
        return document.documentElement.scrollHeight;
      });
      expect(height).toBeLessThanOrEqual(most);
      await expectNothingCut(page);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const tasks = page.locator('details#tasks');
    await expect(tasks).not.toHaveAttribute('open');
    await tasks.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('table', { name: 'Tâches du serveur' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('table', { name: 'Tâches du serveur' })).toBeHidden();

    // An address leads to a part, and opens it.
    await page.goto('/admin-dashboard/system#log');
    await expect(page.getByRole('table', { name: 'Journal des décisions' })).toBeVisible();
    await expect(page.locator('details#log summary')).toBeInViewport();
    await page.goto('/admin-dashboard/system?q=introuvable');
    await expect(page.getByText('Aucune décision ne correspond')).toBeVisible();
  },
);

test(
  'sessions are narrowed to a streamer, and a page further down is gone to by its number',
  inSoak,
  async ({ page, server }) => {
    await arriveInDemo(page, server, 'admin@loge.test');
    await page.goto('/admin-dashboard/sessions?days=all');
    const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row');
    await expect(rows.nth(1)).toBeVisible();
    const jump = page.getByRole('textbox', { name: /^Aller à la page, de 1 à \d+$/ });
    await jump.fill('3');
    await jump.press('Enter');
    await expect(page).toHaveURL(/page=3/);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('41 à 60 sur');
    // A number that is too large goes to the last page, a word nowhere.
    await jump.fill('9999');
    await jump.press('Enter');
    await expect(page).not.toHaveURL(/page=3(?!\d)/);
    await expect(page.getByRole('link', { name: 'Page suivante' })).toHaveCount(0);
    const last = page.url();
    await jump.fill('trois');
    await jump.press('Enter');
    expect(page.url()).toBe(last);
    const choice = page.getByLabel('Streamer', { exact: true });
    const name = (await choice.locator('option').nth(1).textContent()) ?? '';
    await choice.selectOption({ index: 1 });
    await expect(page).toHaveURL(/of=/);
    await expect(page).not.toHaveURL(/page=/);
    await expect
      .poll(async () => {
        const shown = await rows.filter({ has: page.getByRole('cell') }).allInnerTexts();
        return shown.length > 0 && shown.every((row) => row.includes(name));
      })
      .toBe(true);
  },
);
