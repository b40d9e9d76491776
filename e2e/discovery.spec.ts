// Long because every test here reads the same list of 27 streamers, who take most of its time to publish.
import { expectFitsTelephone, expectNoAxeViolations } from './harness/axe.ts';
import { arriveAs, asService, newPerson, register } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { holdBack, written } from './harness/slow.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

// A server of its own (the setting is the default): these tests count everybody who is published.
test.use({ serverEnv: { REST_MAX_ROWS: '1000' } });

interface Draft {
  name: string;
  headline: string;
  categories: string[];
  languages?: string[];
  offers: { title: string; price_cents: number; duration_minutes: number; policy?: string }[];
  noticeMinutes?: number;
}

/** Somebody's published page, open at all hours of the day. @returns the id */
async function publish(server: LogeServer, draft: Draft): Promise<{ id: string; handle: string }> {
  const { user } = await register(server, newPerson('streamer'));
  const handle = draft.name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(' ', '-');
  const rest = (path: string, body: unknown, method = 'POST') =>
    asService(server, `/rest/v1/${path}`, { method, body });
  await rest(
    `streamers?id=eq.${user.id}`,
    {
      handle,
      display_name: draft.name,
      headline: draft.headline,
      bio: 'Je regarde vos parties avec vous.',
      categories: draft.categories,
      languages: draft.languages ?? ['fr'],
      notice_minutes: draft.noticeMinutes ?? 0,
      published_at: new Date().toISOString(),
    },
    'PATCH',
  );
  await rest(
    'offers',
    draft.offers.map((offer, position) => ({
      policy: 'standard',
      ...offer,
      streamer_id: user.id,
      category: draft.categories[0],
      position,
    })),
  );
  await rest(
    'weekly_hours',
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      streamer_id: user.id,
      weekday,
      from_minute: 0,
      to_minute: 1440,
    })),
  );
  return { id: user.id, handle };
}

let anouk: { id: string; handle: string };
test.beforeAll(async ({ server }) => {
  test.setTimeout(120_000); // 27 people sign up
  anouk = await publish(server, {
    name: 'Anouk Karsenti',
    headline: 'Jeux de rythme, du débutant au tournoi',
    categories: ['musique', 'coaching'],
    languages: ['fr', 'en'],
    offers: [
      { title: 'Partie commentée', price_cents: 4500, duration_minutes: 60 },
      { title: 'Relecture', price_cents: 2500, duration_minutes: 30, policy: 'flexible' },
    ],
  });
  await publish(server, {
    name: 'Théo Brume',
    headline: 'Un run, image par image',
    categories: ['speedrun'],
    offers: [{ title: 'Un run commenté', price_cents: 1800, duration_minutes: 60 }],
    noticeMinutes: 20_160,
  });
  for (let index = 1; index <= 25; index++) {
    await publish(server, {
      name: `Joueuse Numéro${String.fromCharCode(96 + index)}`,
      headline: 'Des échecs, sans pendule',
      categories: ['echecs'],
      offers: [{ title: 'Ouvertures', price_cents: 1000, duration_minutes: 30 }],
    });
  }
  // Until the projection has computed them all: two seconds at most.
  await expect
    .poll(async () => {
      const body = { free: 'week' };
      const answer = await fetch(`${server.url}/functions/v1/discovery/browse-streamers`, {
        method: 'POST',
        headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return ((await answer.json()) as { total: number }).total;
    })
    .toBe(26);
});

test('the home page shows who is free, leads to categories, and searches', async ({ page }) => {
  await page.goto('/');
  // Late in the evening nobody is free any more today: who is free next stands there, under that name.
  const free = page.getByRole('region', {
    name: /^(?:Libres aujourd’hui(?: et bientôt)?|Les prochaines places)$/,
  });
  await expect(free.getByRole('article').first()).toContainText(/Aujourd’hui|Demain/);
  const categories = page.getByRole('region', { name: 'Qu’est-ce qui vous fait envie ?' });
  await categories.getByRole('link', { name: /Échecs et stratégie/ }).click();
  await expect(page).toHaveURL('/browse?category=echecs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Échecs et stratégie');
  await page.goBack();
  await page.getByRole('searchbox', { name: 'Rechercher un streamer' }).fill('anouk');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/browse?q=anouk');
  await expect(page.getByRole('list', { name: 'Streamers' }).getByRole('article')).toHaveCount(1);
});

test(
  'on a telephone the home page is under 5,500 px: rows are moved sideways, and how it works comes early',
  inSoak,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Qu’est-ce qui vous fait envie ?' })).toBeVisible();
    await page.getByRole('heading', { name: 'Combien vous reste-t-il ?' }).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5_500);
    const top = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0;
    expect(await top('Comment ça se passe')).toBeLessThan(await top('Qu’est-ce qui vous fait envie ?'));
    // The start stands on one line.
    const start = page.getByRole('link', { name: /^Réserver avec/ }).first();
    expect(await start.evaluate((link) => link.getClientRects().length)).toBe(1);
  },
);

