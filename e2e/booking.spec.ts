import type { Locator, Page } from '@playwright/test';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { arriveAs, asService, newPerson, register, signIn } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { type OpenStreamer, openStreamer, type StreamerDraft } from './harness/streamers.ts';
import { answered, expect, test } from './harness/test.ts';

// Each is a whole journey: through the provider's page and back.
test.describe.configure({ timeout: 90_000 });

const rank = { id: 'rank', label: 'Votre rang', required: true, long: false };
const goal = { id: 'goal', label: 'Ce que vous cherchez', required: false, long: true };

const starts = (page: Page): Locator =>
  page.getByRole('radiogroup', { name: /^Créneaux du/ }).locator('label');
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' });
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name });

/** The booker of a streamer with one offer, at a start of its first free day. */
async function chooseStart(page: Page, streamer: OpenStreamer, index = 0): Promise<string> {
  await page.goto(`/book-session/${streamer.handle}`);
  const start = starts(page).nth(index);
  await start.click();
  await expect(start.getByRole('radio')).toBeChecked();
  return ((await start.textContent()) ?? '').trim();
}

/** Chosen, held, and at the recap: for tests about what comes after. */
async function reachRecap(page: Page, streamer: OpenStreamer, index = 0): Promise<void> {
  await chooseStart(page, streamer, index);
  await button(page, 'Continuer').click();
  await expect(heading(page, /Tout est juste/)).toBeVisible();
}

const payWith = async (page: Page, card: RegExp): Promise<void> => {
  await page.getByLabel(card).check();
  await page.getByRole('button', { name: /^Payer/ }).click();
};
const booked = (page: Page) =>
  expect(heading(page, 'Votre place est prise')).toBeVisible({ timeout: 15_000 });

async function fine(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
}

/** What is in the database about this person's bookings, newest first. */
const bookingsOf = (server: LogeServer, viewerId: string) =>
  asService(
    server,
    `/rest/v1/bookings?viewer_id=eq.${viewerId}&order=created_at.desc&select=id,status,answers,start_at,price_cents,viewer_zone,extended`,
  ) as Promise<
    {
      id: string;
      status: string;
      answers: object;
      start_at: string;
      price_cents: number;
      viewer_zone: string;
      extended: boolean;
    }[]
  >;

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('a paid session: offer, slot, questions, recap with the exact policy, provider, ticket', async ({
      page,
      server,
    }) => {
      const streamer = await openStreamer(server, {
        offers: [
          { questions: [rank, goal] },
          { title: 'Relecture', price_cents: 1800, duration_minutes: 30 },
        ],
      });
      const viewer = await arriveAs(page, server, 'viewer');
      await page.goto(`/book-session/${streamer.handle}`);
      await expect(starts(page).first()).toBeVisible();
      await fine(page);
      await button(page, 'En liste').click();
      await expect(page.getByRole('radiogroup', { name: /^Créneaux du/ }).nth(1)).toBeVisible();
      await fine(page);
      await button(page, 'Par jour').click();
      const start = starts(page).nth(2);
      await start.click();
      await expect(start.getByRole('radio')).toBeChecked();
      await fine(page);

      await button(page, 'Continuer').click();
      await expect(heading(page, /aimerait savoir/)).toBeFocused();
      await fine(page);
      await button(page, 'Continuer').click();
      await expect(page.getByLabel('Votre rang')).toBeFocused();
      await expect(page.getByText('Une réponse est nécessaire')).toBeVisible();
      await page.getByLabel('Votre rang').fill('Or, 1450');
      await page.getByLabel('Votre rang').press('Enter');

      await expect(heading(page, /Tout est juste/)).toBeVisible();
      const place = page.getByRole('complementary', { name: 'Votre place' });
      await expect(place).toContainText(/Jusqu’au .+ à\s.+\s: 45,00\s€ rendus/);
      await expect(place).toContainText(/22,50\s€ rendus \(50\s%\)/);
      await expect(place).toContainText('rien n’est rendu');
      await expect(page.getByText('Or, 1450')).toBeVisible();
      await expect(page.getByRole('timer')).toContainText(/^9\smin/);
      await fine(page);

      await button(page, 'Réserver avec obligation de paiement').click();
      await expect(heading(page, 'Payer')).toBeVisible();
      await payWith(page, /Carte acceptée/);
      await booked(page);
      await fine(page);
      await expect(page.getByRole('article')).toContainText('Confirmé');
      const download = page.waitForEvent('download');
      await button(page, /agenda/).click();
      expect((await download).suggestedFilename()).toMatch(/\.ics$/);

      const [booking] = await bookingsOf(server, viewer.id);
      expect(booking).toMatchObject({
        status: 'confirmed',
        price_cents: 4500,
        answers: { rank: 'Or, 1450' },
      });
      await page.getByRole('link', { name: 'Voir ma réservation' }).click();
      await expect(page).toHaveURL(`/viewer-dashboard/bookings?booking=${booking!.id}`);
    });
  });
}

