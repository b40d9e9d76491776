import type { LocalDate } from '#product/shared/time/local-date.ts';
import { dateAfterKey, monthAfter } from '#web/ui/calendar-days.ts';
import { expectNothingCut, TELEPHONE } from './harness/axe.ts';
import {
  booked,
  bookingsOf,
  button,
  chooseStart,
  fine,
  heading,
  payWith,
  reachRecap,
  starts,
} from './harness/booker.ts';
import { bookAPaidSession, chooseOnATelephone } from './harness/booking-sizes.ts';
import { arriveAs, openSession, sendAs } from './harness/people.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

test.describe('at 390 px', () => {
  test.use({ viewport: TELEPHONE });

  test('a paid session: offer, slot, questions, recap with the exact policy, provider, ticket', async ({
    page,
    server,
  }) => {
    await bookAPaidSession(page, server);
  });
});

test.describe('the choice of a session', inSoak, () => {
  test('the calendar keeps the keyboard’s place across months', async ({ page, server }) => {
    const streamer = await openStreamer(server, { page: { horizon_days: 100 } });
    await page.goto(`/book-session/${streamer.handle}`);
    const grid = page.getByRole('grid');
    await expect(grid).not.toHaveAttribute('aria-busy');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-date') ?? null);
    const last = (await grid.locator('[data-date]').last().getAttribute('data-date')) as LocalDate;

    await grid.locator(`[data-date="${last}"]`).focus();
    // To the weeks that follow and back, by day, by month and by week.
    let from = last;
    for (const key of ['ArrowRight', 'ArrowLeft', 'PageDown', 'ArrowDown', 'PageUp', 'ArrowUp']) {
      await page.keyboard.press(key);
      from = dateAfterKey(from, key) ?? from;
      await expect.poll(focused).toBe(from);
      await expect(grid).not.toHaveAttribute('aria-busy');
      // Once the hours of the new weeks have come, it is still there.
      await expect.poll(focused).toBe(from);
    }
    // No key leads to a day that is over.
    await page.keyboard.press('Shift+PageUp');
    await expect(grid.locator(':focus')).toHaveAttribute('aria-current', 'date');

    // The buttons keep it too, at the last month as well, where there is no next one.
    const next = page.getByRole('button', { name: /^Mois suivant/ });
    await next.focus();
    const month = page.getByRole('heading', { level: 2, name: /\d{4}$/ });
    for (let turn = 0; turn < 6 && (await next.getAttribute('aria-disabled')) === null; turn += 1) {
      const before = await month.textContent();
      await page.keyboard.press('Enter');
      await expect(month).not.toHaveText(before ?? '');
    }
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Enter');
    await expect(next).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(grid.locator(':focus')).toHaveAttribute('data-date', /./);
  });

  test('four presses of Tab lead to the days', async ({ page, server }) => {
    const offers = [{ title: 'Partie commentée' }, { title: 'Analyse', price_cents: 2_000 }];
    const streamer = await openStreamer(server, { offers });
    await page.goto(`/book-session/${streamer.handle}`);
    const grid = page.getByRole('grid');
    await expect(grid).not.toHaveAttribute('aria-busy');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
    await page.keyboard.press('Enter');
    for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('Tab');
    await expect(grid.locator(':focus')).toHaveAttribute('data-free', 'true');
  });

  test('an absence is told beside the calendar, and in place of its hours, without its reason', async ({
    page,
    server,
  }) => {
    const streamer = await openStreamer(server, { page: { horizon_days: 100 } });
    const session = await openSession(server, streamer);
    const next = monthAfter(new Date().toISOString().slice(0, 7), 1);
    const whole = monthAfter(next, 1);
    const reason = 'Opération du genou';
    const last = new Date(Date.parse(`${monthAfter(whole, 1)}-01`) - 86_400_000).toISOString().slice(0, 10);
    for (const span of [
      { first: `${next}-10`, last: `${next}-12` },
      { first: `${next}-20`, last: `${next}-20` },
      { first: `${whole}-01`, last },
    ]) {
      await sendAs(server, session, 'availability/set-absence', { id: null, ...span, reason });
    }
    const named = (month: string) =>
      new Intl.DateTimeFormat('fr-FR', { month: 'long', timeZone: 'UTC' }).format(Date.parse(month));
    const told = page.getByText(/s’absente/);

    const answer = page.waitForResponse(/availability\/list-slots/);
    await page.goto(`/book-session/${streamer.handle}?month=${next}`);
    expect(await (await answer).text()).not.toContain(reason);
    await expect(starts(page).first()).toBeVisible();
    const year = String.raw`(\s\d{4})?`;
    // The last week may show days of the month in which all of it is closed.
    await expect(told).toHaveText(
      new RegExp(
        String.raw`^Nour Écarlate s’absente du\s10\sau\s12\s${named(next)}${year}(?: et|,) le\s20\s${named(next)}${year}(?: et du\s1er\sau\s\d+\s${named(whole)}${year})?\.$`,
      ),
    );
    await fine(page);
    await expectNothingCut(page);

    await button(page, /^Mois suivant/).click();
    await expect(heading(page, /^Pas de créneau en/)).toBeVisible();
    // It is said once, in the place of the hours.
    await expect(told).toHaveCount(1);
    await expect(told).toHaveText(
      new RegExp(String.raw`^Nour Écarlate s’absente du\s1er\sau\s\d+\s${named(whole)}${year}\.$`),
    );
    await expect(button(page, /^Prochain/)).toBeVisible();
    await expect(page.getByText(reason)).toHaveCount(0);
    await fine(page);
    await expectNothingCut(page);
  });

  test('all of it is in one view at 1440 by 900, « Continuer » included', async ({ page, server }) => {
    const streamer = await openStreamer(server, {
      offers: [{}, { title: 'Relecture', price_cents: 1800 }, { title: 'Partie commentée' }],
    });
    await chooseStart(page, streamer);
    await expect(button(page, 'Continuer')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('grid')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('radiogroup', { name: 'Offre' })).toBeInViewport({ ratio: 1 });
    await expect(starts(page).first()).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    // The list scrolls with the page, and the summary stays beside it.
    await button(page, 'En liste').click();
    await starts(page).last().click();
    await expect(button(page, 'Continuer')).toBeInViewport({ ratio: 1 });
    const boxes = await page
      .getByRole('main')
      .locator('*')
      .evaluateAll(
        (all) =>
          all.filter(
            (each) =>
              each.scrollHeight > each.clientHeight + 1 &&
              /auto|scroll/.test(getComputedStyle(each).overflowY),
          ).length,
      );
    expect(boxes).toBe(0);
  });

  test.describe('on a telephone of 390 px', () => {
    test.use({ viewport: TELEPHONE });

    test('the step that is named is the one on the screen, and days are 44 px', async ({ page, server }) => {
      await chooseOnATelephone(page, server);
    });
  });
});

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
    const first = (await day.getAttribute('data-date')) as LocalDate;
    const focused = page.locator(':focus');
    let from = first;
    for (const key of ['ArrowRight', 'PageDown']) {
      await page.keyboard.press(key);
      from = dateAfterKey(from, key) ?? from;
      await expect(focused).toHaveAttribute('data-date', from);
    }
    await page.keyboard.press('PageUp');
    await expect(focused).not.toHaveAttribute('data-date', from);
    // A month back from the end of a shorter one may be before the first free day.
    await expect(page.getByRole('grid')).not.toHaveAttribute('aria-busy');
    while ((await focused.getAttribute('data-free')) === null) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('gridcell', { selected: true }).and(page.locator(':has(:focus)')),
    ).toBeVisible();
    await starts(page).first().getByRole('radio').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(starts(page).nth(1).getByRole('radio')).toBeChecked();
    await button(page, 'Continuer').focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, /Vérifiez votre réservation/)).toBeFocused();
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
  await expect(heading(page, 'Votre demande est partie')).toBeVisible();
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

  // One button, the one that pays.
  await expect(page.getByRole('alert').getByRole('button')).toHaveCount(0);
  await button(page, 'Réserver avec obligation de paiement').click();
  await payWith(page, /3-D Secure/);
  await page.getByRole('button', { name: 'Échouer' }).click();
  await payWith(page, /3-D Secure/);
  await page.getByRole('button', { name: /Réussir/ }).click();
  await booked(page);
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
  // It is neither taken nor free in the grid: it is one's own, and leads back to it.
  await button(other, /votre place$/).click();
  await button(other, 'Réserver avec obligation de paiement').click();
  await payWith(other, /Carte acceptée/);
  await booked(other);
  // What happened in the other tab shows here too.
  await booked(page);
});
