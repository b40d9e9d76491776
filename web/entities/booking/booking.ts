import type { QueryData } from '@supabase/supabase-js';
import {
  type BookingStatus,
  type Confirmed,
  isLive,
  type LiveBooking,
  type Requested,
} from '#product/booking/rules/booking.ts';
import {
  holdEndsAt,
  MOST_RESCHEDULES,
  RESCHEDULE_HOURS_BEFORE_START,
} from '#product/booking/rules/deadlines.ts';
import { quoteCancellation } from '#product/booking/rules/refund.ts';
import { LIVE_STATUSES } from '#product/shared/booking-statuses.ts';
import { type BasisPoints, type Cents, cents } from '#product/shared/money/cents.ts';
import { streamerShareOf } from '#product/shared/money/price.ts';
import { hoursAfter, type Instant, parseInstant } from '#product/shared/time/instant.ts';
import { formatPrice } from '#web/lib/numbers.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import type { StateTone } from '#web/ui/badge.tsx';

/** Which side of a booking somebody is on. */
export type Side = 'viewer' | 'streamer';

export const BOOKING_COLUMNS =
  'id,session_id,seat,seats,streamer_id,viewer_id,offer_id,title,confirmation,price_cents,fee_basis_points,settings_version,policy,questions,answers,viewer_zone,streamer_zone,duration_minutes,start_at,end_at,agreed_start_at,reschedules,revision,status,held_at,paying,extended,answer_by,proposed_start_at,proposal_answer_by,proposal_note,confirmed_at,ended_at,cause,refund_cents,delivered_minutes,discount_code,discount_cents,discount_borne_by,reason,created_at,streamer_name,streamer_handle,streamer_avatar_url,viewer_name,viewer_avatar_url,payment_id,payment_state,captured_cents,refunded_cents,review_rating,has_overlay';

export const readBookings = (supabase: LogeSupabase) =>
  supabase.from('booking_details').select(BOOKING_COLUMNS);

/**
 * A row of the view `booking_details`, as the page shows it; instants are ISO 8601, amounts cents.
 */
export type BookingDetails = QueryData<ReturnType<typeof readBookings>>[number];

export const startOf = (booking: Pick<BookingDetails, 'start_at'>): Instant => parseInstant(booking.start_at);
export const isLiveRow = ({ status }: BookingDetails): boolean =>
  LIVE_STATUSES.some((live) => live === status);

/** When a hold ends, by the rule that the server itself follows. */
export const holdEnd = ({ held_at, paying, extended }: BookingDetails): Instant =>
  holdEndsAt({ heldAt: parseInstant(held_at), paying, extended });

/** The short name of a booking, for people who talk about it: the first eight letters of its id. */
export const referenceOf = ({ id }: { id: string }): string => `Billet ${id.slice(0, 8).toUpperCase()}`;

/** The row as the rules see it; null once it has ended. */
function liveBookingOf(row: BookingDetails): LiveBooking | null {
  const proposal =
    row.proposed_start_at && row.proposal_answer_by
      ? { start: parseInstant(row.proposed_start_at), answerBy: parseInstant(row.proposal_answer_by) }
      : null;
  const terms = {
    id: row.id,
    streamerId: row.streamer_id ?? '',
    viewerId: row.viewer_id ?? '',
    offerId: row.offer_id ?? '',
    confirmation: row.confirmation,
    start: parseInstant(row.start_at),
    durationMinutes: row.duration_minutes,
    price: row.price_cents as Cents,
    fee: row.fee_basis_points as BasisPoints,
    settingsVersion: row.settings_version,
    policy: row.policy,
    agreedStart: parseInstant(row.agreed_start_at),
    reschedules: row.reschedules,
    revision: row.revision,
  };
  switch (row.status) {
    case 'held':
      return {
        ...terms,
        status: 'held',
        heldAt: parseInstant(row.held_at),
        paying: row.paying,
        extended: row.extended,
      };
    case 'requested':
      return {
        ...terms,
        status: 'requested',
        answerBy: parseInstant(row.answer_by ?? row.start_at),
        proposal,
      } satisfies Requested;
    case 'confirmed':
      return { ...terms, status: 'confirmed', proposal } satisfies Confirmed;
    case 'in_progress':
      return { ...terms, status: 'in_progress' };
    default:
      return null;
  }
}

/** The refund of a cancellation now, in cents; null when this side cannot cancel any more. */
export function refundIfCancelled(row: BookingDetails, side: Side, at: Instant): Cents | null {
  const booking = liveBookingOf(row);
  if (!booking || !isLive(booking) || at >= booking.start) return null;
  const mayViewer = booking.status === 'requested' || booking.status === 'confirmed';
  const may = side === 'viewer' ? mayViewer : booking.status === 'confirmed';
  return may ? quoteCancellation(booking, side, at) : null;
}

/** A group session over its seats: those that are taken, or were when nobody sits in it any more. */
export interface Group {
  first: BookingDetails;
  /** Seats asked for or agreed that are still to come or under way. */
  live: number;
  taken: number;
  /**
   * Cents: the prices of the live seats, or what stayed paid of all when none is live; and what the
   * streamer earns of them.
   */
  priceCents: number;
  shareCents: number;
  /** No seat of it costs anything. */
  isFree: boolean;
  names: string[];
}

/**
 * @param seats of one session
 * @returns null for a session for one, or without a seat that its streamer knows of
 */
