import type pg from 'pg';

/** iCalendar text, and what it asks of the reader's calendar: the METHOD that stands in it. */
export interface MailCalendar {
  method: 'REQUEST' | 'CANCEL';
  text: string;
}

/** A mail ready to be written down: one recipient, and the same content twice, for people and for plain readers. */
export interface OutgoingMail {
  /** Which mail it is, such as `auth.recovery`: for the operator who reads the outbox. */
  kind: string;
  /** `Name <address>` or an address; the server's own, never a person's. */
  from: string;
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A calendar entry to go with it. */
  calendar?: MailCalendar;
  /** Ids of what the mail is about. */
  related?: Readonly<Record<string, string>>;
}

/** The recipient is no single bare address; what it would have done to the message's headers is not known. */
export class InvalidRecipient extends Error {
  override name = 'InvalidRecipient';
}

/** The same rule as the table's constraint: one bare address, nothing that could start a second one or a header. */
const bareAddress = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/;

/** A subject is one line of text: control characters and line separators become a space. */
const singleLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200);

/**
 * Writes a mail into the outbox within the caller's transaction: it leaves if, and only if, that transaction commits.
 * @returns the id of the message
 * @throws InvalidRecipient
 */
export async function enqueueMail(client: pg.ClientBase, mail: OutgoingMail): Promise<string> {
  if (!bareAddress.test(mail.to) || mail.to.length > 320) {
    throw new InvalidRecipient(`not a mail address: ${JSON.stringify(mail.to)}`);
  }
  const { rows } = await client.query<{ id: string }>(
    `insert into mail.messages (kind, from_address, to_address, subject, text_body, html_body, related,
       calendar_method, calendar_body)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      mail.kind,
      singleLine(mail.from),
      mail.to,
      singleLine(mail.subject),
      mail.text,
      mail.html,
      mail.related ?? {},
      mail.calendar?.method ?? null,
      mail.calendar?.text ?? null,
    ],
  );
  return rows[0]?.id ?? '';
}

/**
 * Gives a failed mail another round of attempts, from now.
 * @returns whether there was such a failed mail
 */
export async function replayMail(pool: pg.Pool | pg.ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update mail.messages set state = 'pending', attempts = 0, next_attempt_at = now()
     where id = $1 and state = 'failed'`,
    [id],
  );
  return rowCount === 1;
}

/**
 * Forgets mails that are done with. What was sent has no text any more, only who got what when; what failed keeps its
 * text, with links that expired long ago.
 * @param days age above which a mail that was sent, kept or failed is deleted
 * @returns how many were deleted
 */
export async function forgetOldMail(pool: pg.Pool, days = 30): Promise<number> {
  const { rowCount } = await pool.query(
    "delete from mail.messages where state <> 'pending' and created_at < now() - make_interval(days => $1)",
    [days],
  );
  return rowCount ?? 0;
}
