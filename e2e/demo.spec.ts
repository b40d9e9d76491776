import { dashboardOf, ROLES } from '#product/shared/roles.ts';
import { actionLink, followLink, newestMail } from './harness/mail.ts';
import { arriveInDemo, forgetSession, signIn } from './harness/people.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

/** The start of Loge prints it for newcomers. */
const passwordIn = (log: string) => /password (\S+)/.exec(log)?.[1] ?? '';

for (const role of ROLES) {
  test(`"Sample accounts exist for each role: first name is the capitalised role, last name 'Test', and a placeholder avatar image": ${role}`, async ({
    page,
    server,
  }) => {
    await signIn(page, { email: `${role}@loge.test`, password: passwordIn(server.log()) });
    await expect(page).toHaveURL(dashboardOf(role));
    const name = `${role[0]?.toUpperCase()}${role.slice(1)} Test`;
    const portrait = page.getByRole('button', { name: `Mon compte, ${name}` });
    await expect(portrait).toBeVisible();
    await expect(portrait.locator('img')).toHaveAttribute('src', new RegExp(role));
  });
}

test('an admin of the demonstration finds people of every state', async ({ page, server }) => {
  await arriveInDemo(page, server, 'admin@loge.test');
  await page.goto('/admin-dashboard/users');
  await expect(page.getByRole('table', { name: 'Comptes' }).getByRole('row').nth(5)).toBeVisible();
  await page.getByLabel('État').selectOption('suspended');
  await expect(page.getByRole('table', { name: 'Comptes' }).getByText('Suspendu').first()).toBeVisible();
  // How many places somebody had, and what they were worth.
  await page.goto('/admin-dashboard/users?q=viewer%40loge.test');
  await expect(page.getByRole('cell', { name: /^[1-9]\d* · [1-9].* €$/ })).toHaveCount(1);
});

