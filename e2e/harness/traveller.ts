import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test';
import { moveDate, runAhead } from '../../scripts/test/moved-clock.ts';
import { followViews } from './arrival.ts';

/** Somebody with a browser process of their own, whose clock goes with the server's from jump to jump. */
export interface Traveller {
  /** The page that is open now. */
  page: Page;
  browser: Browser;
  /** What the console called an error so far. */
  errors: string[];
  /** Closes the page; what the browser stored stays. */
  goAway(): Promise<void>;
  /** Opens a page of the same browser again, so many milliseconds later by its clock. */
  returnLater(ahead: number): Promise<void>;
  close(): Promise<void>;
}

/** Keeps each peer connection, so that a test can ask it what came. */
const keepConnections = () => {
  const kept: RTCPeerConnection[] = [];
  const Original = RTCPeerConnection;
  class Kept extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      kept.push(this);
    }
  }
  Object.assign(window, { RTCPeerConnection: Kept, keptConnections: kept });
};

export async function setOut(
  launch: LaunchOptions,
  options: BrowserContextOptions & { baseURL: string },
): Promise<Traveller> {
  const browser = await chromium.launch({
    ...launch,
    args: [...(launch.args ?? []), '--autoplay-policy=no-user-gesture-required'],
  });
  const errors: string[] = [];
  const open = async (stored: BrowserContextOptions['storageState'], ahead: number) => {
    const context: BrowserContext = await browser.newContext({
      ...options,
      permissions: ['camera', 'microphone'],
      ...(stored === undefined ? {} : { storageState: stored }),
    });
    followViews(context);
    await context.addInitScript(keepConnections);
    await context.addInitScript(moveDate, runAhead + ahead); // the person's own clock; timers stay, for media run by them
    context.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => errors.push(String(error.error())));
    return context.newPage();
  };
  let state: BrowserContextOptions['storageState'];
  const self: Traveller = {
    page: await open(undefined, 0),
    browser,
    errors,
    async goAway() {
      state = await self.page.context().storageState();
      await self.page.context().close();
    },
    async returnLater(ahead) {
      self.page = await open(state, ahead);
    },
    close: () => browser.close(),
  };
  return self;
}

/** What came from the other side so far, by the browser's own statistics: pictures drawn, and the energy of the sound. */
export const received = (page: Page): Promise<{ frames: number; energy: number }> =>
  page.evaluate(async () => {
    const { keptConnections } = window as unknown as { keptConnections: RTCPeerConnection[] };
    const sum = { frames: 0, energy: 0 };
    for (const connection of keptConnections) {
      if (connection.connectionState !== 'connected') continue;
      for (const report of (await connection.getStats()).values()) {
        if (report.type !== 'inbound-rtp') continue;
        if (report.kind === 'video') sum.frames += report.framesDecoded ?? 0;
        else sum.energy += report.totalAudioEnergy ?? 0;
      }
    }
    return sum;
  });
