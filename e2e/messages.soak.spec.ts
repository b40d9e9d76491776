import { expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { keepSession, openSession } from './harness/people.ts';
import { confirmedSession } from './harness/rooms.ts';
import { expect, test } from './harness/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a file goes along with a message, from where it was when the line was cut', async ({
  page,
  browser,
  server,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const stage = await confirmedSession(server, { minutesIn: -300 });
  await keepSession(page, await openSession(server, stage.viewer));
  await page.goto(`/viewer-dashboard/bookings?booking=${stage.bookingId}`);
  const offsets: string[] = [];
  await page.route(/\/upload\/resumable\//, async (route) => {
    const offset = route.request().headers()['upload-offset'];
    if (offset !== undefined) offsets.push(offset);
    if (offsets.length !== 2) return route.continue();
    // The second piece does not arrive.
    offsets.push('cut');
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  });
  await page
    .getByLabel('Joindre un fichier', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({
      name: 'partie-à-revoir.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(7_000_000, ' ')]),
    });
  const chosen = page.getByRole('list', { name: 'Fichiers à envoyer' });
  await expect(chosen.getByRole('status')).toHaveText(/^La ligne est coupée/);
  const send = page.getByRole('button', { name: 'Envoyer', exact: true });
  await expect(send).toBeDisabled();
  await page.context().setOffline(false);
  await expect(chosen).toContainText('6,7 Mo');
  // The first piece is not sent again.
  expect(offsets).toEqual(['0', '6291456', 'cut', '6291456']);
  await send.click();
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log).toContainText('Fichier joint : partie-à-revoir.pdf');
  await expect(chosen).toBeHidden();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);

  const other = await (await browser.newContext({ baseURL: server.url, locale: 'fr-FR' })).newPage();
  await keepSession(other, await openSession(server, stage.streamer));
  await other.goto(`/streamer-dashboard/bookings?booking=${stage.bookingId}`);
  const link = other.getByRole('list', { name: 'Fichiers joints' }).getByRole('link');
  await expect(link).toContainText('partie-à-revoir.pdf');
  const answer = await other.request.get((await link.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toBe('application/pdf');
  expect((await answer.body()).length).toBe(7_000_009);
  await other.context().close();
});
