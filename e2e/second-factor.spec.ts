import { TOTP } from 'otpauth';
import { enrolApp, giveKey } from './harness/factors.ts';
import { newestMail, unknownSignInMail } from './harness/mail.ts';
import { arriveAs, forgetSession, newPerson, register, signIn } from './harness/people.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

test('an app is added, asked for after the password, and a recovery code stands in for it', async ({
  page,
  server,
  expectErrors,
}) => {
  // Wrong codes, and a list of codes that is not there yet.
  expectErrors(answered(404), answered(422));
  const person = await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard/settings');
  const section = page.getByRole('region', { name: 'Second facteur' });
  await section.getByRole('button', { name: 'Ajouter un second facteur' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ajouter un second facteur' });
  await dialog.getByRole('button', { name: 'Ajouter une application' }).click();
  await expect(dialog.getByRole('img', { name: /Code QR/ })).toBeVisible();
  // Closed before the first code, it is begun again under the same name.
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await section.getByRole('button', { name: 'Ajouter un second facteur' }).click();
  await dialog.getByRole('button', { name: 'Ajouter une application' }).click();
  await expect(dialog.getByRole('img', { name: /Code QR/ })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
  const app = new TOTP({ secret });
  await dialog.getByLabel('Code de l’application').fill(app.generate());
  await dialog.getByRole('button', { name: 'Vérifier et activer' }).click();
  await expect(section.getByRole('listitem').filter({ hasText: 'Mon téléphone' })).toBeVisible();

  await section.getByRole('button', { name: 'Créer mes codes de secours' }).click();
  const codes = page.getByRole('dialog', { name: 'Vos codes de secours' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await codes.getByRole('button', { name: 'Je les ai gardés' }).click();

  await forgetSession(page);
  await signIn(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore un code');
  // The dashboard is behind it, whatever the address.
  await page.goto('/viewer-dashboard/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore un code');
  // A code of the next half minute: the one of this half minute has been used.
  const soon = app.generate({ timestamp: Date.now() + 30_000 });
  await page.getByLabel('Code de votre application').fill(soon);
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expect(page).toHaveURL('/viewer-dashboard/settings');
  // What asks for aal2 passes now.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Télécharger mes données' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^loge-mes-donnees-/);

  await forgetSession(page);
  await signIn(page, person);
  await page.getByRole('button', { name: 'Utiliser un code de secours' }).click();
  await page.getByLabel('Code de secours').fill(recovery);
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expect(page).toHaveURL('/viewer-dashboard');
});

test('a passkey is added and signs in without the password', inSoak, async ({ page, server }) => {
  await giveKey(page, 'internal');
  await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard/settings');
  const section = page.getByRole('region', { name: 'Clés d’accès' });
  await section.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
  await expect(section.getByRole('button', { name: /^Retirer/ })).toBeVisible();
  await forgetSession(page);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Utiliser une clé d’accès' }).click();
  await expect(page).toHaveURL('/viewer-dashboard');
});

test(
  'a passkey is offered on the sign-in field, and signs in without a button',
  inSoak,
  async ({ page, server }) => {
    await giveKey(page, 'internal');
    await arriveAs(page, server, 'viewer');
    await page.goto('/viewer-dashboard/settings');
    const section = page.getByRole('region', { name: 'Clés d’accès' });
    await section.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
    await expect(section.getByRole('button', { name: /^Retirer/ })).toBeVisible();
    // The session alone: the browser remembers that it has a passkey.
    await page.goto('/robots.txt');
    await page.evaluate(() => localStorage.removeItem('sb-localhost-auth-token'));
    await page.goto('/auth');
    const field = page.getByLabel('Adresse e-mail');
    await expect(field).toHaveAttribute('autocomplete', 'username webauthn');
    const asked = page.evaluate(() => {
      const { credentials } = navigator;
      const get = credentials.get.bind(credentials);
      return new Promise<string | undefined>((told) => {
        credentials.get = (options) => {
          told(options?.mediation);
          return get(options);
        };
      });
    });
    await field.click();
    // The person picks the passkey in the browser's own list; the virtual key is picked at once.
    expect(await asked).toBe('conditional');
    await expect(page).toHaveURL('/viewer-dashboard');
  },
);

test(
  'a telephone and a security key are added in the settings, and each is asked for after the password',
  inSoak,
  async ({ page, server, expectErrors }) => {
    // A list of recovery codes that is not there yet.
    expectErrors(answered(404));
    await giveKey(page, 'usb');
    const person = await arriveAs(page, server, 'viewer');
    await page.goto('/viewer-dashboard/settings');
    const section = page.getByRole('region', { name: 'Second facteur' });
    const dialog = page.getByRole('dialog', { name: 'Ajouter un second facteur' });
    // Of this person alone, whichever other tests run.
    const digits = String(BigInt(`0x${person.id.replaceAll('-', '').slice(0, 10)}`) % 90_000_000n).padStart(
      8,
      '0',
    );
    const lastCode = async (count: number) => {
      const codes = async () => {
        const answer = await page.request.get(`/dev/mail.json?to=%2B336${digits}@sms.test`);
        return ((await answer.json()) as { code: string }[]).map(({ code }) => code);
      };
      await expect.poll(async () => (await codes()).length).toBe(count);
      return (await codes())[0] ?? '';
    };

    await section.getByRole('button', { name: 'Ajouter un second facteur' }).click();
    await dialog.getByRole('button', { name: 'Utiliser plutôt mon numéro de téléphone' }).click();
    await dialog.getByRole('textbox', { name: 'Numéro de téléphone' }).fill(`06 ${digits}`);
    await dialog.getByRole('button', { name: 'Recevoir un code par SMS' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Code reçu par SMS' })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Code reçu par SMS' }).fill(await lastCode(1));
    await dialog.getByRole('button', { name: 'Vérifier' }).click();
    await expect(section.getByRole('listitem').filter({ hasText: 'Mon numéro' })).toBeVisible();

    await section.getByRole('button', { name: 'Ajouter un second facteur' }).click();
    await dialog.getByRole('button', { name: 'Utiliser plutôt une clé de sécurité' }).click();
    await dialog.getByRole('button', { name: 'Ajouter la clé' }).click();
    await expect(section.getByRole('listitem').filter({ hasText: 'Ma clé de sécurité' })).toBeVisible();

    await forgetSession(page);
    await signIn(page, person);
    await page.getByRole('button', { name: 'Utiliser ma clé de sécurité' }).click();
    await expect(page).toHaveURL('/viewer-dashboard');
  },
);

test(
  'what asks for the second factor again does so in place, and recent events tell what happened',
  inSoak,
  async ({ page, server, expectErrors }) => {
    // A list of recovery codes that is not there yet, and a refusal that asks for the code.
    expectErrors(answered(404), answered(403));
    await arriveAs(page, server, 'viewer');
    await page.goto('/viewer-dashboard/settings');
    const section = page.getByRole('region', { name: 'Second facteur' });
    const dialog = page.getByRole('dialog', { name: 'Ajouter un second facteur' });
    const add = async (name: string) => {
      await section.getByRole('button', { name: 'Ajouter un second facteur' }).click();
      await dialog.getByLabel('Nom').fill(name);
      await dialog.getByRole('button', { name: 'Ajouter une application' }).click();
      await expect(dialog.getByRole('img', { name: /Code QR/ })).toBeVisible();
      const app = new TOTP({
        secret: ((await dialog.locator('code').textContent()) ?? '').replaceAll(/\s/g, ''),
      });
      await dialog.getByLabel('Code de l’application').fill(app.generate());
      await dialog.getByRole('button', { name: 'Vérifier et activer' }).click();
      await expect(section.getByRole('listitem').filter({ hasText: name })).toBeVisible();
      return app;
    };
    const kept = await add('Mon téléphone');
    await add('Ma tablette');
    const firstName = page.getByLabel('Prénom');
    await firstName.fill('Camille-Anne');
    // The session was raised by the app that goes: it has to show the other one, without leaving the page.
    await section.getByRole('button', { name: 'Retirer Ma tablette' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retirer', exact: true }).click();
    const asking = page.getByRole('dialog', { name: 'Confirmez que c’est vous' });
    // A code of the next half minute: the one of this half minute has been used.
    const soon = kept.generate({ timestamp: Date.now() + 30_000 });
    await asking.getByLabel('Code de votre application').fill(soon);
    await asking.getByRole('button', { name: 'Continuer' }).click();
    await expect(asking).toBeHidden();
    await expect(page).toHaveURL('/viewer-dashboard/settings');
    await expect(firstName).toHaveValue('Camille-Anne');
    const events = page.getByRole('list', { name: 'Événements récents' });
    await expect(events.getByRole('listitem').first()).toContainText('Second facteur retiré (application)');
    await expect(events.getByRole('listitem').filter({ hasText: 'Second facteur ajouté' })).toHaveCount(2);
  },
);

test(
  'the removal of a lost factor is asked for at the sign-in, and stopped by the page of its mail',
  inSoak,
  async ({ page, server, expectErrors }) => {
    // The ended session is refused from then on.
    expectErrors(answered(401), answered(403), /JWT session ended/);
    const person = newPerson('viewer');
    await enrolApp(server, await register(server, person));
    await signIn(page, person);
    await page.getByRole('button', { name: 'J’ai perdu mon second facteur' }).click();
    const form = page.getByRole('form', { name: 'Second facteur perdu' });
    await form.getByRole('textbox').fill('Mon téléphone est tombé à l’eau, avec mes codes.');
    await form.getByRole('button', { name: 'Demander le retrait' }).click();
    await expect(page.getByText(/Votre demande est/)).toBeVisible();
    const { links } = await newestMail(server, person.email);
    // Their mail is read elsewhere.
    const elsewhere = await page.context().browser()?.newContext();
    const reader = await elsewhere?.newPage();
    if (!reader) throw new Error('no second browser');
    await reader.goto(links.find((each) => each.includes('/keep-factors/')) ?? '');
    await expect(reader.getByText(/est demandé depuis le/)).toBeVisible();
    // Anybody who asked waits on, until the button is pressed.
    await page.reload();
    await expect(page.getByText(/Votre demande est/)).toBeVisible();
    await reader.getByRole('button', { name: 'Ce n’était pas moi : arrêter la demande' }).click();
    await expect(reader.getByText('Votre second facteur est conservé')).toBeVisible();
    await expect(reader.getByRole('link', { name: 'Changer de mot de passe' })).toBeVisible();
    await page.goto('/viewer-dashboard');
    await expect(page.getByRole('form', { name: 'Se connecter' })).toBeVisible();
    await elsewhere?.close();
  },
);

test(
  'a sign-in from an unknown browser is told by mail, whose page ends it, and opening the page does not',
  inSoak,
  async ({ page, server, expectErrors }) => {
    // The ended session is refused from then on.
    expectErrors(answered(401), answered(403));
    const person = newPerson('viewer');
    await register(server, person);
    await signIn(page, person);
    await expect(page).toHaveURL('/viewer-dashboard');
    const mail = await unknownSignInMail(server, person.email);
    const link = mail.links.find((each) => each.includes('/unknown-sign-in/')) ?? '';
    // Their mail is read elsewhere.
    const elsewhere = await page.context().browser()?.newContext();
    const reader = await elsewhere?.newPage();
    if (!reader) throw new Error('no second browser');
    await reader.goto(link);
    await expect(reader.getByText(/sur Linux/)).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL('/viewer-dashboard');
    await reader.getByRole('button', { name: 'Ce n’était pas moi' }).click();
    await expect(reader.getByText('Cet appareil est déconnecté')).toBeVisible();
    await expect(reader.getByRole('link', { name: 'Changer de mot de passe' })).toBeVisible();
    await page.goto('/viewer-dashboard/settings');
    await expect(page).toHaveURL(/\/auth/);
    await elsewhere?.close();
  },
);