test.describe('a free place', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('is taken with the keyboard alone, and skips the payment', async ({ page, server }) => {
    const streamer = await openStreamer(server, {
      offers: [{ title: 'Rencontre', price_cents: 0, duration_minutes: 15 }],
    });
    const viewer = await arriveAs(page, server, 'viewer');
    await page.goto(`/book-session/${streamer.handle}`);
    const day = page.getByRole('grid').locator('[tabindex="0"]');
    await expect(day).toHaveAccessibleName(/, \d+\scréneaux?$/);
    await day.focus();
    const first = await day.getAttribute('data-date');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator(':focus')).not.toHaveAttribute('data-date', first!);
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Enter');
    await starts(page).first().getByRole('radio').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(starts(page).nth(1).getByRole('radio')).toBeChecked();
    await button(page, 'Continuer').focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, /Tout est juste/)).toBeFocused();
    await expect(page.getByRole('complementary', { name: 'Votre place' })).toContainText('Gratuit');
    await button(page, 'Réserver').focus();
    await page.keyboard.press('Enter');
    await booked(page);
    const [booking] = await bookingsOf(server, viewer.id);
    expect(booking).toMatchObject({ status: 'confirmed', price_cents: 0 });
  });
});

test('a session on request is asked for, and says that nothing is paid before the answer', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server, {
    offers: [{ confirmation: 'on_request', price_cents: 6000 }],
  });
  const viewer = await arriveAs(page, server, 'viewer');
  await reachRecap(page, streamer);
  await button(page, 'Réserver avec obligation de paiement').click();
  await payWith(page, /Carte acceptée/);
  await expect(heading(page, 'Votre demande est partie')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText(/répond au plus tard .+ à\s\d+\sh/)).toBeVisible();
  await expect(page.getByText(/Rien n’est débité d’ici là/)).toBeVisible();
  await fine(page);
  expect((await bookingsOf(server, viewer.id))[0]?.status).toBe('requested');
});

test('a declined card and a failed 3-D Secure lose nothing: the place waits, the next card pays', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server);
  await arriveAs(page, server, 'viewer');
  await reachRecap(page, streamer);
  await button(page, 'Réserver avec obligation de paiement').click();
  await payWith(page, /Carte refusée/);
  await page.getByRole('link', { name: /Abandonner/ }).click();
  await expect(page.getByRole('alert')).toContainText('Votre banque a refusé la carte');
  await expect(page.getByRole('timer')).toContainText(/^14\smin/);
  await fine(page);

  await button(page, /changer de carte/).click();
  await payWith(page, /3-D Secure/);
  await page.getByRole('button', { name: 'Échouer' }).click();
  await payWith(page, /3-D Secure/);
  await page.getByRole('button', { name: /Réussir/ }).click();
  await booked(page);
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
  await expect(page.getByText(/C’est plus long que d’habitude/)).toBeVisible({ timeout: 20_000 });
  await fine(page);
  await expect(heading(page, 'Votre place est prise')).toBeVisible({ timeout: 40_000 });
});

