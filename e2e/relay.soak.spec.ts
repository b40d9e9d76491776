import { keepSession, openSession } from './harness/people.ts';
import { confirmedSession, expectMedia, framesOf, keepConnections, visit } from './harness/rooms.ts';
import { expect, test } from './harness/test.ts';
import { type Credentials, createRelay, expired, hasCoturn, TURN_ENV, WRONG } from './harness/turn.ts';

test.skip(!hasCoturn(), 'coturn is not installed: apt-get install coturn');
test.use({ serverEnv: TURN_ENV });

/**
 * As in a network that lets nothing through but the relay, whose credentials are refused until the page asks for fresh ones. Notes the
 * refusals. Runs in the page.
 */
const relayOnly = (refused: Credentials) => {
  const Native = window.RTCPeerConnection;
  let made = 0;
  window.RTCPeerConnection = class extends Native {
    constructor(configuration: RTCConfiguration = {}) {
      made += 1;
      const iceServers = configuration.iceServers?.map((server) =>
        made === 1 && server.credential !== undefined ? { ...server, ...refused } : server,
      );
      super({ ...configuration, ...(iceServers ? { iceServers } : {}), iceTransportPolicy: 'relay' });
      this.addEventListener('icecandidateerror', ({ errorCode }) => {
        const { dataset } = document.documentElement;
        dataset.refusals = `${dataset.refusals ?? ''} ${errorCode}`;
      });
    }
  };
};

test('two people who only reach a relay meet through it once it takes their credentials, and find each other again after it failed', async ({
  page,
  server,
  launchOptions,
  contextOptions,
}) => {
  test.setTimeout(180_000);
  const relay = createRelay();
  await relay.start();
  const stage = await confirmedSession(server, { minutesIn: 1 });
  await page.addInitScript(keepConnections);
  await keepSession(page, await openSession(server, stage.viewer));
  const streamer = await visit(launchOptions, contextOptions, server, stage.streamer);
  try {
    for (const [who, refused] of [
      [page, WRONG],
      [streamer.page, expired()],
    ] as const) {
      await who.addInitScript(relayOnly, refused);
      await who.goto(`/conference/room/${stage.roomId}`);
      await who.getByRole('button', { name: 'Rejoindre' }).click();
    }
    const connection = (state: string) => page.locator(`[data-peer][data-link="${state}"]`);
    for (const who of [page, streamer.page])
      await expect(who.locator('html')).toHaveAttribute('data-refusals', /401/);
    // Ten seconds without a connection: all is built again, with fresh credentials.
    await expect(connection('connected')).toHaveCount(1);
    await expect.poll(() => framesOf(page)).toBeGreaterThan(0);
    await Promise.all([expectMedia(page), expectMedia(streamer.page)]);
    await page.keyboard.press('s');
    await expect(page.getByRole('dialog')).toContainText('par un relais');
    await page.keyboard.press('Escape');

    await relay.kill();
    await expect(page.getByText('Connexion perdue, reprise…')).toBeVisible();
    await relay.start();
    await expect(connection('connected')).toHaveCount(1);
    await Promise.all([expectMedia(page), expectMedia(streamer.page)]);
    const before = await framesOf(page);
    await expect.poll(() => framesOf(page)).toBeGreaterThan(before);
  } finally {
    await streamer.close();
    await relay.close();
  }
});
