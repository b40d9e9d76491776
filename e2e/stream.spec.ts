import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { booked, button, fine, heading, payWith, reachRecap } from './harness/booker.ts';
import { arriveAs, asService, keepSession, openSession, sendAs } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { type OpenStreamer, openStreamer } from './harness/streamers.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

/** Another site, on a port of its own: each of its pages is one of these bodies. */
async function openSite(bodies: Readonly<Record<string, string>>): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    const body = bodies[request.url ?? ''] ?? '';
    response.end(
      `<!doctype html><html lang="fr"><head><title>Mon site</title><link rel="icon" href="data:,"></head><body><h1>Mon site</h1>${body}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${String((server.address() as AddressInfo).port)}`, server };
}

const commandsOf = async (server: LogeServer, streamer: OpenStreamer) => {
  const session = await openSession(server, streamer);
  return {
    session,
    send: (name: string, body: object = {}) =>
      sendAs(server, session, `stream/${name}`, body) as Promise<Record<string, string>>,
  };
};

/** When the overlay showed its first alert, in ms since 1970. */
const noteAlerts = (page: Page) =>
  page.evaluate(() => {
    const alert = document.querySelector('[data-part=alerts]');
    new MutationObserver(() => {
      if (alert?.hasAttribute('data-on')) document.body.dataset.alertedAt ??= String(Date.now());
    }).observe(alert as Element, { attributes: true });
  });

test('an overlay shows the next places and, within two seconds of a payment, an alert with the letter that its viewer allows', async ({
  page,
  browser,
  server,
}) => {
  const streamer = await openStreamer(server);
  const { send } = await commandsOf(server, streamer);
  const { overlayUrl = '' } = await send('renew-overlay');
  await send('set-goal', { places: 5 });
  const obs = await (await browser.newContext({ viewport: { width: 1920, height: 1080 } })).newPage();
  await obs.goto(overlayUrl);
  await expect(obs.locator('[data-list] li')).toHaveCount(3);
  await expect(obs.locator('[data-text=goal]')).toHaveText(/^0\splace sur 5 (?:ce soir|aujourd’hui)$/);
  await expect(obs.locator('figure svg')).toBeVisible();
  await noteAlerts(obs);

  const viewer = await arriveAs(page, server, 'viewer');
  await reachRecap(page, streamer);
  const consent = page.getByRole('checkbox', { name: /Montrer mon initiale/ });
  await expect(consent).not.toBeChecked();
  // What is chosen is shown a moment later, with what is kept.
  await consent.click();
  await expect(consent).toBeChecked();
  await expect(page.getByText('Enregistré', { exact: true })).toBeVisible();
  await fine(page);
  await button(page, 'Réserver avec obligation de paiement').click();
  await expect(heading(page, 'Payer')).toBeVisible();
  await expect(obs.locator('[data-part=alerts][data-on]')).toHaveCount(0);
  await payWith(page, /Carte acceptée/);
  const alert = obs.locator('[data-part=alerts][data-on]');
  await expect(alert).toContainText(`Place réservée par ${viewer.firstName.charAt(0)}.`);
  await booked(page);
  const [payment] = (await asService(
    server,
    `/rest/v1/payments?viewer_id=eq.${viewer.id}&select=authorised_at`,
  )) as { authorised_at: string }[];
  const shownAt = Number(await obs.locator('body').getAttribute('data-alerted-at'));
  expect(shownAt - Date.parse(payment?.authorised_at ?? '')).toBeLessThan(2_000);
  await expect(obs.locator('[data-text=goal]')).toHaveText(/^1\splace sur 5 /);
  const sent = await obs.content();
  for (const fact of [viewer.firstName, viewer.lastName, viewer.email, viewer.id])
    expect(sent).not.toContain(fact);
  await obs.context().close();
});

