import { keepSession, openSession } from './harness/people.ts';
import { confirmedSession, framesOf, visit } from './harness/rooms.ts';
import { expect, test } from './harness/test.ts';
import { createRelay, hasCoturn, TURN_ENV } from './harness/turn.ts';

test.skip(!hasCoturn(), 'coturn is not installed: apt-get install coturn');
test.use({ serverEnv: TURN_ENV });

/** As behind a network that lets nothing through but the relay. Runs in the page. */
const relayOnly = () => {
  const Native = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super({ ...configuration, iceTransportPolicy: 'relay' });
    }
  };
};

test('two people who only reach a relay meet through it, and find each other again after it failed', async ({
  page,
  server,
  launchOptions,
  contextOptions,
}) => {
  test.setTimeout(180_000);
  const relay = createRelay();
  await relay.start();
  const stage = await confirmedSession(server, { minutesIn: 1 });
  await keepSession(page, await openSession(server, stage.viewer));
  const streamer = await visit(launchOptions, contextOptions, server, stage.streamer);
  try {
    for (const who of [page, streamer.page]) {
      await who.addInitScript(relayOnly);
      await who.goto(`/conference/room/${stage.roomId}`);
      await who.getByRole('button', { name: 'Rejoindre' }).click();
    }
    const line = (state: string) => page.locator(`[data-peer][data-link="${state}"]`);
    await expect(line('connected')).toHaveCount(1, { timeout: 20_000 });
    await expect.poll(() => framesOf(page), { timeout: 15_000 }).toBeGreaterThan(0);
    await page.keyboard.press('s');
    await expect(page.getByRole('dialog')).toContainText('par un relais', { timeout: 15_000 });
    await page.keyboard.press('Escape');

    await relay.kill();
    await expect(page.getByText('Connexion perdue, reprise…')).toBeVisible({ timeout: 30_000 });
    await relay.start();
    await expect(line('connected')).toHaveCount(1, { timeout: 60_000 });
    const before = await framesOf(page);
    await expect.poll(() => framesOf(page), { timeout: 15_000 }).not.toBe(before);
  } finally {
    await streamer.close();
    await relay.close();
  }
});
