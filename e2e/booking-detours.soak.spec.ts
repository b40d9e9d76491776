import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './harness/axe.ts';
import {
  bookingsOf,
  button,
  chooseStart,
  fine,
  heading,
  rank,
  reachRecap,
  signInHere,
  signUpHere,
  starts,
} from './harness/booker.ts';
import { arriveAs, asService, newPerson, register, sayAge, signIn } from './harness/people.ts';
import { openStreamer } from './harness/streamers.ts';
import { answered, expect, test } from './harness/test.ts';

test('a hold is extended once, then runs out; the same start can be taken again', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server);
  const viewer = await arriveAs(page, server, 'viewer');
  await reachRecap(page, streamer);
  await button(page, /de plus/).click();
  await expect(page.getByRole('timer')).toContainText(/^19\smin/);
  await expect(button(page, /de plus/)).toBeHidden();

  const [booking] = await bookingsOf(server, viewer.id);
  // Twenty minutes pass. The row has the time of the hold and that of its deadline, so both are moved.
  const ends = Date.now() + 3_000;
  const held_at = new Date(ends - 20 * 60_000).toISOString();
  await asService(server, `/rest/v1/bookings?id=eq.${booking!.id}`, {
    method: 'PATCH',
    body: { held_at, due_at: new Date(ends).toISOString() },
  });
  await page.reload();
  await expect(heading(page, 'Le temps de garder la place est écoulé')).toBeVisible();
  await expect(page.getByText(/Rien n’a été débité/)).toBeVisible();
  await fine(page);
  await button(page, /^Reprendre/).click();
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
  const [again] = await bookingsOf(server, viewer.id);
  expect(again).toMatchObject({ status: 'held', start_at: booking!.start_at, extended: false });
  expect(again!.id).not.toBe(booking!.id);
});

test('two people, one start: the second is told so, and takes one of the nearest with a click', async ({
  page,
  browser,
  server,
  expectErrors,
}) => {
  expectErrors(answered(409));
  const streamer = await openStreamer(server);
  const second = await browser.newContext({
    baseURL: server.url,
    timezoneId: 'America/Montreal',
    locale: 'fr-FR',
  });
  const other = await second.newPage();
  // They hear nothing from Loge's channels: they still see the start that the first one takes.
  await other.routeWebSocket(/realtime/, () => undefined);
  await arriveAs(page, server, 'viewer');
  const viewer = await arriveAs(other, server, 'viewer');
  await chooseStart(page, streamer, 4);
  await chooseStart(other, streamer, 4);
  await button(page, 'Continuer').click();
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();

  await button(other, 'Continuer').click();
  const told = other.getByRole('alert').filter({ hasText: /pris/ });
  await expect(told).toContainText('Rien n’a été débité');
  await fine(other);
  await told.getByRole('button').first().click();
  await expect(heading(other, /Vérifiez votre réservation/)).toBeVisible();
  // Montréal's hour large, Paris beside it.
  await expect(other.getByRole('article')).toContainText(/\d+\sh(\s\d\d)? à Paris/);
  expect((await bookingsOf(server, viewer.id))[0]).toMatchObject({
    status: 'held',
    viewer_zone: 'America/Toronto',
  });
  await second.close();
});

/** Resolves once the page is subscribed to a streamer's starts. To be called before the page is opened. */
async function hearsOfStarts(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', { predicate: (each) => /realtime/.test(each.url()) });
  await socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => /starts:/.test(String(payload)) && /phx_reply/.test(String(payload)),
  });
}

test('a start that one takes is gone at once for everybody who looks at it, signed in or not', async ({
  page,
  browser,
  server,
}) => {
  const streamer = await openStreamer(server);
  await arriveAs(page, server, 'viewer');
  const contexts = await Promise.all(
    [1, 2].map(() =>
      browser.newContext({ baseURL: server.url, timezoneId: 'Europe/Paris', locale: 'fr-FR' }),
    ),
  );
  const [signedIn, signedOut] = await Promise.all(contexts.map((context) => context.newPage()));
  await arriveAs(signedIn!, server, 'viewer');
  const others = [signedIn!, signedOut!];
  for (const other of others) {
    const heard = hearsOfStarts(other);
    await chooseStart(other, streamer, 4);
    await heard;
  }
  const chosen = await chooseStart(page, streamer, 4);
  await button(page, 'Continuer').click();
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
  for (const other of others) {
    await expect(other.getByRole('alert').filter({ hasText: 'Cette heure n’est plus libre' })).toBeVisible({
      timeout: 2_000,
    });
    await expect(starts(other).getByRole('radio', { name: chosen, exact: true })).toHaveCount(0);
    await expect(starts(other).first()).toBeVisible();
    await expect(button(other, 'Continuer')).toBeDisabled();
  }
  await fine(signedOut!);
  for (const context of contexts) await context.close();
});

