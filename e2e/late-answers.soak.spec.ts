// What comes after seconds, or not at all: each of these waits for three attempts of the page, or for a provider that is late.
import { button, fine, heading, payWith, reachRecap } from './harness/booker.ts';
import { arriveAs, keepSession, openSession } from './harness/people.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, test } from './harness/test.ts';

test('what could not be loaded says so in its place, and is tried again', async ({
  page,
  context,
  server,
  expectErrors,
}) => {
  expectErrors(/Failed to load resource/, /net::ERR/);
  const streamer = await openStreamer(server);
  await keepSession(page, await openSession(server, streamer));
  const parts: [string, RegExp, string][] = [
    ['/streamer-dashboard', /rest\/v1\/streamers\?.*weekly_hours/, 'Ce qu’il vous reste à faire'],
    ['/streamer-dashboard/bookings', /rest\/v1\/streamers\?select=zone/, 'Votre semaine'],
    ['/streamer-dashboard/earnings', /rest\/v1\/payouts/, 'Vos versements'],
  ];
  // At once, each in a tab of its own: each shows it only after three more attempts, which take seven seconds.
  await Promise.all(
    parts.map(async ([path, asked, text]) => {
      const tab = await context.newPage();
      await tab.route(asked, (route) => route.abort());
      await tab.goto(path);
      const line = tab.getByRole('alert').filter({ hasText: text });
      await expect(line, path).toBeVisible();
      await tab.unrouteAll();
      await line.getByRole('button', { name: 'Réessayer' }).click();
      await expect(line, path).toHaveCount(0);
    }),
  );
});

test('a list that could not be loaded: after « Réessayer » the focus is at the title, not lost', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/);
  await arriveAs(page, server, 'admin');
  const path = '**/rest/v1/admin_people*';
  await page.route(path, (route) => route.abort());
  await page.goto('/admin-dashboard/users');
  const again = page.getByRole('button', { name: 'Réessayer' });
  await expect(again).toBeVisible(); // after the three attempts of the spec
  await page.unroute(path);
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Comptes' }).getByRole('row')).not.toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the provider’s word comes late: one waits, is told why, and gets the ticket without doing anything', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server);
  await arriveAs(page, server, 'viewer');
  await reachRecap(page, streamer);
  await button(page, 'Réserver avec obligation de paiement').click();
  await page.getByLabel(/En retard/).check();
  await payWith(page, /Carte acceptée/);
  await expect(heading(page, /Nous attendons la confirmation/)).toBeVisible();
  await fine(page);
  await expect(page.getByText(/C’est plus long que d’habitude/)).toBeVisible();
  await fine(page);
  await expect(heading(page, 'Votre place est prise')).toBeVisible();
});
