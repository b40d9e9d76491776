import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { parseInstant } from '#product/shared/time/instant.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { turnTo } from './harness/booker.ts';
import { arriveInDemo, asService, openDemoSession, sendAs } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { expect, inSoak, test } from './harness/test.ts';

/** The demo marketplace as its three sample people find it. */
test.use({ serverEnv: { DEMO_DATA: 'true' } });

/** Somebody else, in a browser of their own. */
async function another(
  browser: Browser,
  server: LogeServer,
  email: string,
  timezoneId: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR', timezoneId });
  const page = await context.newPage();
  await arriveInDemo(page, server, email);
  return page;
}

const DAY = 86_400_000;
const PARIS = 'Europe/Paris' as ZoneName;
const iso = (instant: number) => new Date(instant).toISOString();
/** A start as its day in Paris, where the sample streamer lives: 2026-11-30. */
const parisDate = (start: string) => localDateAt(PARIS, parseInstant(start));

interface Request {
  id: string;
  title: string;
  viewer_email: string;
}

const requestsOfSample = async (server: LogeServer): Promise<Request[]> =>
  (await asService(
    server,
    '/rest/v1/admin_sessions?select=id,title,viewer_email&streamer_email=eq.streamer@loge.test&status=eq.requested&proposed_start_at=is.null&order=start_at',
  )) as Request[];

test('a streamer accepts a request by keyboard, and the viewer sees it without a reload', async ({
  page,
  server,
  browser,
}) => {
  const [request] = await requestsOfSample(server);
  const viewer = await another(browser, server, request!.viewer_email, 'America/Montreal');
  await viewer.goto(`/viewer-dashboard/bookings?booking=${request!.id}`);
  const window = viewer.getByRole('dialog', { name: 'Réservation' });
  await expect(window.getByText('En attente de réponse')).toBeVisible();

  await arriveInDemo(page, server, 'streamer@loge.test');
  await page.goto('/streamer-dashboard');
  // The overview has the request too, with its button in place.
  await expect(page.getByRole('heading', { name: 'À accepter ou refuser' })).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /^Accepter/ })
      .first(),
  ).toBeVisible();
  await page.goto(`/streamer-dashboard/bookings?booking=${request!.id}`);
  const accept = page.getByRole('dialog', { name: 'Réservation' }).getByRole('button', { name: 'Accepter' });
  await accept.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Réservation' }).getByText('Confirmée')).toBeVisible();
  await expect(window.getByText('Confirmée')).toBeVisible();
  await viewer.context().close();
});

/**
 * The last start that its streamer can propose for a request, and at which its viewer has promised
 * themselves to nobody (the streamer does not learn of that).
 */
async function lastStartFor(server: LogeServer, request: Request): Promise<string> {
  const bookings = await asService(
    server,
    `/rest/v1/bookings?select=offer_id,agreed_start_at,duration_minutes&id=eq.${request.id}`,
  );
  const [booking] = bookings as { offer_id: string; agreed_start_at: string; duration_minutes: number }[];
  const session = await openDemoSession(server, 'streamer@loge.test');
  const answer = await sendAs(server, session, 'availability/list-slots', {
    offerId: booking!.offer_id,
    bookingId: request.id,
    from: iso(Date.now()),
    until: iso(Date.parse(booking!.agreed_start_at) + 30 * DAY),
  });
  const starts = (answer as { slots: { start: string }[] }).slots.map(({ start }) => start);
  const promised = (await asService(
    server,
    `/rest/v1/admin_sessions?select=start_at,end_at&viewer_email=eq.${request.viewer_email}`,
  )) as { start_at: string; end_at: string }[];
  const lasts = booking!.duration_minutes * 60_000;
  const isFree = (start: string) =>
    promised.every(
      ({ start_at, end_at }) =>
        Date.parse(start) >= Date.parse(end_at) || Date.parse(start) + lasts <= Date.parse(start_at),
    );
  const free = starts.findLast(isFree);
  expect(free, `a start of ${String(starts.length)} at which the viewer has nothing else`).toBeDefined();
  return free!;
}

