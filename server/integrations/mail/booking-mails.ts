import type pg from 'pg';
import type { BookingMail, BookingMailEvent, Notice } from './booking/booking-mail.ts';
import { mailCalendar } from './booking/calendar.ts';
import { noticeContent } from './booking/notices.ts';
import { type Scene, sceneOf } from './booking/scene.ts';
import { streamerWordings } from './booking/streamer-wordings.ts';
import { ticketView } from './booking/ticket.ts';
import { viewerWordings, type Wording } from './booking/viewer-wordings.ts';
import { type MailContent, type MailIdentity, renderMail } from './layout.ts';
import { enqueueMail } from './outbox.ts';
import { greeting } from './person.ts';

/**
 * Tells one side of a booking, within the caller's transaction, with its ticket and its calendar entry. Writes nothing where that side
 * is told nothing of the event.
 */
export type SendBookingMail = (client: pg.ClientBase, mail: BookingMail) => Promise<void>;
export type SendNotice = (client: pg.ClientBase, notice: Notice) => Promise<void>;

const wordings = { viewer: viewerWordings, streamer: streamerWordings };

/** What a mail about a booking says; null when that side is told nothing of the event. */
export function bookingContent(
  { recipient, event, ticket, firstName }: Omit<BookingMail, 'to' | 'userId'>,
  site: string,
): MailContent | null {
  // A union's member meets the wording of its own kind: the cast says what the mapped type of the wordings proves.
  const wording = wordings[recipient][event.kind] as
    | ((event: BookingMailEvent, scene: Scene) => Wording)
    | null;
  if (wording === null) return null;
  const said = wording(event, sceneOf(recipient, ticket, site));
  return {
    ...said,
    paragraphs: [greeting(firstName), ...said.paragraphs],
    ticket: ticketView(recipient, ticket),
  };
}

/** Mails about bookings in Loge's words, into the outbox. */
export function bookingMailer({ from, siteUrl }: MailIdentity): SendBookingMail {
  return async (client, mail) => {
    const site = siteUrl();
    const content = bookingContent(mail, site);
    if (content === null) return;
    const { to, userId, recipient, event, ticket } = mail;
    // Money alone changes nothing in a calendar.
    const calendar = ['payment_failed', 'refunded', 'overruled'].includes(event.kind)
      ? null
      : mailCalendar(recipient, ticket, { site, from, to });
    await enqueueMail(client, {
      kind: `booking.${event.kind}`,
      from,
      to,
      related: { user_id: userId, booking_id: ticket.bookingId },
      ...(calendar ? { calendar } : {}),
      ...renderMail(content, site, to),
    });
  };
}

/** Mails that are about no booking of the reader's, into the outbox. */
export function noticeMailer({ from, siteUrl }: MailIdentity): SendNotice {
  return async (client, { to, userId, firstName, event }) => {
    const content = noticeContent(event, siteUrl());
    const greeted = { ...content, paragraphs: [greeting(firstName), ...content.paragraphs] };
    await enqueueMail(client, {
      kind: `notice.${event.kind}`,
      from,
      to,
      related: { user_id: userId },
      ...renderMail(greeted, siteUrl(), to),
    });
  };
}
