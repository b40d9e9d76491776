import type pg from 'pg';
import type { AuthMail, SendAuthMail } from '#server/platform/auth/mail-port.ts';
import type { SendSms } from '#server/platform/auth/sms-port.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { accountExists } from './auth/account-exists.ts';
import { emailChangeCurrent } from './auth/email-change-current.ts';
import { emailChangeNew } from './auth/email-change-new.ts';
import { emailChanged } from './auth/email-changed.ts';
import { factorChanged } from './auth/factor-changed.ts';
import { invite } from './auth/invite.ts';
import { magiclink } from './auth/magiclink.ts';
import { passwordChanged } from './auth/password-changed.ts';
import { reauthentication } from './auth/reauthentication.ts';
import { recovery } from './auth/recovery.ts';
import { signup } from './auth/signup.ts';
import { sms } from './auth/sms.ts';
import { type BookingMailEvent, bookingKinds } from './booking-kinds.ts';
import type { BookingFact } from './booking-mail.ts';
import { TEST_PREFIX } from './kinds.ts';
import type { MailKind } from './mail-kind.ts';
import { pageLink } from './page-link.ts';

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

/** Whether mail can be written to it: one bare address, nothing that could start a second one or a header. */
export const isBareAddress = (text: string): boolean => text.length <= 320 && bareAddress.test(text);

/** Half a surrogate pair becomes �: Postgres refuses it within jsonb, and with it the transaction whose fact this is. */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/**
 * Writes a fact into the outbox within the caller's transaction: its mail leaves if, and only if, that transaction commits.
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

/** Writes an example for the one who looks at it. Its mail says that it is one. @returns the id of the message @throws InvalidRecipient */
export const postTestMail = (
  db: pg.ClientBase,
  kind: MailKind,
  recipient: Recipient,
  event: unknown,
): Promise<string> =>
  postMail<unknown>(db, { ...kind, name: `${TEST_PREFIX}${kind.name}` }, recipient, event);

/** Writes the mail that tells one side of a booking about an event; writes none where that side gets no mail about it. */
export async function postBookingMail(
  db: pg.ClientBase,
  recipient: Recipient,
  fact: BookingFact<BookingMailEvent>,
): Promise<void> {
  const { sides, ...kind } = bookingKinds[fact.event.kind];
  if (!sides.includes(fact.side)) return;
  // The event has the name of its kind of mail, which expects exactly its facts.
  await postMail<unknown>(db, kind, recipient, fact, { booking_id: fact.ticket.bookingId });
}

/** The kind of mail that each of auth's is. */
export const authMailKinds: Readonly<Record<AuthMail['kind'], MailKind>> = {
  signup,
  recovery,
  magiclink,
  invite,
  email_change_current: emailChangeCurrent,
  email_change_new: emailChangeNew,
  reauthentication,
  password_changed: passwordChanged,
  email_changed: emailChanged,
  account_exists: accountExists,
  factor_changed: factorChanged,
};

/**
 * The mail port of auth. Each kind keeps of the fact what its mail says: no code where none is shown, no word of what people gave at
 * sign-up but the first name.
 */
export function authMailer(settings: {
  validitySeconds: number;
  siteUrl: () => string;
  now: () => Date;
}): SendAuthMail {
  return async (db, { kind, to, userId, arrival, otp, newEmail, factor, userMetadata }) => {
    const name = userMetadata.first_name;
    await postMail(
      db,
      authMailKinds[kind],
      { to, userId, firstName: typeof name === 'string' ? name.slice(0, 100) : null },
      {
        actionLink: arrival === null ? null : pageLink(arrival, settings.siteUrl()),
        otp,
        newEmail: newEmail ?? to,
        factor,
        validitySeconds: settings.validitySeconds,
        at: settings.now().getTime(),
      },
    );
  };
}

/** Puts text messages into the development mailbox, to be read at `/dev/mail` as those of `+<number>@sms.test`. */
export function mailboxSms(pool: pg.Pool): SendSms {
  return ({ phone, otp, user }) =>
    inTransaction(pool, async (db) => {
      const recipient = { to: `+${phone}@sms.test`, userId: user.id, firstName: null };
      await postMail(db, sms, recipient, { phone, otp });
    });
}

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
 * Deletes old mails. Sent ones keep only who got which mail and when; failed ones keep their facts, whose links have expired long ago.
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
