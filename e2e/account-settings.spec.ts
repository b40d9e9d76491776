import { readFile } from 'node:fs/promises';
import { DESK, expectNoAxeViolations, expectNothingCut, TELEPHONE } from './harness/axe.ts';
import { actionLink, followLink, newestMail } from './harness/mail.ts';
import { arriveAs, asService, forgetSession, newPerson, signIn } from './harness/people.ts';
import { openAs } from './harness/streamers.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

test.use({ serverEnv: { AUTH_MAIL_INTERVAL: '0' } });

test('names are changed, checked as at sign-up, and shown at once', inSoak, async ({ page, server }) => {
  await arriveAs(page, server, 'streamer');
  await page.goto('/streamer-dashboard/settings?tab=account');
  const form = page.getByRole('form', { name: 'Profil' });
  await form.getByLabel('Prénom').fill('N');
  await form.getByRole('button', { name: 'Enregistrer le profil' }).click();
  await expect(form.getByText('Le prénom doit contenir au moins 2 caractères')).toBeVisible();
  await form.getByLabel('Prénom').fill('Noûr');
  await form.getByRole('button', { name: 'Enregistrer le profil' }).click();
  await expect(page.getByRole('button', { name: 'Mon compte, Noûr Delorme' })).toBeVisible();
  await page.reload();
  await expect(form.getByLabel('Prénom')).toHaveValue('Noûr');
});

test('a new password needs the current one; the new one signs in, the old one no more', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(400), answered(422), /connexion|Invalid/i);
  const person = await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard/settings');
  const form = page.getByRole('form', { name: 'Mot de passe' });
  const fill = async (current: string, next: string) => {
    await form.getByLabel('Mot de passe actuel').fill(current);
    await form.getByLabel('Nouveau mot de passe', { exact: true }).fill(next);
    await form.getByLabel('Confirmer le nouveau mot de passe').fill(next);
    await form.getByRole('button', { name: 'Changer le mot de passe' }).click();
  };
  await fill('pas le bon du tout', 'une girafe en hiver');
  await expect(form.getByLabel('Mot de passe actuel')).toHaveAttribute('aria-invalid', 'true');
  await fill(person.password, 'une girafe en hiver');
  await expect(page.getByText('Mot de passe changé', { exact: true }).first()).toBeVisible();
  await forgetSession(page);
  await signIn(page, person);
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn(page, { ...person, password: 'une girafe en hiver' });
  await expect(page).toHaveURL('/viewer-dashboard');
});

test('a new address is confirmed from both boxes', inSoak, async ({ page, server }) => {
  const person = await arriveAs(page, server, 'viewer');
  const { email } = newPerson();
  await page.goto('/viewer-dashboard/settings');
  const form = page.getByRole('form', { name: 'Adresse e-mail' });
  await form.getByLabel('Nouvelle adresse').fill(email);
  await form.getByRole('button', { name: 'Changer d’adresse' }).click();
  await expect(page.getByText('Changement en attente vers')).toBeVisible();
  await followLink(page, actionLink(await newestMail(server, person.email)));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plus qu’une confirmation');
  await followLink(page, actionLink(await newestMail(server, email)));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre adresse est à jour');
  await page.getByRole('link', { name: 'Revenir à mes réglages' }).click();
  await expect(page.getByText('Vous vous connectez avec')).toContainText(email);
});

test('two tabs change two settings, and neither takes the other’s back', inSoak, async ({ page, server }) => {
  const person = await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard/settings');
  const reminders = page.getByRole('switch', { name: 'Rappels par e-mail' });
  await expect(reminders).toBeChecked();
  const other = await page.context().newPage();
  await other.goto('/viewer-dashboard/settings');
  await other.getByRole('switch', { name: 'Messages non lus' }).click();
  await expect(other.getByText('Enregistré', { exact: true })).toBeVisible();
  await reminders.click();
  await expect(page.getByText('Enregistré', { exact: true })).toBeVisible();
  const [settings] = (await asService(
    server,
    `/rest/v1/person_settings?person_id=eq.${person.id}&select=reminder_mails,message_mails`,
  )) as object[];
  expect(settings).toEqual({ reminder_mails: false, message_mails: false });
});

