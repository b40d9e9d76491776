import { expect, test } from 'vitest';
import { parseInstant } from '#product/shared/time/instant.ts';
import { CALENDARS, calendarLink } from './calendar-links.ts';

const event = {
  title: 'Échecs & café avec Léa',
  start: parseInstant('2026-03-12T17:30:00Z'),
  end: parseInstant('2026-03-12T18:15:00Z'),
  details: 'Rejoindre : https://loge.test/conference/room/1?a=1&b=2\nÀ bientôt',
};
const fieldsOf = (link: string) => Object.fromEntries(new URL(link).searchParams);

test('Google is given both instants in UTC, and the words as they are', () => {
  const link = calendarLink('google', event);
  expect(new URL(link).origin).toBe('https://calendar.google.com');
  expect(fieldsOf(link)).toEqual({
    action: 'TEMPLATE',
    text: event.title,
    dates: '20260312T173000Z/20260312T181500Z',
    details: event.details,
    location: 'Loge',
  });
});

test('Outlook, at home and at work, is given the same', () => {
  const hosts = (['outlook-live', 'outlook-office'] as const).map((calendar) => {
    const link = calendarLink(calendar, event);
    const { startdt, enddt, subject, body } = fieldsOf(link);
    expect([Date.parse(startdt ?? ''), Date.parse(enddt ?? '')]).toEqual([event.start, event.end]);
    expect([subject, body]).toEqual([event.title, event.details]);
    return new URL(link).hostname;
  });
  expect(hosts).toEqual(['outlook.live.com', 'outlook.office.com']);
});

test('no link contains a plus sign, which Outlook displays literally', () => {
  for (const calendar of CALENDARS) expect(calendarLink(calendar, event)).not.toContain('+');
});