test('searching as one types forgives slips and accents', async ({ page }) => {
  await page.goto('/browse');
  const cards = page.getByRole('list', { name: 'Streamers' }).getByRole('article');
  await expect(page.getByRole('status')).toContainText('27 streamers');
  await expect(cards).toHaveCount(24);
  const search = page.getByRole('searchbox', { name: 'Rechercher un streamer' });
  await search.pressSequentially('karsneti');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Anouk Karsenti');
  await expect(page).toHaveURL('/browse?q=karsneti');
  await expect(search).toBeFocused();
  await search.fill('THEO');
  await expect(cards).toContainText(['Théo Brume']);
  await search.fill('introuvable');
  await expect(page.getByText(/^Aucun streamer pour «\sintrouvable\s»$/)).toBeVisible();
  await page.getByRole('button', { name: 'Effacer la recherche et les filtres' }).click();
  await expect(cards).toHaveCount(24);
  await expect(search).toHaveValue('');
});

test('filters live in the address, and Back keeps them', async ({ page }) => {
  await page.goto('/browse');
  const cards = page.getByRole('list', { name: 'Streamers' }).getByRole('article');
  const filters = page.getByRole('region', { name: 'Filtres' });
  await filters.getByLabel('Catégorie').selectOption({ label: 'Musique' });
  await expect(cards).toHaveCount(1);
  await filters.getByText('Cette semaine').click();
  await filters.getByText('30 min').click();
  await expect(page).toHaveURL('/browse?category=musique&free=week&duration=30');
  await cards.getByRole('link', { name: 'Anouk Karsenti', exact: true }).click();
  await expect(page).toHaveURL('/streamer/anouk-karsenti');
  await page.goBack();
  await expect(page).toHaveURL('/browse?category=musique&free=week&duration=30');
  await expect(filters.getByLabel('Catégorie')).toHaveValue('musique');
  await expect(filters.getByRole('radio', { name: '30 min' })).toBeChecked();
  await expect(cards).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL('/browse?category=musique&free=week');
  await page.getByRole('button', { name: 'Retirer le filtre Musique' }).click();
  await expect(page).toHaveURL('/browse?free=week');
  // Théo asks for two weeks of notice.
  await expect(page.getByRole('status')).toContainText('26 streamers');
  await filters.getByLabel('Prix minimum, en euros').fill('20');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/browse?free=week&min=20');
  await expect(cards).toHaveCount(1);
});

test('nonsense in a price field is told there, and in the address too', inSoak, async ({ page }) => {
  await page.goto('/browse');
  const filters = page.getByRole('region', { name: 'Filtres' });
  const [min, max] = [filters.getByLabel('Prix minimum'), filters.getByLabel('Prix maximum')];
  await min.fill('vingt');
  await page.keyboard.press('Enter');
  await expect(filters.getByRole('alert')).toHaveText(/Un prix en euros, sans centimes/);
  await expect(min).toHaveAttribute('aria-invalid', 'true');
  await expect(min).toBeFocused();
  await expect(min).toHaveValue('vingt');
  await expect(page).toHaveURL('/browse');
  await min.fill('45 €');
  await max.fill('20');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/browse?min=20&max=45');
  await expect(filters.getByRole('alert')).toHaveCount(0);
  // Anouk’s two offers fit; the price on her card is one of those that were asked for.
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('dès 25');
  await page.goto('/browse?min=30');
  await expect(card).toContainText('dès 45');
  await page.goto('/browse?min=-5&max=99999');
  await expect(filters.getByRole('alert')).toHaveText(/Un prix en euros/);
  await expect(max).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('status')).toContainText('27 streamers');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('ce n’est pas un prix')).toBeVisible();
});

test('pages and sorts', inSoak, async ({ page }) => {
  await page.goto('/browse');
  const cards = page.getByRole('list', { name: 'Streamers' }).getByRole('article');
  await page.getByRole('link', { name: 'Page suivante' }).click();
  await expect(page).toHaveURL('/browse?page=2');
  await expect(cards).toHaveCount(3);
  await page.getByLabel('Trier').selectOption({ label: 'Prix croissant' });
  await expect(page).toHaveURL('/browse?sort=price');
  await expect(cards.first()).toContainText('dès 10');
  await page.goto('/browse?page=40');
  await page.getByRole('link', { name: 'Revenir au début' }).click();
  await expect(cards).toHaveCount(24);
});

