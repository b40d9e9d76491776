import { randomUUID } from 'node:crypto';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
} from '@playwright/test';
import { POLICIES } from '#product/booking/rules/policies.ts';
import { asService, keepSession, newPerson, openSession, type Person, register } from './people.ts';
import type { LogeServer } from './server.ts';
import { type OpenStreamer, openStreamer } from './streamers.ts';
import { expect } from './test.ts';

export interface RoomStage {
  roomId: string;
  bookingId: string;
  viewer: Person & { id: string };
  streamer: OpenStreamer;
}

const MINUTE = 60_000;

interface SessionTimes {
  /** Minutes from its start; negative ones are still to come. */
  minutesIn: number;
  durationMinutes?: number;
}

/** A row of `bookings` for a free seat that is confirmed. */
function seatRow(
  { minutesIn, durationMinutes = 30 }: SessionTimes,
  row: {
    id: string;
    session_id: string;
    streamer_id: string;
    viewer_id: string;
    offer_id: string | undefined;
  },
) {
  const start = new Date(Date.now() - minutesIn * MINUTE);
  const begun = minutesIn > 0;
  return {
    title: 'Coaching classé',
    category: 'coaching',
    seats: 1,
    confirmation: 'instant',
    price_cents: 0,
    fee_basis_points: 1500,
    settings_version: 1,
    policy: POLICIES.standard,
    viewer_zone: 'Europe/Paris',
    streamer_zone: 'Europe/Paris',
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    duration_minutes: durationMinutes,
    start_at: start,
    agreed_start_at: start,
    status: begun ? 'in_progress' : 'confirmed',
    held_at: start,
    confirmed_at: start,
    due_event: begun ? 'settle' : 'begin',
    due_at: new Date(start.getTime() + (begun ? durationMinutes * MINUTE : 0)),
    ...row,
  };
}

/** A free session for a group, all of whose seats are taken. */
export interface GroupStage {
  roomId: string;
  viewers: Person[];
  streamer: OpenStreamer;
}

export async function confirmedGroup(
  server: LogeServer,
  { seats, ...times }: SessionTimes & { seats: number },
): Promise<GroupStage> {
  const offer = { price_cents: 0, duration_minutes: times.durationMinutes ?? 30, seats };
  const streamer = await openStreamer(server, { offers: [offer] });
  const roomId = randomUUID();
  const viewers: Person[] = [];
  for (let seat = 1; seat <= seats; seat += 1) {
    const viewer = newPerson('viewer');
    const { user } = await register(server, viewer);
    const row = seatRow(times, {
      id: randomUUID(),
      session_id: roomId,
      streamer_id: streamer.id,
      viewer_id: user.id,
      offer_id: streamer.offerIds[0],
    });
    await asService(server, '/rest/v1/bookings', { method: 'POST', body: { ...row, seats, seat } });
    viewers.push(viewer);
  }
  return { roomId, viewers, streamer };
}

/** A free session for two that is confirmed. */
export async function confirmedSession(
  server: LogeServer,
  {
    attended = [],
    ...times
  }: SessionTimes & {
    /** Minutes of the session for which both were there already. */
    attended?: [number, number] | [];
  },
): Promise<RoomStage> {
  const streamer = await openStreamer(server, {
    offers: [{ price_cents: 0, duration_minutes: times.durationMinutes ?? 30 }],
  });
  const person = newPerson('viewer');
  const { user } = await register(server, person);
  const bookingId = randomUUID();
  const booking = seatRow(times, {
    id: bookingId,
    session_id: bookingId,
    streamer_id: streamer.id,
    viewer_id: user.id,
    offer_id: streamer.offerIds[0],
  });
  const start = booking.start_at;
  await asService(server, '/rest/v1/bookings', { method: 'POST', body: booking });
  const [from, until] = attended;
  if (from !== undefined && until !== undefined) {
    const joined = new Date(start.getTime() + from * MINUTE);
    const left = new Date(start.getTime() + until * MINUTE);
    const row = { session_id: bookingId, joined_at: joined, last_seen_at: left, left_at: left };
    await asService(server, '/rest/v1/attendances', {
      method: 'POST',
      body: [
        { ...row, person_id: user.id, side: 'viewer' },
        { ...row, person_id: streamer.id, side: 'streamer' },
      ],
    });
  }
  return { roomId: bookingId, bookingId, viewer: { ...person, id: user.id }, streamer };
}

