import type { Page } from '@playwright/test';
import { expectNothingCut } from './axe.ts';
import { booked, bookingsOf, button, fine, goal, heading, payWith, rank, starts } from './booker.ts';
import { arriveAs } from './people.ts';
import type { LogeServer } from './server.ts';
import { openStreamer } from './streamers.ts';
import { expect } from './test.ts';

/** The main way, from the offer through the provider's page to the ticket, each step judged at the size of the page. */
export async function bookAPaidSession(page: Page, server: LogeServer): Promise<void> {
  const streamer = await openStreamer(server, {
    offers: [{ questions: [rank, goal] }, { title: 'Relecture', price_cents: 1800, duration_minutes: 30 }],
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

  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
  const place = page.getByRole('region', { name: 'Si vous annulez' });
  await expect(place).toContainText(/Jusqu’au .+ à\s.+\s: 45,00\s€ remboursés/);
  await expect(place).toContainText(/22,50\s€ remboursés \(50\s%\)/);
  await expect(place).toContainText('rien n’est remboursé');
  await expect(page.getByText('Or, 1450')).toBeVisible();
  await expect(page.getByRole('timer')).toContainText(/^9\smin/);
  // The price and the day are read once; the clock and what extends it are beside the button.
  const seen = (text: string | RegExp) => page.getByRole('main').getByText(text).filter({ visible: true });
  await expect(seen(/^45,00\s€$/)).toHaveCount(1);
  const date = (await page.getByRole('article').getByRole('heading').textContent()) ?? '';
  const [day = 'no date'] = /^\S+\s\S+\s\D+/.exec(date) ?? [];
  await expect(seen(new RegExp(`^${day}`))).toHaveCount(1);
  await expect(page.getByRole('timer')).toBeInViewport();
  await expect(button(page, /^Garder 10\smin de plus$/)).toBeInViewport({ ratio: 1 });
  await expect(seen('Visa')).toHaveCount(1);
  await fine(page);

  await button(page, 'Réserver avec obligation de paiement').click();
  await expect(heading(page, 'Payer')).toBeVisible();
  await payWith(page, /Carte acceptée/);
  await booked(page);
  await fine(page);
  // A page of its own: its number, what was paid and the receipt, and what to do until then.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre place est prise');
  await expect(page).toHaveTitle(/^Votre place est prise/);
  const ticket = page.getByRole('article');
  await expect(ticket).toContainText('Confirmé');
  await expect(ticket).toContainText(/Billet [\dA-F]{8}/);
  await expect(ticket).toContainText(/Payé\s*45,00\s€/);
  await expect(page.getByRole('link', { name: 'Reçu' })).toHaveAttribute('href', /receipt=[\da-f-]{36}$/);
  await expect(page.getByRole('link', { name: 'Tester caméra et micro' })).toHaveAttribute(
    'href',
    '/conference/setup',
  );
  await expect(page.getByText(/^Préparez votre question/)).toBeVisible();
  const download = page.waitForEvent('download');
  await button(page, /agenda/).click();
  await page.getByRole('menuitem', { name: 'Fichier (.ics)' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);

  const [booking] = await bookingsOf(server, viewer.id);
  expect(booking).toMatchObject({
    status: 'confirmed',
    price_cents: 4500,
    answers: { rank: 'Or, 1450' },
  });
  await page.getByRole('link', { name: 'Voir ma réservation' }).click();
  await expect(page).toHaveURL(`/viewer-dashboard/bookings?booking=${booking!.id}`);
}

/** A viewer with a telephone goes from offer to slot and back: one step at a time is on the screen. */
export async function chooseOnATelephone(page: Page, server: LogeServer): Promise<void> {
  const offers = Array.from({ length: 12 }, (_, index) => ({ title: `Offre ${index + 1}` }));
  const streamer = await openStreamer(server, { offers });
  await page.goto(`/book-session/${streamer.handle}`);
  const step = page.getByRole('list', { name: 'Étapes' }).locator('[aria-current="step"]');
  await expect(step).toContainText('Créneau');
  await expect(page.getByRole('grid')).toBeInViewport();
  await expect(page.getByText('Offre 2', { exact: true })).toBeHidden();
  const sizes = await page.locator('.month-day').evaluateAll((all) =>
    all.map((each) => {
      const { width, height } = each.getBoundingClientRect();
      return Math.min(width, height);
    }),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);

  await button(page, /^Changer/).click();
  await expect(step).toContainText('Offre');
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(button(page, /^Offre 1 /)).toBeFocused();
  await fine(page);
  await button(page, /^Offre 7 /).click();
  await expect(step).toContainText('Créneau');
  await expect(page.getByText('Offre 7', { exact: true }).first()).toBeVisible();
  await expect(button(page, /^Changer/)).toBeFocused();
  await page.goBack();
  await expect(step).toContainText('Offre');
  await page.goForward();

  await page.locator('.month-day[data-free]').nth(1).click();
  await expect(starts(page).first()).toBeInViewport();
  await starts(page).first().click();
  await expect(button(page, 'Continuer')).toBeInViewport({ ratio: 1 });
  await fine(page);
  // Nothing is cut off at the side, where no scrolling would bring it back.
  await expectNothingCut(page);
}