test('a newcomer signs in with « Compte de démonstration », chooses role and names, and is in; who refuses is told so', async ({
  page,
  server,
}) => {
  await page.goto('/auth');
  const button = page.getByRole('button', { name: 'Compte de démonstration' });
  await button.click();
  await page.getByRole('button', { name: 'Refuser' }).click();
  await expect(page.getByRole('heading', { name: 'Vous avez refusé l’accès' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();

  await button.click();
  await page.getByLabel('Adresse e-mail').fill('nouvelle.venue@exemple.test');
  await page.getByRole('button', { name: 'Continuer' }).click();
  const form = page.getByRole('form', { name: 'Compléter mon profil' });
  await expect(form.getByLabel('Prénom')).toHaveValue('Camille');
  // Left, or loaded again, it is asked before anything else of theirs.
  await page.reload();
  await expect(form).toBeVisible();
  await page.goto('/streamer-dashboard/earnings');
  await expect(form.getByLabel('Prénom')).toHaveValue('Camille');
  await form.getByRole('radio', { name: /Streamer/ }).check({ force: true });
  await form.getByRole('button', { name: 'Entrer' }).click();
  // Where they were going, which their new role may see.
  await expect(page).toHaveURL('/streamer-dashboard/earnings');
  await expect(page.getByRole('button', { name: 'Mon compte, Camille Démo' })).toBeVisible();

  // Their only way in cannot be unlinked, and the settings say why.
  await page.goto('/streamer-dashboard/settings?tab=account');
  const ways = page.getByRole('list', { name: 'Moyens de connexion' });
  await expect(ways.getByText('C’est votre seul moyen de connexion')).toBeVisible();
  await expect(ways.getByRole('button', { name: 'Délier' })).toHaveCount(0);

  // They have no password: nothing asks for the one that they have, and the account can be deleted all the same.
  await expect(page.getByLabel('Mot de passe actuel')).toHaveCount(0);
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
  await dialog.getByRole('button', { name: 'Recevoir un lien par e-mail' }).click();
  await expect(dialog.getByText('Lien envoyé à nouvelle.venue@exemple.test')).toBeVisible();
  await followLink(page, actionLink(await newestMail(server, 'nouvelle.venue@exemple.test')));
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('sept hiboux calmes');
  await page.getByLabel('Confirmer le mot de passe', { exact: true }).fill('sept hiboux calmes');
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(page).toHaveURL(dashboardOf('streamer'));
  await page.goto('/streamer-dashboard/settings?tab=account');
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  await dialog.getByLabel('Votre mot de passe').fill('sept hiboux calmes');
  await dialog.getByRole('button', { name: 'Demander la suppression' }).click();
  await expect(page.getByText('Votre compte sera supprimé le')).toBeVisible();
});

test(
  'an account that exists is linked, signs in, is unlinked, and a callback that is opened again changes nothing',
  inSoak,
  async ({ page, server }) => {
    await arriveInDemo(page, server, 'viewer@loge.test');
    await page.goto('/viewer-dashboard/settings');
    const ways = page.getByRole('list', { name: 'Moyens de connexion' });
    await expect(ways.getByText('C’est votre seul moyen de connexion')).toBeVisible();
    const returned = page.waitForRequest((request) => request.url().includes('/auth/v1/callback?'));
    await ways.getByRole('button', { name: 'Relier Compte de démonstration' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loge souhaite savoir qui vous êtes');
    await page.getByLabel('Adresse e-mail').fill('autre.adresse@exemple.test');
    await page.getByRole('button', { name: 'Continuer' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre compte est relié');
    await page.getByRole('link', { name: 'Revenir à mes réglages' }).click();
    await expect(ways.getByText('autre.adresse@exemple.test')).toBeVisible();
    await expect(ways.getByText('c’est à cette adresse que nous vous écrivons')).toBeVisible();

    // The browser's history, or a copied address: the attempt is over, and the session stands.
    await page.goto((await returned).url());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('La connexion n’a pas abouti');
    await expect(page.getByRole('main')).toContainText('Cette tentative de connexion a déjà servi');
    await page.getByRole('main').getByRole('link', { name: 'Aller à mon espace' }).click();
    await expect(page).toHaveURL('/viewer-dashboard');

    await forgetSession(page);
    await page.goto('/auth?next=%2Fviewer-dashboard%2Fsettings');
    // The provider knows this browser still, and asks nothing.
    await page.getByRole('button', { name: 'Compte de démonstration' }).click();
    await expect(page).toHaveURL('/viewer-dashboard/settings');
    await ways.getByRole('button', { name: 'Délier Compte de démonstration' }).click();
    await expect(ways.getByText('C’est votre seul moyen de connexion')).toBeVisible();
    await expect(ways.getByRole('button', { name: 'Relier Compte de démonstration' })).toBeVisible();
  },
);

test(
  'each outcome of a provider at /auth/callback says what happened, whose it is, and what to do next',
  inSoak,
  async ({ page, expectErrors }) => {
    expectErrors(/Lien refusé/, answered(400), answered(403), answered(404));
    const outcomes: [query: string, title: string, text: string][] = [
      ['error=access_denied', 'Vous avez refusé l’accès', 'Rien n’a été transmis à Loge'],
      ['error=user_cancelled_authorize', 'Vous avez refusé l’accès', 'Rien n’a été transmis à Loge'],
      ['error=temporarily_unavailable', 'La connexion n’a pas abouti', 'un problème de son côté'],
      ['error=server_error&flow=link', 'Ce compte n’a pas été relié', 'un problème de son côté'],
      [
        'error=server_error&error_code=unexpected_failure',
        'La connexion n’a pas abouti',
        'Réessayez dans un instant',
      ],
      ['error=invalid_request&error_code=bad_oauth_state', 'La connexion n’a pas abouti', 'Recommencez-la'],
      [
        'error=invalid_request&error_code=bad_oauth_callback',
        'La connexion n’a pas abouti',
        'Recommencez-la',
      ],
      [
        'error=access_denied&error_code=signup_disabled',
        'La connexion n’a pas abouti',
        'inscriptions sont fermées',
      ],
      ['error=access_denied&error_code=user_banned', 'La connexion n’a pas abouti', 'Ce compte est suspendu'],
      [
        'error=access_denied&error_code=provider_email_needs_verification',
        'Confirmez votre adresse',
        'lien reçu par e-mail',
      ],
      [
        'error=invalid_request&error_code=identity_already_exists&flow=link',
        'Ce compte n’a pas été relié',
        'déjà relié à un compte',
      ],
      [
        'error=invalid_request&error_code=email_exists&flow=link',
        'Ce compte n’a pas été relié',
        'Un compte existe déjà',
      ],
      ['code=00000000-0000-4000-8000-000000000000', 'Presque arrivé', 'dans un autre navigateur'],
    ];
    for (const [query, title, text] of outcomes) {
      await page.goto(`/auth/callback?${query}`);
      await expect(page.getByRole('heading', { level: 1 }), query).toHaveText(title);
      await expect(page.getByRole('main'), query).toContainText(text);
      await expect(page.getByRole('main'), query).not.toContainText('de notre côté');
      await expect(page.getByRole('main').getByRole('link', { name: 'Se connecter' }), query).toBeVisible();
    }
  },
);
