import { randomUUID } from 'node:crypto';
import { keepSession, openSession, sendAs } from './harness/people.ts';
import { confirmedSession } from './harness/rooms.ts';
import { expect, test } from './harness/test.ts';

test('what changed right after a restart of the server is on a screen that stayed open, without a reload', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket/);
  const { bookingId, viewer, streamer } = await confirmedSession(server, { minutesIn: -300 });
  const [own, others] = [await openSession(server, viewer), await openSession(server, streamer)];
  await keepSession(page, own);
  await page.goto(`/viewer-dashboard/bookings?booking=${bookingId}`);
  const booking = page.getByRole('dialog', { name: 'Réservation' });
  await expect(booking.getByText('Confirmée')).toBeVisible();

  // The page only comes back to its channels a moment after the server does: nothing tells it then what came before.
  await server.restart();
  await sendAs(server, others, 'booking/cancel-booking', {
    key: randomUUID(),
    bookingId,
    expectedRefundCents: 0,
  });
  await expect(booking.getByText('Confirmée')).toBeHidden();
  await expect(booking.getByText(/^Annulée/).first()).toBeVisible();
});
