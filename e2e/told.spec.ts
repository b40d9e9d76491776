import { asService, keepSession, openSession } from './harness/people.ts';
import { completeSession, confirmedSession } from './harness/rooms.ts';
import { expect, test } from './harness/test.ts';

test('an address in a message leads there, a line says when it was written, and an answered review hands the focus on', async ({
  page,
  server,
}) => {
  const stage = await confirmedSession(server, { minutesIn: -300 });
  await keepSession(page, await openSession(server, stage.viewer));
  await page.goto(`/viewer-dashboard/bookings?booking=${stage.bookingId}`);
  await page.getByLabel('Écrire à Nour Écarlate').fill('Ma partie : https://lichess.org/abc');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log', { name: 'Messages' });
  const link = log.getByRole('link', { name: 'https://lichess.org/abc' });
  await expect(link).toHaveAttribute('href', 'https://lichess.org/abc');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(log.getByRole('time')).toHaveText(/\d{1,2}\sh/);

  const start = new Date(Date.now() - 86_400_000);
  await completeSession(server, stage.bookingId, start);
  await asService(server, '/rest/v1/reviews', {
    method: 'POST',
    body: {
      booking_id: stage.bookingId,
      streamer_id: stage.streamer.id,
      viewer_id: stage.viewer.id,
      rating: 5,
      body: 'Clair et patient.',
    },
  });
  await keepSession(page, await openSession(server, stage.streamer));
  await page.goto('/streamer-dashboard');
  await page.getByRole('button', { name: /^Répondre à l’avis sur « Coaching classé »/ }).press('Enter');
  await expect(page.getByLabel('Votre réponse')).toBeFocused();
  await page.keyboard.type('Merci, à bientôt !');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Avis sans réponse' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
