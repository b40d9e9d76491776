import { daysAfter, type Instant } from '#domain/time/instant.ts';

/** The people of a session may write to each other until so many days after its end; then what they wrote is deleted. */
export const CONVERSATION_DAYS = 30;
/** Somebody is written to about messages that they have not read for so long, */
export const UNREAD_MAIL_AFTER_MINUTES = 10;
/** and then not again for so long, however many come. */
export const UNREAD_MAIL_PAUSE_MINUTES = 120;
/** Of messages older than this nobody is told any more: the server was away. */
export const UNREAD_MAIL_WITHIN_HOURS = 24;
/** Fast enough for anybody who types, too slow for a flood. */
export const MESSAGES_PER_MINUTE = 20;

/** A place in a session, as far as its conversation asks. */
export interface Seat {
  confirmedAt: Instant | null;
  start: Instant;
  end: Instant;
  endedAt: Instant | null;
}

/** Whether a seat is part of its session: agreed on, and not called off before the start. The same as private.is_of_session. */
export const isOfSession = ({ confirmedAt, start, endedAt }: Seat): boolean =>
  confirmedAt !== null && (endedAt === null || endedAt > start);

/** Until when there is a conversation of a session that ends then. */
export const conversationUntil = (end: Instant): Instant => daysAfter(end, CONVERSATION_DAYS);

/**
 * `none`: there is nobody to write to, because nothing was agreed on or it was called off; `open`: one may write; `over`: it is deleted.
 * @param seats those of a viewer in the session; for its streamer, all
 */
export function conversationState(seats: readonly Seat[], at: Instant): 'none' | 'open' | 'over' {
  const taken = seats.filter(isOfSession);
  if (taken.length === 0) return 'none';
  return taken.some(({ end }) => at < conversationUntil(end)) ? 'open' : 'over';
}