test('one’s data comes as a file', inSoak, async ({ page, server }) => {
  const person = await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard/settings');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Télécharger mes données' }).click(),
  ]);
  const content = await readFile(await download.path(), 'utf8');
  expect(download.suggestedFilename()).toMatch(/^loge-mes-donnees-\d{4}-\d\d-\d\d\.json$/);
  expect(content).toContain(person.email);
  expect(content).not.toContain('argon2');
});

test('an account is deleted after a grace, and kept when one changes one’s mind', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(400), answered(403), answered(422));
  const person = await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard/settings');
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const form = page.getByRole('form', { name: 'Supprimer le compte' });
  await form.getByLabel('Votre mot de passe').fill('pas le bon');
  await form.getByRole('button', { name: 'Demander la suppression' }).click();
  await expect(form.getByLabel('Votre mot de passe')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Votre mot de passe').fill(person.password);
  await form.getByRole('button', { name: 'Demander la suppression' }).click();
  await expect(page.getByText('Votre compte sera supprimé le')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Garder mon compte' }).click();
  await expect(page.getByRole('button', { name: 'Supprimer mon compte' })).toBeVisible();
});

test(
  'the sections of the settings are listed beside them, stay there, and lead to each; deletion is last',
  inSoak,
  async ({ page, server }) => {
    await arriveAs(page, server, 'viewer');
    await page.setViewportSize(DESK);
    await page.goto('/viewer-dashboard/settings');
    const list = page.getByRole('navigation', { name: 'Sections des réglages' });
    await expect(list.getByRole('link', { name: 'Vos sessions dans votre agenda' })).toBeVisible();
    const names = await list.getByRole('link').allTextContents();
    expect(names[0]).toBe('Profil');
    expect(names.at(-1)).toBe('Supprimer le compte');
    // Every section that is there is listed, in its order.
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(names);
    await expectNoAxeViolations(page);
    await list.getByRole('link', { name: 'Supprimer le compte' }).press('Enter');
    await expect(page).toHaveURL(/#/);
    await expect(page.getByRole('button', { name: 'Supprimer mon compte' })).toBeInViewport();
    await expect(list.getByRole('link', { name: 'Supprimer le compte' })).toHaveAttribute(
      'aria-current',
      'location',
    );
    await expect(list.getByRole('link', { name: 'Profil' })).toBeInViewport();
    // The keyboard goes on within the section.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Supprimer mon compte' })).toBeFocused();

    await page.setViewportSize(TELEPHONE);
    await expect(list).toBeHidden();
    await page.getByText('Aller à une section').click();
    await expectNoAxeViolations(page);
    expect(await list.getByRole('link').allTextContents()).toEqual(names);
    await list.getByRole('link', { name: 'Mot de passe' }).press('Enter');
    await expect(page.getByRole('form', { name: 'Mot de passe' })).toBeInViewport();
    await expect(list).toBeHidden();
    await expectNothingCut(page);
  },
);

test(
  'offers are in the navigation of the streamer, also for who knew them as a tab of the settings',
  inSoak,
  async ({ page, server }) => {
    await openAs(page, server, {});
    await page.setViewportSize(DESK);
    await page.goto('/streamer-dashboard/settings?tab=offers');
    await expect(page).toHaveURL('/streamer-dashboard/offers');
    await expect(page.getByRole('list', { name: 'Vos offres' })).toBeVisible();
    const link = page
      .getByRole('navigation', { name: 'Espace streamer' })
      .getByRole('link', { name: 'Offres' });
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expectNoAxeViolations(page);
  },
);
