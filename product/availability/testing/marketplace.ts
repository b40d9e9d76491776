import type pg from 'pg';
import type { BookingStatus } from '#product/booking/rules/booking.ts';
import { POLICIES } from '#product/booking/rules/policies.ts';
import type { StreamerRules } from '../rules/availability.ts';

/** A streamer's hours as a test states them: [weekday, from, to], minutes on the wall. */
export type Hours = readonly (readonly [weekday: number, from: number, to: number])[];

/** Every day from 9 to 18. */
export const NINE_TO_SIX: Hours = [1, 2, 3, 4, 5, 6, 7].map((day) => [day, 540, 1080] as const);

/** Publishes somebody's page and opens it. */
export async function openStreamer(
  db: pg.Pool,
  streamerId: string,
  { zone = 'Europe/Paris', hours = NINE_TO_SIX, rules = {}, closedOnHolidays = false }: OpenDraft = {},
): Promise<void> {
  await db.query(
    `update public.streamers set published_at = now(), zone = $2, buffer_before_minutes = $3, buffer_after_minutes = $4,
       notice_minutes = $5, horizon_days = $6, max_per_day = $7, max_per_week = $8, max_per_month = $9, closed_on_holidays = $10,
       window_kind = $11, window_first = $12, window_last = $13
     where id = $1`,
    [
      streamerId,
      zone,
      rules.bufferBeforeMinutes ?? 0,
      rules.bufferAfterMinutes ?? 0,
      rules.noticeMinutes ?? 0,
      rules.horizonDays ?? 60,
      rules.maxPerDay ?? null,
      rules.maxPerWeek ?? null,
      rules.maxPerMonth ?? null,
      closedOnHolidays,
      rules.window?.kind ?? 'days',
      rules.window?.kind === 'dates' ? rules.window.first : null,
      rules.window?.kind === 'dates' ? rules.window.last : null,
    ],
  );
  for (const [weekday, from, to] of hours) {
    await db.query(
      'insert into public.weekly_hours (streamer_id, weekday, from_minute, to_minute) values ($1, $2, $3, $4)',
      [streamerId, weekday, from, to],
    );
  }
}

export interface OpenDraft {
  zone?: string;
  hours?: Hours;
  rules?: Partial<StreamerRules>;
  closedOnHolidays?: boolean;
}

export interface OfferDraft {
  durationMinutes?: number;
  seats?: number;
  confirmation?: 'instant' | 'on_request';
  priceCents?: number;
  /** A quarter of an hour unless told; null: as long as a session. */
  stepMinutes?: number | null;
}

/** @returns the offer's id */
export async function insertOffer(
  db: pg.Pool,
  streamerId: string,
  {
    durationMinutes = 60,
    seats = 1,
    confirmation = 'instant',
    priceCents = 3000,
    stepMinutes = 15,
  }: OfferDraft = {},
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.offers (streamer_id, title, category, duration_minutes, price_cents, seats, confirmation, step_minutes)
     values ($1, 'Relecture de partie', 'coaching', $2, $3, $4, $5, $6) returning id`,
    [streamerId, durationMinutes, priceCents, seats, confirmation, stepMinutes],
  );
  return rows[0]?.id ?? '';
}

interface BookedDraft {
  streamerId: string;
  offerId: string;
  viewerId: string;
  start: Date;
  status?: BookingStatus;
  seats?: number;
  seat?: number;
  sessionId?: string;
  durationMinutes?: number;
  bufferAfterMinutes?: number;
  heldAt?: Date;
  /** When its deadline is, if it has one. */
  expiresAt?: Date;
}

/** A booking written directly into the table. @returns its id */
export async function insertBooked(db: pg.Pool | pg.ClientBase, draft: BookedDraft): Promise<string> {
  const { status = 'confirmed', seats = 1, seat = 1, durationMinutes = 60, heldAt = new Date() } = draft;
  const { rows } = await db.query<{ id: string }>(
    `with new as (select gen_random_uuid() as id)
     insert into public.bookings (id, session_id, seat, seats, streamer_id, viewer_id, offer_id, title, category, confirmation,
       price_cents, fee_basis_points, settings_version, policy, viewer_zone, streamer_zone, buffer_before_minutes,
       buffer_after_minutes, duration_minutes, start_at, agreed_start_at, status, held_at, confirmed_at, answer_by, ended_at, due_event, due_at)
     select id, coalesce($1::uuid, id), $2, $3, $4, $5, $6, 'Relecture de partie', 'coaching', 'instant', 3000, 1500,
       (select max(version) from public.platform_settings), $7, 'Europe/Paris', 'Europe/Paris', 0, $8, $9, $10::timestamptz, $10, $11, $12,
       case when $11 = 'confirmed' then $12::timestamptz end, case when $11 = 'requested' then $13::timestamptz end,
       case when $11 in ('held', 'requested', 'confirmed', 'in_progress') then null else $12::timestamptz end,
       case when $13::timestamptz is null then null else 'expire' end, $13
     from new returning id`,
    [
      draft.sessionId ?? null,
      seat,
      seats,
      draft.streamerId,
      draft.viewerId,
      draft.offerId,
      JSON.stringify(POLICIES.standard),
      draft.bufferAfterMinutes ?? 0,
      durationMinutes,
      draft.start,
      status,
      heldAt,
      draft.expiresAt ?? null,
    ],
  );
  return rows[0]?.id ?? '';
}
