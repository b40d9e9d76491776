import type { Page } from '@playwright/test';
import { createJanusServer, withoutJanus } from '#server/integrations/media/janus/testing/janus-server.ts';
import { keepSession, openSession } from './harness/people.ts';
import { confirmedGroup, haveSmallCamera, keepConnections, receivedBy, visit } from './harness/rooms.ts';
import { answered, expect, test } from './harness/test.ts';

const missing = withoutJanus();
test.skip(missing !== null, missing ?? '');

/** Known before anything starts, as settings are. */
const PORT = 47_832;
const SECRETS = { secret: 'between loge and janus', adminKey: 'makes rooms' };
const SMALL = { width: 900, height: 560 };
test.use({
  viewport: SMALL,
  serverEnv: {
    JANUS_URL: `ws://127.0.0.1:${PORT}`,
    JANUS_SECRET: SECRETS.secret,
    JANUS_ADMIN_KEY: SECRETS.adminKey,
  },
});

/** Two others' pictures come, and go on coming; their voices too. */
async function seesTwoOthers(page: Page): Promise<void> {
  await expect(page.locator('[data-peer][data-link="connected"]')).toHaveCount(2);
  const coming = async () => {
    const before = await receivedBy(page);
    await page.waitForTimeout(700);
    const now = await receivedBy(page);
    return now.filter(({ frames }, index) => frames > (before[index]?.frames ?? 0)).length;
  };
  await expect.poll(coming).toBe(2);
  const voices = (await receivedBy(page)).filter(({ energy }) => energy > 0);
  expect(voices, 'voices that are heard').toHaveLength(2);
}

test('three people meet through Janus, and again after it died and came back', async ({
  page,
  server,
  launchOptions,
  contextOptions,
  expectErrors,
}) => {
  test.setTimeout(150_000);
  expectErrors(answered(409), answered(503)); // while Janus is gone
  const janus = await createJanusServer(SECRETS, PORT);
  await janus.start();
  const { roomId, viewers, streamer } = await confirmedGroup(server, {
    seats: 2,
    minutesIn: 1,
    durationMinutes: 60,
  });
  const [first, second] = viewers;
  await page.addInitScript(keepConnections);
  await page.addInitScript(haveSmallCamera);
  await keepSession(page, await openSession(server, first!));
  const visitors = await Promise.all(
    [streamer, second!].map((person) =>
      visit(launchOptions, { ...contextOptions, viewport: SMALL }, server, person),
    ),
  );
  try {
    const everybody = [page, ...visitors.map((visitor) => visitor.page)];
    await Promise.all(everybody.map((who) => who.goto(`/conference/room/${roomId}`)));
    await Promise.all(everybody.map((who) => who.getByRole('button', { name: 'Rejoindre' }).click()));
    await Promise.all(everybody.map(seesTwoOthers));

    await janus.kill();
    await expect(page.getByText('Connexion perdue, reprise…').first()).toBeVisible();
    await janus.start();
    await Promise.all(everybody.map(seesTwoOthers));
  } finally {
    await Promise.all(visitors.map((visitor) => visitor.close()));
    await janus.close();
  }
});
