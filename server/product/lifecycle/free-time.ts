import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import { nearestFreeStarts } from '#domain/availability/nearest.ts';
import type { SlotQuestion } from '#domain/availability/question.ts';
import { explainStart } from '#domain/availability/slots.ts';
import type { ClosedReason } from '#domain/availability/verdict.ts';
import { daysAfter, formatInstant, type Instant, instantOf } from '#domain/time/instant.ts';
import { loadQuestion, type OfferedSession } from './load-question.ts';

/** Of a start that was lost, how many others are named. */
const NEAREST = 6;
/** The farthest horizon that a streamer can choose, and a day for zones. */
const WHOLE_HORIZON_DAYS = 366;

/** A start of an offer that somebody wants. */
export interface Wish {
  streamerId: string;
  offer: OfferedSession;
  start: Instant;
  now: Date;
  /** A booking that may move into its own time. */
  excludeBookingId?: string | null;
}

/** What the slot engine needs to know of the wish. */
export const questionOf = (db: pg.ClientBase, wish: Wish): Promise<SlotQuestion> =>
  loadQuestion(db, { ...wish, span: { start: wish.start, end: wish.start } });

/**
 * Asks the slot engine whether the start is free.
 * @param unless reasons that do not count: what a streamer asked for needs no notice
 * @throws AppError slot_not_free with `details` {reason, nearest}
 */
export async function requireFreeStart(
  db: pg.ClientBase,
  wish: Wish,
  unless: readonly ClosedReason[] = [],
  question?: SlotQuestion,
): Promise<void> {
  const verdict = explainStart(question ?? (await questionOf(db, wish)), wish.start);
  if (!verdict.free && !unless.includes(verdict.reason)) throw await slotNotFree(db, wish, verdict.reason);
}

/** @returns what somebody is told who wanted a start that is not free, with the nearest that are */
export async function slotNotFree(db: pg.ClientBase, wish: Wish, reason: ClosedReason): Promise<AppError> {
  const start = instantOf(wish.now.getTime());
  const span = { start, end: daysAfter(start, WHOLE_HORIZON_DAYS) };
  const nearest = nearestFreeStarts(await loadQuestion(db, { ...wish, span }), wish.start, NEAREST);
  return new AppError('slot_not_free', reason, { details: { reason, nearest: nearest.map(formatInstant) } });
}
