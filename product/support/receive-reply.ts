import { createHash } from 'node:crypto';
import type pg from 'pg';
import { attachFiles } from '#product/attachments/attach-files.ts';
import type { FileSent } from '#product/attachments/rules/attachments.ts';
import { spend, spendOfStranger } from '#product/command/rate-limit.ts';
import type { ReplyAddresses } from '#product/mail/mail-kind.ts';
import { isBareAddress, postMail } from '#product/mail/outbox.ts';
import { postToStranger } from '#product/mail/strangers.ts';
import { AppError } from '#product/shared/errors.ts';
import { mailboxOf } from '#product/shared/mailbox.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { SUPPORT_MESSAGE_MAX } from './contract.ts';
import { type ReplyTrouble, replyTroubled } from './mails/reply-troubled.ts';
import { type FileStore, type InboundFile, storeReplyFiles } from './reply-files.ts';
import { automationOf, readReply } from './rules/reply-text.ts';
import { lockThread, writeAsPerson } from './thread-row.ts';

/** A mail as whatever received it describes it. */
interface InboundMail {
  /** Its Message-ID, by which it is known when it is brought again. */
  messageId: string;
  /** An address, or `Name <address>`. */
  from: string;
  /** Every address that it came to. */
  to: readonly string[];
  /** Its plain text, quotation included. */
  text: string;
  headers: Readonly<Record<string, string>>;
  /** The files that were brought along, and how many it had in all. */
  files?: readonly InboundFile[];
  attachments: number;
}

export interface ReplyDeps {
  pool: pg.Pool;
  replies: ReplyAddresses;
  files: FileStore;
  now: () => Date;
}

const REPLIES_AN_HOUR = 30;
/** Mails about trouble: one a day to an address, which may be forged. */
const DAY_SECONDS = 86_400;

/**
 * The address of `Name <address>` or `address (Name)`; a text that has several, or none, is given
 * back, and is no bare address.
 */
function bare(text: string): string {
  // RFC 5322, 3.4: a name may stand behind the address, in brackets.
  const said = text.replace(/\s*\([^()]*\)\s*$/, '');
  const [, name = '', address = said] = /^([^<>]*)<([^<>]+)>\s*$/.exec(said) ?? [];
  const several = /@.*,/s.test(name.replaceAll(/"(?:[^"\\]|\\.)*"/gs, ''));
  return (several ? text : address).trim().toLowerCase();
}

/**
 * Takes a reply by mail: the person's words go into the thread that its address names, which is
 * opened again. Once for each mail, in one transaction: the same one that comes eight times at once
 * finds the first one's row. What a machine wrote is ignored, and so is what has not one author
 * whom mail can reach; what may be a machine's is taken and not answered. A person whose reply is
 * not taken is told by mail, once a day at most.
 * @returns what became of it; `known` when it was handled before
 */
