import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { parseInstant } from '#product/shared/time/instant.ts';
import { busyTimes } from './busy-times.ts';
import { type CalendarEntry, entryText, feedText, invitationText } from './invitation.ts';

const entry: CalendarEntry = {
  id: 'booking-0b7d4bd6-3e5c-4a6e-8a3d-0123456789ab',
  revision: 3,
  status: 'confirmed',
  start: parseInstant('2026-03-12T17:30:00Z'),
  durationMinutes: 45,
  summary: 'Coaching avec Léa ; « niveau 2 », l’aperçu',
  description: 'Première ligne\nDeuxième ligne\\fin',
  url: 'https://loge.test/viewer-dashboard/bookings?booking=1',
  changedAt: parseInstant('2026-03-01T08:00:00Z'),
};
const people = {
  host: 'loge.test',
  organiser: { name: 'Loge', address: 'bonjour@loge.test' },
  attendee: { name: 'Camille "Cam" Roy; x', address: 'camille@exemple.fr' },
};

/** Read back by a library that had no part in the writing. */
function parsed(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent');
  const value = (name: string, index = 0) => events[index]?.getFirstPropertyValue(name)?.toString();
  return { calendar, events, value };
}

describe('an invitation', () => {
  test('says what, when and to whom', () => {
    const { calendar, events, value } = parsed(invitationText('REQUEST', entry, people));
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    expect(events).toHaveLength(1);
    expect(value('uid')).toBe('booking-0b7d4bd6-3e5c-4a6e-8a3d-0123456789ab@loge.test');
    expect(value('sequence')).toBe('3');
    expect(value('dtstart')).toBe('2026-03-12T17:30:00Z');
    expect(value('dtend')).toBe('2026-03-12T18:15:00Z');
    expect(value('summary')).toBe(entry.summary);
    expect(value('description')).toBe(entry.description);
    expect(value('url')).toBe(entry.url);
    expect(value('status')).toBe('CONFIRMED');
    expect(value('organizer')).toBe('mailto:bonjour@loge.test');
    const attendee = events[0]!.getFirstProperty('attendee')!;
    expect(attendee.getFirstValue()).toBe('mailto:camille@exemple.fr');
    expect(attendee.getFirstParameter('cn')).toBe('Camille ’Cam’ Roy; x');
    expect(attendee.getFirstParameter('partstat')).toBe('ACCEPTED');
    expect(events[0]!.getAllSubcomponents('valarm')).toHaveLength(1);
  });

  test('that cancels has the same UID, a higher sequence, and rings no bell', () => {
    const { calendar, events, value } = parsed(
      invitationText('CANCEL', { ...entry, revision: 4, status: 'cancelled' }, people),
    );
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(value('uid')).toBe('booking-0b7d4bd6-3e5c-4a6e-8a3d-0123456789ab@loge.test');
    expect(value('sequence')).toBe('4');
    expect(value('status')).toBe('CANCELLED');
    expect(events[0]!.getAllSubcomponents('valarm')).toHaveLength(0);
  });

  test('has lines of at most 75 octets, ended with CRLF, no character torn', () => {
    const long = { ...entry, summary: 'é€😀'.repeat(100) };
    const text = invitationText('REQUEST', long, people);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\ufffd]/);
    expect(parsed(text).value('summary')).toBe(long.summary);
  });
});

test('whatever people type stays the text of one line', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
      (summary, name) => {
        const party = { ...people, attendee: { name, address: 'camille@exemple.fr' } };
        const { events, value, calendar } = parsed(invitationText('REQUEST', { ...entry, summary }, party));
        expect(events).toHaveLength(1);
        expect(calendar.getAllSubcomponents()).toHaveLength(1);
        expect(value('uid')).toBe('booking-0b7d4bd6-3e5c-4a6e-8a3d-0123456789ab@loge.test');
        expect(events[0]!.getAllProperties('attendee')).toHaveLength(1);
      },
    ),
    { numRuns: 300 },
  );
  const injected = entryText({ ...entry, summary: 'x\r\nATTENDEE:mailto:z@z.fr\nEND:VEVENT' }, 'loge.test');
  expect(parsed(injected).events[0]!.getAllProperties('attendee')).toHaveLength(0);
});

test('a feed holds many entries, its name and how often to look', () => {
  const later = {
    ...entry,
    id: 'session-b' as const,
    start: parseInstant('2026-07-12T17:30:00Z'),
    status: 'tentative' as const,
  };
  const text = feedText([entry, later], {
    host: 'loge.test',
    name: 'Loge · mes sessions',
    refreshMinutes: 60,
  });
  const { calendar, events, value } = parsed(text);
  expect(calendar.getFirstPropertyValue('method')).toBeNull();
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Loge · mes sessions');
  expect(calendar.getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT60M');
  expect(events).toHaveLength(2);
  expect(value('status', 1)).toBe('TENTATIVE');
  expect(events[0]!.getFirstProperty('organizer')).toBeNull();
});

test('what is not answered yet is tentative, for the calendar and for its reader', () => {
  const { value, events } = parsed(invitationText('REQUEST', { ...entry, status: 'tentative' }, people));
  expect(value('status')).toBe('TENTATIVE');
  expect(events[0]!.getFirstProperty('attendee')!.getFirstParameter('partstat')).toBe('TENTATIVE');
  expect(events[0]!.getAllSubcomponents('valarm')).toHaveLength(0);
});

test('our own importer reads it, and knows the entry as ours', () => {
  const window = { start: parseInstant('2026-03-01T00:00:00Z'), end: parseInstant('2026-04-01T00:00:00Z') };
  const text = entryText(entry, 'loge.test');
  const read = (ownHost: string | null) => busyTimes(text, { window, zone: 'Europe/Paris', ownHost });
  expect(read(null)).toEqual({
    busy: [{ start: entry.start, end: parseInstant('2026-03-12T18:15:00Z') }],
    events: 1,
    skipped: 0,
    unread: [],
  });
  expect(read('loge.test').busy).toEqual([]);
  const group = entryText({ ...entry, id: 'session-7' }, 'loge.test');
  expect(busyTimes(group, { window, zone: 'Europe/Paris', ownHost: 'loge.test' }).busy).toEqual([]);
});
