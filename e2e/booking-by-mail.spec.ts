import { actionLink, newestMail } from './harness/mail.ts';
import { newPerson } from './harness/people.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, test } from './harness/test.ts';

test.use({ serverEnv: { AUTH_AUTOCONFIRM: 'false', AUTH_MAIL_INTERVAL: '1' } });

test('a new account is confirmed by mail in another tab: the start and the answers are there, and the place is held', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(90_000);
  const question = { id: 'rank', label: 'Votre rang', required: true, long: false };
  const streamer = await openStreamer(server, { offers: [{ questions: [question] }] });
  await page.goto(`/book-session/${streamer.handle}`);
  const start = page
    .getByRole('radiogroup', { name: /^Créneaux du/ })
    .locator('label')
    .nth(1);
  await start.click();
  const chosen = ((await start.textContent()) ?? '').trim();
  await page.getByRole('main').getByRole('button', { name: 'Continuer' }).click();
  await page.getByLabel('Votre rang').fill('Platine');
  await page.getByRole('main').getByRole('link', { name: 'Créer un compte' }).click();

  const person = newPerson();
  const form = page.getByRole('form', { name: 'Créer un compte' });
  await form.getByLabel('Prénom', { exact: true }).fill(person.firstName);
  await form.getByLabel('Nom', { exact: true }).fill(person.lastName);
  await form.getByLabel('Adresse e-mail').fill(person.email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await form.getByLabel('Confirmer le mot de passe', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();
  const link = actionLink(await newestMail(server, person.email));
  await page.close();

  const other = await context.newPage();
  await other.goto(link);
  await expect(other).toHaveURL(/book-session/);
  await expect(other.getByRole('timer')).toBeVisible();
  await expect(other.getByRole('complementary', { name: 'Votre place' })).toContainText(chosen);
  await expect(other.getByLabel('Votre rang')).toHaveValue('Platine');
});
