import { createHash } from 'node:crypto';
import type pg from 'pg';
import { mailboxOf } from '#product/shared/mailbox.ts';
import type { MailContent } from './layout.ts';
import type { MailKind } from './mail-kind.ts';
import { postMail } from './outbox.ts';

/** Where people without an account refuse mails; the key of their link follows. */
export const REFUSAL_PATH = '/emails/refus';

/** SHA-256 of a mailbox in hexadecimal: of who refused, no more is kept. */
export const digestOfMailbox = (email: string): string =>
  createHash('sha256').update(mailboxOf(email)).digest('hex');

/** Whether the reader of an address without an account wants nothing more. */
export async function hasRefused(db: pg.ClientBase, email: string): Promise<boolean> {
  const { rowCount } = await db.query('select from private.refused_addresses where address_digest = $1', [
    digestOfMailbox(email),
  ]);
  return rowCount !== 0;
}

/** Keeps that its reader wants nothing more. */
export const refuseFor = (db: pg.ClientBase | pg.Pool, digest: string, now: Date) =>
  db.query(
    'insert into private.refused_addresses (address_digest, since) values ($1, $2) on conflict do nothing',
    [digest, now],
  );

/**
 * Writes a mail to an address without an account into the outbox, with the link by which its reader
 * refuses all others; nothing when they did. Whose act it is is counted before (`spendOfStranger`).
 * @param eventOf makes the event, given the key of that link
 */
export async function postToStranger<Event>(
  db: pg.ClientBase,
  kind: MailKind<Event>,
  email: string,
  eventOf: (refusal: string) => NoInfer<Event>,
): Promise<void> {
  if (await hasRefused(db, email)) return;
  const { rows } = await db.query('select private.refusal_key($1) as key', [digestOfMailbox(email)]);
  await postMail(db, kind, { to: email, userId: null, firstName: null }, eventOf(rows[0]?.key ?? ''));
}

/**
 * The lines of a mail that say how to refuse all others.
 * @param refusal the key of the link; null in the mail of somebody with an account
 */
export const refusalLines = (refusal: string | null, site: string): Pick<MailContent, 'further'> =>
  refusal === null
    ? {}
    : {
        further: {
          label: 'Quelqu’un donne votre adresse à votre place ?',
          links: [{ label: 'Ne plus rien recevoir de Loge', link: `${site}${REFUSAL_PATH}/${refusal}` }],
        },
      };
