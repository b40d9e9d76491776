import { actionLink, followLink, newestMail, spendLink } from './harness/mail.ts';
import { forgetSession, newPerson, registerWithoutAge, signIn, signUp } from './harness/people.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

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
  await followLink(page, actionLink(await newestMail(server, person.email)));
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
  await followLink(page, actionLink(await newestMail(server, person.email, 2)));
  await expect(page).toHaveURL('/viewer-dashboard');
});

test(
  'an address that has an account: the page says what it says to a new one, and the mail tells its owner',
  inSoak,
  async ({ page, server, expectErrors }) => {
    expectErrors(answered(400), /Email not confirmed|connexion/i);
    const person = newPerson();
    await registerWithoutAge(server, person);
    await spendLink(server, actionLink(await newestMail(server, person.email)));
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
  },
);

test('/auth/callback: a used link, a broken one, and none at all say what to do', async ({
  page,
  server,
  expectErrors,
}) => {
  const person = newPerson();
  await signUp(page, person);
  await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();
  const link = actionLink(await newestMail(server, person.email));
  await followLink(page, link);
  await expect(page).toHaveURL('/viewer-dashboard');
  await forgetSession(page);

  expectErrors(answered(403), /Lien refusé/);
  for (const dead of [link, link.replace(/token_hash=[^&]+/, 'token_hash=pasunjeton'), '/auth/callback']) {
    if (dead.includes('token_hash')) await followLink(page, dead);
    else await page.goto(dead);
    await expect(page.getByRole('heading', { level: 1 }), dead).toHaveText('Ce lien n’est plus valable');
    await expect(page.getByRole('main').getByRole('link', { name: 'Se connecter' })).toBeVisible();
  }
  await page.goto('/auth/callback?error=server_error&error_code=unexpected_failure&error_description=x');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La connexion n’a pas abouti');
});

test(
  'a link that programs opened in browsers of theirs still confirms, in another browser than the one that asked',
  inSoak,
  async ({ page, server, browser }) => {
    const person = newPerson();
    await signUp(page, person);
    await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();
    const link = actionLink(await newestMail(server, person.email));
    const elsewhere = await browser.newPage();
    const confirm = elsewhere.getByRole('button', { name: 'Confirmer mon adresse' });
    for (let visit = 0; visit < 2; visit++) {
      await elsewhere.goto(link);
      await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Confirmez votre adresse');
      await expect(confirm).toBeVisible();
    }
    await confirm.click();
    await expect(elsewhere).toHaveURL('/viewer-dashboard');
    await elsewhere.close();
    await signIn(page, person);
    await expect(page).toHaveURL('/viewer-dashboard');
  },
);

test(
  'a link whose click does not reach the server is as good as before',
  inSoak,
  async ({ page, server, context, expectErrors }) => {
    expectErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Lien refusé|Failed to fetch/);
    const person = newPerson();
    await signUp(page, person);
    const link = actionLink(await newestMail(server, person.email));
    await page.goto(link);
    const confirm = page.getByRole('button', { name: 'Confirmer mon adresse' });
    await expect(confirm).toBeVisible();
    // The client is there: what fails is the question.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await confirm.click();
    await expect(page.getByRole('alert')).toContainText('Loge ne répond pas');
    await context.setOffline(false);
    await confirm.click();
    await expect(page).toHaveURL('/viewer-dashboard');
  },
);
