import { arriveAs, asService, newPerson, register, signIn } from './harness/people.ts';
import { holdBack } from './harness/slow.ts';
import { openStreamer } from './harness/streamers.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

test('"Pages load lazily and the user sees \'Loading...\' meanwhile"', async ({ page }) => {
  await page.goto('/');
  const release = await holdBack(page, /assets\/browse-page.*\.js/);
  await page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Parcourir' }).click();
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
});

test(
  '"the user sees \'Loading...\' meanwhile": whole and in the middle, on the first load too',
  inSoak,
  async ({ page }) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const release = await holdBack(page, /assets\/main.*\.js/);
      await page.goto('/', { waitUntil: 'commit' });
      const pill = page.getByText('Loading...', { exact: true });
      await expect(pill).toBeVisible();
      const box = (await pill.boundingBox())!;
      expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThan(2);
      release();
      await expect(pill).toBeHidden();
    }
  },
);

test(
  'the pages of a visitor write nothing but their views into the console',
  inSoak,
  async ({ page, server }) => {
    const streamer = await openStreamer(server);
    const written: string[] = [];
    page.on('console', (message) => {
      if (!message.text().startsWith('Page vue')) written.push(`${page.url()} ${message.text()}`);
    });
    for (const path of ['/', '/browse', `/streamer/${streamer.handle}`, `/book-session/${streamer.handle}`]) {
      await page.goto(path);
      await expect(page.locator('#root:not([inert]) h1')).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    expect(written).toEqual([]);
  },
);

test('"/dev/*" has pages where it is served, and no other', async ({ page, server, expectErrors }) => {
  expectErrors(answered(404));
  expect((await fetch(`${server.url}/dev/nulle-part`)).status).toBe(404);
  await page.goto('/dev/nulle-part');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cette place n’existe pas.');
});

test('"Each page view is logged to the console"', async ({ page }) => {
  const views: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Page vue')) views.push(message.text().split(' ').at(-1) ?? '');
  });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Parcourir' }).click();
  await expect(page).toHaveURL('/browse');
  await page.goBack();
  await expect.poll(() => views).toEqual(['/', '/browse', '/']);
});

test(
  'a visitor moves the simulator of the first page, which leads to the sign-up of streamers',
  inSoak,
  async ({ page }) => {
    await page.goto('/');
    const earnings = page.getByRole('region', { name: 'Combien vous reste-t-il ?' });
    await earnings.scrollIntoViewIfNeeded();
    const price = earnings.getByRole('slider', { name: 'Prix d’une session d’une heure' });
    const net = earnings.getByRole('heading', { name: /nets par mois/ });
    await price.fill('40');
    await expect(price).toHaveAttribute('aria-valuetext', /^40,00\s€$/);
    const cheap = (await net.textContent()) ?? '';
    await price.fill('80');
    await expect(net).not.toHaveText(cheap);
    await earnings.getByRole('link', { name: 'Créer ma page de streamer' }).click();
    await expect(page).toHaveURL('/auth?mode=signup&role=streamer');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

test(
  'the header of the public pages stays on one line where its links first stand in it',
  inSoak,
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto('/');
    const links = page.getByRole('banner').getByRole('link');
    await expect(links.filter({ hasText: 'Créer un compte' })).toBeVisible();
    for (const link of await links.all()) expect((await link.boundingBox())?.height).toBeLessThanOrEqual(48);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768);
  },
);

test('"Any other path shows a not-found page"', async ({ page, expectErrors }) => {
  expectErrors(answered(404)); // the document itself says so
  for (const path of ['/nulle-part', '/browse/nulle-part', '/viewer-dashboards']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Cette place n’existe pas.');
    await expect(page).toHaveURL(path);
  }
});

test('"Router render errors show \'Unexpected Application Error!\'": a page that cannot be fetched', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/./);
  await page.goto('/');
  await page.route(/assets\/browse-page.*\.js/, (route) => route.abort());
  await page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Parcourir' }).click();
  // The first failure may be an old tab after a deployment: the page reloads once, and the server has the file no more.
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.unroute(/assets\/browse-page.*\.js/);
  await page.getByRole('button', { name: 'Recharger la page' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeHidden();
});

test('"Router render errors show \'Unexpected Application Error!\'": a page that throws while it renders', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/./);
  await page.goto('/');
  const broken = "export function Component() { throw new Error('thrown in a render'); }";
  await page.route(/assets\/browse-page.*\.js/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: broken }),
  );
  await page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Parcourir' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page).toHaveURL('/browse');
});

test("\"Failed profile load: Destructive toast, title 'Erreur', description 'Impossible de charger votre profil utilisateur'\"", async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(406), /Profil non chargé/);
  const { id } = await arriveAs(page, server, 'streamer');
  await asService(server, `/rest/v1/profiles?id=eq.${id}`, { method: 'DELETE' });
  await page.goto('/');
  const toast = page.locator('[data-variant="destructive"]');
  await expect(toast.getByText('Erreur', { exact: true })).toBeVisible();
  await expect(
    toast.getByText('Impossible de charger votre profil utilisateur', { exact: true }),
  ).toBeVisible();
});

const guesses = [
  ['admin', '/admin-dashboard'],
  ['streamer', '/streamer-dashboard'],
  ['personne', '/viewer-dashboard'],
] as const;
for (const [word, dashboard] of guesses) {
  test(`"When the profile has no role at login, the role is guessed from the e-mail": ${word} opens ${dashboard}`, async ({
    page,
    server,
    expectErrors,
  }) => {
    expectErrors(answered(406), answered(403), /Profil non chargé/);
    const person = { ...newPerson('viewer'), email: `${word}-${Date.now()}@exemple.fr` };
    const { user } = await register(server, person);
    await asService(server, `/rest/v1/profiles?id=eq.${user.id}`, { method: 'DELETE' });
    await signIn(page, person);
    await expect(page).toHaveURL(dashboard);
  });
}
