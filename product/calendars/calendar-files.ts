import { type Context, Hono } from 'hono';
import type pg from 'pg';
import type { Caller } from '#platform/gateway/caller.ts';
import { sequencesOf } from '#product/booking/calendar-sequence.ts';
import { calendarEntry, entryHost } from '#product/booking/mails/calendar.ts';
import type { Side } from '#product/booking/mails/ticket.ts';
import { type Ticketed, ticketOf, ticketsOf } from '#product/booking/ticket-of.ts';
import { type CalendarEntry, entryText, feedText } from '#server/integrations/calendars/invitation.ts';
import { inTransaction, refuseEnded, SessionEnded, uuidOrNull } from '#server/postgres/as-caller.ts';
import { feedHash } from './commands/create-feed.ts';

export interface CalendarFilesDeps {
  pool: pg.Pool;
  siteUrl: () => string;
  /** Identifies the sender of the request; rejects when it is nobody known. */
  callerOf: (headers: Headers) => Promise<Caller>;
  now?: () => Date;
}

const FEED_NAME = 'Loge';
const REFRESH_MINUTES = 60;
const DAYS_BACK = 60;

const sideOf = ({ people }: Ticketed, personId: string): Side | null => {
  if (people.viewer?.userId === personId) return 'viewer';
  return people.streamer?.userId === personId ? 'streamer' : null;
};

function file(c: Context, text: string, name: string) {
  return c.body(text, 200, {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': `inline; filename="${name}"`,
    // Calendar programs fetch it again by themselves; caches in between must not keep private data.
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'noindex',
    'X-Content-Type-Options': 'nosniff',
  });
}

/**
 * `GET /calendars/<secret>.ics`: a person's bookings, for the calendar that subscribes to them; the
 * address is all it needs. `GET /calendars/bookings/<id>.ics`: one booking, for its viewer or
 * streamer, who sends their access token.
 */
export function createCalendarFiles({
  pool,
  siteUrl,
  callerOf,
  now = () => new Date(),
}: CalendarFilesDeps): Hono {
  const app = new Hono();

  app.get('/calendars/bookings/:file{[0-9a-f-]{36}\\.ics}', async (c) => {
    const bookingId = uuidOrNull(c.req.param('file').slice(0, -'.ics'.length));
    const personId = await signedIn(c.req.raw.headers);
    if (personId === null) return c.text('Unauthorized', 401);
    const known =
      bookingId !== null &&
      (
        await pool.query(
          'select from public.bookings where id = $1 and (viewer_id = $2 or streamer_id = $2)',
          [bookingId, personId],
        )
      ).rowCount === 1;
    if (!known || bookingId === null) return c.text('Not found', 404);
    const found = await ticketOf(pool, bookingId);
    const side = sideOf(found, personId);
    const entry = side && calendarEntry(side, found.ticket, siteUrl());
    if (!entry) return c.text('Not found', 404);
    const revision = (await sequencesOf(pool, personId)).get(entry.id) ?? 0;
    return file(c, entryText({ ...entry, revision }, entryHost(siteUrl())), 'session-loge.ics');
  });

  app.get('/calendars/:file{[A-Za-z0-9_-]{43}\\.ics}', async (c) => {
    const token = c.req.param('file').slice(0, -'.ics'.length);
    const { rows } = await pool.query(
      `select f.person_id from private.calendar_feeds f join auth.users u on u.id = f.person_id
       where f.token_hash = $1 and u.deleted_at is null and (u.banned_until is null or u.banned_until <= $2)`,
      [feedHash(token), now()],
    );
    const [feed] = rows;
    if (!feed) return c.text('Not found', 404);
    const since = new Date(now().getTime() - DAYS_BACK * 86_400_000);
    const found = await ticketsOf(pool, feed.person_id, since);
    const sequences = await sequencesOf(pool, feed.person_id);
    // Keyed by entry, since the seats of a group are one entry.
    const entries = new Map<string, CalendarEntry>();
    for (const ticketed of found) {
      const side = sideOf(ticketed, feed.person_id);
      const entry = side && calendarEntry(side, ticketed.ticket, siteUrl());
      if (entry) entries.set(entry.id, { ...entry, revision: sequences.get(entry.id) ?? 0 });
    }
    const about = { host: entryHost(siteUrl()), name: FEED_NAME, refreshMinutes: REFRESH_MINUTES };
    return file(c, feedText([...entries.values()], about), 'loge.ics');
  });

  /** @returns the person behind a valid token whose session still exists; null for anybody else */
  async function signedIn(headers: Headers): Promise<string | null> {
    const caller = await callerOf(headers).catch(() => null); // every invalid token gets the same answer
    if (caller === null || caller.role !== 'authenticated') return null;
    try {
      await inTransaction(pool, (db) => refuseEnded(db, caller));
      return uuidOrNull(caller.userId);
    } catch (error) {
      if (error instanceof SessionEnded) return null;
      throw error;
    }
  }
  return app;
}
