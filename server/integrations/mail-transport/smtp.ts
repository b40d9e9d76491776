import { createTransport, type NodemailerError } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';

/** A message to one recipient. */
export interface OutgoingMessage {
  id: string;
  /** `Name <address>` or an address. */
  from: string;
  /** One bare address. */
  to: string;
  createdAt: Date;
  subject: string;
  text: string;
  html: string;
  /** A calendar entry to go with it. */
  calendar: { method: 'REQUEST' | 'CANCEL'; text: string } | null;
  /**
   * Where mail programs post to when their reader wants no more of these; null: it has no such
   * header.
   */
  unsubscribe: string | null;
  /** One bare address; null: replies go to the sender. */
  replyTo: string | null;
}

/** The domain of the sender's address, for the right-hand side of the Message-ID. */
const domainOf = (from: string) => /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost';

export const messageId = ({ id, from }: Pick<OutgoingMessage, 'id' | 'from'>): string =>
  `<${id}@${domainOf(from)}>`;

/** How the file of an entry is called. */
export const calendarFile = (method: 'REQUEST' | 'CANCEL'): string =>
  method === 'REQUEST' ? 'reservation.ics' : 'annulation.ics';

/**
 * The message as it goes over the wire: text and HTML as alternatives, every header derived from
 * the message. The same one has the same Message-ID on each attempt, so a receiver that gets a mail
 * twice after a crash can tell.
 */
export function composeMime(message: OutgoingMessage): Promise<Buffer> {
  const { id, from, to, createdAt, subject, text, html, calendar, unsubscribe, replyTo } = message;
  const composer = new MailComposer({
    from,
    // An object is taken as one address; a string would be parsed as a list.
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: 'Loge', address: replyTo } }),
    subject,
    date: createdAt,
    messageId: messageId(message),
    text,
    html,
    // The entry twice: as an alternative of the text, by which mail programs offer to put it into
    // the calendar, and as a file, for those that know no alternatives but the two usual ones.
    ...(calendar === null
      ? {}
      : {
          icalEvent: {
            method: calendar.method,
            content: calendar.text,
            filename: calendarFile(calendar.method),
          },
        }),
    baseBoundary: id.replaceAll('-', ''),
    // Out-of-office replies to a machine help nobody (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': 'fr',
      ...(unsubscribe !== null && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        // One click, without a page between (RFC 8058).
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Content is text of ours: nothing in it may make us read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** The SMTP server did not take a message. */
export class NotSent extends Error {
  override name = 'NotSent';
  /**
   * A refusal that no later attempt can change: the recipient or the content, answered 5xx. A 5xx
   * to anything else (a wrong password, a sender that is not allowed) is the operator's to mend,
   * and the mail waits for it.
   */
  readonly final: boolean;
  /** The conversation itself failed, so the next message would fail alike. */
  readonly aboutServer: boolean;

  constructor({ message, permanent, command, responseCode, code }: NodemailerError) {
    super(message);
    this.final = permanent === true && (command === 'RCPT TO' || command === 'DATA');
    this.aboutServer = responseCode === undefined || code === 'EAUTH';
  }
}

export interface Transport {
  /** @throws NotSent */
  send(message: OutgoingMessage): Promise<void>;
  close(): void;
}

interface TransportOptions {
  /** How long the server may stay silent, in milliseconds. */
  silenceMs: number;
  /** How long one message may take in all, in milliseconds. */
  withinMs: number;
  connections: number;
}

/** @param url `smtp://user:password@host:port` */
export function openTransport(url: string, options: TransportOptions): Transport {
  const { silenceMs, withinMs, connections } = options;
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      const from = /<([^<>]+)>\s*$/.exec(message.from)?.[1] ?? message.from;
      const raw = await composeMime(message);
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new Error('the SMTP server took too long')), withinMs);
      try {
        await Promise.race([smtp.sendMail({ envelope: { from, to: [message.to] }, raw }), late.promise]);
      } catch (error) {
        throw new NotSent(error as NodemailerError);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => smtp.close(),
  };
}