/** Somebody in a browser process of their own: two in one starve each other of frames. */
export interface Visitor {
  page: Page;
  browser: Browser;
  close(): Promise<void>;
}

export async function visit(
  launch: LaunchOptions,
  options: BrowserContextOptions,
  server: LogeServer,
  person: Person,
): Promise<Visitor> {
  const browser = await chromium.launch({
    ...launch,
    args: [...(launch.args ?? []), '--autoplay-policy=no-user-gesture-required'],
  });
  const context = await browser.newContext({ ...options, baseURL: server.url });
  const page = await context.newPage();
  await page.addInitScript(keepConnections);
  await page.addInitScript(haveSmallCamera);
  await keepSession(page, await openSession(server, person));
  return { page, browser, close: () => browser.close() };
}

/** The same browser with a camera of so many pictures a second. */
export const withCamera = (launch: LaunchOptions, fps: number): LaunchOptions => ({
  ...launch,
  args: (launch.args ?? []).map((flag) =>
    flag.replace(/(?<=^--use-fake-device-for-media-stream=)fps=\d+/, `fps=${fps}`),
  ),
});

/** Frames and voice that came from the others so far, from the page's own video elements. */
export const framesOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLVideoElement>('[data-peer] video')].reduce(
      (sum, video) => sum + video.getVideoPlaybackQuality().totalVideoFrames,
      0,
    ),
  );

/** Keeps the page's peer connections at hand, to read what comes through them. Runs in the page, before anything else. */
export const keepConnections = () => {
  const kept: RTCPeerConnection[] = [];
  const Native = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      kept.push(this);
    }
  };
  (window as unknown as { connections: RTCPeerConnection[] }).connections = kept;
};

/** A camera of 320 × 180 at ten pictures a second, which several browsers on one machine can carry. Runs in the page, before anything else. */
export const haveSmallCamera = () => {
  const { mediaDevices } = navigator;
  const native = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = (wanted = {}) => {
    const video = typeof wanted.video === 'object' ? wanted.video : {};
    const small = { ...video, width: 320, height: 180, frameRate: 10 };
    return native(wanted.video ? { ...wanted, video: small } : wanted);
  };
};

/** Keeps the page's captured devices at hand, to pull them out as a hand does. Runs in the page, before anything else. */
export const keepDevices = () => {
  const { mediaDevices } = navigator;
  const native = mediaDevices.getUserMedia.bind(mediaDevices);
  const kept: MediaStreamTrack[] = [];
  let hasCamera = true;
  mediaDevices.getUserMedia = async (wanted = {}) => {
    if (wanted.video && !hasCamera) throw new DOMException('Requested device not found', 'NotFoundError');
    const stream = await native(wanted);
    kept.push(...stream.getTracks());
    return stream;
  };
  const end = (kind: string) => {
    for (const track of kept)
      if (track.kind === kind && track.readyState === 'live') track.dispatchEvent(new Event('ended'));
  };
  const plugs: Plugs = {
    changeMic: () => end('audio'),
    pullCamera() {
      hasCamera = false;
      end('video');
    },
    putCameraBack() {
      hasCamera = true;
      mediaDevices.dispatchEvent(new Event('devicechange'));
    },
  };
  Object.assign(window, { plugs });
};

interface Plugs {
  /** The microphone in use goes away, and another is there. */
  changeMic(): void;
  /** The only camera goes away. */
  pullCamera(): void;
  putCameraBack(): void;
}

/** Does that to a page that was prepared to keep its devices. */
export const doToDevices = (page: Page, act: keyof Plugs): Promise<void> =>
  page.evaluate((name) => (window as unknown as { plugs: Plugs }).plugs[name](), act);

/** What came through one connection so far. */
export interface Received {
  /** Which of the page's connections, in the order in which they were made. */
  number: number;
  frames: number;
  /** Of the sounds that were played (W3C WebRTC Statistics, `totalAudioEnergy`). */
  energy: number;
  bytes: number;
  /** It carries what is sent now, and is no rest of one that was lost. */
  stands: boolean;
}