test('a payment page that was left: the place is still there, here and from a new tab', async ({
  page,
  context,
  server,
}) => {
  const streamer = await openStreamer(server);
  await arriveAs(page, server, 'viewer');
  await reachRecap(page, streamer);
  await button(page, 'Réserver avec obligation de paiement').click();
  await page.getByRole('link', { name: /Abandonner/ }).click();
  await expect(page.getByText('Le paiement n’est pas terminé')).toBeVisible();

  const other = await context.newPage();
  await other.goto(`/book-session/${streamer.handle}`);
  await expect(other.getByText(/Vous gardez une place/)).toBeVisible();
  await fine(other);
  await button(other, 'Reprendre').click();
  await button(other, 'Reprendre le paiement').click();
  await payWith(other, /Carte acceptée/);
  await booked(other);
  // What happened in the other tab shows here too.
  await booked(page);
});

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
  // Twenty minutes pass: what the deadline says of it moves along, as the row keeps both.
  const ends = Date.now() + 3_000;
  const held_at = new Date(ends - 20 * 60_000).toISOString();
  await asService(server, `/rest/v1/bookings?id=eq.${booking!.id}`, {
    method: 'PATCH',
    body: { held_at, due_at: new Date(ends).toISOString() },
  });
  await page.reload();
  await expect(heading(page, 'Le temps de garder la place est écoulé')).toBeVisible({ timeout: 10_000 });
  await expect(page.getByText(/Rien n’a été débité/)).toBeVisible();
  await fine(page);
  await button(page, /^Reprendre/).click();
  await expect(heading(page, /Tout est juste/)).toBeVisible();
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
  await arriveAs(page, server, 'viewer');
  const viewer = await arriveAs(other, server, 'viewer');
  await chooseStart(page, streamer, 4);
  await chooseStart(other, streamer, 4);
  await button(page, 'Continuer').click();
  await expect(heading(page, /Tout est juste/)).toBeVisible();

  await button(other, 'Continuer').click();
  const told = other.getByRole('alert').filter({ hasText: /pris/ });
  await expect(told).toContainText('Rien n’a été débité');
  await fine(other);
  await told.getByRole('button').first().click();
  await expect(heading(other, /Tout est juste/)).toBeVisible();
  // Montréal's hour large, Paris beside it.
  await expect(other.getByRole('article')).toContainText(/\d+\sh(\s\d\d)? à Paris/);
  expect((await bookingsOf(server, viewer.id))[0]).toMatchObject({
    status: 'held',
    viewer_zone: 'America/Toronto',
  });
  await second.close();
});

const whileSignedOut: StreamerDraft = { offers: [{ questions: [rank] }] };

test('signed out, one signs up on the way: the start and the answers are still there, and the place is held', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server, whileSignedOut);
  const chosen = await chooseStart(page, streamer, 3);
  await button(page, 'Continuer').click();
  await expect(heading(page, /Qui prend place/)).toBeFocused();
  await page.getByLabel('Votre rang').fill('Argent');
  await fine(page);
  await page.getByRole('main').getByRole('link', { name: 'Créer un compte' }).click();

  const person = newPerson();
  const form = page.getByRole('form', { name: 'Créer un compte' });
  await form.getByLabel('Prénom', { exact: true }).fill(person.firstName);
  await form.getByLabel('Nom', { exact: true }).fill(person.lastName);
  await form.getByLabel('Adresse e-mail').fill(person.email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await form.getByLabel('Confirmer le mot de passe', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Créer mon compte' }).click();

  await expect(page).toHaveURL(/book-session/);
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Votre place' })).toContainText(chosen);
  await expect(page.getByLabel('Votre rang')).toHaveValue('Argent');
  await button(page, 'Continuer').click();
  await expect(heading(page, /Tout est juste/)).toBeVisible();
});

test('signed out, one signs in on the way', async ({ page, server }) => {
  const streamer = await openStreamer(server);
  const person = newPerson();
  await register(server, person);
  await chooseStart(page, streamer);
  await button(page, 'Continuer').click();
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();
  const form = page.getByRole('form', { name: 'Se connecter' });
  await form.getByLabel('Adresse e-mail').fill(person.email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Se connecter' }).click();
  await expect(heading(page, /Tout est juste/)).toBeVisible();
  await page.reload();
  await expect(heading(page, /Tout est juste/)).toBeVisible();
});

test('a price that changed meanwhile is said before and after, and agreed to anew', async ({
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
  // It shows while one reads; whoever was quicker is told on the way.
  await expect(page.getByRole('alert')).toContainText(/Le prix est passé de 45,00\s€ à 52,00\s€/);
  await fine(page);
  await button(page, /nouvelle offre/).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await button(page, 'Continuer').click();
  await expect(heading(page, /Tout est juste/)).toBeVisible();
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
  await expect(heading(page, /Tout est juste/)).toBeVisible();
});

test('the hours follow the zone that one chooses, and so does everything after', async ({ page, server }) => {
  const streamer = await openStreamer(server);
  await arriveAs(page, server, 'viewer');
  await page.goto(`/book-session/${streamer.handle}`);
  // Tomorrow begins at the streamer's notice, the day after at 8 h.
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
  await page.getByRole('link', { name: /Me prévenir/ }).click();
  const form = page.getByRole('form', { name: 'Se connecter' });
  await form.getByLabel('Adresse e-mail').fill(person.email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText(/Vous êtes sur la liste d’attente/)).toBeVisible();
  await button(page, 'Ne plus me prévenir').click();
  await expect(button(page, /Me prévenir/)).toBeVisible();
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
