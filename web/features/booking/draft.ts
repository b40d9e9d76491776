import { z } from 'zod/mini';

/**
 * Answers typed before signing in. They are kept in this browser, not in the tab alone: the mail
 * that confirms a new account opens another one. They are forgotten once booked, and after two
 * hours.
 */
const schema = z.object({ at: z.number(), answers: z.record(z.string(), z.string()) });
const PATIENCE = 2 * 3_600_000;

const nameOf = (streamerId: string, offerId: string) => `loge.answers.${streamerId}.${offerId}`;

export function draftAnswers(streamerId: string, offerId: string): Record<string, string> {
  const stored = window.localStorage.getItem(nameOf(streamerId, offerId));
  const parsed = schema.safeParse(JSON.parse(stored ?? 'null'));
  return parsed.success && Date.now() - parsed.data.at < PATIENCE ? parsed.data.answers : {};
}

export const keepAnswers = (streamerId: string, offerId: string, answers: Record<string, string>): void =>
  window.localStorage.setItem(nameOf(streamerId, offerId), JSON.stringify({ at: Date.now(), answers }));

export const forgetAnswers = (streamerId: string, offerId: string): void =>
  window.localStorage.removeItem(nameOf(streamerId, offerId));