test('signed out, one signs up within the booking, the summary beside it, and the place is held', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server, { offers: [{ questions: [rank] }] });
  const chosen = await chooseStart(page, streamer, 3);
  await button(page, 'Continuer').click();
  await expect(heading(page, /Qui prend place/)).toBeFocused();
  const place = page.getByRole('complementary', { name: 'Votre place' });
  await expect(place).toContainText(chosen);
  await expect(page.getByText('La place est gardée 10')).toBeVisible();
  await expect(page.getByRole('radio', { name: /Streamer/ })).toHaveCount(0);
  await fine(page);
  const path = new URL(page.url()).pathname;

  // Back to the hours and on again: the choice is still there.
  await page.goBack();
  await expect(starts(page).getByRole('radio', { name: chosen, exact: true })).toBeChecked();
  await page.goForward();
  await signUpHere(page, newPerson());
  await sayAge(page);

  await expect(page.getByRole('timer')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(place).toContainText(chosen);
  await page.getByLabel('Votre rang').fill('Argent');
  // What was typed outlives a reload.
  await page.reload();
  await expect(page.getByLabel('Votre rang')).toHaveValue('Argent');
  await button(page, 'Continuer').click();
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
});

test('an address that has an account: one signs in with it, within the booking', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(422), /Échec de l’inscription/);
  const streamer = await openStreamer(server);
  const person = newPerson();
  await register(server, person);
  await chooseStart(page, streamer);
  await button(page, 'Continuer').click();
  await signUpHere(page, { ...person, password: 'cinq corbeaux verts' });
  await expect(page.getByLabel('Adresse e-mail')).toBeFocused();
  await fine(page);
  await button(page, 'Se connecter avec cette adresse').click();
  const form = page.getByRole('form', { name: 'Se connecter' });
  await expect(form.getByLabel('Adresse e-mail')).toHaveValue(person.email);
  await fine(page);
  await signInHere(page, person);
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
  await page.reload();
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
});

test('signed in from one of two tabs, both show the one place that is held', async ({
  page,
  context,
  server,
  expectErrors,
}) => {
  // Whichever tab asks second may be refused the start that the first one got.
  expectErrors(answered(409));
  const streamer = await openStreamer(server);
  const person = newPerson();
  const { user } = await register(server, person);
  await chooseStart(page, streamer, 2);
  await button(page, 'Continuer').click();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(heading(other, /Qui prend place/)).toBeVisible();
  await page.getByRole('tab', { name: 'Se connecter' }).click();
  await signInHere(page, person);
  for (const tab of [page, other]) await expect(heading(tab, /Vérifiez votre réservation/)).toBeVisible();
  const held = (await bookingsOf(server, user.id)).filter(({ status }) => status === 'held');
  expect(held).toHaveLength(1);
});

test('signed out, one is told that somebody else took the start, and what was typed stays', async ({
  page,
  browser,
  server,
}) => {
  const streamer = await openStreamer(server);
  await chooseStart(page, streamer, 4);
  await button(page, 'Continuer').click();
  await page.getByLabel('Prénom', { exact: true }).fill('Camille');
  const quicker = await (await browser.newContext({ baseURL: server.url, locale: 'fr-FR' })).newPage();
  await arriveAs(quicker, server, 'viewer');
  await reachRecap(quicker, streamer, 4);
  const told = page.getByRole('alert').filter({ hasText: 'Cette heure vient d’être prise' });
  await expect(told).toBeVisible();
  await expect(page.getByLabel('Prénom', { exact: true })).toHaveValue('Camille');
  await fine(page);
  await told.getByRole('button').click();
  await expect(starts(page).first()).toBeVisible();
  await quicker.context().close();
});

test('a price that changed meanwhile is said before and after, and agreed to again', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(409));
  const streamer = await openStreamer(server);
  await arriveAs(page, server, 'viewer');
  await chooseStart(page, streamer);
  await asService(server, `/rest/v1/offers?id=eq.${streamer.offerIds[0]}`, {
    method: 'PATCH',
    body: { price_cents: 5200 },
  });
  // The change shows while the viewer reads; a viewer who had already gone on is told at the next step.
  await expect(page.getByRole('alert')).toContainText(/Le prix est passé de 45,00\s€ à 52,00\s€/);
  await fine(page);
  await button(page, /nouvelle offre/).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await button(page, 'Continuer').click();
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Votre place' })).toContainText(/52,00\s€/);
});

