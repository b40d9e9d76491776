import type { Locator, Page } from '@playwright/test';
import { newPerson, signUp } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

/** The text is said by the field itself: marked invalid, and described by the text. */
async function expectOnField(field: Locator, text: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
}

async function open(page: Page, mode: 'signin' | 'signup'): Promise<Locator> {
  await page.goto(mode === 'signup' ? '/auth?mode=signup' : '/auth');
  return page.getByRole('form', { name: mode === 'signup' ? 'Créer un compte' : 'Se connecter' });
}

const signIn = (form: Locator) => form.getByRole('button', { name: 'Se connecter' }).click();
const create = (form: Locator) => form.getByRole('button', { name: 'Créer mon compte' }).click();
const field = (form: Locator, label: string) => form.getByLabel(label, { exact: true });

test.describe('Login form', () => {
  for (const wrong of ['', 'camille', 'camille@', 'camille@exemple', 'a b@exemple.fr']) {
    test(`email must be valid: 'Email invalide' on « ${wrong} »`, async ({ page }) => {
      const form = await open(page, 'signin');
      await field(form, 'Adresse e-mail').fill(wrong);
      await field(form, 'Mot de passe').fill('123456');
      await signIn(form);
      await expectOnField(field(form, 'Adresse e-mail'), 'Email invalide');
      await expect(field(form, 'Adresse e-mail')).toBeFocused();
    });
  }

  test("password at least 6 characters: 'Le mot de passe doit contenir au moins 6 caractères'", async ({
    page,
  }) => {
    const form = await open(page, 'signin');
    await field(form, 'Adresse e-mail').fill('camille@exemple.fr');
    await field(form, 'Mot de passe').fill('12345');
    await signIn(form);
    await expectOnField(field(form, 'Mot de passe'), 'Le mot de passe doit contenir au moins 6 caractères');
    await expect(field(form, 'Mot de passe')).toBeFocused();
  });
});

test.describe('Signup form', () => {
  const rows = [
    ['Prénom', 'C', 'Le prénom doit contenir au moins 2 caractères'],
    ['Nom', 'D', 'Le nom doit contenir au moins 2 caractères'],
    ['Adresse e-mail', 'camille@', 'Email invalide'],
    ['Mot de passe', '12345', 'Le mot de passe doit contenir au moins 6 caractères'],
    ['Confirmer le mot de passe', '12345', 'Le mot de passe doit contenir au moins 6 caractères'],
  ] as const;
  for (const [label, value, text] of rows) {
    test(`${label}: '${text}'`, async ({ page }) => {
      const form = await open(page, 'signup');
      await field(form, label).fill(value);
      await create(form);
      await expectOnField(field(form, label), text);
    });
  }

  test('its fields are those of the specification, and a password of 6 characters is enough', async ({
    page,
  }) => {
    const form = await open(page, 'signup');
    await expect(form.getByRole('textbox')).toHaveCount(5);
    await expect(form.locator('input')).toHaveCount(3 + 5);
    for (const label of ['Prénom', 'Nom', 'Adresse e-mail', 'Mot de passe', 'Confirmer le mot de passe'])
      await expect(field(form, label)).toHaveCount(1);
    const person = { ...newPerson(), password: 'azerty' };
    await signUp(page, person);
    await expect(page).toHaveURL('/viewer-dashboard');
    await expect(page.getByText('Votre mot de passe est connu').first()).toBeVisible();
  });

  test("role, when missing: 'Veuillez sélectionner un rôle'", async ({ page }) => {
    const form = await open(page, 'signup');
    await create(form);
    await expectOnField(form.getByRole('radiogroup'), 'Veuillez sélectionner un rôle');
  });

  test("password and confirmPassword must match: 'Les mots de passe ne correspondent pas', shown on confirmPassword", async ({
    page,
  }) => {
    const form = await open(page, 'signup');
    await form.getByRole('radio', { name: /viewer/i }).check();
    await field(form, 'Prénom').fill('Camille');
    await field(form, 'Nom').fill('Delorme');
    await field(form, 'Adresse e-mail').fill('camille@exemple.fr');
    await field(form, 'Mot de passe').fill('quatre corbeaux');
    await field(form, 'Confirmer le mot de passe').fill('cinq corbeaux');
    await create(form);
    await expectOnField(field(form, 'Confirmer le mot de passe'), 'Les mots de passe ne correspondent pas');
    await expect(field(form, 'Mot de passe')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('"Self-registration lets the user choose any of the three, including admin"', async ({ page }) => {
    const form = await open(page, 'signup');
    for (const role of [/viewer/i, /streamer/i, /admin/i]) {
      await form.getByRole('radio', { name: role }).check();
      await expect(form.getByRole('radio', { name: role })).toBeChecked();
    }
  });
});
