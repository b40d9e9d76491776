import { enrolApp, giveKey } from './harness/factors.ts';
import { arriveAs, forgetSession, newPerson, register, signIn } from './harness/people.ts';
import { holdBack } from './harness/slow.ts';
import { answered, expect, test } from './harness/test.ts';

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
