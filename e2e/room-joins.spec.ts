import type { Page } from '@playwright/test';
import { keepSession, openSession } from './harness/people.ts';
import { confirmedSession, framesOf, visit } from './harness/rooms.ts';
import { answered, expect, test } from './harness/test.ts';

const ROUNDS = 12;
const connected = (page: Page) => page.locator('[data-peer][data-link="connected"]');

/** Keeps the page's websockets at hand, to cut them as a network does. Runs in the page. */
const keepSockets = () => {
  const kept: WebSocket[] = [];
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      kept.push(this);
    }
  };
  (window as unknown as { cut: () => void }).cut = () => {
    for (const socket of kept.splice(0)) socket.close();
  };
};

test('two who press at the same moment meet, each time, and a cut of the line to Loge leaves the media alone', async ({
  page,
  server,
  launchOptions,
  contextOptions,
  expectErrors,
}) => {
  test.setTimeout(180_000);
  expectErrors(answered(409));
  const stage = await confirmedSession(server, { minutesIn: 1, durationMinutes: 60 });
  await keepSession(page, await openSession(server, stage.viewer));
  await page.addInitScript(keepSockets);
  const streamer = await visit(launchOptions, contextOptions, server, stage.streamer);
  const both = [page, streamer.page];
  try {
    for (const who of both) await who.goto(`/conference/room/${stage.roomId}`);
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = /^(Rejoindre|Revenir dans la loge)$/;
      await Promise.all(both.map((who) => who.getByRole('button', { name }).click()));
      await Promise.all(both.map((who) => expect(connected(who)).toHaveCount(1, { timeout: 9_000 })));
      if (round < ROUNDS - 1)
        await Promise.all(both.map((who) => who.getByRole('button', { name: 'Quitter' }).click()));
    }

    await page.evaluate(() => (window as unknown as { cut: () => void }).cut());
    const before = await framesOf(page);
    await expect.poll(() => framesOf(page)).toBeGreaterThan(before + 5);
    await expect(connected(page)).toHaveCount(1);
    // The line comes back by itself: what is written there arrives here.
    await streamer.page.getByLabel('Écrire un message').fill('Vous êtes là ?');
    await streamer.page.keyboard.press('Enter');
    await expect(page.getByRole('log')).toContainText('Vous êtes là ?', { timeout: 20_000 });
    await expect(connected(page)).toHaveCount(1);
    // And so does the other's leaving.
    await streamer.page.getByRole('button', { name: 'Quitter' }).click();
    await expect(page.getByText('Nour Écarlate n’est pas encore là.')).toBeVisible();
  } finally {
    await streamer.close();
  }
});
