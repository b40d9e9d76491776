import { expectFitsTelephone } from './harness/axe.ts';
import { arriveAs, newPerson, register } from './harness/people.ts';
import { holdBack, written } from './harness/slow.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

const FAVOURITES = /\/rest\/v1\/favourites$/;

test.beforeAll(async ({ server }) => {
  await openStreamer(server, { page: { display_name: 'Anouk Karsenti' } });
  await openStreamer(server, { page: { display_name: 'Théo Brume' } });
});

test('favourites: hearts on cards, a filter, and a page of one’s own', inSoak, async ({ page, server }) => {
  const person = newPerson('viewer');
  await register(server, person);
  await page.goto('/browse?q=anouk');
  await page.getByRole('link', { name: 'Favori, Anouk Karsenti' }).click();
  const form = page.getByRole('form', { name: 'Se connecter' });
  await form.getByLabel('Adresse e-mail').fill(person.email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await written(page, FAVOURITES, () => form.getByRole('button', { name: 'Se connecter' }).click());
  await expect(page).toHaveURL('/browse?q=anouk');
  const anoukHeart = page.getByRole('button', { name: 'Favori, Anouk Karsenti' });
  await expect(anoukHeart).toHaveAttribute('aria-pressed', 'true');
  // Shown ahead of the answer, and taken back when it is refused.
  await page.goto('/browse?q=brume');
  const theo = page.getByRole('button', { name: 'Favori, Théo Brume' });
  await expect(theo).toHaveAttribute('aria-pressed', 'false');
  const release = await holdBack(page, /rest\/v1\/favourites$/);
  await theo.click();
  await expect(theo).toHaveAttribute('aria-pressed', 'true');
  await written(page, FAVOURITES, async () => release());
  await page.goto('/browse');
  await page.getByRole('region', { name: 'Filtres' }).getByLabel('Mes favoris seulement').click();
  await expect(page).toHaveURL('/browse?favourites=1');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  await page.goto('/viewer-dashboard');
  await page
    .getByRole('navigation', { name: 'Espace viewer' })
    .first()
    .getByRole('link', { name: 'Favoris' })
    .click();
  await expect(page).toHaveURL('/viewer-dashboard/favourites');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Favoris');
  await expect(cards).toHaveCount(2);
  await expectFitsTelephone(page, '/viewer-dashboard/favourites');
  // Let go, a card stays until one leaves: to be kept again.
  await written(page, FAVOURITES, () => theo.click());
  await expect(theo).toHaveAttribute('aria-pressed', 'false');
  await expect(cards).toHaveCount(2);
  await page.reload();
  await expect(cards).toHaveCount(1);
  await written(page, FAVOURITES, () => anoukHeart.click());
  await page.reload();
  await expect(page.getByText('Personne parmi vos favoris')).toBeVisible();
});

test('a favourite that could not be kept is not shown as one', async ({ page, server, expectErrors }) => {
  expectErrors(/Failed to load resource/, /net::ERR/, /TypeError: Failed to fetch/, /favourite/i);
  await arriveAs(page, server, 'viewer');
  await page.goto('/browse?q=brume');
  const theo = page.getByRole('button', { name: 'Favori, Théo Brume' });
  await expect(theo).toHaveAttribute('aria-pressed', 'false');
  await page.route(/rest\/v1\/favourites/, (route) => route.abort());
  await theo.click();
  await expect(page.getByText('Favori non enregistré', { exact: true })).toBeVisible();
  await expect(theo).toHaveAttribute('aria-pressed', 'false');
});
