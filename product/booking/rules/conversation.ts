import { daysAfter, type Instant } from '#product/shared/time/instant.ts';

/**
 * How many days after a session's end its people may write to each other; then their messages are
 * deleted.
 */
export const CONVERSATION_DAYS = 30;
/** A person gets a mail about messages that they have not read for this long, */
export const UNREAD_MAIL_AFTER_MINUTES = 10;
/** and the next one not before this long, however many messages come. */
export const UNREAD_MAIL_PAUSE_MINUTES = 120;
/** Older messages cause no mail any more, for example after the server was down. */
export const UNREAD_MAIL_WITHIN_HOURS = 24;
/** Fast enough for typing, too slow for a flood. */
export const MESSAGES_PER_MINUTE = 20;

/** A seat of a session, with what its conversation depends on. */
export interface Seat {
  confirmedAt: Instant | null;
  start: Instant;
  end: Instant;
  endedAt: Instant | null;
}

/**
 * Whether a booking takes part in its session: confirmed, and not cancelled before the start. The
 * same as private.is_of_session.
 */
export const isOfSession = ({ confirmedAt, start, endedAt }: Seat): boolean =>
  confirmedAt !== null && (endedAt === null || endedAt > start);

export type ConversationState = 'none' | 'open' | 'closed' | 'over';

/** Until when the conversation of a session with this end lasts. */
export const conversationUntil = (end: Instant): Instant => daysAfter(end, CONVERSATION_DAYS);

/**
 * `none`: no booking was ever confirmed, so there is nobody to write to; `open`: one may write;
 * `closed`: all were cancelled before the start, so what was written can be read and nothing is
 * added; `over`: it is deleted.
 * @param seats those of a viewer in the session; for its streamer, all
 */
export function conversationState(seats: readonly Seat[], at: Instant): ConversationState {
  const agreed = seats.filter(({ confirmedAt }) => confirmedAt !== null);
  if (agreed.length === 0) return 'none';
  const kept = agreed.filter(({ end }) => at < conversationUntil(end));
  if (kept.length === 0) return 'over';
  return kept.some(isOfSession) ? 'open' : 'closed';
}
