import { expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { signIn } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

test('a streamer sees what a plan leaves, asks backwards, and shares it by its address', async ({
  page,
  server,
}) => {
  const password = /mot de passe (\S+)/.exec(server.log())?.[1] ?? '';
  await signIn(page, { email: 'streamer@loge.test', password });
  await expect(page).toHaveURL(/dashboard/);
  await page.goto(
    '/streamer-dashboard/revenue-simulator?price=45&minutes=60&seats=1&sessions=8&fill=78&refunded=0&off=6',
  );
  const net = page.getByRole('row', { name: /^Net en poche/ });
  await expect(net).toContainText(/7\s362,58\s€/);
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
  await page.getByRole('tab', { name: 'Je veux gagner…' }).click();
  await expect(page).toHaveURL(/mode=goal/);
  await page.goto(`${page.url()}&goal=1500`);
  await expect(page.getByText('20 sessions par semaine', { exact: true })).toBeVisible();
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
});
