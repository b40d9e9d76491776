import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { keepSession, openSession, type Person } from '../e2e/harness/people.ts';
import { preparePlace } from '../e2e/harness/prepared-data.ts';
import { confirmedGroup, confirmedSession, haveSmallCamera } from '../e2e/harness/rooms.ts';
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

/**
 * Each person who is already there stands for another machine. Drawing costs this processor, so their pages are small, and they share one
 * browser (which draws each page in a process of its own).
 */
const JOINING = { width: 900, height: 560 };
const THERE = { width: 400, height: 320 };

function open(): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({ args: FLAGS, ...(executablePath ? { executablePath } : {}) });
}

async function arrive(
  server: LogeServer,
  browser: Browser,
  person: Person,
  viewport: typeof THERE,
): Promise<Page> {
  const options: BrowserContextOptions = { baseURL: server.url, viewport };
  const page = await (await browser.newContext(options)).newPage();
  // Four browsers that each encode and decode pictures in full size are more than two cores do at any speed.
  await page.addInitScript(haveSmallCamera);
  await keepSession(page, await openSession(server, person));
  return page;
}

/** Milliseconds from the click on « Rejoindre » to the first picture of somebody who is in the room already. */
async function joinOnce(page: Page, roomId: string): Promise<number> {
  await page.goto(`/conference/room/${roomId}`);
  await page.getByLabel('Votre caméra').waitFor();
  await page.waitForTimeout(1_000); // the first picture is one's own
  await page.getByRole('button', { name: 'Rejoindre' }).click();
  await page.waitForFunction(() => (window as unknown as { frameAt?: number }).frameAt !== undefined);
  const taken = await page.evaluate(() => {
    const { clickedAt = 0, frameAt = 0 } = window as unknown as { clickedAt?: number; frameAt?: number };
    return frameAt - clickedAt;
  });
  // The screen does not wait for the answer; the next visit must, or the server would take it for a second tab.
  const left = page.waitForResponse(/conference\/leave/);
  await page.getByRole('button', { name: 'Quitter' }).click();
  await left;
  await page.getByRole('button', { name: 'Revenir dans la loge' }).waitFor();
  return taken;
}

interface Room {
  what: string;
  roomId: string;
  /** In the room before the one whose joining is measured. */
  there: readonly Person[];
  joins: Person;
  below: number;
}

/** Somebody joins again and again a room where the others are. */
async function measureJoins(
  server: LogeServer,
  { what, roomId, there, joins, below }: Room,
): Promise<Figure> {
  const [own, theirs] = await Promise.all([open(), open()]);
  try {
    for (const person of there) {
      const page = await arrive(server, theirs, person, THERE);
      await page.goto(`/conference/room/${roomId}`);
      await page.getByRole('button', { name: 'Rejoindre' }).click();
      await page.getByRole('button', { name: 'Quitter' }).waitFor();
    }
    const page = await arrive(server, own, joins, JOINING);
    await page.addInitScript(watchFrames);
    const times: number[] = [];
    for (let index = 0; index < TIMES; index += 1) times.push(await joinOnce(page, roomId));
    return {
      what,
      value: median(times),
      unit: 'ms',
      target: { below },
      note: `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms, ${String(TIMES)} joins`,
    };
  } finally {
    await Promise.all([own.close(), theirs.close()]);
  }
}

/** How soon one sees another: a browser a person, one machine, real media. The page must be built. */
export async function measureRoom(): Promise<Figure[]> {
  const removePlace = preparePlace();
  const server = await startServer('embedded', {});
  try {
    const pair = await confirmedSession(server, { minutesIn: 1, durationMinutes: 60 });
    const group = await confirmedGroup(server, { seats: 3, minutesIn: 1, durationMinutes: 60 });
    const [joins, ...viewers] = group.viewers;
    return [
      await measureJoins(server, {
        what: 'Click on « Rejoindre » to the first picture of the other (p2p)',
        roomId: pair.roomId,
        there: [pair.streamer],
        joins: pair.viewer,
        below: 1_000,
      }),
      await measureJoins(server, {
        what: 'Click on « Rejoindre » to the first picture of the others (embedded media server, 4 people)',
        roomId: group.roomId,
        there: [group.streamer, ...viewers],
        joins: joins!,
        below: 2_000,
      }),
    ];
  } finally {
    await server.close();
    removePlace();
  }
}
