import type { Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { expect } from '../harness/arrival.ts';
import { booked, button, heading, payWith, starts } from '../harness/booker.ts';
import { sayAge } from '../harness/people.ts';
import { calendarIn, type PostOffice } from '../harness/post-office.ts';
import { picture } from '../harness/story.ts';

/** From the search on the first page to the streamer's own. */
export async function findStreamer(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('main').getByLabel('Rechercher un streamer').fill('échecs');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/browse\?/);
  await page
    .getByRole('region', { name: 'Résultats' })
    .getByRole('link', { name: 'Nour Écarlate', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nour Écarlate');
  await expect(page.getByText('Pas encore d’avis')).toBeVisible();
  await picture(page, '03-profil');
}

/** Chooses the first start, agrees to the recap and pays at the sandbox. @returns the booking's id and start */
export async function bookFirstStart(page: Page): Promise<{ bookingId: string; start: Date }> {
  await page
    .getByRole('link', { name: /Choisir une autre heure|Voir toutes les heures/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/book-session\//);
  await starts(page).first().click();
  await picture(page, '04-creneau');
  await button(page, 'Continuer').click();
  await sayAge(page);
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
  const place = page.getByRole('complementary', { name: 'Votre place' });
  await expect(place).toContainText(/24,00\s€/);
  await picture(page, '05-recapitulatif');
  await button(page, 'Réserver avec obligation de paiement').click();
  await expect(heading(page, 'Payer')).toBeVisible();
  await payWith(page, /Carte acceptée/);
  await booked(page);
  await expect(page.getByRole('article')).toContainText('Confirmé');
  await picture(page, '06-billet');
  await page.getByRole('link', { name: 'Voir ma réservation' }).click();
  await expect(page).toHaveURL(/viewer-dashboard\/bookings\?booking=/);
  const bookingId = new URL(page.url()).searchParams.get('booking') ?? '';
  const { start_at } = await page.evaluate(async (id) => {
    const token = JSON.parse(localStorage.getItem('sb-localhost-auth-token') ?? '{}').access_token as string;
    const config = (await (await fetch('/loge-config.json')).json()) as { publishableKey: string };
    const response = await fetch(`/rest/v1/bookings?id=eq.${id}&select=start_at`, {
      headers: { apikey: config.publishableKey, authorization: `Bearer ${token}` },
    });
    return ((await response.json()) as [{ start_at: string }])[0];
  }, bookingId);
  return { bookingId, start: new Date(start_at) };
}

/** Both have their confirmation, and each the same entry for the calendar. @returns the viewer's mail */
export async function bothHaveTheirTicket(
  post: PostOffice,
  { viewer, streamer, start }: { viewer: string; streamer: string; start: Date },
): Promise<Email> {
  const [toViewer, toStreamer] = [
    await post.mailTo(viewer, /^Session confirmée/),
    await post.mailTo(streamer, /^Nouvelle session/),
  ];
  const entries = [toViewer, toStreamer].map(calendarIn);
  const at = `${start.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  for (const entry of entries) {
    expect(entry.get('METHOD')).toBe('REQUEST');
    expect(entry.get('DTSTART')).toBe(at);
    expect(entry.get('STATUS')).toBe('CONFIRMED');
  }
  expect(entries[0]?.get('UID')).toBe(entries[1]?.get('UID'));
  return toViewer;
}