test(
  'a card says the hour in the viewer’s zone, and the hour leads to its place',
  inSoak,
  async ({ browser, server }) => {
    const hours: string[] = [];
    for (const timezoneId of ['Europe/Paris', 'Asia/Kathmandu']) {
      const context = await browser.newContext({ timezoneId, locale: 'fr-FR', baseURL: server.url });
      const page = await context.newPage();
      await page.goto('/browse?q=anouk');
      const hour = page.getByRole('link', { name: /^Réserver avec Anouk Karsenti/ });
      hours.push((await hour.textContent()) ?? '');
      await hour.click();
      await expect(page).toHaveURL(/\/book-session\/anouk-karsenti\?offer=[\w-]{36}&start=\d{4}-/);
      await context.close();
    }
    // 4 h 45 apart, at this time of the year or another.
    expect(hours[0]).not.toBe(hours[1]);
  },
);

test('the list while it loads, and when it fails', inSoak, async ({ page, expectErrors }) => {
  expectErrors(/Failed to load resource/, /net::ERR/);
  const release = await holdBack(page, /discovery\/browse/);
  await page.goto('/browse');
  await expect(page.getByRole('region', { name: 'Résultats' }).locator('[aria-busy=true]')).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Recherche…');
  release();
  await expect(page.getByRole('status')).toContainText('27 streamers');
  await page.unrouteAll();
  await page.route(/discovery\/browse/, (route) => route.abort());
  await page.getByLabel('Trier').selectOption({ label: 'Les mieux notés' });
  // After three more attempts.
  const retry = page.getByRole('button', { name: 'Réessayer' });
  await expect(retry).toBeVisible();
  await page.unrouteAll();
  await retry.click();
  await expect(page.getByRole('list', { name: 'Streamers' }).getByRole('article')).toHaveCount(24);
});

