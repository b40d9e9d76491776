// Long because the ways to prove oneself share their keys, apps and people, and a file keeps its server.
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { newestMail, unknownSignInMail } from './harness/mail.ts';
import { arriveAs, forgetSession, newPerson, register, signIn } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { holdBack } from './harness/slow.ts';
import { answered, expect, test } from './harness/test.ts';

/** A key in the browser, as a telephone's or a computer's own, or on a cable. */
async function giveKey(page: Page, transport: 'internal' | 'usb'): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Gives somebody an app of codes, as their own device would. @returns the app, whose code of this half minute has been used */
async function enrolApp(server: LogeServer, { access_token }: { access_token: string }): Promise<TOTP> {
  const call = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/auth/v1${path}`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<{ id: string; totp?: { secret: string } }>;
  };
  const factor = await call('/factors', { factor_type: 'totp', friendly_name: 'Mon téléphone' });
  const app = new TOTP({ secret: factor.totp?.secret ?? '' });
  const challenge = await call(`/factors/${factor.id}/challenge`, {});
  await call(`/factors/${factor.id}/verify`, { challenge_id: challenge.id, code: app.generate() });
  return app;
}

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

test('a passkey is added and signs in without the password', async ({ page, server }) => {
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

test('a passkey is offered on the sign-in field, and signs in without a button', async ({ page, server }) => {
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
});

test('a code that is typed without a network stays, is sent once it is back, and lets the other tab in too', async ({
  page,
  context,
  server,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const person = newPerson('viewer');
  const app = await enrolApp(server, await register(server, person));
  await signIn(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore un code');
  // Another tab in which it takes a while until the person is known.
  const other = await context.newPage();
  const release = await holdBack(other, /rest\/v1\/profiles/);
  await other.goto('/viewer-dashboard/bookings');
  await expect(other.getByRole('status').first()).toBeVisible();
  release();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Encore un code');

  await context.setOffline(true);
  const field = page.getByLabel('Code de votre application');
  await field.fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expect(page.getByRole('alert')).toContainText('Vérifiez votre connexion à internet');
  await expect(field).not.toHaveValue('');
  await context.setOffline(false);
  await field.fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Continuer' }).dblclick();
  await expect(page).toHaveURL('/viewer-dashboard');
  await expect(other).toHaveURL('/viewer-dashboard/bookings');
  await other.close();
});

test('a key that does not answer, one that was removed, and a second press are told as what they are', async ({
  page,
  server,
  expectErrors,
}) => {
  // The server's refusal of a passkey that it no longer knows.
  expectErrors(answered(400));
  await giveKey(page, 'internal');
  await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard/settings');
  const section = page.getByRole('region', { name: 'Clés d’accès' });
  await section.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
  await expect(section.getByRole('button', { name: /^Retirer/ })).toBeVisible();
  // The same device once more: it says so itself.
  await section.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
  await expect(section.getByText('Cette clé est déjà enregistrée')).toBeVisible();
  await section.getByRole('button', { name: /^Retirer/ }).click();
  await expect(section.getByText('Aucune clé d’accès pour l’instant.')).toBeVisible();

  await forgetSession(page);
  await page.goto('/auth');
  const form = page.getByRole('form', { name: 'Se connecter' });
  const button = form.getByRole('button', { name: 'Utiliser une clé d’accès' });
  await button.dblclick();
  await expect(form.getByRole('alert')).toContainText('Cette clé n’a pas été reconnue');

  // A browser whose window for the key is closed.
  await page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('closed', 'NotAllowedError'));
  });
  await button.click();
  await expect(form.getByRole('alert')).toContainText('la fenêtre a été fermée');
  await expect(form.getByRole('alert')).not.toContainText('de notre côté');
});

test('a browser that offers passkeys at the sign-in still asks for the security key afterwards', async ({
  page,
  server,
  expectErrors,
}) => {
  // A list of recovery codes that is not there yet.
  expectErrors(answered(404));
  await giveKey(page, 'usb');
  const person = await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard/settings');
  const section = page.getByRole('region', { name: 'Second facteur' });
  const dialog = page.getByRole('dialog', { name: 'Ajouter un second facteur' });
  await section.getByRole('button', { name: 'Ajouter un second facteur' }).click();
  await dialog.getByRole('button', { name: 'Utiliser plutôt une clé de sécurité' }).click();
  await dialog.getByRole('button', { name: 'Ajouter la clé' }).click();
  await expect(section.getByRole('listitem').filter({ hasText: 'Ma clé de sécurité' })).toBeVisible();
  await forgetSession(page);
  // A passkey was made in this browser once, and is gone from the device: its offer goes on without an answer.
  await page.evaluate(() => localStorage.setItem('loge-passkey', '1'));
  await page.goto('/auth');
  await page.evaluate(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    let waiting = false;
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(true);
    // As a browser with a list under the field: until it is called off, it takes no other request.
    navigator.credentials.get = (options) => {
      if (options?.mediation !== 'conditional') {
        if (waiting)
          return Promise.reject(new DOMException('A request is already pending.', 'OperationError'));
        return get(options);
      }
      waiting = true;
      document.body.dataset.offers = 'yes';
      return new Promise((_, reject) => {
        options.signal?.addEventListener('abort', () => {
          waiting = false;
          reject(new DOMException('called off', 'AbortError'));
        });
      });
    };
  });
  await page.getByLabel('Adresse e-mail').fill(person.email);
  await expect(page.locator('body[data-offers]')).toBeVisible();
  await page.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await page.getByRole('button', { name: 'Utiliser ma clé de sécurité' }).click();
  await expect(page).toHaveURL('/viewer-dashboard');
});

test('a telephone and a security key are added in the settings, and each is asked for after the password', async ({
  page,
  server,
  expectErrors,
}) => {
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
});

test('what asks for the second factor again does so in place, and recent events tell what happened', async ({
  page,
  server,
  expectErrors,
}) => {
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
});

test('the removal of a lost factor is asked for at the sign-in, and stopped by the page of its mail', async ({
  page,
  server,
  expectErrors,
}) => {
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
});

test('a sign-in from an unknown browser is told by mail, whose page ends it, and opening the page does not', async ({
  page,
  server,
  expectErrors,
}) => {
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
});