/** What came through each connection of a page that is not closed. */
export const receivedBy = (page: Page): Promise<Received[]> =>
  page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const numbered = connections.map((pc, number) => ({ pc, number }));
    const open = numbered.filter(({ pc }) => pc.connectionState !== 'closed');
    return Promise.all(
      open.map(async ({ pc, number }) => {
        const stands = pc.connectionState === 'connected';
        const sum = { number, stands, frames: 0, energy: 0, bytes: 0 };
        (await pc.getStats()).forEach((report) => {
          if (report.type !== 'inbound-rtp') return;
          sum.frames += report.framesDecoded ?? 0;
          sum.energy += report.totalAudioEnergy ?? 0;
          sum.bytes += report.bytesReceived ?? 0;
        });
        return sum;
      }),
    );
  });

/** Pictures and voices of the others go on coming to a page that keeps its connections. */
export async function expectMedia(page: Page, timeout = 15_000): Promise<void> {
  const sums = async () => {
    const all = await receivedBy(page);
    return {
      frames: all.reduce((sum, { frames }) => sum + frames, 0),
      energy: all.reduce((sum, { energy }) => sum + energy, 0),
    };
  };
  const before = await sums();
  await expect
    .poll(async () => (await sums()).frames, { message: 'pictures that come', timeout })
    .toBeGreaterThan(before.frames + 3);
  await expect
    .poll(async () => (await sums()).energy, { message: 'voices that come', timeout })
    .toBeGreaterThan(before.energy);
}

/** The others whom a page is connected with. */
export const connected = (page: Page): Locator => page.locator('[data-peer][data-link="connected"]');

/** How long the second one waits in every other round, each time a little longer: in milliseconds. */
const STAGGER = 25;
/** How often a page asks who is there, in milliseconds. Two who are told of each other meet long before that, unless the machine is slow. */
const POLL = 10_000;

/**
 * Two who stand before the room enter it at the same moment or one after the other, and leave it again, so many times; they meet each time, and
 * stay at last. @returns how many of these times took as long as if they had learnt of each other only by asking again
 */
export async function meetAgainAndAgain(one: Page, other: Page, rounds: number): Promise<number> {
  const both = [one, other];
  let slow = 0;
  for (let round = 0; round < rounds; round += 1) {
    const name = /^(Rejoindre|Revenir dans la loge)$/;
    const [first = one, second = one] = round % 4 < 2 ? both : both.toReversed();
    await Promise.all([
      first.getByRole('button', { name }).click(),
      second
        .waitForTimeout(round % 2 === 0 ? 0 : round * STAGGER)
        .then(() => second.getByRole('button', { name }).click()),
    ]);
    const pressed = performance.now();
    await Promise.all(both.map((who) => expect(connected(who)).toHaveCount(1)));
    if (performance.now() - pressed > POLL - 1_000) slow += 1;
    if (round < rounds - 1)
      await Promise.all(both.map((who) => who.getByRole('button', { name: 'Quitter' }).click()));
  }
  return slow;
}

/** How many connections a page made since it was loaded. */
export const connectionsMade = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { connections: unknown[] }).connections.length);

/** Moves a session that both have attended from its start until now, as if it were to end in two seconds. */
export async function endSoon(
  server: LogeServer,
  { bookingId }: RoomStage,
  durationMinutes: number,
): Promise<void> {
  const booking = `/rest/v1/bookings?id=eq.${bookingId}`;
  const [{ start_at: began }] = (await asService(server, `${booking}&select=start_at`)) as [
    { start_at: string },
  ];
  const end = new Date(Date.now() + 2_000);
  const start = new Date(end.getTime() - durationMinutes * MINUTE);
  await asService(
    server,
    `/rest/v1/attendances?session_id=eq.${bookingId}&joined_at=eq.${encodeURIComponent(began)}`,
    { method: 'PATCH', body: { joined_at: start } },
  );
  await asService(server, booking, {
    method: 'PATCH',
    body: { start_at: start, agreed_start_at: start, held_at: start, confirmed_at: start, due_at: end },
  });
}

/** Has a session of half an hour been held at `start`, as its settlement would have left it. */
export async function completeSession(server: LogeServer, bookingId: string, start: Date): Promise<void> {
  await asService(server, `/rest/v1/bookings?id=eq.${bookingId}`, {
    method: 'PATCH',
    body: {
      status: 'completed',
      start_at: start,
      agreed_start_at: start,
      confirmed_at: start,
      held_at: start,
      ended_at: new Date(start.getTime() + 30 * MINUTE),
      refund_cents: 0,
      delivered_minutes: 30,
      due_event: null,
      due_at: null,
    },
  });
}
