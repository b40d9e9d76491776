import { randomUUID } from 'node:crypto';
import { listSlots } from '#product/availability/contract.ts';
import { holdSlot, payBooking } from '#product/booking/contract.ts';
import { newestMail } from './harness/mail.ts';
import { arriveAs, asService, newPerson, openSession, register, sendAs } from './harness/people.ts';
import { confirmedSession, visit } from './harness/rooms.ts';
import { expect, test } from './harness/test.ts';

/** The whole way of a report, with the money of the sessions that it ends. Each step stands alone in `moderation.spec.ts` and `moderation.test.ts`. */
test('a viewer reports from the room; the suspension gives 45 € back, says why, and is overturned by another admin', async ({
  browser,
  launchOptions,
  contextOptions,
  server,
}) => {
  test.setTimeout(240_000);
  const open = async () => (await browser.newContext({ baseURL: server.url, locale: 'fr-FR' })).newPage();
  const { roomId, viewer, streamer } = await confirmedSession(server, { minutesIn: 2 });
  // Somebody else has paid for a session of the same streamer that is still to come.
  const [offer] = (await asService(server, '/rest/v1/offers', {
    method: 'POST',
    body: [
      {
        streamer_id: streamer.id,
        title: 'Partie commentée',
        description: 'Une heure sur vos parties.',
        category: 'coaching',
        duration_minutes: 60,
        price_cents: 4500,
        seats: 1,
        confirmation: 'instant',
        policy: 'standard',
        questions: [],
        position: 1,
        step_minutes: 15,
      },
    ],
  })) as { id: string }[];
  const payer = await register(server, newPerson());
  const [from, until] = [2, 6].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const { slots, offerRevision } = (await sendAs(server, payer, listSlots.name, {
    offerId: offer?.id,
    from,
    until,
  })) as { slots: { start: string }[]; offerRevision: number };
  const { bookingId } = (await sendAs(server, payer, holdSlot.name, {
    key: randomUUID(),
    offerId: offer?.id,
    offerRevision,
    start: slots[0]?.start,
    viewerZone: 'Europe/Paris',
  })) as { bookingId: string };
  const { checkoutUrl } = (await sendAs(server, payer, payBooking.name, {
    key: randomUUID(),
    bookingId,
    expectedPriceCents: 4500,
  })) as { checkoutUrl: string };
  const card = new URLSearchParams({ card: 'accepted', webhook: 'normal' });
  await fetch(checkoutUrl, { method: 'POST', body: card, redirect: 'manual' });
  const moneyOf = async () => {
    const rows = await asService(
      server,
      `/rest/v1/payments?booking_id=eq.${bookingId}&select=captured_cents,refunded_cents`,
    );
    return (rows as unknown[])[0];
  };
  await expect.poll(moneyOf).toEqual({ captured_cents: 4500, refunded_cents: 0 });

  // In the room.
  const guest = await visit(launchOptions, contextOptions, server, viewer);
  await guest.page.goto(`/conference/room/${roomId}`);
  await guest.page.getByRole('button', { name: 'Rejoindre' }).click();
  await guest.page.getByRole('button', { name: 'Autres commandes' }).click();
  await guest.page.getByText('Signaler', { exact: true }).click();
  const form = guest.page.getByRole('dialog', { name: /^Signaler/ });
  await form.getByLabel('Motif').selectOption('off_platform');
  await form.getByLabel('Ce qui s’est passé').fill('On me demande de payer la suite sur un autre site.');
  await form.getByLabel(/Je dis ce que je crois vrai/).check();
  await form.getByRole('button', { name: 'Envoyer le signalement' }).click();
  await expect(form).toBeHidden();
  const number = /M-\d{4,}/.exec((await newestMail(server, viewer.email)).subject)?.[0] ?? '';
  expect(number).not.toBe('');
  await guest.close();

  // The decision, which says beforehand what it costs.
  const admin = await open();
  await arriveAs(admin, server, 'admin');
  await admin.goto(`/admin-dashboard/moderation?q=${number}`);
  await admin.getByRole('button', { name: /^Ouvrir le dossier/ }).click();
  const found = admin.getByRole('dialog', { name: 'Dossier' });
  await found.getByRole('button', { name: 'Prendre le dossier' }).click();
  await found.getByLabel('Mesure', { exact: true }).selectOption('suspend');
  await found.getByLabel(/Annuler les sessions confirmées/).check();
  await expect(found.getByText(/1\s+session à venir annulée/)).toBeVisible();
  await expect(found.getByText(/45,00\s€/).first()).toBeVisible();
  await found.getByLabel('Ce qui a été constaté').fill('Un paiement ailleurs a été demandé en session.');
  await found.getByLabel('Pourquoi cette mesure').fill('Deuxième demande en deux mois');
  await found.getByRole('button', { name: 'Décider et expliquer' }).click();
  await expect(found).toBeHidden();
  await admin.context().close();
  await expect.poll(moneyOf).toEqual({ captured_cents: 4500, refunded_cents: 4500 });
  await expect(openSession(server, streamer)).rejects.toThrow(/banned/);

  // Its statement of reasons, and the appeal.
  const { links } = await newestMail(server, streamer.email);
  const statement = new URL(links.find((link) => link.includes('/decision/')) ?? server.url).pathname;
  const page = await open();
  await page.goto(statement);
  await expect(page.getByText(/1\s+session annulée, 45,00\s€ remboursés aux viewers/)).toBeVisible();
  await page.getByLabel('Pourquoi la décision est à revoir').fill('Je n’ai jamais demandé cela.');
  await page.getByRole('button', { name: 'Contester la décision' }).click();
  await expect(page.getByText(/Une autre personne de l’équipe relit le dossier/)).toBeVisible();

  // Another admin overturns it.
  const other = await open();
  await arriveAs(other, server, 'admin');
  await other.goto(`/admin-dashboard/moderation?q=${number}`);
  await other.getByRole('button', { name: /^Ouvrir le dossier/ }).click();
  const appeal = other.getByRole('dialog', { name: 'Dossier' });
  await appeal.getByRole('button', { name: 'Prendre le dossier' }).click();
  await appeal.getByRole('button', { name: 'Annuler la décision' }).click();
  const sure = other.getByRole('alertdialog');
  await sure.getByLabel('Motif').fill('Les faits ne sont pas établis');
  await sure.getByRole('button', { name: 'Annuler la décision' }).click();
  await expect(appeal).toBeHidden();
  await other.context().close();

  // The account is back; the session is not, and its money stays with who paid.
  await page.reload();
  await expect(page.getByText('La décision est annulée. Ce qui pouvait être rétabli l’est.')).toBeVisible();
  await expect(
    page.getByText(/La session annulée le reste\s: 45,00\s€ ont été remboursés aux viewers/),
  ).toBeVisible();
  expect((await openSession(server, streamer)).user.id).toBe(streamer.id);
  expect(await moneyOf()).toEqual({ captured_cents: 4500, refunded_cents: 4500 });
  const rows = await asService(server, `/rest/v1/bookings?id=eq.${bookingId}&select=status`);
  expect(rows).toEqual([{ status: 'cancelled_by_admin' }]);
});
