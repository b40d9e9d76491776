import type pg from 'pg';
import { placeOf } from '#platform/gateway/address.ts';
import type { AuthContext } from './context.ts';
import { AuthError } from './errors.ts';
import type { AuthMail, ChangedFactor, MailArrival } from './mail-port.ts';
import { issueToken, type OneTimeToken, type TokenType } from './one-time-tokens.ts';
import { type Budget, spend } from './rate-limits.ts';
import type { UserRecord } from './users.ts';

/** Mails of one kind share an interval per address: recovery and magic link do, as in GoTrue. */
export type MailPace = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication';

/** Those who ask from one network address; an office or a school shares it. */
const MOST_PER_ADDRESS = 60;

/** A limit over all kinds, so that no mailbox is flooded. */
const PER_RECIPIENT: Budget = { name: 'mail-to', allowed: 10, seconds: 3600 };

const tooSoon = (wait: number) =>
  new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${wait} seconds.`,
    { retryAfter: wait },
  );

const tooMany = (wait: number) =>
  new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', { retryAfter: wait });

/**
 * Asks whether a mail to this address may leave now. Counted by the address asked for and not by
 * the person found, and before anybody is looked up, so that the answer tells nothing about who has
 * an account.
 * @throws AuthError 429 over_email_send_rate_limit
 */
export async function paceMail(
  auth: AuthContext,
  pace: MailPace,
  to: string,
  networkAddress: string | null,
): Promise<void> {
  const { mailInterval, mailPerHour, rateLimits } = auth.settings;
  if (mailInterval > 0) {
    const interval: Budget = { name: `mail-${pace}`, allowed: 1, seconds: mailInterval };
    const wait = await spend(auth, interval, to);
    if (wait > 0) throw tooSoon(wait);
  }
  // One network address can use half of the whole budget, never all of it.
  const allowed = Math.min(Math.ceil(mailPerHour / 2), MOST_PER_ADDRESS);
  const perAddress: Budget = { name: 'mail-from', allowed, seconds: 3600 };
  const hourly: { budget: Budget; subject: string }[] = [
    ...(rateLimits ? [{ budget: perAddress, subject: placeOf(networkAddress) }] : []),
    { budget: PER_RECIPIENT, subject: to },
  ];
  for (const { budget, subject } of hourly) {
    const wait = await spend(auth, budget, subject);
    if (wait > 0) throw tooMany(wait);
  }
}

/**
 * Hands a mail that somebody asked for to the outbox, in the caller's transaction, and takes it
 * from the hour's budget of all: only what is sent is counted, or requests for nobody would silence
 * the mails of everybody.
 * @throws AuthError 429 over_email_send_rate_limit
 */
export async function sendCounted(auth: AuthContext, client: pg.ClientBase, mail: AuthMail): Promise<void> {
  const everybody: Budget = { name: 'mail-project', allowed: auth.settings.mailPerHour, seconds: 3600 };
  const wait = await spend(auth, everybody, '', client);
  if (wait > 0) throw tooMany(wait);
  await auth.sendMail(client, mail);
}

/** The `type` that a link of each kind names to `/verify`. */
const linkTypes = {
  signup: 'signup',
  recovery: 'recovery',
  magiclink: 'magiclink',
  invite: 'invite',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
} as const satisfies Record<string, MailArrival['type']>;

export type LinkKind = keyof typeof linkTypes;

const tokenTypes: Record<LinkKind, TokenType> = {
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  recovery: 'recovery_token',
  magiclink: 'recovery_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
};

const sentColumns = {
  signup: 'confirmation_sent_at',
  invite: 'confirmation_sent_at',
  recovery: 'recovery_sent_at',
  magiclink: 'recovery_sent_at',
  email_change_current: 'email_change_sent_at',
  email_change_new: 'email_change_sent_at',
} as const satisfies Record<LinkKind, string>;

const arrivalOf = (kind: LinkKind, tokenHash: string, redirectTo: string): MailArrival => ({
  tokenHash,
  type: linkTypes[kind],
  redirectTo,
});

function actionLink(auth: AuthContext, kind: LinkKind, token: string, redirectTo: string): string {
  const query = `token=${token}&type=${linkTypes[kind]}&redirect_to=${encodeURIComponent(redirectTo)}`;
  return `${auth.issuer()}/verify?${query}`;
}

export interface Link extends OneTimeToken {
  actionLink: string;
}

/** Makes the token and the link of a kind, and records when; the caller sends the mail. */
export async function issueLink(
  auth: AuthContext,
  client: pg.ClientBase,
  request: { user: UserRecord; kind: LinkKind; email: string; redirectTo: string; flowId: string | null },
): Promise<Link> {
  const { user, kind, email, redirectTo, flowId } = request;
  await client.query(`update auth.users set ${sentColumns[kind]} = $2 where id = $1`, [user.id, auth.now()]);
  const token = await issueToken(auth, client, {
    userId: user.id,
    type: tokenTypes[kind],
    to: email,
    flowId,
  });
  return { ...token, actionLink: actionLink(auth, kind, token.linkToken, redirectTo) };
}

/** Makes a link and mails it, in the caller's transaction. */
export async function mailLink(
  auth: AuthContext,
  client: pg.ClientBase,
  request: {
    user: UserRecord;
    kind: LinkKind;
    email: string;
    redirectTo: string;
    flowId: string | null;
    newEmail?: string;
  },
): Promise<void> {
  const link = await issueLink(auth, client, request);
  const mail: AuthMail = {
    kind: request.kind,
    to: request.email,
    userId: request.user.id,
    actionLink: link.actionLink,
    arrival: arrivalOf(request.kind, link.linkToken, request.redirectTo),
    otp: link.otp,
    userMetadata: request.user.raw_user_meta_data,
    ...(request.newEmail === undefined ? {} : { newEmail: request.newEmail }),
  };
  await sendCounted(auth, client, mail);
}

/**
 * Tells a person at `to` what just happened to their account, in the transaction in which it does.
 */
export function mailNotice(
  auth: AuthContext,
  client: pg.ClientBase,
  notice: {
    kind: 'password_changed' | 'email_changed' | 'account_exists' | 'factor_changed';
    to: string;
    user: UserRecord;
    newEmail?: string;
    factor?: ChangedFactor;
  },
): Promise<void> {
  const { user, ...mail } = notice;
  return auth.sendMail(client, {
    ...mail,
    userId: user.id,
    actionLink: null,
    arrival: null,
    otp: '',
    userMetadata: user.raw_user_meta_data,
  });
}

/**
 * Tells a person who has an address that a factor or a passkey was added or removed: by them, or by
 * anybody who is in their account.
 */
export async function mailFactorChange(
  auth: AuthContext,
  client: pg.ClientBase,
  user: UserRecord,
  factor: ChangedFactor,
): Promise<void> {
  if (user.email !== null)
    await mailNotice(auth, client, { kind: 'factor_changed', to: user.email, user, factor });
}

/**
 * Does the work of a mail for an address without an account, and rolls it back, so that the time of
 * the answer does not say whether there is an account.
 */
export async function pretendToMail(
  auth: AuthContext,
  client: pg.ClientBase,
  kind: LinkKind,
  to: string,
  redirectTo: string,
): Promise<void> {
  const tokenHash = '0'.repeat(56);
  await client.query('savepoint pretended');
  await sendCounted(auth, client, {
    kind,
    to,
    userId: null,
    actionLink: actionLink(auth, kind, tokenHash, redirectTo),
    arrival: arrivalOf(kind, tokenHash, redirectTo),
    otp: '000000',
    userMetadata: {},
  });
  await client.query('rollback to savepoint pretended');
}