test(
  'an overlay comes back by itself after its connection broke, and ends with its address',
  inSoak,
  async ({ page, server, expectErrors }) => {
    expectErrors(answered(404), /ERR_(?:INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)|net::/);
    const streamer = await openStreamer(server);
    const { send } = await commandsOf(server, streamer);
    const { overlayUrl = '' } = await send('renew-overlay');
    // The connection breaks twice before it holds.
    let broken = 0;
    await page.route('**/events*', (route) => (broken++ < 2 ? route.abort() : route.continue()));
    await page.goto(overlayUrl);
    await expect(page.locator('[data-list] li')).toHaveCount(3);
    expect(broken).toBeGreaterThan(2);
    await send('try-alert');
    await expect(page.locator('[data-part=alerts][data-on]')).toContainText('Place réservée par C.');
    await send('renew-overlay');
    await expect(page.locator('section[data-on]')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Overlay introuvable' })).toBeVisible();
  },
);

test(
  'a streamer prepares the stream on a page of their own, and the short address leads to a place',
  inSoak,
  async ({ page, server }) => {
    const streamer = await openStreamer(server);
    await keepSession(page, await openSession(server, streamer));
    await page.goto('/streamer-dashboard/stream');
    await button(page, 'Créer l’adresse de l’overlay').click();
    const address = page.getByRole('textbox', { name: 'Adresse à coller dans OBS' });
    await expect(address).toHaveValue(/\/overlay\/[\w-]{43}\?corner=bottom-left&/);
    // It is not to be read by those who see the page on the stream.
    await expect(address).toHaveAttribute('type', 'password');
    const preview = page.frameLocator('iframe[title="Aperçu de l’overlay"]');
    await expect(preview.locator('[data-list] li')).toHaveCount(3);
    await page.getByLabel('Position', { exact: true }).selectOption({ label: 'En haut à droite' });
    await expect(preview.locator('body')).toHaveAttribute('data-corner', 'top-right');
    await page.getByRole('checkbox', { name: 'Prochaines places et QR code' }).uncheck();
    await expect(preview.locator('[data-part=places]')).toHaveCount(0);
    await button(page, 'Essayer une alerte').click();
    await expect(preview.locator('[data-part=alerts][data-on]')).toContainText('Place réservée par C.');
    const goal = page.getByRole('textbox', { name: 'Places à réserver' });
    await goal.fill('0');
    await button(page, 'Enregistrer').click();
    await expect(page.getByText('Un nombre entier de places, de 1 à 99.')).toBeVisible();
    await goal.fill('4');
    await button(page, 'Enregistrer').click();
    await expect(preview.locator('[data-text=goal]')).toHaveText(/^0\splace sur 4 /);
    await expect(page.getByRole('img', { name: /^Le panneau tel qu’il est/ })).toHaveJSProperty(
      'naturalWidth',
      640,
    );
    await fine(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await fine(page);

    const link = await page.getByRole('textbox', { name: 'Adresse', exact: true }).inputValue();
    expect(new URL(link).pathname).toBe(`/s/${streamer.handle}`);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: streamer.displayName })).toBeVisible();
    await fine(page);
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/book-session/${streamer.handle}\\?offer=.*start=`));
  },
);

test('a short address of nobody is not found, in French', async ({ page, server, expectErrors }) => {
  expectErrors(answered(404));
  expect((await fetch(`${server.url}/s/personne-ici`)).status).toBe(404);
  await page.goto('/s/personne-ici');
  await expect(page.getByText('Aucun streamer à cette adresse')).toBeVisible();
});

test(
  'the booker on another site keeps nothing before a press, and books from there',
  inSoak,
  async ({ page, browser, server }) => {
    const streamer = await openStreamer(server, { offers: [{ price_cents: 0 }] });
    await keepSession(page, await openSession(server, streamer));
    await page.goto('/streamer-dashboard/stream');
    const code = page.getByRole('textbox', { name: 'Code à coller dans votre page' });
    const booker = await code.inputValue();
    await page.getByLabel('Ce que la page montre').selectOption({ label: 'Un bouton qui les ouvre' });
    await expect(code).toHaveValue(/data-mode="button"/);
    const site = await openSite({ '/': booker, '/bouton': await code.inputValue() });
    const sites = page.getByLabel('Sites qui peuvent l’afficher');
    await sites.fill('http://pas-chiffre.fr');
    await button(page, 'Enregistrer les sites').click();
    await expect(page.getByText('Un site doit être en https pour afficher votre réservation')).toBeVisible();
    await sites.fill(`${site.url}/accueil`);
    await button(page, 'Enregistrer les sites').click();
    await expect(sites).toHaveValue(site.url);

    const context = await browser.newContext();
    const guest = await context.newPage();
    await guest.goto(`${site.url}/bouton`);
    const open = guest.getByRole('button', { name: 'Réserver une session' });
    await expect(open).toBeVisible();
    // Before the press nothing of Loge is there but the script.
    expect(guest.frames()).toHaveLength(1);
    await open.click();
    await expect(guest.frameLocator('iframe').getByRole('heading', { level: 1 })).toContainText(
      streamer.displayName,
    );
    await guest.getByRole('button', { name: 'Fermer' }).click();
    await expect(guest.getByRole('dialog')).toBeHidden();

    await guest.goto(site.url);
    const frame = guest.frameLocator('iframe[title="Réserver sur Loge"]');
    const start = frame.getByRole('listitem').getByRole('link').first();
    await expect(start).toBeVisible();
    // As high as what it shows: nothing in it scrolls. The link that stood in for it is gone.
    const heights = () =>
      guest.locator('iframe').evaluate((element) => element.getBoundingClientRect().height);
    await expect.poll(heights).toBeGreaterThan(250);
    await expect(guest.getByRole('link', { name: 'Réserver sur Loge' })).toHaveCount(0);
    expect(await context.cookies()).toEqual([]);
    for (const each of guest.frames())
      expect(
        await each.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]),
      ).toEqual([0, 0, '']);

    const arriving = context.waitForEvent('page');
    await start.click();
    const loge = await arriving;
    await expect(loge).toHaveURL(new RegExp(`^${server.url}/book-session/${streamer.handle}\\?offer=`));
    // Somebody who has an account: signed in on Loge, and back at the place that was pressed.
    const address = loge.url();
    const viewer = await arriveAs(loge, server, 'viewer');
    await loge.goto(address);
    await button(loge, 'Continuer').click();
    await expect(heading(loge, /Vérifiez votre réservation/)).toBeVisible();
    await button(loge, 'Réserver').click();
    await booked(loge);
    const [booking] = (await asService(
      server,
      `/rest/v1/bookings?viewer_id=eq.${viewer.id}&select=status,start_at`,
    )) as { status: string; start_at: string }[];
    expect(booking?.status).toBe('confirmed');
    expect(Date.parse(booking?.start_at ?? '')).toBe(
      Date.parse(new URL(address).searchParams.get('start') ?? ''),
    );
    await context.close();
    site.server.close();
  },
);

test('a site that its streamer did not name shows a link, and no page of Loge stands in a frame', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(/frame-ancestors|Framing|Refused to (?:frame|display)|chrome-error/);
  const streamer = await openStreamer(server);
  const paths = [
    '/',
    '/auth',
    `/s/${streamer.handle}`,
    `/streamer/${streamer.handle}`,
    `/book-session/${streamer.handle}`,
    '/streamer-dashboard/stream',
    '/viewer-dashboard/settings',
    '/nulle-part',
  ];
  for (const path of paths) {
    const { headers } = await fetch(`${server.url}${path}`);
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
  }
  const site = await openSite({
    '/': `<script async src="${server.url}/embed.js" data-loge="${streamer.handle}"></script>`,
  });
  await page.goto(site.url);
  await expect(page.getByRole('link', { name: 'Réserver sur Loge' })).toHaveAttribute(
    'href',
    `${server.url}/s/${streamer.handle}`,
  );
  await expect(page.frameLocator('iframe').getByText(streamer.displayName)).toHaveCount(0);
  site.server.close();
});
