import type { Locator, Page } from '@playwright/test';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './axe.ts';
import { asService, type Person } from './people.ts';
import type { LogeServer } from './server.ts';
import type { OpenStreamer } from './streamers.ts';
import { expect } from './test.ts';

export const rank = { id: 'rank', label: 'Votre rang', required: true, long: false };
export const goal = { id: 'goal', label: 'Ce que vous cherchez', required: false, long: true };

export const starts = (page: Page): Locator =>
  page.getByRole('radiogroup', { name: /^Créneaux du/ }).locator('label');
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' });
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name });

/** The booker of a streamer with one offer, at a start of its first free day. */
export async function chooseStart(page: Page, streamer: OpenStreamer, index = 0): Promise<string> {
  await page.goto(`/book-session/${streamer.handle}`);
  const start = starts(page).nth(index);
  await start.click();
  await expect(start.getByRole('radio')).toBeChecked();
  return ((await start.textContent()) ?? '').trim();
}

/** Chosen, held, and at the recap: for tests about what comes after. */
export async function reachRecap(page: Page, streamer: OpenStreamer, index = 0): Promise<void> {
  await chooseStart(page, streamer, index);
  await button(page, 'Continuer').click();
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
}

/** Turns the calendar of a page or a dialog to the weeks that have a day. */
export async function turnTo(around: Page | Locator, date: string): Promise<void> {
  const grid = around.getByRole('grid');
  await expect(grid).not.toHaveAttribute('aria-busy');
  const days = grid.locator('[data-date]');
  const at = async (day: Locator) => (await day.getAttribute('data-date')) ?? '';
  for (;;) {
    const first = await at(days.first());
    if (first <= date && date <= (await at(days.last()))) return;
    const way = date < first ? /^Mois précédent,/ : /^Mois suivant,/;
    await around.getByRole('button', { name: way }).click();
    await expect(days.first()).not.toHaveAttribute('data-date', first);
  }
}

/** Fills the sign-up form that stands in the booking, and sends it. */
export async function signUpHere(page: Page, person: Person): Promise<void> {
  const form = page.getByRole('form', { name: 'Créer un compte' });
  // Four fields, and a password that can be looked at instead of being typed again.
  await expect(form.locator('input')).toHaveCount(4);
  await form.getByLabel('Prénom', { exact: true }).fill(person.firstName);
  await form.getByLabel('Nom', { exact: true }).fill(person.lastName);
  await form.getByLabel('Adresse e-mail').fill(person.email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Créer mon compte' }).click();
}

/** Signs in with the form that stands in the booking. */
export async function signInHere(page: Page, { password, email }: Person): Promise<void> {
  const form = page.getByRole('form', { name: 'Se connecter' });
  await form.getByLabel('Adresse e-mail').fill(email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Se connecter' }).click();
}

export const payWith = async (page: Page, card: RegExp): Promise<void> => {
  await page.getByLabel(card).check();
  await page.getByRole('button', { name: /^Payer/ }).click();
};
export const booked = (page: Page) => expect(heading(page, 'Votre place est prise')).toBeVisible();

export async function fine(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
}

/** What is in the database about this person's bookings, newest first. */
export const bookingsOf = (server: LogeServer, viewerId: string) =>
  asService(
    server,
    `/rest/v1/booking_details?viewer_id=eq.${viewerId}&order=created_at.desc&select=id,status,answers,start_at,price_cents,viewer_zone,extended`,
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