test('a profile: offers, hours, policy in euros, no reviews yet, share', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/streamer/${anouk.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anouk Karsenti');
  await expect(page).toHaveTitle('Anouk Karsenti · Loge');
  await expect(page.getByRole('list', { name: 'En bref' })).toContainText('Nouveau sur Loge');
  // The way to book is on the first screen.
  const take = page.getByRole('link', { name: 'Prendre cette place' });
  for (const [width, height] of [[390, 844] as const, [1440, 900] as const]) {
    await page.setViewportSize({ width, height });
    await expect(take).toBeInViewport({ ratio: 1 });
  }
  const offer = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Partie commentée' }) });
  await expect(offer).toContainText('45,00');
  await offer.getByText(/^Annulation gratuite/).click();
  await expect(offer.getByText(/22,50\s€ remboursés/)).toBeVisible();
  const hours = page.getByRole('list', { name: 'Prochaines heures libres, Partie commentée' });
  await expect(hours.getByRole('link')).toHaveCount(5);
  // The day is read once, with its hours under it; the whole page has one flag, at its foot.
  const days = await hours.locator('> li > p').allTextContents();
  expect(new Set(days).size).toBe(days.length);
  await expect(page.getByRole('button', { name: /^Signaler/ })).toHaveCount(1);
  await expect(offer.getByText(/^Annulation gratuite jusqu’à \d+\sh avant/)).toBeVisible();
  await expect(page.getByText('Pas encore d’avis')).toBeVisible();
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.evaluate(() => delete (Navigator.prototype as { share?: unknown }).share);
  await page.getByRole('button', { name: 'Partager' }).click();
  await expect(page.getByText('Adresse copiée', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Prendre cette place' }).click();
  await expect(page).toHaveURL(/\/book-session\/anouk-karsenti\?offer=/);
});

const FAVOURITES = /\/rest\/v1\/favourites$/;

test('a favourite: signed out one signs in and comes back to it', async ({ page, server }) => {
  const person = newPerson('viewer');
  await register(server, person);
  await page.goto('/streamer/anouk-karsenti');
  await page.getByRole('link', { name: 'Favori' }).click();
  await expect(page).toHaveURL(/\/auth\?next=/);
  const form = page.getByRole('form', { name: 'Se connecter' });
  await form.getByLabel('Adresse e-mail').fill(person.email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await written(page, FAVOURITES, () => form.getByRole('button', { name: 'Se connecter' }).click());
  await expect(page).toHaveURL('/streamer/anouk-karsenti');
  const favourite = page.getByRole('button', { name: 'Favori' });
  await expect(favourite).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(favourite).toHaveAttribute('aria-pressed', 'true');
  await written(page, FAVOURITES, () => favourite.click());
  await expect(favourite).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(favourite).toHaveAttribute('aria-pressed', 'false');
});

test('nobody of that name: an honest 404', async ({ page, expectErrors }) => {
  expectErrors(answered(404));
  const response = await page.goto('/streamer/personne-de-ce-nom');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ce profil n’existe pas');
  await page.getByRole('link', { name: 'Parcourir les streamers' }).click();
  await expect(page).toHaveURL('/browse');
});

test('what the server sends says what the page is about, without scripts', async ({ server, request }) => {
  await asService(server, `/rest/v1/streamers?id=eq.${anouk.id}`, {
    method: 'PATCH',
    body: { bio: '</script><script>alert(1)</script> & "guillemets"' },
  });
  const html = await (await request.get('/streamer/anouk-karsenti')).text();
  expect(html).toContain('<title>Anouk Karsenti : Musique, Coaching de jeu · Loge</title>');
  expect(html).toContain(`<link rel="canonical" href="${server.url}/streamer/anouk-karsenti" />`);
  expect(html).toContain('<meta property="og:type" content="profile" />');
  expect(html).not.toContain('<script>alert(1)');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />');
  const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(picture).toMatch(new RegExp(`^${server.url}/link-picture/anouk-karsenti\\.jpg`));
  const drawn = await request.get(picture);
  expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  for (const path of ['/', '/browse']) {
    const plain = await (await request.get(path)).text();
    expect(plain, path).toContain(`<meta property="og:image" content="${server.url}/og.png" />`);
    expect(plain, path).toContain(`<link rel="canonical" href="${server.url}${path}" />`);
  }
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const graph = (JSON.parse(json) as { '@graph': { '@type': string; offers?: { lowPrice: number } }[] })[
    '@graph'
  ];
  expect(graph.map((node) => node['@type'])).toEqual(['ProfilePage', 'Person', 'Service']);
  expect(graph[2]?.offers?.lowPrice).toBe(25);
  // By id it is the same page, and says where its address is.
  expect(await (await request.get(`/streamer/${anouk.id}`)).text()).toContain(
    `<link rel="canonical" href="${server.url}/streamer/anouk-karsenti" />`,
  );
  expect(await (await request.get('/browse?category=echecs')).text()).toContain(
    '<title>Échecs et stratégie : streamers à réserver · Loge</title>',
  );
  expect(await (await request.get('/viewer-dashboard')).text()).toContain(
    '<meta name="robots" content="noindex" />',
  );
  for (const path of ['/nulle-part', '/streamer/personne', '/book-session/personne', '/streamer/%ff']) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test('sitemap and robots name what is public', async ({ server, request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap).toContain(`<loc>${server.url}/streamer/anouk-karsenti</loc><lastmod>`);
  expect(sitemap).toContain(`<loc>${server.url}/browse?category=echecs</loc>`);
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`);
  expect(robots).toContain('Disallow: /viewer-dashboard');
});

test('full pages fit a telephone, and axe has nothing to say', inSoak, async ({ page }) => {
  for (const path of ['/', '/browse', '/browse?q=introuvable', '/streamer/anouk-karsenti']) {
    await expectFitsTelephone(page, path);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('Back from a profile leads to the very place in the list', inSoak, async ({ page }) => {
    await page.goto('/browse');
    const card = page.getByRole('list', { name: 'Streamers' }).getByRole('listitem').nth(19);
    const top = async () => (await card.boundingBox())?.y ?? Number.NaN;
    await card.waitFor({ state: 'attached' });
    // As a finger does: each card on the way is seen, and from then on has its real height.
    await expect(async () => {
      await page.mouse.wheel(0, 500);
      expect(await top()).toBeLessThan(400);
    }).toPass();
    const link = card.getByRole('heading').getByRole('link');
    const name = (await link.textContent()) ?? '';
    const before = await top();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(link).toHaveText(name);
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(40);
  });
  test('filters are a sheet that says what they leave', inSoak, async ({ page }) => {
    await page.goto('/browse');
    await expect(page.getByRole('status')).toContainText('27 streamers');
    await page.getByRole('button', { name: 'Filtres' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filtres' });
    await sheet.getByLabel('Catégorie').selectOption({ label: 'Speedrun' });
    await expect(sheet.getByRole('button', { name: /Voir 1/ })).toBeVisible();
    await expectNoAxeViolations(page);
    await sheet.getByRole('button', { name: /Voir 1/ }).click();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL('/browse?category=speedrun');
    await expect(page.getByRole('article')).toHaveCount(1);
  });
});

test('a streamer sees their own unpublished page, and that nobody else does', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(404));
  const { id } = await arriveAs(page, server, 'streamer');
  await page.goto(`/streamer/${id}`);
  await expect(page.getByText('Cette page n’est pas publiée')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Modifier ma page' })).toBeVisible();
});
