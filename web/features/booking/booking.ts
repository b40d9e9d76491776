import { holdEndsAt } from '#domain/booking/deadlines.ts';
import type { PolicySnapshot } from '#domain/cancellation/policies.ts';
import { type Instant, parseInstant } from '#domain/time/instant.ts';

export interface Question {
  id: string;
  label: string;
  required: boolean;
  long: boolean;
}

/** A row of the view `booking_details`, as far as booking needs it. Instants are ISO 8601, prices cents. */
export interface BookingRow {
  id: string;
  session_id: string;
  streamer_id: string | null;
  offer_id: string | null;
  title: string;
  confirmation: 'instant' | 'on_request';
  price_cents: number;
  seats: number;
  policy: PolicySnapshot;
  questions: Question[];
  answers: Record<string, string>;
  viewer_zone: string;
  streamer_zone: string;
  duration_minutes: number;
  start_at: string;
  end_at: string;
  status: string;
  held_at: string;
  paying: boolean;
  extended: boolean;
  answer_by: string | null;
  cause: string | null;
  reason: string | null;
  streamer_name: string | null;
  streamer_handle: string | null;
  streamer_avatar_url: string | null;
  payment_state: string | null;
}

export const BOOKING_COLUMNS =
  'id,session_id,streamer_id,offer_id,title,confirmation,price_cents,seats,policy,questions,answers,viewer_zone,streamer_zone,duration_minutes,start_at,end_at,status,held_at,paying,extended,answer_by,cause,reason,streamer_name,streamer_handle,streamer_avatar_url,payment_state';

export const startOf = (booking: Pick<BookingRow, 'start_at'>): Instant => parseInstant(booking.start_at);

/** When a hold ends, by the rule that the server itself follows. */
export const holdEnd = ({
  held_at,
  paying,
  extended,
}: Pick<BookingRow, 'held_at' | 'paying' | 'extended'>): Instant =>
  holdEndsAt({ heldAt: parseInstant(held_at), paying, extended });

/** Whether each required question has an answer. */
export const isAnswered = (
  questions: readonly Question[],
  answers: Readonly<Record<string, string>>,
): boolean => questions.every(({ id, required }) => !required || (answers[id] ?? '').trim() !== '');