test('a price that changed while the connection was silent is told when the place is asked for', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(409));
  const streamer = await openStreamer(server);
  await page.routeWebSocket(/realtime/, () => undefined);
  await arriveAs(page, server, 'viewer');
  await chooseStart(page, streamer);
  await asService(server, `/rest/v1/offers?id=eq.${streamer.offerIds[0]}`, {
    method: 'PATCH',
    body: { price_cents: 5200 },
  });
  await button(page, 'Continuer').click();
  await expect(page.getByRole('alert')).toContainText(/Le prix est passé de 45,00\s€ à 52,00\s€/);
  await button(page, /nouvelle offre/).click();
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
});

test('the hours follow the zone that one chooses, and so does everything after', async ({ page, server }) => {
  const streamer = await openStreamer(server);
  await arriveAs(page, server, 'viewer');
  await page.goto(`/book-session/${streamer.handle}`);
  await page.getByRole('gridcell').locator('[data-free]').nth(2).click();
  await expect(starts(page).first()).toContainText(/^8\sh/);
  await button(page, /Heure de Paris/).click();
  const search = page.getByRole('combobox', { name: 'Ville ou pays' });
  await search.fill('japon');
  await expectNoAxeViolations(page);
  await search.press('Enter');
  await expect(button(page, /Heure de Tokyo/)).toBeVisible();
  await starts(page).first().click();
  await button(page, 'Continuer').click();
  await expect(page.getByRole('article')).toContainText(/Tokyo · .+ à Paris/);
});

test('without a start one joins the waiting list, signing in on the way, and leaves it again', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server, { hours: [] });
  const person = newPerson();
  await register(server, person);
  await page.goto(`/book-session/${streamer.handle}`);
  await expect(heading(page, /Pas de créneau en/)).toBeVisible();
  await fine(page);
  await button(page, /Me prévenir/).click();
  const form = page.getByRole('form', { name: 'Se connecter' });
  await form.getByLabel('Adresse e-mail').fill(person.email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText(/Vous êtes sur la liste d’attente/)).toBeVisible();
  await button(page, 'Ne plus me prévenir').click();
  await expect(button(page, /Me prévenir/)).toBeVisible();
});

test('a taken hour stays, struck out: one asks to be told of it, signing in on the way, and the day says how full it is', async ({
  page,
  browser,
  server,
}) => {
  const streamer = await openStreamer(server, { hours: [{ from_minute: 600, to_minute: 900 }] });
  const quicker = await (await browser.newContext({ baseURL: server.url, locale: 'fr-FR' })).newPage();
  const taker = await arriveAs(quicker, server, 'viewer');
  await reachRecap(quicker, streamer);
  await quicker.context().close();
  const [held] = await bookingsOf(server, taker.id);

  const person = newPerson();
  await register(server, person);
  await page.goto(`/book-session/${streamer.handle}`);
  const taken = page.getByRole('button', { name: /^10\sh ?, pris\. me prévenir$/ });
  await expect(taken).toBeVisible();
  await expect(page.getByRole('gridcell', { selected: true }).getByRole('button')).toHaveAccessibleName(
    /, \d+\scréneaux? sur \d+$/,
  );
  await expect(taken.locator('s')).toHaveCSS('text-decoration-line', 'line-through');
  await fine(page);
  await taken.click();
  await signInHere(page, person);
  const waits = page.getByRole('button', { name: /^10\sh ?, pris\. alerte posée$/ });
  await expect(waits).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/^Nous vous écrivons si 10\sh se libère\.$/)).toBeVisible();
  await fine(page);
  await page.reload();
  await expect(waits).toBeVisible();
  const entries = () =>
    asService(server, `/rest/v1/waiting_list_entries?offer_id=eq.${streamer.offerIds[0]}&select=start_at`);
  expect(await entries()).toEqual([{ start_at: held!.start_at }]);
  await waits.click();
  await expect(taken).toHaveAttribute('aria-pressed', 'false');
  expect(await entries()).toEqual([]);
});

test('a streamer sees their own page, and cannot book it', async ({ page, server }) => {
  const streamer = await openStreamer(server);
  await signIn(page, streamer);
  await expect(page).toHaveURL(/streamer-dashboard/);
  await page.goto(`/book-session/${streamer.handle}`);
  await starts(page).first().click();
  await expect(page.getByText(/On ne réserve pas chez soi/)).toBeVisible();
  await expect(button(page, 'Continuer')).toBeDisabled();
});
