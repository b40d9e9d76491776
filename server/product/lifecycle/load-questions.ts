import type pg from 'pg';
import type { SlotQuestion } from '#domain/availability/question.ts';
import type { Interval } from '#domain/time/interval.ts';
import { type OfferedSession, type QuestionRow, questionFrom, readFor } from './load-question.ts';
import { READ_QUESTIONS } from './read-question.ts';

/** An offer about which is asked, and whose it is. */
export interface AskedOffer extends OfferedSession {
  id: string;
  streamerId: string;
}

interface QuestionsOptions {
  offers: readonly AskedOffer[];
  now: Date;
  /** The starts that will be asked about. */
  span: Interval;
}

/**
 * The questions of many offers of many streamers, in one statement, so from one moment. Offers of a streamer share what was read of them.
 * @returns questions by offer id; none for an offer whose streamer is gone
 */
export async function loadQuestions(
  db: pg.ClientBase | pg.Pool,
  { offers, now, span }: QuestionsOptions,
): Promise<Map<string, SlotQuestion>> {
  const questions = new Map<string, SlotQuestion>();
  if (offers.length === 0) return questions;
  const { start, end } = readFor(span);
  const { rows } = await db.query<QuestionRow>({
    name: 'read-questions',
    text: READ_QUESTIONS,
    values: [
      [...new Set(offers.map(({ streamerId }) => streamerId))],
      new Date(start),
      new Date(end),
      now,
      null,
    ],
  });
  const byStreamer = new Map(rows.map((row) => [row.id, row]));
  for (const offer of offers) {
    const row = byStreamer.get(offer.streamerId);
    if (row) questions.set(offer.id, questionFrom(row, { offer, now, span }));
  }
  return questions;
}