test(
  'a streamer declines, and proposes another start that the viewer takes',
  inSoak,
  async ({ page, server, browser }) => {
    const requests = await requestsOfSample(server);
    const request = requests.at(-1);
    const free = await lastStartFor(server, request!);
    await arriveInDemo(page, server, 'streamer@loge.test');
    await page.goto(`/streamer-dashboard/bookings?booking=${request!.id}`);
    await page.getByRole('button', { name: 'Proposer un autre horaire' }).click();
    const dialog = page.getByRole('dialog', { name: 'Proposer un autre horaire' });
    await turnTo(dialog, parisDate(free));
    await dialog.locator(`[data-date="${parisDate(free)}"]`).click();
    await dialog
      .getByRole('radiogroup')
      .locator('label')
      .filter({ hasText: new RegExp(`^${formatTime(new Date(free), PARIS)}`) })
      .click();
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Envoyer la proposition' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Autre horaire proposé\s:/)).toBeVisible();

    const viewer = await another(browser, server, request!.viewer_email, 'Europe/Paris');
    await viewer.goto(`/viewer-dashboard/bookings?booking=${request!.id}`);
    await viewer
      .getByRole('dialog', { name: 'Réservation' })
      .getByRole('button', { name: /^Accepter/ })
      .click();
    await expect(viewer.getByRole('dialog', { name: 'Réservation' }).getByText('Confirmée')).toBeVisible();
    await viewer.context().close();
  },
);

test('a viewer is told what cancelling gives back, cancels, and finds the refund among the payments', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, 'viewer@loge.test');
  const [paid] = (await asService(
    server,
    `/rest/v1/admin_sessions?select=id&viewer_email=eq.viewer@loge.test&status=eq.confirmed&seats=eq.1&price_cents=gt.0&start_at=gt.${new Date(Date.now() + 172_800_000).toISOString()}&order=start_at.desc`,
  )) as { id: string }[];
  await page.goto(`/viewer-dashboard/bookings?booking=${paid!.id}`);
  const window = page.getByRole('dialog', { name: 'Réservation' });
  const price = (await window.getByRole('article').locator('.display').last().textContent()) ?? '';
  await window.getByRole('button', { name: 'Annuler', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Annuler cette réservation ?' });
  await expect(dialog.getByText('en ce moment')).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Annuler la réservation' }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByText('Annulée par vous')).toBeVisible();
  await page.goto('/viewer-dashboard/bookings?tab=cancelled');
  await expect(page.getByRole('article').first()).toContainText('Annulée par vous');
  const row = page
    .getByRole('row')
    .filter({ hasText: price.trim() })
    .filter({ hasText: /Rembours/ });
  // The payment may be older than a page of later ones.
  await expect(async () => {
    for (const number of [1, 2, 3]) {
      await page.goto(`/viewer-dashboard/payments?page=${number}`);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      if ((await row.count()) > 0) break;
    }
    await expect(row.first()).toContainText('Remboursé', { timeout: 1_000 });
  }).toPass();
});

