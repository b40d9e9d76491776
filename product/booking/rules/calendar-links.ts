import { formatInstant, type Instant } from '#product/shared/time/instant.ts';

/** A session as an entry for a calendar elsewhere. */
export interface CalendarEvent {
  /** « Coaching classé avec Léa Moreau ». */
  title: string;
  start: Instant;
  end: Instant;
  /** Where to join, and where to see it. */
  details: string;
}

export const CALENDARS = ['google', 'outlook-live', 'outlook-office'] as const;
export type CalendarName = (typeof CALENDARS)[number];

export const CALENDAR_LABELS: Readonly<Record<CalendarName, string>> = {
  google: 'Google Agenda',
  'outlook-live': 'Outlook.com',
  'outlook-office': 'Outlook (Microsoft 365)',
};

/** Spaces are percent-encoded throughout: Outlook displays a plus sign literally. */
const query = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** `20260312T173000Z`, the form of iCalendar. */
const compact = (instant: Instant): string =>
  formatInstant(instant).replace(/\.\d+/, '').replace(/[-:]/g, '');

/**
 * The address at which a calendar offers to add a session. The entry is a copy that later changes
 * do not reach; the invitations in mails and the private feed are updated.
 */
export function calendarLink(calendar: CalendarName, { title, start, end, details }: CalendarEvent): string {
  if (calendar === 'google') {
    const dates = `${compact(start)}/${compact(end)}`;
    return `https://calendar.google.com/calendar/render?${query({ action: 'TEMPLATE', text: title, dates, details, location: 'Loge' })}`;
  }
  const host = calendar === 'outlook-live' ? 'outlook.live.com' : 'outlook.office.com';
  const fields = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: formatInstant(start),
    enddt: formatInstant(end),
    body: details,
    location: 'Loge',
  };
  return `https://${host}/calendar/0/deeplink/compose?${query(fields)}`;
}
