import { z } from 'zod/mini';

/** What the page remembers for this tab alone: answers typed before signing in, and the keys of what was asked of the server. */
const schema = z.object({
  answers: z.record(z.string(), z.record(z.string(), z.string())),
  keys: z.record(z.string(), z.string()),
});
type Draft = z.output<typeof schema>;

const nameOf = (streamerId: string) => `loge.booking.${streamerId}`;

function read(streamerId: string): Draft {
  const stored = window.sessionStorage.getItem(nameOf(streamerId));
  if (stored === null) return { answers: {}, keys: {} };
  const parsed = schema.safeParse(JSON.parse(stored));
  return parsed.success ? parsed.data : { answers: {}, keys: {} };
}

const write = (streamerId: string, draft: Draft) =>
  window.sessionStorage.setItem(nameOf(streamerId), JSON.stringify(draft));

export const draftAnswers = (streamerId: string, offerId: string): Record<string, string> =>
  read(streamerId).answers[offerId] ?? {};

export function keepAnswers(streamerId: string, offerId: string, answers: Record<string, string>): void {
  const draft = read(streamerId);
  write(streamerId, { ...draft, answers: { ...draft.answers, [offerId]: answers } });
}

/**
 * The key of one intention: the same until it is forgotten, so that a request sent again (a lost answer, a reload) does nothing twice.
 * @param intention such as `hold <offer> <start>`
 */
export function keyFor(streamerId: string, intention: string): string {
  const draft = read(streamerId);
  const known = draft.keys[intention];
  if (known) return known;
  const key = crypto.randomUUID();
  write(streamerId, { ...draft, keys: { ...draft.keys, [intention]: key } });
  return key;
}

/** It was answered, yes or no: asked again, it is a new intention. */
export function forgetKey(streamerId: string, intention: string): void {
  const draft = read(streamerId);
  const { [intention]: _, ...keys } = draft.keys;
  write(streamerId, { ...draft, keys });
}
