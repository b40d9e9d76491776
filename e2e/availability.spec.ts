import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { listSlots } from '#product/availability/contract.ts';
import { holdSlot, payBooking } from '#product/booking/contract.ts';
import { DESK, TELEPHONE } from './harness/axe.ts';
import { fine } from './harness/booker.ts';
import { newPerson, register, sendAs } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { type OpenStreamer, openAs } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

const HOURS = '/streamer-dashboard/availability';

/** Moves there as a person without a mouse does. */
async function tabTo(page: Page, target: Locator, most = 120): Promise<void> {
  for (let press = 0; press < most; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

const starts = (page: Page): Locator =>
  page.getByRole('radiogroup', { name: /^Créneaux du/ }).locator('label');
const preview = (page: Page): Locator => page.getByRole('region', { name: 'Ce que voit un viewer' });
const free = (page: Page): Locator =>
  preview(page).getByRole('list', { name: 'Créneaux libres' }).getByRole('listitem');
const told = (page: Page, title: string): Promise<void> =>
  expect(page.getByText(title, { exact: true }).first()).toBeVisible();

test('hours are set with the keyboard alone, and a viewer sees them', async ({ page, server, browser }) => {
  const streamer = await openAs(page, server, { hours: [], page: { notice_minutes: 0 } });
  await page.goto(HOURS);
  await expect(page.getByText('Aucune heure ouverte.')).toBeVisible();
  await expect(preview(page).getByText('Aucun créneau')).toBeVisible();

  await tabTo(page, page.getByRole('tab', { name: 'Peindre' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Liste' })).toBeFocused();
  const add = page.getByRole('button', { name: 'Ajouter une plage le lundi' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  // 18 h to 21 h; one step later at the end.
  const end = page.getByRole('combobox', { name: 'Lundi, plage 1, à' });
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, end);
  await page.keyboard.press('ArrowDown');
  await expect(end).toHaveValue(String(21 * 60 + 30));
  await tabTo(page, page.getByRole('button', { name: 'Copier les heures du lundi' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Vers tous les jours' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^24\sh\s30\souvertes par semaine/)).toBeVisible();
  // The preview shows it before it is saved.
  await expect(free(page)).toHaveCount(11);
  await tabTo(page, page.getByRole('button', { name: 'Enregistrer', exact: true }));
  await page.keyboard.press('Enter');
  await told(page, 'Horaires enregistrés');
  await expect(page.getByRole('region', { name: 'Modifications non enregistrées' })).toBeHidden();

  const viewer = await (
    await browser.newContext({ baseURL: server.url, timezoneId: 'Europe/Paris' })
  ).newPage();
  // A whole day: of today's hours some may be over.
  const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  await viewer.goto(`/book-session/${streamer.handle}?month=${day.slice(0, 7)}&day=${day}`);
  await expect(starts(viewer).first()).toBeVisible();
  const hours = await starts(viewer).allInnerTexts();
  expect(hours[0]).toMatch(/^18\sh$/);
  expect(hours.at(-1)).toMatch(/^20\sh\s30$/);
  expect(hours).toHaveLength(11);
  await viewer.context().close();
});

test('what is not saved is not lost without asking', inSoak, async ({ page, server }) => {
  await openAs(page, server, {});
  await page.goto(HOURS);
  await page.getByLabel('Au plus par mois').selectOption('60');
  const away = page
    .getByRole('navigation', { name: 'Espace streamer' })
    .getByRole('link', { name: 'Revenus' });
  await away.click();
  const question = page.getByRole('alertdialog', { name: 'Partir sans enregistrer' });
  await question.getByRole('button', { name: 'Rester ici' }).click();
  await expect(page.getByLabel('Au plus par mois')).toHaveValue('60');
  await away.click();
  await question.getByRole('button', { name: 'Partir sans enregistrer' }).click();
  await expect(page).toHaveURL(/earnings/);
});

test(
  'a date is closed in the month, with the keyboard, and the preview says why',
  inSoak,
  async ({ page, server }) => {
    await openAs(page, server, {});
    await page.goto(`${HOURS}?view=dates`);
    const grid = page.getByRole('grid');
    await tabTo(page, grid.locator('[tabindex="0"]'));
    const day = grid.locator(':focus');
    const before = (await day.getAttribute('data-date')) ?? '';
    await page.keyboard.press('PageDown');
    await expect(day).not.toHaveAttribute('data-date', before);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    const date = (await day.getAttribute('data-date')) ?? '';
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('restent prévues');
    await tabTo(page, dialog.getByRole('radio', { name: /Comme d’habitude/ }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'Fermé' })).toBeChecked();
    await tabTo(page, dialog.getByLabel(/^Note/));
    await page.keyboard.type('Tournoi');
    await tabTo(page, dialog.getByRole('button', { name: 'Enregistrer la date' }));
    await page.keyboard.press('Enter');
    await told(page, 'Date enregistrée');
    await expect(grid.locator(`[data-date="${date}"]`)).toHaveAccessibleName(/date fermée, fermé, Tournoi$/);
    await expect(page.getByRole('list', { name: 'Dates particulières à venir' })).toContainText('Tournoi');
    await page.goto(`${HOURS}?date=${date}`);
    await expect(preview(page)).toContainText('Vous avez fermé cette date.');
  },
);

/** So many days from now, as a date in the streamer's zone. */
const dateIn = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(Date.now() + days * 86_400_000);

/** Somebody takes a start, or holds it and has not decided yet. */
async function bookStart(
  server: LogeServer,
  { offerIds }: OpenStreamer,
  { index, pays }: { index: number; pays: boolean },
): Promise<void> {
  const viewer = await register(server, newPerson('viewer'));
  const offerId = offerIds[0] ?? '';
  const asked = { offerId, from: new Date(), until: new Date(Date.now() + 5 * 86_400_000) };
  const { slots, offerRevision } = (await sendAs(server, viewer, listSlots.name, asked)) as {
    slots: { start: string }[];
    offerRevision: number;
  };
  const place = { offerId, offerRevision, start: slots[index]?.start, viewerZone: 'Europe/Paris' };
  const { bookingId } = (await sendAs(server, viewer, holdSlot.name, { key: randomUUID(), ...place })) as {
    bookingId: string;
  };
  if (pays)
    await sendAs(server, viewer, payBooking.name, { key: randomUUID(), bookingId, expectedPriceCents: 0 });
}

test(
  'an absence is said in one act, warns of what is booked within it, and is taken back',
  inSoak,
  async ({ page, context, server }) => {
    const streamer = await openAs(page, server, { offers: [{ price_cents: 0 }] });
    await bookStart(server, streamer, { index: 0, pays: true });
    await bookStart(server, streamer, { index: 4, pays: false });
    const dates = `${HOURS}?view=dates&month=${dateIn(1).slice(0, 7)}`;
    await page.goto(dates);
    test.slow(); // two tabs, and every width of the dialog
    // Another tab, in which nothing is done.
    const other = await context.newPage();
    await other.goto(dates);
    await page.getByRole('button', { name: 'Vous absenter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Vous absenter' });
    await expect(dialog.getByRole('status')).toContainText(
      '2 sessions sont déjà réservées ces jours-là. Elles restent',
    );
    await expect(dialog.getByRole('link', { name: 'vos réservations' })).toHaveAttribute(
      'href',
      '/streamer-dashboard/bookings',
    );
    await dialog.getByLabel('Dernier jour').fill(dateIn(-1));
    await expect(dialog.getByText('Le dernier jour précède le premier.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Enregistrer' })).toBeDisabled();
    await dialog.getByLabel('Dernier jour').fill(dateIn(20));
    await dialog.getByLabel(/^Raison/).fill('Vacances');
    await fine(page);
    await dialog.getByRole('button', { name: /^Fermer 20\sjours$/ }).click();
    await expect(page.getByText(/2\ssessions restent prévues.*déplacez-les/).first()).toBeVisible();
    const list = page.getByRole('list', { name: 'Vos absences' });
    await expect(list.getByRole('listitem')).toHaveText(/^Absent du\s.+Vacances/);
    await expect(other.getByRole('list', { name: 'Vos absences' })).toContainText('Vacances');
    const day = page.locator(`[data-date="${dateIn(1)}"]`);
    await expect(day).toHaveAccessibleName(/absence, .*Vacances$/);

    // A day of the absence opens it too.
    await day.click();
    await page
      .getByRole('dialog', { name: 'Votre absence' })
      .getByRole('button', { name: 'Supprimer' })
      .click();
    await told(page, 'Absence supprimée');
    await expect(list).toBeHidden();
    await expect(other.getByRole('list', { name: 'Vos absences' })).toBeHidden();
    await expect(day).not.toHaveAccessibleName(/absence/);
  },
);

test('a travel is saved with the hours, which are then those of there', inSoak, async ({ page, server }) => {
  const hours = [{ from_minute: 540, to_minute: 720 }];
  await openAs(page, server, { hours, page: { notice_minutes: 0 } });
  const there = `${HOURS}?date=${dateIn(3)}`;
  await page.goto(there);
  await expect(free(page).first()).toHaveText(/^9\sh$/);
  await page.getByRole('button', { name: 'Ajouter un voyage' }).click();
  const travels = page.getByRole('list', { name: 'Vos voyages' });
  await travels.getByRole('button', { name: /^Heure de Paris/ }).click();
  await page.getByRole('combobox', { name: 'Ville ou pays' }).fill('Tokyo');
  await page.keyboard.press('Enter');
  // Nine in Tokyo is one or two in the morning in Paris: shown before it is saved.
  await expect(free(page).first()).toHaveText(/^[12]\sh$/);
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await told(page, 'Horaires enregistrés');
  await page.goto(there);
  await expect(free(page).first()).toHaveText(/^[12]\sh$/);
  await travels.getByRole('button', { name: /^Supprimer le voyage du .+, heure de Tokyo$/ }).click();
  await expect(free(page).first()).toHaveText(/^9\sh$/);
});

test(
  'what is not saved is said within reach, on a telephone and at a desk',
  inSoak,
  async ({ page, server }) => {
    await openAs(page, server, {});
    for (const size of [TELEPHONE, DESK]) {
      await page.setViewportSize(size);
      await page.goto(HOURS);
      await page.getByLabel('Au plus par mois').selectOption('30');
      await expect(page.getByRole('region', { name: 'Modifications non enregistrées' })).toBeInViewport();
      await fine(page);
    }
  },
);
