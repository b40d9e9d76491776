import MailComposer from 'nodemailer/lib/mail-composer';

/** A row of the outbox that still has its text. */
export interface StoredMail {
  id: string;
  from_address: string;
  to_address: string;
  subject: string;
  text_body: string;
  html_body: string;
  calendar_method: 'REQUEST' | 'CANCEL' | null;
  calendar_body: string | null;
  created_at: Date;
}

/** The domain of the sender's address, for the right-hand side of the Message-ID. */
const domainOf = (from: string) => /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost';

/**
 * The entry twice: as an alternative of the text, by which mail programs offer to put it into the calendar, and as a file, for those
 * that know no alternatives but the two usual ones.
 */
const calendarPart = ({ calendar_method: method, calendar_body: content }: StoredMail) =>
  method === null || content === null
    ? {}
    : { icalEvent: { method, content, filename: calendarFile(method) } };

/** How the file of an entry is called. */
export const calendarFile = (method: 'REQUEST' | 'CANCEL'): string =>
  method === 'REQUEST' ? 'reservation.ics' : 'annulation.ics';

/**
 * The message as it goes over the wire: text and HTML as alternatives, every header derived from the row. The same row
 * gives the same Message-ID on each attempt, so a receiver that gets a mail twice after a crash can tell.
 */
export function composeMime(mail: StoredMail): Promise<Buffer> {
  const composer = new MailComposer({
    from: mail.from_address,
    // An object is taken as one address; a string would be parsed as a list.
    to: { name: '', address: mail.to_address },
    subject: mail.subject,
    date: mail.created_at,
    messageId: messageId(mail),
    text: mail.text_body,
    html: mail.html_body,
    ...calendarPart(mail),
    baseBoundary: mail.id.replaceAll('-', ''),
    // Out-of-office replies to a machine help nobody (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'fr' },
    // Content is text of ours: nothing in it may make us read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

export const messageId = (mail: Pick<StoredMail, 'id' | 'from_address'>) =>
  `<${mail.id}@${domainOf(mail.from_address)}>`;
