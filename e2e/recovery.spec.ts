import { actionLink, followLink, newestMail } from './harness/mail.ts';
import { forgetSession, newPerson, register, signIn } from './harness/people.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

test('/forgot-password and /reset-password: a password is recovered by mail, end to end', async ({
  page,
  server,
  expectErrors,
}) => {
  const person = newPerson('streamer');
  await register(server, person);
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await page.getByLabel('Adresse e-mail').fill(person.email);
  await page.getByRole('button', { name: 'Recevoir le lien' }).click();
  await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();

  const link = actionLink(await newestMail(server, person.email));
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password/);
  await page.getByRole('button', { name: 'Choisir un nouveau mot de passe' }).click();
  const form = page.getByRole('main').getByRole('form');
  await form.getByLabel('Nouveau mot de passe', { exact: true }).fill('une girafe en hiver');
  await form.getByLabel('Confirmer le mot de passe', { exact: true }).fill('une girafe en été');
  await form.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(form.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
  await form.getByLabel('Confirmer le mot de passe', { exact: true }).fill('une girafe en hiver');
  await form.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(page).toHaveURL('/streamer-dashboard');
  await expect(page.getByText('Mot de passe enregistré', { exact: true }).first()).toBeVisible();

  // The link served once; the old password serves no more, the new one does.
  await forgetSession(page);
  expectErrors(answered(400), answered(403), /Invalid login|connexion|Lien refusé/i);
  await followLink(page, link);
  await expect(page.getByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeVisible();
  await signIn(page, person);
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn(page, { ...person, password: 'une girafe en hiver' });
  await expect(page).toHaveURL('/streamer-dashboard');
});

test('an unknown address gets the same answer as a known one', inSoak, async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByLabel('Adresse e-mail').fill(newPerson().email);
  await page.getByRole('button', { name: 'Recevoir le lien' }).click();
  await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();
});

test('/reset-password without a link says so, and leads to a new one', inSoak, async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Il manque le lien' })).toBeVisible();
  await page.getByRole('link', { name: 'Demander un lien' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('"email must be valid": \'Email invalide\' at /forgot-password too', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByLabel('Adresse e-mail').fill('camille@');
  await page.getByRole('button', { name: 'Recevoir le lien' }).click();
  await expect(page.getByText('Email invalide')).toBeVisible();
});

test(
  'a sign-in by mail: the same sentence for an unknown address, and the code of the mail opens the dashboard',
  inSoak,
  async ({ page, server, expectErrors }) => {
    expectErrors(answered(403));
    const person = newPerson('streamer');
    await register(server, person);
    for (const email of [newPerson().email, person.email]) {
      await page.goto('/auth');
      await page.getByLabel('Adresse e-mail').fill(email);
      await page.getByRole('button', { name: 'Recevoir un lien de connexion par e-mail' }).click();
      await expect(page.getByText(`Si un compte existe pour ${email}, un lien de connexion`)).toBeVisible();
    }
    const { code } = await newestMail(server, person.email);
    const field = page.getByLabel('Code reçu par e-mail');
    await field.fill(code === '000000' ? '111111' : '000000');
    await page.getByRole('button', { name: 'Valider le code' }).click();
    await expect(page.getByRole('alert')).toContainText('Ce code n’est pas le bon, ou n’est plus valable');
    await field.fill(code ?? '');
    await page.getByRole('button', { name: 'Valider le code' }).click();
    await expect(page).toHaveURL('/streamer-dashboard');
  },
);
