import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { keepSession, openSession, type Person } from '../e2e/harness/people.ts';
import { confirmedSession } from '../e2e/harness/rooms.ts';
import { type LogeServer, startServer } from '../e2e/harness/server.ts';
import { findBrowser } from '../scripts/test/browser.ts';
import { type Figure, median } from './figure.ts';

const TIMES = 9;
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream=fps=20',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
];

/** Notes when the button was pressed, and when the first picture of the other was painted. Runs in the page. */
const watchFrames = () => {
  const noted = window as unknown as { clickedAt?: number; frameAt?: number };
  document.addEventListener(
    'click',
    () => {
      noted.clickedAt ??= performance.now();
    },
    true,
  );
  const watched = new WeakSet<HTMLVideoElement>();
  new MutationObserver(() => {
    for (const video of document.querySelectorAll<HTMLVideoElement>('[data-peer] video')) {
      if (watched.has(video)) continue;
      watched.add(video);
      video.requestVideoFrameCallback(() => {
        noted.frameAt ??= performance.now();
      });
    }
  }).observe(document, { childList: true, subtree: true });
};

async function arrive(server: LogeServer, person: Person): Promise<{ browser: Browser; page: Page }> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({ args: FLAGS, ...(executablePath ? { executablePath } : {}) });
  const options: BrowserContextOptions = { baseURL: server.url, viewport: { width: 1280, height: 800 } };
  const page = await (await browser.newContext(options)).newPage();
  await keepSession(page, await openSession(server, person));
  return { browser, page };
}

/** Milliseconds from the click on « Rejoindre » to the first picture of somebody who is in the room already. */
async function joinOnce(page: Page, roomId: string): Promise<number> {
  await page.goto(`/conference/room/${roomId}`);
  await page.getByLabel('Votre caméra').waitFor();
  await page.waitForTimeout(1_000); // somebody looks at themself first
  await page.getByRole('button', { name: 'Rejoindre' }).click();
  await page.waitForFunction(() => (window as unknown as { frameAt?: number }).frameAt !== undefined);
  const taken = await page.evaluate(() => {
    const { clickedAt = 0, frameAt = 0 } = window as unknown as { clickedAt?: number; frameAt?: number };
    return frameAt - clickedAt;
  });
  await page.getByRole('button', { name: 'Quitter' }).click();
  await page.getByRole('button', { name: 'Revenir dans la loge' }).waitFor();
  return taken;
}

/** How soon one sees the other: two browsers, one machine, real media. The page must be built. */
export async function measureRoom(): Promise<Figure[]> {
  const server = await startServer('embedded', {});
  const stage = await confirmedSession(server, { minutesIn: 1, durationMinutes: 60 });
  const [streamer, viewer] = await Promise.all([
    arrive(server, stage.streamer),
    arrive(server, stage.viewer),
  ]);
  try {
    await streamer.page.goto(`/conference/room/${stage.roomId}`);
    await streamer.page.getByRole('button', { name: 'Rejoindre' }).click();
    await viewer.page.addInitScript(watchFrames);
    const times: number[] = [];
    for (let index = 0; index < TIMES; index += 1) times.push(await joinOnce(viewer.page, stage.roomId));
    return [
      {
        what: 'Click on « Rejoindre » to the first picture of the other (p2p)',
        value: median(times),
        unit: 'ms',
        target: { below: 1_000 },
        note: `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms, ${String(TIMES)} joins`,
      },
    ];
  } finally {
    await streamer.browser.close();
    await viewer.browser.close();
    await server.close();
  }
}
