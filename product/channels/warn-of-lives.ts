import type pg from 'pg';
import type { Side } from '#product/booking/mails/ticket.ts';
import { notifyPeople } from '#product/booking/notify-booking.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { isLiveWarningDue, LIVE_WARNING_MINUTES_BEFORE, liveAtStart } from './rules/lives.ts';

/** A warning that could not be written; it must not delay those of others. */
class WarningFailed extends Error {
  override name = 'WarningFailed';
  readonly bookingId: string;
  constructor(bookingId: string, cause: unknown) {
    super(`the warning of booking ${bookingId} could not be written`, { cause });
    this.bookingId = bookingId;
  }
}

/**
 * Tells both sides of the next session during whose start a live is announced.
 * @returns false when there is none
 */
async function warnOne(pool: pg.Pool, now: Date, leftOut: readonly string[]): Promise<boolean> {
  return inTransaction(pool, async (db) => {
    const { rows } = await db.query(
      `select b.id, b.session_id, b.start_at, b.viewer_id, b.streamer_id, l.starts_at as live_start, l.ends_at as live_end
       from public.bookings b cross join lateral (
         select t.starts_at, t.ends_at from public.busy_times t join public.calendars c on c.id = t.calendar_id
         where c.streamer_id = b.streamer_id and c.channel_provider = 'twitch' and t.starts_at <= b.start_at and t.ends_at > b.start_at
         order by t.starts_at, t.id limit 1) l
       where b.status = 'confirmed' and b.id <> all($3::uuid[]) and b.start_at > $1
         and b.start_at <= $1::timestamptz + make_interval(mins => $2)
         and not exists (select from private.live_warnings w where w.session_id = b.session_id and w.start_at = b.start_at
           and w.person_id = coalesce(b.viewer_id, b.streamer_id))
       order by b.start_at, b.id limit 1 for update of b skip locked`,
      [now, LIVE_WARNING_MINUTES_BEFORE, leftOut],
    );
    const [due] = rows;
    if (!due) return false;
    const start = instantOf(due.start_at.getTime());
    const announced = {
      start: instantOf(due.live_start.getTime()),
      end: instantOf(due.live_end.getTime()),
    };
    const live = liveAtStart(start, [announced]);
    if (live === null || !isLiveWarningDue(start, instantOf(now.getTime())))
      throw new WarningFailed(due.id, new Error('the rules say otherwise'));
    try {
      // The streamer of a group is told once, whichever seat comes first.
      const { rows: told } = await db.query(
        `insert into private.live_warnings (session_id, start_at, person_id, told_at)
         select $1, $2, person, $4 from unnest($3::uuid[]) as person where person is not null
         on conflict do nothing returning person_id`,
        [due.session_id, due.start_at, [due.viewer_id, due.streamer_id], now],
      );
      const isTold = (id: string | null) => told.some(({ person_id: person }) => person === id);
      const sides: Side[] = [
        ...(isTold(due.viewer_id) ? (['viewer'] as const) : []),
        ...(isTold(due.streamer_id) ? (['streamer'] as const) : []),
      ];
      await notifyPeople(db, {
        bookingId: due.id,
        kind: 'live_planned',
        mail: { kind: 'live_planned', liveStart: live.start, liveEnd: live.end },
        sides,
        now,
      });
    } catch (error) {
      throw new WarningFailed(due.id, error);
    }
    return true;
  });
}

/**
 * Warns both sides, two hours before, of a session that would begin while the streamer's Twitch
 * channel announces a live. Each person is told once for a start: a row that is written with the
 * notification and the mail.
 */
export async function warnOfLives({ pool, now, signal, logger }: Run): Promise<void> {
  const leftOut: string[] = [];
  for (let more = true; more && !signal.aborted; ) {
    try {
      more = await warnOne(pool, now, leftOut);
    } catch (error) {
      if (!(error instanceof WarningFailed)) throw error;
      logger.error({ err: error, booking: error.bookingId }, 'a warning of a live failed');
      leftOut.push(error.bookingId);
    }
  }
}
