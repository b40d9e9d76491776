import { GOOGLE, type Google, openGoogle } from './harness/google.ts';
import { asService } from './harness/people.ts';
import { openAs, openStreamer } from './harness/streamers.ts';
import { test as base, expect } from './harness/test.ts';

const test = base.extend<object, { google: Google }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      const google = await openGoogle();
      await use(google);
      await google.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ google }, use) =>
      use({
        AUTH_GOOGLE_CLIENT_ID: GOOGLE.clientId,
        AUTH_GOOGLE_SECRET: GOOGLE.secret,
        AUTH_GOOGLE_URL: google.url,
        AUTH_GOOGLE_YOUTUBE: 'true',
        // Twitch is away: what was known of lives stays.
        AUTH_TWITCH_CLIENT_ID: 'twitch-of-the-tests',
        AUTH_TWITCH_SECRET: 'a secret between the two of them',
        AUTH_TWITCH_URL: 'http://127.0.0.1:9',
      }),
    { scope: 'worker' },
  ],
});

test('a streamer who links Google comes back to a verified channel, and an open page shows when it goes live', async ({
  page,
  browser,
  server,
  google,
}) => {
  await google.allow(`${server.url}/auth/v1/callback`);
  const streamer = await openAs(page, server, {});
  await page.goto('/streamer-dashboard/settings?tab=account');
  await page.getByRole('button', { name: 'Relier Google' }).click();
  await expect(page.getByRole('heading', { name: 'Votre chaîne est vérifiée' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    '« Nour joue aux échecs » est maintenant sur votre page',
  );
  await page.getByRole('link', { name: 'Revenir à mes réglages' }).click();
  const ways = page.getByRole('list', { name: 'Moyens de connexion' });
  await expect(ways.getByText('nour@google.test')).toBeVisible();

  const visitor = await browser.newPage({ baseURL: server.url });
  // From then on it is told of changes; it reads once more what changed before.
  const listens = visitor
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes('Subscribed to PostgreSQL'),
      ),
    );
  await visitor.goto(`/streamer/${streamer.id}`);
  await expect(visitor.getByText('Nour joue aux échecs')).toBeVisible();
  await listens;
  const badge = visitor.getByText('En direct', { exact: true });
  await expect(badge).toHaveCount(0);
  const tell = (since: string | null) =>
    asService(server, `/rest/v1/streamer_channels?streamer_id=eq.${streamer.id}`, {
      method: 'PATCH',
      body: { live_since: since },
    });
  await tell(new Date().toISOString());
  await expect(badge).toBeVisible();
  await tell(null);
  await expect(badge).toHaveCount(0);
  await visitor.close();
});

test('a card among all streamers says « En direct » while its Twitch channel is live, on a page that stays open', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server, { page: { display_name: 'Sacha Comptoir' } });
  const { identities } = (await asService(server, `/auth/v1/admin/users/${streamer.id}`)) as {
    identities: { identity_id: string }[];
  };
  await asService(server, '/rest/v1/streamer_channels', {
    method: 'POST',
    body: {
      streamer_id: streamer.id,
      provider: 'twitch',
      channel_id: '424242',
      login: 'sacha_comptoir',
      name: 'Sacha_Comptoir',
      identity_id: identities[0]?.identity_id,
      verified_at: new Date().toISOString(),
    },
  });
  const listens = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes('Subscribed to PostgreSQL'),
      ),
    );
  await page.goto('/browse');
  const card = page.getByRole('article').filter({ hasText: 'Sacha Comptoir' });
  await expect(card.getByText('Chaîne Twitch vérifiée')).toBeVisible();
  await listens;
  const badge = card.getByText('En direct', { exact: true });
  await expect(badge).toHaveCount(0);
  const tell = (since: string | null) =>
    asService(server, `/rest/v1/streamer_channels?streamer_id=eq.${streamer.id}`, {
      method: 'PATCH',
      body: { live_since: since },
    });
  await tell(new Date().toISOString());
  await expect(badge).toBeVisible();
  // Read so by who comes now, too.
  const later = await page.context().newPage();
  await later.goto('/browse');
  await expect(
    later.getByRole('article').filter({ hasText: 'Sacha Comptoir' }).getByText('En direct', { exact: true }),
  ).toBeVisible();
  await later.close();
  await tell(null);
  await expect(badge).toHaveCount(0);
});
