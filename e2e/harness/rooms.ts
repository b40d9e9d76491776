import { randomUUID } from 'node:crypto';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test';
import { POLICIES } from '#domain/cancellation/policies.ts';
import { asService, keepSession, newPerson, openSession, type Person, register } from './people.ts';
import type { LogeServer } from './server.ts';
import { type OpenStreamer, openStreamer } from './streamers.ts';

export interface RoomStage {
  roomId: string;
  bookingId: string;
  viewer: Person & { id: string };
  streamer: OpenStreamer;
}

const MINUTE = 60_000;

/** A free session that is confirmed, so many minutes from its start: negative ones are still to come. */
export async function confirmedSession(
  server: LogeServer,
  {
    minutesIn,
    durationMinutes = 30,
    attended = [],
  }: {
    minutesIn: number;
    durationMinutes?: number;
    /** Minutes of the session for which both were there already. */
    attended?: [number, number] | [];
  },
): Promise<RoomStage> {
  const streamer = await openStreamer(server, {
    offers: [{ price_cents: 0, duration_minutes: durationMinutes }],
  });
  const person = newPerson('viewer');
  const { user } = await register(server, person);
  const bookingId = randomUUID();
  const start = new Date(Date.now() - minutesIn * MINUTE);
  const begun = minutesIn > 0;
  await asService(server, '/rest/v1/bookings', {
    method: 'POST',
    body: {
      id: bookingId,
      session_id: bookingId,
      streamer_id: streamer.id,
      viewer_id: user.id,
      offer_id: streamer.offerIds[0],
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
    },
  });
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
  const args = (launch.args ?? []).map((flag) =>
    flag === '--use-fake-device-for-media-stream' ? `${flag}=fps=10` : flag,
  );
  const browser = await chromium.launch({
    ...launch,
    args: [...args, '--autoplay-policy=no-user-gesture-required'],
  });
  const context = await browser.newContext({ ...options, baseURL: server.url });
  const page = await context.newPage();
  await keepSession(page, await openSession(server, person));
  return { page, browser, close: () => browser.close() };
}

/** Frames and voice that came from the others so far, from the page's own video elements. */
export const framesOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLVideoElement>('[data-peer] video')].reduce(
      (sum, video) => sum + video.getVideoPlaybackQuality().totalVideoFrames,
      0,
    ),
  );
