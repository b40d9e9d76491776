import type { Page } from '@playwright/test';
import { keepSession, openSession } from './harness/people.ts';
import {
  confirmedSession,
  connected,
  expectMedia,
  haveSmallCamera,
  keepConnections,
  visit,
} from './harness/rooms.ts';
import { expect, test } from './harness/test.ts';

const join = (page: Page) => page.getByRole('button', { name: 'Rejoindre' });

/** The processes that run the page: stopped, nothing of it goes on, as when a telephone or a laptop puts a tab to sleep. */
async function processesOf(page: Page): Promise<number[]> {
  const devtools = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

test('a tab that was put to sleep is missed, and is back with picture and sound as soon as it wakes', async ({
  page,
  server,
  launchOptions,
  contextOptions,
}) => {
  test.setTimeout(120_000);
  const stage = await confirmedSession(server, { minutesIn: 1, durationMinutes: 60 });
  await page.addInitScript(keepConnections);
  await page.addInitScript(haveSmallCamera);
  await keepSession(page, await openSession(server, stage.viewer));
  const streamer = await visit(launchOptions, contextOptions, server, stage.streamer);
  try {
    for (const who of [page, streamer.page]) {
      await who.goto(`/conference/room/${stage.roomId}`);
      await join(who).click();
    }
    for (const who of [page, streamer.page]) await expect(connected(who)).toHaveCount(1);

    const processes = await processesOf(page);
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    try {
      await expect(streamer.page.getByText('Connexion perdue, reprise').first()).toBeVisible();
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    }
    await expect(connected(page)).toHaveCount(1);
    await expect(connected(streamer.page)).toHaveCount(1);
    await expectMedia(page);
    await expectMedia(streamer.page);
  } finally {
    await streamer.close();
  }
});
