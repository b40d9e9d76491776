import { actionLink, newestMail } from './harness/mail.ts';
import { forgetSession, newPerson, register, signIn, signUp } from './harness/people.ts';
import { answered, expect, test } from './harness/test.ts';

// Short waits between two mails, so that « Renvoyer » can be tried.
test.use({ serverEnv: { AUTH_AUTOCONFIRM: 'false', AUTH_MAIL_INTERVAL: '1' } });

test('"redirect to the site origin after e-mail confirmation": the link opens the session', async ({
  page,
  server,
}) => {
  const person = newPerson('streamer');
  await signUp(page, person);
  await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await page.goto(actionLink(await newestMail(server, person.email)));
  await expect(page).toHaveURL('/streamer-dashboard');
});

test('an unconfirmed address cannot sign in, is told so, and gets another link', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(400), answered(429), /Email not confirmed|connexion/i);
  const person = newPerson();
  await signUp(page, person);
  await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();
  await newestMail(server, person.email);
  await page.waitForTimeout(1_200); // AUTH_MAIL_INTERVAL
  await signIn(page, person);
  await expect(page.getByRole('alert')).toContainText(/confirm/i);
  await page.getByRole('button', { name: 'Renvoyer le lien' }).click();
  await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();
  await page.goto(actionLink(await newestMail(server, person.email, 2)));
  await expect(page).toHaveURL('/viewer-dashboard');
});

test('an address that has an account: the page says what it says to a new one, and the mail tells its owner', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(400), /Email not confirmed|connexion/i);
  const person = newPerson();
  await register(server, person);
  await fetch(actionLink(await newestMail(server, person.email)), { redirect: 'manual' });
  await page.waitForTimeout(1_200); // AUTH_MAIL_INTERVAL
  const again = { ...person, password: 'cinq corbeaux verts' };
  await signUp(page, again);
  await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();
  const mail = await newestMail(server, person.email, 2);
  expect(mail.subject).toBe('Vous avez déjà un compte');
  expect(mail.links).toContain(`${server.url}/auth`);
  await signIn(page, again);
  await expect(page.getByRole('alert')).toContainText('Votre adresse n’est pas encore confirmée');
  await signIn(page, person);
  await expect(page).toHaveURL('/viewer-dashboard');
});

test('/auth/callback: a used link, a broken one, and none at all say what to do', async ({
  page,
  server,
}) => {
  const person = newPerson();
  await signUp(page, person);
  await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();
  const link = actionLink(await newestMail(server, person.email));
  await page.goto(link);
  await expect(page).toHaveURL('/viewer-dashboard');
  await forgetSession(page);

  for (const dead of [link, link.replace(/token=[^&]+/, 'token=pasunjeton'), '/auth/callback']) {
    await page.goto(dead);
    await expect(page.getByRole('heading', { level: 1 }), dead).toHaveText('Ce lien n’est plus valable');
    await expect(page.getByRole('main').getByRole('link', { name: 'Se connecter' })).toBeVisible();
  }
  await page.goto('/auth/callback?error=server_error&error_code=unexpected_failure&error_description=x');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La connexion n’a pas abouti');
});

test('a link opened in another browser than the one that asked confirms all the same', async ({
  page,
  server,
  browser,
}) => {
  const person = newPerson();
  await signUp(page, person);
  await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();
  const link = actionLink(await newestMail(server, person.email));
  const elsewhere = await browser.newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Presque arrivé');
  await elsewhere.close();
  await signIn(page, person);
  await expect(page).toHaveURL('/viewer-dashboard');
});
