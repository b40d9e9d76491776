import { expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { arriveInDemo } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

test('a streamer sees what a plan leaves, asks backwards, and shares it by its address', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, 'streamer@loge.test');
  await page.goto(
    '/streamer-dashboard/revenue-simulator?price=45&minutes=60&seats=1&sessions=8&fill=78&refunded=0&off=6',
  );
  const net = page.getByRole('row', { name: /^Net en poche/ });
  await expect(net).toContainText(/7\s362,58\s€/);
  // Beside a session, a month and a year, what is left of each hour of work.
  await expect(page.getByRole('columnheader', { name: 'Heure travaillée' })).toBeVisible();
  await expect(net.getByRole('cell').nth(1)).toHaveText(/^\d+,\d\d\s€$/);
  await expect(page.getByRole('heading', { name: /613,55\s€ nets par mois/ })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole('slider', { name: 'Prix d’une session' }).press('ArrowRight');
  await expect(page).toHaveURL(/price=46/);
  await expect(net).not.toContainText(/7\s362,58/);
  await page.reload();
  await expect(page.getByRole('slider', { name: 'Prix d’une session' })).toHaveValue('46');

  await page.getByLabel('Statut').selectOption('Je ne suis pas en France');
  await expect(page.getByText('Avant impôts et cotisations')).toBeVisible();
  await page.getByLabel('Statut').selectOption('Micro-entreprise BNC (libéral)');
  await page.getByRole('tab', { name: 'Objectif' }).click();
  // The address follows what was chosen last a moment later.
  await expect(page).toHaveURL(/mode=goal/);
  await expect(page).not.toHaveURL(/place=/);
  await page.goto(`${page.url()}&goal=1500`);
  await expect(page.getByText('20 sessions par semaine', { exact: true })).toBeVisible();
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }

  // The year that was, by the same rules, and why it is not what was promised.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('tab', { name: 'L’an dernier' }).click();
  await expect(page.getByRole('heading', { name: /nets en douze mois/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Ce qui vous est vraiment resté/ })).toBeVisible();
  await expectNoAxeViolations(page);

  // A scenario is kept, stands beside the others, and becomes an offer.
  await page.getByRole('tab', { name: 'Je choisis' }).click();
  await page.getByLabel('Nom de ce scénario').fill('Deux soirs');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Deux soirs' })).toHaveAttribute('href', /price=46/);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Retirer Deux soirs' }).click();
  await expect(page.getByRole('link', { name: 'Deux soirs' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Créer cette offre' }).click();
  const offer = page.getByRole('dialog', { name: 'Nouvelle offre' });
  await expect(offer.getByLabel(/^Prix/)).toHaveValue('46');
});
