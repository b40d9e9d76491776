import { suspendPerson } from '#product/administration/contract.ts';
import {
  arriveAs,
  asService,
  keepSession,
  newPerson,
  openSession,
  register,
  sendAs,
} from './harness/people.ts';
import { holdBack } from './harness/slow.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

const stored = () => JSON.parse(localStorage.getItem('sb-localhost-auth-token') ?? 'null');

test('"The session is kept in browser local storage and refreshed automatically": an expired one on arrival', async ({
  page,
  server,
}) => {
  const person = newPerson('streamer');
  const session = await register(server, person);
  await keepSession(page, { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 });
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/streamer-dashboard');
  expect((await page.evaluate(stored)).refresh_token).not.toBe(session.refresh_token);
});

test('two tabs that refresh at once both stay signed in', inSoak, async ({ page, context, server }) => {
  const session = await register(server, newPerson());
  await keepSession(page, { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 });
  const other = await context.newPage();
  await Promise.all([page.goto('/viewer-dashboard'), other.goto('/viewer-dashboard')]);
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/viewer-dashboard');
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('signing out in one tab signs out the other', async ({ page, context, server }) => {
  const { firstName } = await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard');
  const other = await context.newPage();
  await other.goto('/viewer-dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(firstName) }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL(/\/auth/);
});

test('"Failed refresh: ... a non-retryable error removes it": a session that was revoked elsewhere', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(400), /refresh|session/i);
  const session = await register(server, newPerson());
  await fetch(`${server.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, authorization: `Bearer ${session.access_token}` },
  });
  await keepSession(page, { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 });
  await page.goto('/viewer-dashboard');
  await expect(page).toHaveURL(/\/auth/);
  expect(await page.evaluate(stored)).toBeNull();
});

test('"Failed refresh: a retryable error keeps the session": no network for a moment', async ({
  page,
  context,
  server,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|fetch|réseau/i);
  const session = await register(server, newPerson());
  await keepSession(page, session);
  await page.goto('/viewer-dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // What draws toasts has come: without a network it would not.
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  // Offline before it expires: a page that asks for something would refresh it at once.
  await context.setOffline(true);
  let failed = 0;
  page.on('requestfailed', (request) => {
    if (request.url().includes('/auth/v1/token')) failed += 1;
  });
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('sb-localhost-auth-token') ?? '{}');
    localStorage.setItem('sb-localhost-auth-token', JSON.stringify({ ...kept, expires_at: 1 }));
  });
  // As when a tab is looked at again, which has the client refresh what has expired, once it listens.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      return failed;
    })
    .toBeGreaterThan(0);
  await context.setOffline(false);
  await page.reload();
  await expect(page).toHaveURL('/viewer-dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await page.evaluate(stored)).user.id).toBe(session.user.id);
});

test('"Sign-out answered 404, 401 or 403: Ignored; local session cleared"', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(401), answered(403));
  const { id, firstName } = await arriveAs(page, server, 'viewer');
  // Where nothing listens for changes: a dashboard is told at once that the session ended, and leads away by itself.
  await page.goto('/browse');
  await expect(page.getByRole('button', { name: new RegExp(firstName) })).toBeVisible();
  await asService(server, `/auth/v1/admin/users/${id}`, { method: 'DELETE' });
  await page.getByRole('button', { name: new RegExp(firstName) }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(stored)).toBeNull();
});

test('a person who is suspended is out at once', async ({ page, server, expectErrors }) => {
  expectErrors(answered(401), answered(403), /Profil|JWT|session/i);
  const { id, firstName } = await arriveAs(page, server, 'viewer');
  await page.goto('/browse');
  // All is read: a call that comes after the ban would sign out here already.
  await expect(page.getByRole('button', { name: new RegExp(firstName) })).toBeVisible();
  await asService(server, `/auth/v1/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '24h' } });
  await page.goto('/viewer-dashboard/settings');
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByText('Vous avez été déconnecté.', { exact: false }).first()).toBeVisible();
});

test(
  'a person whom the team suspends sees it on the page that is open, without touching anything',
  inSoak,
  async ({ page, server, expectErrors }) => {
    expectErrors(answered(400), answered(401), answered(403), /Profil|JWT|session|WebSocket/i);
    const { id } = await arriveAs(page, server, 'viewer');
    // Its page listens to what happens to the person: the socket that is closed is what tells them.
    const listens = page.waitForEvent('websocket');
    await page.goto('/viewer-dashboard');
    await (await listens).waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes('"ok"'),
    });
    const admin = await register(server, newPerson('admin'));
    await sendAs(server, admin, suspendPerson.name, {
      personId: id,
      until: null,
      reason: 'Plusieurs signalements',
    });
    await expect(page).toHaveURL(/\/auth/);
    await expect(page.getByText('Vous avez été déconnecté.', { exact: false }).first()).toBeVisible();
  },
);

test('signing in on a page that asked for it leads back to that page', async ({ page, server }) => {
  const person = newPerson();
  await register(server, person);
  await page.goto('/viewer-dashboard/payments');
  await expect(page).toHaveURL(/\/auth\?/);
  const form = page.getByRole('form', { name: 'Se connecter' });
  await form.getByLabel('Adresse e-mail').fill(person.email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  // The button waits, and cannot be pressed twice, while the answer is on its way.
  const release = await holdBack(page, /grant_type=password/);
  await form.getByRole('button', { name: 'Se connecter' }).click();
  await expect(form.getByRole('button', { name: 'Se connecter' })).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page).toHaveURL('/viewer-dashboard/payments');
});

test('another device is listed, and signed out from the settings', inSoak, async ({ page, server }) => {
  const person = newPerson();
  await register(server, person);
  await keepSession(page, await openSession(server, person));
  await page.goto('/viewer-dashboard/settings');
  const devices = page.getByRole('list', { name: 'Appareils connectés' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Déconnecter les autres appareils' }).click();
  await page.getByRole('button', { name: 'Déconnecter les autres', exact: true }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices).toContainText('Cet appareil');
});

test('"Failed refresh: a retryable error keeps the session": the page says that it waits, and goes on once the server is back', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(503));
  const session = await register(server, newPerson('streamer'));
  await keepSession(page, session);
  await page.goto('/streamer-dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await keepSession(page, { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 });
  let isAway = true;
  await page.route(/grant_type=refresh_token/, (route) =>
    isAway ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page.goto('/streamer-dashboard');
  const notice = page.getByText('Connexion au service impossible, nous réessayons');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: /^Mon compte/ })).toBeVisible();
  await expect(page).toHaveURL('/streamer-dashboard');
  expect((await page.evaluate(stored)).refresh_token).toBe(session.refresh_token);
  isAway = false;
  const renewed = page.waitForResponse((response) => /refresh_token/.test(response.url()) && response.ok());
  const back = Date.now();
  await renewed;
  expect(Date.now() - back, 'milliseconds until the session was renewed').toBeLessThan(2_000);
  await expect(notice).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/streamer-dashboard');
});
