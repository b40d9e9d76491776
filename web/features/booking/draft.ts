import { z } from 'zod/mini';

/**
 * Answers typed before signing in. They are kept in this browser, not in the tab alone: the mail that confirms a new account opens
 * another one. They are forgotten once booked, and after two hours.
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

const keyName = (intention: string) => `loge.key.${intention}`;

/**
 * The key of one intention in this tab: the same until it is forgotten, so that a request sent again (a lost answer, a reload) does
 * nothing twice.
 * @param intention such as `hold <offer> <start>`
 */
export function keyFor(intention: string): string {
  const known = window.sessionStorage.getItem(keyName(intention));
  if (known !== null) return known;
  const key = crypto.randomUUID();
  window.sessionStorage.setItem(keyName(intention), key);
  return key;
}

/** It was answered, yes or no: asked again, it is a new intention. */
export const forgetKey = (intention: string): void => window.sessionStorage.removeItem(keyName(intention));