export async function receiveReply(
  { pool, replies, files: store, now: clock }: ReplyDeps,
  mail: InboundMail,
): Promise<'taken' | 'ignored' | 'known' | ReplyTrouble> {
  const now = clock();
  const from = bare(mail.from);
  const headers = Object.fromEntries(
    Object.entries(mail.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const automation = automationOf({ from, headers });
  if (!isBareAddress(from) || automation === 'certain' || replies.read(from, now) !== null) return 'ignored';
  const addressed = mail.to.map(bare).find((each) => replies.read(each, now) !== null);
  const hash = createHash('sha256')
    .update(`${mail.messageId.trim()}\n${addressed ?? ''}`)
    .digest();
  const { files = [] } = mail;
  const owner = files.length === 0 ? null : await ownerOf(pool, replies, { from, addressed, hash, now });
  // Before the transaction: bytes take a while. Those of a mail that is not taken after all go
  // after a day.
  const { sent, refused } =
    owner === null
      ? { sent: [], refused: [] }
      : await storeReplyFiles(store, { ownerId: owner, mail: hash, files });
  return inTransaction(pool, async (db) => {
    const { rowCount } = await db.query(
      "insert into private.inbound_mails (mail_hash, received_at, outcome) values ($1, $2, 'begun') on conflict do nothing",
      [hash, now],
    );
    if (rowCount === 0) return 'known';
    const { outcome, messageId } = await take(db, replies, {
      mail: { ...mail, from, attachments: Math.max(mail.attachments, files.length) },
      addressed,
      files: { sent, refused, owner, scansFiles: store.scansFiles },
      now,
    });
    await db.query('update private.inbound_mails set outcome = $2, message_id = $3 where mail_hash = $1', [
      hash,
      outcome,
      messageId,
    ]);
    if (outcome !== 'taken' && automation === 'none')
      await tellTrouble(db, { to: from, why: outcome, names: refused, now });
    return outcome;
  });
}

interface Taken {
  outcome: 'taken' | ReplyTrouble;
  messageId: string | null;
}

/**
 * Finds the writer of a mail, by the address that it answers to, and where the thread's answers go
 * now.
 */
const WRITER = `select t.id, t.person_id, coalesce(t.email, lower(u.email)) as address from public.support_threads t
  left join auth.users u on u.id = t.person_id and u.deleted_at is null where t.id = $1`;

interface Addressed {
  from: string;
  addressed: string | undefined;
  now: Date;
}

/**
 * The account whose files those of this mail are; null: it will not be taken, was taken before, or
 * is of somebody without an account.
 */
async function ownerOf(
  pool: pg.Pool,
  replies: ReplyAddresses,
  { from, addressed, hash, now }: Addressed & { hash: Buffer },
): Promise<string | null> {
  const token = addressed === undefined ? null : replies.read(addressed, now);
  if (token === null || token.expired || !token.isFor(from)) return null;
  const { rows: before } = await pool.query(
    'select 1 as known from private.inbound_mails where mail_hash = $1',
    [hash],
  );
  if (before.length > 0) return null;
  const { rows } = await pool.query(WRITER, [token.threadId]);
  const [found] = rows;
  return found?.address === from ? found.person_id : null;
}

interface Taking {
  mail: InboundMail;
  addressed: string | undefined;
  files: { sent: FileSent[]; refused: string[]; owner: string | null; scansFiles: boolean };
  now: Date;
}

async function take(
  db: pg.ClientBase,
  replies: ReplyAddresses,
  { mail: { from, text, attachments }, addressed, files, now }: Taking,
): Promise<Taken> {
  const refused = (outcome: ReplyTrouble): Taken => ({ outcome, messageId: null });
  const token = addressed === undefined ? null : replies.read(addressed, now);
  if (token === null) return refused('unknown');
  // Where its answers go now: an address that the person gave up since does not write in their
  // name.
  const { rows } = await db.query(WRITER, [token.threadId]);
  const [found] = rows;
  if (!found?.address || !token.isFor(found.address) || found.address !== from) return refused('unknown');
  if (token.expired) return refused('expired');
  const { words: own, folded } = readReply(text);
  const words = own || wordsFor(folded, files.sent.length);
  if (words === '') return refused('empty');
  if (words.length > SUPPORT_MESSAGE_MAX) return refused('too_long');
  if (!(await mayWrite(db, found.id, now))) return refused('too_many');
  const thread = await lockThread(db, found.id);
  const body = withRefused(words, files.refused);
  const messageId = await writeAsPerson(db, thread, {
    authorId: thread.personId,
    body,
    folded: folded === '' ? null : folded.toWellFormed(),
    via: 'mail',
    now,
  });
  if (files.owner !== null)
    await attachFiles(db, {
      ownerId: files.owner,
      files: files.sent,
      place: { kind: 'support_message', id: messageId },
      scansFiles: files.scansFiles,
      now,
    });
  if (files.refused.length > 0) return { outcome: 'files_refused', messageId };
  return { outcome: attachments > files.sent.length ? 'files_left' : 'taken', messageId };
}

/**
 * The message of a mail without words above the one that it answers; empty: there is nothing to
 * keep.
 */
function wordsFor(folded: string, files: number): string {
  if (files > 0) return 'Sans texte, avec des pièces jointes.';
  return folded === '' ? '' : 'Sans texte au-dessus du message cité.';
}

/**
 * Joins the words and below them the names of files that did not come along, as far as there is
 * room.
 */
function withRefused(words: string, refused: readonly string[]): string {
  if (refused.length === 0) return words;
  return `${words}\n\n[Pièces jointes refusées : ${refused.join(', ')}]`
    .slice(0, SUPPORT_MESSAGE_MAX)
    .toWellFormed();
}

const mayWrite = (db: pg.ClientBase, threadId: string, now: Date): Promise<boolean> =>
  within(spend(db, { key: `support-mails:${threadId}`, allowed: REPLIES_AN_HOUR, within: 3600 }, now));

/** @returns false when it was too much */
async function within(spent: Promise<void>): Promise<boolean> {
  try {
    await spent;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_attempts') return false;
    throw error;
  }
}

async function tellTrouble(
  db: pg.ClientBase,
  { to, why, names, now }: { to: string; why: ReplyTrouble; names: readonly string[]; now: Date },
): Promise<void> {
  const mine = { key: `reply-troubles-day:${mailboxOf(to)}`, allowed: 1, within: DAY_SECONDS };
  if (!(await within(spend(db, mine, now)))) return;
  // A mail says of its place no more than the domain that it names.
  const place = to.slice(to.lastIndexOf('@') + 1);
  if (!(await within(spendOfStranger(db, { act: 'reply-troubles', place, email: to }, now)))) return;
  const eventOf = (refusal: string | null) => ({
    why,
    ...(why === 'files_refused' && { names: [...names] }),
    refusal,
  });
  const { rows } = await db.query(
    'select u.id, p.first_name from auth.users u join public.profiles p on p.id = u.id where lower(u.email) = $1 and u.deleted_at is null',
    [to.toLowerCase()],
  );
  const [account] = rows;
  // Only who has no account refuses mails: others choose in their settings.
  if (account) {
    const reader = { to, userId: account.id, firstName: account.first_name };
    await postMail(db, replyTroubled, reader, eventOf(null));
  } else await postToStranger(db, replyTroubled, to, eventOf);
}
