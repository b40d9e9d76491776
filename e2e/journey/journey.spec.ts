import { test } from '@playwright/test';
import { expect } from '../harness/arrival.ts';
import { newPerson } from '../harness/people.ts';
import { openPostOffice } from '../harness/post-office.ts';
import { startServer } from '../harness/server.ts';
import { picture } from '../harness/story.ts';
import { setOut } from '../harness/traveller.ts';
import { bookFirstStart, bothHaveTheirTicket, findStreamer } from './booking.ts';
import { chat, comeIn, enter, hearsAndSees, passTime } from './meeting.ts';
import { openAccount, openBox } from './opening.ts';

const MINUTE = 60_000;

/** The main job, whole, on real parts: nothing is in the database at first, and no row is written by the test. */
test('a streamer opens, a viewer books and pays, they meet, it is settled, and the review is public', async ({
  launchOptions,
  contextOptions,
}) => {
  // Two minutes on a quiet machine: a meeting of a quarter of an hour in strides of 20 s, each heard by the server.
  test.setTimeout(12 * 60_000);
  const times: string[] = [];
  const act = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await test.step(name, work);
    times.push(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${name}`);
    return result;
  };
  const streamer = { ...newPerson('streamer'), lastName: 'Bensaïd' };
  const viewer = newPerson('viewer');
  const post = await openPostOffice();
  const server = await startServer('embedded', { MAIL_URL: post.url }, 'e2e/harness/movable-server.ts');
  const options = {
    ...contextOptions,
    baseURL: server.url,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
  };
  const nour = await setOut(launchOptions, options);
  const camille = await setOut(launchOptions, options);
  let ahead = 0;
  const move = (next: number) => {
    ahead = next;
    return server.moveClock(ahead);
  };
  try {
    await act('the streamer signs up, and confirms by mail', () => openAccount(nour.page, post, streamer));
    await act('describes the page, an offer and hours, and publishes', () => openBox(nour.page));
    await act('the viewer signs up, and confirms by mail', () => openAccount(camille.page, post, viewer));
    await act('finds the streamer', () => findStreamer(camille.page));
    const { bookingId, start } = await act('chooses a start, and pays', () => bookFirstStart(camille.page));
    await act('both get their mail, with the entry for the calendar', async () => {
      const mail = await bothHaveTheirTicket(post, {
        viewer: viewer.email,
        streamer: streamer.email,
        start,
      });
      if (process.env.STORY === undefined) return;
      const reader = await camille.page.context().newPage();
      await reader.setContent(mail.html ?? '');
      await picture(reader, '07-e-mail');
      await reader.close();
    });
    await act('they write to each other, told as it happens', async () => {
      await nour.page.goto('/streamer-dashboard');
      await camille.page.getByLabel('Écrire à Nour Écarlate').fill('Bonjour, que dois-je préparer ?');
      await camille.page.keyboard.press('Enter');
      await nour.page.getByRole('button', { name: /Notifications, \d+ non lues?/ }).click();
      await nour.page.getByRole('link', { name: /Camille D\. vous a écrit/ }).click();
      await nour.page.getByLabel('Écrire à Camille D.').fill('Apportez votre dernière défaite.');
      await nour.page.keyboard.press('Enter');
      const log = camille.page.getByRole('log', { name: 'Messages' });
      await expect(log).toContainText('Apportez votre dernière défaite');
      await log.scrollIntoViewIfNeeded();
      await picture(camille.page, '08-messages');
    });

    await act('the day comes', async () => {
      for (const one of [nour, camille]) await one.goAway();
      await move(start.getTime() - 2 * MINUTE - Date.now());
      for (const one of [nour, camille]) await one.returnLater(ahead);
    });
    await act('both try camera and microphone', async () => {
      await comeIn(nour.page, bookingId);
      await comeIn(camille.page, bookingId);
      await picture(camille.page, '09-essai');
    });
    await act('they meet: picture and sound both ways', async () => {
      await enter(nour.page);
      await enter(camille.page);
      await hearsAndSees(camille);
      await hearsAndSees(nour);
    });
    await act('they chat', () => chat(camille.page, nour.page));
    await act('a quarter of an hour passes', async () => {
      await passTime([camille.page, nour.page], {
        from: ahead,
        until: start.getTime() + 15 * MINUTE + 1_000,
        move,
      });
      await hearsAndSees(camille);
    });
    await act('they leave, and it is settled', async () => {
      for (const { page } of [nour, camille]) {
        await page.getByRole('button', { name: 'Quitter' }).click();
        await expect(page.getByRole('heading', { name: 'Merci, et à bientôt' })).toBeVisible();
        await expect(page.getByText(/Session complète\s: 24,00\s€ payés/)).toBeVisible();
        await expect(
          page.getByText(/Présence relevée par Loge\s: (?:streamer|vous) 15\smin, (?:viewer|vous) 15\smin/),
        ).toBeVisible();
      }
    });
    await act('the viewer leaves a review, the streamer answers', async () => {
      const { page } = camille;
      await page.getByRole('radio', { name: /^5 étoiles/ }).check();
      await page.getByLabel('Votre avis').fill('Un quart d’heure, et je vois enfin mes cases noires.');
      await picture(page, '11-reglement');
      await page.getByRole('button', { name: 'Publier mon avis' }).click();
      await expect(page.getByLabel('L’avis donné')).toContainText('cases noires');
      await nour.page.goto('/streamer-dashboard');
      await nour.page.getByRole('button', { name: /^Répondre à l’avis/ }).click();
      await nour.page.getByLabel('Votre réponse').fill('Elles vous le rendront. À bientôt !');
      await nour.page.getByRole('button', { name: 'Répondre', exact: true }).click();
      await expect(nour.page.getByRole('heading', { name: 'Avis sans réponse' })).toBeHidden();
    });
    await act('the streamer’s books show the money pending', async () => {
      const { page } = nour;
      await page.goto('/streamer-dashboard/earnings');
      const pending = page.getByText('Fonds retenus').first().locator('..');
      await expect(pending).toContainText(/20,40\s€/);
      await picture(page, '12-revenus');
    });
    await act('the public page shows the review', async () => {
      const { page } = camille;
      await page.goto('/streamer/nour-ecarlate');
      const reviews = page.getByRole('region', { name: /^Avis/ });
      await expect(reviews).toContainText('cases noires');
      await expect(reviews).toContainText('Elles vous le rendront');
      await reviews.scrollIntoViewIfNeeded();
      await picture(page, '13-avis');
    });
    expect([...nour.errors, ...camille.errors], 'errors in the consoles').toEqual([]);
    console.log(`\nThe main job, whole:\n${times.join('\n')}\n`);
  } catch (error) {
    console.error(`${times.join('\n')}\n${server.log()}`);
    throw error;
  } finally {
    await nour.close();
    await camille.close();
    await server.close();
    await post.close();
  }
});
