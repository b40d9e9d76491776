import type { Page } from '@playwright/test';
import { asService, keepSession, openSession } from './harness/people.ts';
import {
  confirmedSession,
  connected,
  connectionsMade,
  framesOf,
  haveSmallCamera,
  keepConnections,
  meetAgainAndAgain,
  receivedBy,
  visit,
} from './harness/rooms.ts';
import { answered, expect, test } from './harness/test.ts';

/** Who the page says it is when it next tells Loge that it is still there. */
const nextBeat = async (page: Page): Promise<string> => {
  const beat = await page.waitForRequest(/\/conference\/send-heartbeat$/);
  return (beat.postDataJSON() as { participantId: string }).participantId;
};

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

test('two who press at the same moment, or one after the other, meet each time; a cut of the connection to Loge leaves the media alone, a session called off ends them', async ({
  page,
  server,
  launchOptions,
  contextOptions,
  expectErrors,
}) => {
  test.setTimeout(300_000);
  expectErrors(answered(409));
  const stage = await confirmedSession(server, { minutesIn: 1, durationMinutes: 60 });
  await keepSession(page, await openSession(server, stage.viewer));
  await page.addInitScript(keepSockets);
  await page.addInitScript(keepConnections);
  await page.addInitScript(haveSmallCamera);
  const streamer = await visit(launchOptions, contextOptions, server, stage.streamer);
  const both = [page, streamer.page];
  try {
    for (const who of both) await who.goto(`/conference/room/${stage.roomId}`);
    await meetAgainAndAgain(page, streamer.page, 9);

    const who = await connected(streamer.page).getAttribute('data-peer');
    const made = await connectionsMade(page);
    await page.evaluate(() => (window as unknown as { cut: () => void }).cut());
    const before = await framesOf(page);
    await expect.poll(() => framesOf(page)).toBeGreaterThan(before + 5);
    await expect(connected(page)).toHaveCount(1);
    // The connection to Loge comes back by itself and asks at once what is new: a message written there arrives here.
    const after = nextBeat(page);
    await streamer.page.getByLabel('Écrire un message').fill('Vous êtes là ?');
    await streamer.page.keyboard.press('Enter');
    await expect(page.getByRole('log')).toContainText('Vous êtes là ?');
    await expect(connected(page)).toHaveCount(1);
    expect(await after).toBe(who);
    expect(await connectionsMade(page), 'connections made for a cut of the connection to Loge').toBe(made);
    // A session that is over for Loge is over for the media: nothing comes any more.
    for (const each of both) expect(await receivedBy(each)).toHaveLength(1);
    await asService(server, `/rest/v1/bookings?id=eq.${stage.bookingId}`, {
      method: 'PATCH',
      body: {
        status: 'cancelled_by_streamer',
        ended_at: new Date(),
        refund_cents: 0,
        due_event: null,
        due_at: null,
      },
    });
    for (const who of both) {
      await expect(who.getByRole('heading', { name: 'Cette session n’aura pas lieu' })).toBeVisible();
      expect(await receivedBy(who)).toEqual([]);
    }
  } finally {
    await streamer.close();
  }
});