test(
  'a viewer narrows their payments to a year and a streamer, reads what they come to, and takes them as a file',
  inSoak,
  async ({ page, server }) => {
    await arriveInDemo(page, server, 'viewer@loge.test');
    const session = await openDemoSession(server, 'viewer@loge.test');
    const paid = (await asService(
      server,
      `/rest/v1/payments?select=created_at,captured_cents,refunded_cents,streamers(display_name)&viewer_id=eq.${session.user.id}&state=in.(authorised,captured,voided)`,
    )) as {
      created_at: string;
      captured_cents: number;
      refunded_cents: number;
      streamers: { display_name: string };
    }[];
    const yearOf = (instant: string) =>
      new Intl.DateTimeFormat('en', { timeZone: PARIS, year: 'numeric' }).format(new Date(instant));
    const name = paid[0]!.streamers.display_name;
    const year = yearOf(paid[0]!.created_at);
    const found = paid.filter(
      ({ created_at, streamers }) => streamers.display_name === name && yearOf(created_at) === year,
    );
    const net = found.reduce((sum, row) => sum + row.captured_cents - row.refunded_cents, 0);

    await page.goto('/viewer-dashboard/payments');
    const table = page.getByRole('table', { name: 'Paiements' });
    // Each row has the face of its streamer, and one cell for all documents.
    await expect(table.getByRole('columnheader', { name: 'Documents' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Année' }).selectOption(year);
    await expect(page).toHaveURL(/year=/);
    await page.getByRole('searchbox', { name: 'Chercher un paiement' }).fill(name.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/q=/);
    await expect(page.getByRole('status').filter({ hasText: `Montant net payé en ${year}` })).toContainText(
      formatMoney(net),
    );
    await expect(table.getByRole('row').nth(1)).toContainText(name);
    await expectNoAxeViolations(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`loge-paiements-${year}.csv`);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(found.length + 1);
    expect(lines.slice(1).every((line) => line.includes(name))).toBe(true);

    await page.getByRole('searchbox', { name: 'Chercher un paiement' }).fill('introuvable');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Voir tous les paiements' }).click();
    await expect(page).toHaveURL('/viewer-dashboard/payments');
  },
);

test('a viewer moves a session, and its ticket says the new hour', async ({ page, server }) => {
  await arriveInDemo(page, server, 'viewer@loge.test');
  const [booking] = (await asService(
    server,
    `/rest/v1/admin_sessions?select=id,start_at&viewer_email=eq.viewer@loge.test&status=eq.confirmed&seats=eq.1&start_at=gt.${new Date(Date.now() + 3 * 86_400_000).toISOString()}&order=start_at&limit=1`,
  )) as { id: string; start_at: string }[];
  await page.goto(`/viewer-dashboard/bookings?booking=${booking!.id}`);
  const window = page.getByRole('dialog', { name: 'Réservation' });
  await window.getByRole('button', { name: 'Déplacer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Déplacer cette session' });
  // Nothing has to be chosen before the hours of a day are seen: the first free one after the present one.
  const day = dialog.getByRole('gridcell', { selected: true }).locator('[data-date]');
  await expect(day).toHaveAccessibleName(/, \d+\scréneaux?$/);
  const present = localDateAt(PARIS, parseInstant(booking!.start_at));
  expect((await day.getAttribute('data-date'))! > present).toBe(true);
  // The old start and the new one are side by side.
  const sides = dialog.getByRole('definition');
  await expect(sides.first()).toContainText(formatTime(booking!.start_at, PARIS));
  await expect(sides.nth(1)).toHaveText('Choisissez une heure');
  await dialog.getByRole('radiogroup').locator('label').first().click();
  await expect(sides.nth(1)).toContainText(/\d\sh/);
  const [old, next] = await Promise.all([sides.first().boundingBox(), sides.nth(1).boundingBox()]);
  expect(next!.x).toBeGreaterThan(old!.x + old!.width);
  await dialog.getByRole('button', { name: 'Déplacer la session' }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByText(/Vous avez déplacé la session/)).toBeVisible();
});

test('an admin refunds part of a payment; the books show it and balance', async ({ page, server }) => {
  await arriveInDemo(page, server, 'admin@loge.test');
  await page.goto('/admin-dashboard/payments?state=captured');
  await expect(page.getByText('Les écritures s’équilibrent')).toBeVisible();
  await page
    .getByRole('button', { name: /Ouvrir le paiement/ })
    .first()
    .click();
  const window = page.getByRole('dialog', { name: 'Paiement' });
  await expect(window.getByRole('table', { name: /Débit/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await window.getByRole('button', { name: 'Rembourser' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Rembourser ce paiement ?' });
  await dialog.getByLabel('Montant en euros').fill('1,00');
  await dialog.getByLabel('Motif').fill('Geste commercial');
  await dialog.getByRole('button', { name: 'Rembourser' }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('table', { name: /Remboursement/ })).toBeVisible();
  await expect(page.getByText('Les écritures s’équilibrent')).toBeAttached();
});

test('an admin sees who was in a room, and overrules its settlement: it says what it costs, and both are told', async ({
  page,
  server,
}) => {
  const [session] = (await asService(
    server,
    '/rest/v1/admin_sessions?select=id&status=eq.completed&refund_cents=eq.0&captured_cents=gte.2000&refunded_cents=eq.0&order=start_at.desc&limit=1',
  )) as { id: string }[];
  await arriveInDemo(page, server, 'admin@loge.test');
  await page.goto(`/admin-dashboard/sessions?session=${session!.id}`);
  const window = page.getByRole('dialog', { name: 'Session' });
  await expect(window.getByRole('heading', { name: 'Dans la loge' })).toBeVisible();
  await expect(window.getByText(/Toutes les heures sont à l’heure/)).toHaveCount(1);
  await expect(window.getByText(/pendant la session/)).toHaveCount(2);
  await window.getByRole('button', { name: 'Revoir le règlement' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Revoir le règlement ?' });
  await dialog.getByLabel('Total remboursé au viewer, en euros').fill('10,00');
  await expect(dialog).toContainText(/Le viewer reçoit encore\s10,00\s€/);
  await expect(dialog).toContainText(/8,50\s€ de la part du\sstreamer, 1,50\s€ de la commission/);
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Motif').fill('Le son du streamer manquait');
  await dialog.getByRole('button', { name: 'Décider' }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByText('Décision de l’équipe Loge')).toBeVisible();
  await expect(window.getByText('« Le son du streamer manquait »')).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  const told = await asService(
    server,
    `/rest/v1/notifications?select=data&kind=eq.overruled&booking_id=eq.${session!.id}`,
  );
  expect(told).toHaveLength(2);
});

test(
  'an admin withholds a page, and publishes new terms as a version',
  inSoak,
  async ({ page, server, browser }) => {
    await arriveInDemo(page, server, 'admin@loge.test');
    await page.goto('/admin-dashboard/streamers?q=chantage');
    await expect(page.getByText('Rien ne correspond')).toBeVisible();
    await page.goto('/admin-dashboard/streamers?q=kerguelen');
    await page.getByRole('button', { name: /Ouvrir Maëlle/ }).click();
    await page.getByRole('button', { name: 'Retirer la page' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Motif').fill('Vérification d’identité');
    await dialog.getByRole('button', { name: 'Retirer la page' }).click();
    await expect(page.getByRole('dialog', { name: 'Streamer' }).getByText('Retiré par Loge')).toBeVisible();
    const visitor = await (await browser.newContext({ baseURL: server.url })).newPage();
    const answer = await visitor.goto('/streamer/maelle-kerguelen');
    expect(answer?.status()).toBe(404);
    await visitor.context().close();

    await page.goto('/admin-dashboard/settings/platform');
    await page.getByLabel('Commission (%)').fill('12,5');
    await page.getByRole('button', { name: 'Publier une nouvelle version' }).click();
    // What is and what will be, side by side, before it is published.
    await expect(page.getByRole('alertdialog').getByRole('row', { name: /Commission/ })).toContainText(
      /15[^0-9]*%.*12,5[^0-9]*%/,
    );
    await page.getByRole('alertdialog').getByLabel('Motif').fill('Offre de rentrée');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publier' }).click();
    await expect(page.getByRole('table', { name: 'Versions des réglages' }).getByText('12,5')).toBeVisible();
  },
);

test(
  '« À nouveau » on browse: whom one met, the last one first, each with the way to the same session again',
  inSoak,
  async ({ page, server }) => {
    const section = page.getByRole('region', { name: 'À nouveau' });
    await page.goto('/browse');
    await expect(page.getByRole('list', { name: 'Streamers' }).getByRole('article').first()).toBeVisible();
    await expect(section).toHaveCount(0);

    await arriveInDemo(page, server, 'viewer@loge.test');
    const sessions = (await asService(
      server,
      '/rest/v1/admin_sessions?select=streamer_name&viewer_email=eq.viewer@loge.test&status=eq.completed&order=start_at.desc',
    )) as { streamer_name: string }[];
    const [lastMet] = sessions;
    await page.goto('/browse');
    const met = section
      .getByRole('list', { name: 'Streamers que vous avez rencontrés' })
      .getByRole('listitem');
    await expect(met.first()).toContainText(lastMet!.streamer_name);
    const names = new Set(sessions.map(({ streamer_name }) => streamer_name));
    expect(await met.count()).toBeLessThanOrEqual(Math.min(4, names.size));
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
    await expectNoAxeViolations(page);
    // Who looks for something looks for somebody else.
    await page.goto('/browse?category=coaching');
    await expect(page.getByRole('list', { name: 'Streamers' }).getByRole('article').first()).toBeVisible();
    await expect(section).toHaveCount(0);
    await page.goBack();
    await met
      .first()
      .getByRole('link', { name: /^Réserver à nouveau avec/ })
      .click();
    await expect(page).toHaveURL(/\/book-session\/[\w-]+/);
    await expect(page.getByText(lastMet!.streamer_name).first()).toBeVisible();
  },
);
