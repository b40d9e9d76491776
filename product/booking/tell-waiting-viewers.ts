import type pg from 'pg';
import { loadAvailabilityContext } from '#product/availability/load-availability-context.ts';
import { type BookableOffer, loadOffer } from '#product/availability/load-offer.ts';
import { bookableSpan } from '#product/availability/rules/availability-context.ts';
import { checkAvailability } from '#product/availability/rules/check-availability.ts';
import { firstFreeStart } from '#product/availability/rules/slots.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { cents } from '#product/shared/money/cents.ts';
import { daysAfter, formatInstant, type Instant, instantOf } from '#product/shared/time/instant.ts';
import { knownZone } from '#product/shared/time/zone.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { slotFree } from './mails/slot-free.ts';

/** The farthest horizon that a streamer can choose, and a day for zones. */
const WHOLE_HORIZON_DAYS = 366;

/**
 * Offers that somebody waits for who may book them. A viewer who waited before an offer was for
 * adults, and is not known to be one, waits until that changes: the hours of the offer are not
 * counted for them each time.
 */
const OFFERS = `select distinct w.offer_id from public.waiting_list_entries w join public.offers o on o.id = w.offer_id
   where w.notified_at is null and (not o.adults_only or private.is_adult(w.viewer_id, $1))`;

/**
 * Mails viewers on the waiting list of an offer as soon as a start of it, or the one start that
 * they named, is free, for whatever reason: a session ended or moved, hours changed, a calendar
 * event is gone. It is first come, first served: nothing is held for them. One transaction for each
 * offer, so that a run that is killed mails nobody twice.
 */
export async function tellWaitingViewers({ pool, now, signal, logger }: Run): Promise<void> {
  const { rows } = await pool.query(OFFERS, [now]);
  await pool.query('delete from public.waiting_list_entries where start_at <= $1', [now]);
  const failures: unknown[] = [];
  for (const { offer_id: offerId } of rows) {
    if (signal.aborted) break;
    try {
      await inTransaction(pool, (db) => tellOfOffer(db, offerId, now));
    } catch (error) {
      // The offer is archived, or its streamer hidden: its viewers go on waiting.
      if (error instanceof AppError && error.code === 'offer_not_found') continue;
      logger.error({ err: error, offerId }, 'a waiting list could not be told');
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} waiting lists were not told`);
}

/** Marks the viewers who wait for a start that is free as told. */
const TOLD = `with told as (
     update public.waiting_list_entries set notified_at = $2
     where offer_id = $1 and notified_at is null
       -- A viewer who waited before the offer was for adults, and is not known to be one, could
       -- not book it.
       and (not $5::boolean or private.is_adult(viewer_id, $2))
       and ((start_at is null and $3::boolean) or start_at = any($4::timestamptz[]))
     returning viewer_id, start_at
   )
   select told.start_at, p.id, p.first_name, u.email, s.zone, coalesce(s.waiting_list_mails, true) as wants_mail
   from told join public.profiles p on p.id = told.viewer_id join auth.users u on u.id = p.id
   left join public.person_settings s on s.person_id = p.id`;

const STREAMER = 'select display_name, handle from public.streamers where id = $1';
type Streamer = Row<typeof STREAMER>;

async function tellOfOffer(db: pg.ClientBase, offerId: string, now: Date): Promise<void> {
  const offer = await loadOffer(db, offerId);
  const today = instantOf(now.getTime());
  const span = { start: today, end: daysAfter(today, WHOLE_HORIZON_DAYS) };
  const context = await loadAvailabilityContext(db, { streamerId: offer.streamerId, offer, now, span });
  const first = firstFreeStart(context, bookableSpan(context));
  const { rows: wanted } = await db.query(
    `select distinct start_at from public.waiting_list_entries
     where offer_id = $1 and notified_at is null and start_at is not null`,
    [offerId],
  );
  const free = wanted.flatMap(({ start_at }) => {
    const start = start_at && instantOf(start_at.getTime());
    return start && checkAvailability(context, start).free ? [formatInstant(start)] : [];
  });
  if (first === null && free.length === 0) return;
  const { rows } = await db.query(TOLD, [offerId, now, first !== null, free, offer.adultsOnly]);
  const streamer = await streamerOf(db, offer.streamerId);
  // A viewer who waits both for one start and for any is told once, about the start that they
  // named.
  const named = new Set(rows.filter(({ start_at }) => start_at !== null).map(({ id }) => id));
  for (const viewer of rows) {
    if (viewer.start_at === null && named.has(viewer.id)) continue;
    const start = viewer.start_at === null ? first : instantOf(viewer.start_at.getTime());
    if (start !== null) await tellOne(db, { viewer, offer, streamer, start, now });
  }
}

async function streamerOf(db: pg.ClientBase, streamerId: string): Promise<Streamer> {
  const { rows } = await db.query(STREAMER, [streamerId]);
  const [streamer] = rows;
  if (!streamer) throw new AppError('offer_not_found');
  return streamer;
}

interface FreeSlot {
  viewer: Row<typeof TOLD>;
  offer: BookableOffer;
  streamer: Streamer;
  start: Instant;
  now: Date;
}

async function tellOne(db: pg.ClientBase, { viewer, offer, streamer, start, now }: FreeSlot): Promise<void> {
  await db.query(
    `insert into public.notifications (person_id, kind, data, created_at) values ($1, 'slot_free', $2, $3)`,
    [
      viewer.id,
      JSON.stringify({
        side: 'viewer',
        event: 'slot_free',
        offerId: offer.id,
        streamerId: offer.streamerId,
        streamerHandle: streamer.handle,
        title: offer.title,
        start: formatInstant(start),
        other: streamer.display_name,
      }),
      now,
    ],
  );
  if (!viewer.wants_mail || viewer.email === null) return;
  const recipient = { to: viewer.email, userId: viewer.id, firstName: viewer.first_name };
  await postMail(db, slotFree, recipient, {
    streamerName: streamer.display_name,
    streamerPath: streamer.handle,
    title: offer.title,
    start,
    durationMinutes: offer.durationMinutes,
    price: cents(offer.priceCents),
    zone: knownZone(viewer.zone, offer.streamerZone),
    streamerZone: offer.streamerZone,
  });
}
