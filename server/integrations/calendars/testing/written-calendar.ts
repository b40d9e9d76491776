import { formatInstant, type Instant, parseInstant } from '#product/shared/time/instant.ts';
import { type BusyQuestion, busyTimes } from '../busy-times.ts';
import type { CalendarBody } from '../read-calendar.ts';

/** A streamer in Paris who looks at thirteen months. */
export const question: BusyQuestion = {
  window: { start: parseInstant('2026-03-01T00:00:00Z'), end: parseInstant('2027-04-05T00:00:00Z') },
  zone: 'Europe/Paris',
  ownHost: 'loge.test',
};

export const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

/** An event of these lines, named `x` when they name none. */
export const event = (...lines: string[]) =>
  [
    'BEGIN:VEVENT',
    ...(lines.some((line) => line.startsWith('UID')) ? [] : ['UID:x']),
    ...lines,
    'END:VEVENT',
  ].join('\r\n');

/** The lines of a time in Paris. */
export const at = (time: string, lasts = 'PT1H') => [
  `DTSTART;TZID=Europe/Paris:${time}`,
  `DURATION:${lasts}`,
];

/** `03-12T17:30`, in UTC. */
export const short = (instant: Instant) => formatInstant(instant).slice(5, 16);

/** Busy times as `03-12T17:30/03-12T18:30`, in UTC, and how many events could not be read. */
export function read(text: string, asked: Partial<BusyQuestion> = {}) {
  const { busy, skipped } = busyTimes(text, { ...question, ...asked });
  return { busy: busy.map(({ start, end }) => `${short(start)}/${short(end)}`), skipped };
}

/** A text as bytes that come in small pieces. */
export function bodyOf(text: string | Uint8Array, contentType: string | null = null, size = 7): CalendarBody {
  const all = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  async function* pieces() {
    for (let from = 0; from < all.length; from += size) yield all.subarray(from, from + size);
  }
  return { bytes: pieces(), contentType };
}