export function groupOf(seats: readonly BookingDetails[]): Group | null {
  const known = seats.filter(({ status }) => status !== 'held');
  const live = known.filter(isLiveRow);
  const taken = live.length > 0 ? live : known.filter(({ status }) => TOOK_PLACE.has(status));
  const named = taken.length > 0 ? taken : known;
  const [first] = named;
  if (!first || first.seats === 1) return null;
  const sums = (live.length > 0 ? live : known).map((seat) => ({
    sum: stays(seat),
    fee: seat.fee_basis_points as BasisPoints,
  }));
  return {
    first,
    live: live.length,
    taken: taken.length,
    priceCents: sums.reduce((all, { sum }) => all + sum, 0),
    shareCents: sums.reduce((all: number, { sum, fee }) => all + streamerShareOf(sum, fee), 0),
    isFree: named.every(({ price_cents }) => price_cents === 0),
    names: named.map((seat) => otherOf(seat, 'streamer').name),
  };
}
const TOOK_PLACE: ReadonlySet<BookingStatus> = new Set(['completed', 'viewer_no_show', 'streamer_no_show']);

/** The sum that a seat brings, in cents: its price while it is to come, then what was paid and not given back. */
function stays(seat: BookingDetails): Cents {
  if (isLiveRow(seat)) return seat.price_cents as Cents;
  return cents(Math.max(0, (seat.captured_cents ?? 0) - (seat.refunded_cents ?? 0)));
}

/** « 6 sur 6 · 108 € · 91,80 € pour vous »; no sum where nothing stayed paid. */
export function groupText(group: Group, by: 'streamer' | 'admin'): string {
  const places = `${String(group.taken)} sur ${String(group.first.seats)}`;
  if (group.isFree) return `${places} · Gratuit`;
  if (group.priceCents === 0) return places;
  const whose = by === 'streamer' ? 'pour vous' : 'pour le streamer';
  return `${places} · ${formatPrice(group.priceCents)} · ${formatPrice(group.shareCents)} ${whose}`;
}

/** « Camille B. et 5 autres » */
export function groupNames({ names: [first = 'Compte supprimé', ...others] }: Group): string {
  if (others.length === 0) return first;
  return `${first} et ${others.length === 1 ? '1 autre' : `${String(others.length)} autres`}`;
}

/** Until when the viewer may still move it; null when they cannot at all. */
export function mayMoveUntil(row: BookingDetails): Instant | null {
  if (row.status !== 'confirmed' || row.reschedules >= MOST_RESCHEDULES || row.offer_id === null) return null;
  return hoursAfter(startOf(row), -RESCHEDULE_HOURS_BEFORE_START);
}

const STATES: Readonly<Record<BookingStatus, { tone: StateTone; label: string }>> = {
  held: { tone: 'spot', label: 'À payer' },
  requested: { tone: 'spot', label: 'En attente' },
  confirmed: { tone: 'settled', label: 'Confirmée' },
  in_progress: { tone: 'live', label: 'En cours' },
  completed: { tone: 'neutral', label: 'Terminée' },
  expired: { tone: 'neutral', label: 'Expirée' },
  declined: { tone: 'neutral', label: 'Refusée' },
  cancelled_by_viewer: { tone: 'neutral', label: 'Annulée' },
  cancelled_by_streamer: { tone: 'neutral', label: 'Annulée par le streamer' },
  cancelled_by_admin: { tone: 'neutral', label: 'Annulée par Loge' },
  viewer_no_show: { tone: 'neutral', label: 'Viewer absent' },
  streamer_no_show: { tone: 'neutral', label: 'Streamer absent' },
};

/** A booking's state in words, for the side that reads it. */
export function stateOf(row: BookingDetails, side: Side): { tone: StateTone; label: string } {
  if (row.proposed_start_at)
    return { tone: 'spot', label: side === 'viewer' ? 'Autre horaire proposé' : 'Proposition envoyée' };
  if (row.status === 'requested')
    return { tone: 'spot', label: side === 'streamer' ? 'À accepter' : 'En attente de réponse' };
  if (row.status === 'cancelled_by_streamer' && side === 'streamer')
    return { tone: 'neutral', label: 'Annulée par vous' };
  if (row.status === 'cancelled_by_viewer')
    return { tone: 'neutral', label: side === 'viewer' ? 'Annulée par vous' : 'Annulée par le viewer' };
  if (row.status === 'viewer_no_show' && side === 'viewer')
    return { tone: 'neutral', label: 'Vous n’êtes pas venu' };
  if (row.status === 'streamer_no_show' && side === 'streamer')
    return { tone: 'neutral', label: 'Vous n’êtes pas venu' };
  return STATES[row.status];
}

/** The other person; without a name when their account is deleted. */
export function otherOf(row: BookingDetails, side: Side): { name: string; avatarUrl: string | null } {
  return side === 'viewer'
    ? { name: row.streamer_name ?? 'Compte supprimé', avatarUrl: row.streamer_avatar_url }
    : { name: row.viewer_name ?? 'Compte supprimé', avatarUrl: row.viewer_avatar_url };
}

export const zonesOf = (
  row: Pick<BookingDetails, 'viewer_zone' | 'streamer_zone'>,
  side: Side,
): { own: string; other: string } =>
  side === 'viewer'
    ? { own: row.viewer_zone, other: row.streamer_zone }
    : { own: row.streamer_zone, other: row.viewer_zone };
