import type { Page } from '@playwright/test';
import { arriveAs, keepSession, openSession } from './harness/people.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, test } from './harness/test.ts';

/**
 * Two people at once, a streamer in Paris and a viewer in Montréal, over a change of the clocks: for some weeks a year the two
 * cities are five hours apart instead of six, and 18 h in Paris is 13 h in Montréal and not noon.
 */
test.setTimeout(120_000);

const DAY = 86_400_000;
const hourIn = (timeZone: string, at: number) =>
  Number(
    new Intl.DateTimeFormat('fr-FR', { timeZone, hour: '2-digit', hourCycle: 'h23' })
      .format(at)
      .replace(/\D/g, ''),
  );
/** 18:00 in Paris on a day, found by trying both offsets. */
const sixPm = (day: number): number =>
  [16, 17].map((hour) => day + hour * 3_600_000).find((at) => hourIn('Europe/Paris', at) === 18) ?? 0;
const apart = (at: number) => (hourIn('Europe/Paris', at) - hourIn('America/Montreal', at) + 24) % 24;

/** The next day, three days ahead at least, on which the cities are so many hours apart. */
function dayApart(hours: number): number {
  const today = Math.floor(Date.now() / DAY) * DAY;
  for (let ahead = 3; ahead < 360; ahead++) {
    const at = sixPm(today + ahead * DAY);
    if (apart(at) === hours) return at;
  }
  throw new Error(`the cities are never ${hours} h apart`);
}

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

async function chooseOn(page: Page, handle: string, at: number, shown: string): Promise<void> {
  await page.goto(`/book-session/${handle}?month=${isoDay(at).slice(0, 7)}&day=${isoDay(at)}`);
  const starts = page.getByRole('radiogroup', { name: /^Créneaux du/ }).locator('label');
  await expect(starts).toHaveCount(1);
  await expect(starts.first()).toContainText(shown);
  await starts.first().click();
  await page.getByRole('main').getByRole('button', { name: 'Continuer', exact: true }).click();
}

test('both see the same instant on their own clock, five hours apart and six, and the booking stays put', async ({
  server,
  browser,
}) => {
  const streamer = await openStreamer(server, {
    zone: 'Europe/Paris',
    offers: [{ price_cents: 0, title: 'Entre deux heures' }],
    hours: [{ from_minute: 18 * 60, to_minute: 19 * 60 }],
    page: { horizon_days: 365 },
  });
  const inParis = await browser.newContext({
    baseURL: server.url,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
  });
  const inMontreal = await browser.newContext({
    baseURL: server.url,
    locale: 'fr-CA',
    timezoneId: 'America/Montreal',
  });
  const [desk, sofa] = [await inParis.newPage(), await inMontreal.newPage()];
  await keepSession(desk, await openSession(server, streamer));
  await arriveAs(sofa, server, 'viewer');

  const [five, six] = [dayApart(5), dayApart(6)];
  // The streamer looks at the week of the change while the viewer books into it.
  await desk.goto(`/streamer-dashboard/calendar?week=${isoDay(five)}&view=list`);
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Calendrier');

  await chooseOn(sofa, streamer.handle, five, '13');
  await sofa
    .getByRole('main')
    .getByRole('button', { name: /^Réserver/ })
    .click();
  await expect(sofa.getByRole('heading', { name: 'Votre place est prise' })).toBeVisible();
  const ticket = sofa.getByRole('article');
  await expect(ticket).toContainText(/13\sh/);
  await expect(ticket).toContainText(/18\sh à Paris/);
  // Without a reload, on the streamer's wall.
  const event = desk.getByRole('link', { name: /Camille/ }).first();
  await expect(event).toBeVisible();
  await expect(event).toContainText(/18\sh/);

  await chooseOn(sofa, streamer.handle, six, '12');
  await sofa
    .getByRole('main')
    .getByRole('button', { name: /^Réserver/ })
    .click();
  await expect(sofa.getByRole('heading', { name: 'Votre place est prise' })).toBeVisible();
  await expect(sofa.getByRole('article')).toContainText(/12\sh/);
  await expect(sofa.getByRole('article')).toContainText(/18\sh à Paris/);

  await sofa.goto('/viewer-dashboard/bookings');
  await expect(sofa.getByRole('article')).toHaveCount(2);
  for (const one of await sofa.getByRole('article').all()) await expect(one).toContainText(/18\sh à Paris/);
  await Promise.all([inParis.close(), inMontreal.close()]);
});
