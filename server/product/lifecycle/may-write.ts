import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import { conversationState, MESSAGES_PER_MINUTE, type Seat } from '#domain/booking/conversation.ts';
import { instantOf } from '#domain/time/instant.ts';
import { spend } from '#server/product/rate-limit.ts';

interface Writer {
  personId: string;
  /** Those of a viewer in the session; for its streamer, and an admin in its room, all. */
  seats: readonly Seat[];
  now: Date;
}

/**
 * Whether somebody may write to the people of a session, from within its room or outside it. It counts as a message of theirs.
 * @throws AppError conversation_closed, or too_many_messages when they write faster than anybody types
 */
export async function requireMayWrite(db: pg.ClientBase, { personId, seats, now }: Writer): Promise<void> {
  if (conversationState(seats, instantOf(now.getTime())) !== 'open')
    throw new AppError('conversation_closed');
  const key = `messages:${personId}`;
  await spend(db, { key, allowed: MESSAGES_PER_MINUTE, within: 60, code: 'too_many_messages' }, now);
}
