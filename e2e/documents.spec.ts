import { readFile } from 'node:fs/promises';
import { DESK, expectNoAxeViolations, expectNoSidewaysScroll, TELEPHONE } from './harness/axe.ts';
import { arriveAs, signIn } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

test('a streamer changes who sells, reads the mandate and downloads an invoice', async ({ page, server }) => {
  const password = /mot de passe (\S+)/.exec(server.log())?.[1] ?? '';
  await signIn(page, { email: 'streamer@loge.test', password });
  await expect(page).toHaveURL(/dashboard/);
  await page.setViewportSize(DESK);
  const section = page.getByRole('region', { name: 'Factures et avoirs' });
  const download = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /LG-\S+-\d{4}-\d{4}/ })
        .first()
        .click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^LG-.*\.pdf$/);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  };
  // The first documents are on their way from the demo's books.
  await expect(async () => {
    await page.goto('/streamer-dashboard/earnings?kind=session_invoice');
    await expect(section.getByRole('button', { name: /LG-/ }).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await download();

  await section.getByRole('button', { name: 'Modifier l’identité fiscale' }).click();
  const identity = page.getByRole('dialog', { name: 'Identité fiscale' });
  await identity.getByRole('textbox', { name: 'SIREN' }).fill('123456789');
  await identity.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(identity.getByText('Ce numéro n’est pas un SIREN')).toBeVisible();
  await expectNoAxeViolations(page);
  await identity.getByRole('textbox', { name: 'SIREN' }).fill('732 829 320');
  await identity.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(identity).toBeHidden();
  await section.getByRole('button', { name: 'Relire le mandat' }).click();
  await expect(page.getByRole('dialog').getByText('article 289, I-2')).toBeVisible();
  await page.keyboard.press('Escape');
  await section.getByRole('searchbox').fill('introuvable');
  await section.getByRole('searchbox').press('Enter');
  await expect(section.getByText('Aucun document ne correspond')).toBeVisible();
  await page.setViewportSize(TELEPHONE);
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
});

test('a streamer says who sells and accepts the mandate for the first time', async ({ page, server }) => {
  await arriveAs(page, server, 'streamer');
  await page.goto('/streamer-dashboard/earnings');
  const section = page.getByRole('region', { name: 'Factures et avoirs' });
  await section.getByRole('button', { name: 'Compléter l’identité fiscale' }).click();
  const identity = page.getByRole('dialog', { name: 'Identité fiscale' });
  await identity.getByRole('textbox', { name: 'Nom de l’entreprise' }).fill('Studio Écarlate');
  await identity.getByRole('checkbox', { name: /^Je suis entrepreneur individuel/ }).uncheck();
  await identity.getByRole('textbox', { name: 'SIREN' }).fill('732 829 320');
  await identity.getByRole('textbox', { name: 'Numéro et rue' }).fill('1 rue de la Scène');
  await identity.getByRole('textbox', { name: 'Code postal' }).fill('75002');
  await identity.getByRole('textbox', { name: 'Ville' }).fill('Paris');
  await identity.getByRole('textbox', { name: 'Titulaire du compte bancaire' }).fill('Studio Écarlate');
  await identity.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(identity).toBeHidden();
  await section.getByRole('button', { name: 'Lire et accepter le mandat' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'J’ai lu et j’accepte le mandat' }).click();
  await expect(section.getByText('Mandat de facturation accepté le')).toBeVisible();
  await page.reload();
  await section.getByRole('button', { name: 'Relire le mandat' }).click();
  await expect(page.getByRole('dialog').getByText('article 289, I-2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'J’ai lu et j’accepte le mandat' })).toHaveCount(0);
});
