import type pg from 'pg';
import { type MailKind, TEST_PREFIX } from './mail-kind.ts';

/** The recipient of a mail. */
export interface Recipient {
  /** One bare address. */
  to: string;
  /** Null for an address without an account. */
  userId: string | null;
  firstName: string | null;
}

/** The recipient is not one bare address, so it could have added headers to the message. */
export class InvalidRecipient extends Error {
  override name = 'InvalidRecipient';
}

/** The rule of the table's constraint, and no control characters, which Postgres may not store. */
const bareAddress = /^[^\s\p{Cc}@<>(),;:"\\]+@[^\s\p{Cc}@<>(),;:"\\]+$/u;

/**
 * Whether mail can be written to it: one bare address, nothing that could start a second one or a
 * header.
 */
export const isBareAddress = (text: string): boolean => text.length <= 320 && bareAddress.test(text);

/**
 * Half a surrogate pair becomes �: Postgres refuses it within jsonb, and with it the transaction
 * whose fact this is.
 */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/**
 * Writes a fact into the outbox within the caller's transaction: its mail leaves if, and only if,
 * that transaction commits.
 * @param related further ids of what it is about
 * @returns the id of the message
 * @throws InvalidRecipient
 */
export async function postMail<Event>(
  db: pg.ClientBase,
  { name, facts }: MailKind<Event>,
  { to, userId, firstName }: Recipient,
  event: NoInfer<Event>,
  related: Readonly<Record<string, string>> = {},
): Promise<string> {
  if (!isBareAddress(to)) {
    throw new InvalidRecipient(`not a mail address: ${JSON.stringify(to)}`);
  }
  const { rows } = await db.query(
    'insert into mail.messages (kind, event, to_address, first_name, related) values ($1, $2, $3, $4, $5) returning id',
    [
      name,
      JSON.stringify(facts.parse(event), wellFormed),
      to,
      firstName,
      JSON.stringify({ ...(userId === null ? {} : { user_id: userId }), ...related }),
    ],
  );
  return rows[0]?.id ?? '';
}

/**
 * Writes an example for the one who looks at it. Its mail says that it is one.
 * @returns the id of the message
 * @throws InvalidRecipient
 */
export const postTestMail = (
  db: pg.ClientBase,
  kind: MailKind,
  recipient: Recipient,
  event: unknown,
): Promise<string> =>
  postMail<unknown>(db, { ...kind, name: `${TEST_PREFIX}${kind.name}` }, recipient, event);

/**
 * Gives a failed mail another round of attempts, from now.
 * @returns whether there was such a failed mail
 */
export async function replayMail(db: pg.Pool | pg.ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update mail.messages set state = 'pending', attempts = 0, next_attempt_at = now()
     where id = $1 and state = 'failed'`,
    [id],
  );
  return rowCount === 1;
}

/**
 * Deletes old mails. Sent ones keep only who got which mail and when; failed ones keep their facts,
 * whose links have expired long ago.
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
