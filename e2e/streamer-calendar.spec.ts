import { randomUUID } from 'node:crypto';
import { listSlots } from '#product/availability/contract.ts';
import { holdSlot, payBooking } from '#product/booking/contract.ts';
import { expectNoAxeViolations, expectNothingCut, TELEPHONE } from './harness/axe.ts';
import { keepSession, newPerson, openSession, register, sendAs } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { type OpenStreamer, openStreamer } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

/** Free seats of one start of each offer, taken by a new viewer each. */
async function fill(server: LogeServer, streamer: OpenStreamer, seats: readonly number[]) {
  for (const [index, count] of seats.entries()) {
    const offerId = streamer.offerIds[index] ?? '';
    const until = new Date(Date.now() + 10 * 86_400_000).toISOString();
    const viewers = await Promise.all(
      Array.from({ length: count }, () => register(server, newPerson('viewer'))),
    );
    let start: string | undefined;
    for (const viewer of viewers) {
      const window = { offerId, from: new Date().toISOString(), until };
      const { slots, offerRevision } = (await sendAs(server, viewer, listSlots.name, window)) as {
        slots: { start: string }[];
        offerRevision: number;
      };
      start ??= slots.at(index * 30)?.start;
      const hold = { key: randomUUID(), offerId, offerRevision, start, viewerZone: 'Europe/Paris' };
      const { bookingId } = (await sendAs(server, viewer, holdSlot.name, hold)) as { bookingId: string };
      await sendAs(server, viewer, payBooking.name, { key: randomUUID(), bookingId, expectedPriceCents: 0 });
    }
  }
}

test(
  'sessions are a line each, a group opens into its seats, and the address keeps what was looked for',
  inSoak,
  async ({ page, server }) => {
    const streamer = await openStreamer(server, {
      offers: [
        { title: 'Atelier du soir', price_cents: 0, seats: 6 },
        { title: 'Relecture de partie', price_cents: 0 },
      ],
    });
    await fill(server, streamer, [4, 1]);
    await keepSession(page, await openSession(server, streamer));
    await page.goto('/streamer-dashboard/bookings');
    const lines = page.getByRole('main').locator('[data-row]');
    await expect(lines).toHaveCount(2);
    for (const line of await lines.all()) {
      expect((await line.boundingBox())?.height).toBeLessThanOrEqual(64);
    }
    const group = page.getByRole('button', { name: /Atelier du soir 4 sur 6/ });
    await group.focus();
    await page.keyboard.press('ArrowRight');
    await expect(group).toHaveAttribute('aria-expanded', 'true');
    await expect(lines).toHaveCount(6);
    await expectNoAxeViolations(page);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: /^Camille D\. · Billet/ }).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Réservation' })).toBeVisible();
    await expect(page).toHaveURL(/booking=/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).not.toHaveURL(/booking=/);

    await page.getByLabel('Offre').selectOption('Relecture de partie');
    await expect(lines).toHaveCount(1);
    await page.reload();
    await expect(lines).toHaveText(/Relecture de partie/);
    await page.getByRole('searchbox', { name: 'Chercher une réservation' }).fill('personne');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Aucune session ne correspond')).toBeVisible();
    await page.getByRole('button', { name: 'Voir toutes les sessions' }).click();
    await expect(lines).toHaveCount(2);
    await expectNothingCut(page);
  },
);

test('a week of whole days opens on the session that is next in it', inSoak, async ({ page, server }) => {
  const streamer = await openStreamer(server, {
    offers: [{ price_cents: 0 }],
    hours: [{ from_minute: 0, to_minute: 1_440 }],
  });
  const viewer = await register(server, newPerson('viewer'));
  const offerId = streamer.offerIds[0] ?? '';
  const window = {
    offerId,
    from: new Date().toISOString(),
    until: new Date(Date.now() + 10 * 86_400_000).toISOString(),
  };
  const { slots, offerRevision } = (await sendAs(server, viewer, listSlots.name, window)) as {
    slots: { start: string }[];
    offerRevision: number;
  };
  const local = (start: string) =>
    new Date(start).toLocaleString('sv-SE', { timeZone: 'Europe/Paris' }).split(' ');
  const late = slots.find(({ start }) => local(start)[1] === '22:00:00')!;
  const hold = { key: randomUUID(), offerId, offerRevision, start: late.start, viewerZone: 'Europe/Paris' };
  const { bookingId } = (await sendAs(server, viewer, holdSlot.name, hold)) as { bookingId: string };
  await sendAs(server, viewer, payBooking.name, { key: randomUUID(), bookingId, expectedPriceCents: 0 });
  await keepSession(page, await openSession(server, streamer));
  await page.goto(`/streamer-dashboard/calendar?week=${local(late.start)[0]}`);
  const week = page.getByRole('region', { name: /^Semaine du/ });
  await expect(week.getByRole('link', { name: /22\sh/ })).toBeInViewport({ ratio: 1 });
  // From midnight on it would be far below.
  expect(await week.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(300);
});

test('time is blocked with the keyboard and with the mouse, seen in the week, and opened again', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server, { offers: [{ price_cents: 0, confirmation: 'on_request' }] });
  await keepSession(page, await openSession(server, streamer));
  await page.goto('/streamer-dashboard/calendar');
  // The week begins right below the title.
  const week = page.getByRole('region', { name: /^Semaine du/ });
  expect((await week.boundingBox())?.y).toBeLessThan(300);

  await page.getByRole('button', { name: 'Semaine suivante' }).click();
  await expect(page).toHaveURL(/week=\d{4}-\d\d-\d\d/);
  await page.getByRole('button', { name: 'Bloquer du temps' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bloquer du temps' });
  await dialog.getByLabel('De').selectOption('10 h');
  await dialog.getByLabel('À').selectOption('11 h 30');
  await dialog.getByLabel(/^Note/).fill('Dentiste');
  await page.keyboard.press('Enter');
  const blocked = week.getByRole('button', { name: /10\sh à 11\sh\s30, Dentiste/ });
  await expect(blocked).toBeVisible();
  await expectNoAxeViolations(page);

  const column = week.locator('.week-column').first();
  const box = (await column.boundingBox())!;
  const hour = await column.evaluate(
    (node) => node.getBoundingClientRect().height / Number(node.style.getPropertyValue('--hours')),
  );
  const first = await column.evaluate((node) => Number(node.style.getPropertyValue('--first')));
  const at = (wall: number) => box.y + (wall - first) * hour;
  await page.mouse.move(box.x + box.width / 2, at(14));
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, at(15.5), { steps: 5 });
  await page.mouse.up();
  await expect(dialog.getByLabel('De')).toHaveValue('840');
  await expect(dialog.getByLabel('À')).toHaveValue('930');
  await dialog.getByRole('button', { name: 'Bloquer', exact: true }).click();
  await expect(week.getByRole('button', { name: /14\sh à 15\sh\s30, Bloqué/ })).toBeVisible();

  await blocked.click();
  await page.getByRole('dialog', { name: 'Dentiste' }).getByRole('button', { name: 'Débloquer' }).click();
  await expect(blocked).toHaveCount(0);

  // A phone shows one day, and the heads of the week lead to the others.
  await page.setViewportSize(TELEPHONE);
  await expect(week.locator('.week-column:visible')).toHaveCount(1);
  const monday = week.getByRole('button', { name: /^lundi [^,]*$/ });
  await monday.click();
  await expect(monday).toHaveAttribute('aria-pressed', 'true');
  await expect(week.getByRole('button', { name: /Bloqué/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNothingCut(page);
});
