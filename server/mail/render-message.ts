import type { Letter, MailIdentity } from '#product/mail/mail-kind.ts';
import { renderFact } from '#product/mails.ts';

/** A row of the outbox that was not sent yet. */
export interface StoredMail {
  id: string;
  kind: string;
  /** Null for a mail that was written before mails were facts: it bears its words. */
  event: unknown;
  from_address: string | null;
  to_address: string;
  first_name: string | null;
  subject: string | null;
  text_body: string | null;
  html_body: string | null;
  calendar_method: 'REQUEST' | 'CANCEL' | null;
  calendar_body: string | null;
  created_at: Date;
}

export const STORED_COLUMNS =
  `id, kind, event, from_address, to_address, first_name, subject, text_body, html_body,
  calendar_method, calendar_body, created_at` as const;

/** A mail that is ready to leave. */
export interface Message extends Omit<Letter, 'threadId'> {
  id: string;
  /** Where replies go, if not to the sender; null where none of them arrive. */
  replyTo: string | null;
  from: string;
  to: string;
  createdAt: Date;
}

/** A header is one line of text: control characters and line separators become a space. */
export const singleLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200);

/** @returns the mail, or the error that keeps it from having any words */
export function renderMessage(
  mail: StoredMail,
  { from: sender, siteUrl, replies }: MailIdentity,
): Message | Error {
  const { id, kind, event, to_address: to, created_at: createdAt, text_body: text, html_body: html } = mail;
  const from = mail.from_address ?? singleLine(sender);
  const envelope = { id, from, to, createdAt };
  if (text !== null && html !== null) {
    const { calendar_method: method, calendar_body: body } = mail;
    const calendar = method === null || body === null ? null : { method, text: body };
    return {
      ...envelope,
      subject: mail.subject ?? '',
      text,
      html,
      calendar,
      unsubscribe: null,
      replyTo: null,
    };
  }
  try {
    const { threadId, ...letter } = renderFact(kind, event, {
      to,
      firstName: mail.first_name,
      from,
      site: siteUrl(),
      canReply: replies !== null,
    });
    const replyTo = threadId === null ? null : (replies?.write({ threadId, to, at: createdAt }) ?? null);
    return { ...letter, ...envelope, subject: singleLine(letter.subject), replyTo };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
