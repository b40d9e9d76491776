import { createHash, createHmac, randomInt } from 'node:crypto';
import type { AuthOneTimeTokenType } from '#database/generated/types.ts';
import type { AuthContext } from './context.ts';
import type { Queryable } from './users.ts';

export type TokenType = AuthOneTimeTokenType;

/** One mail's secret in its two forms: six digits to type, and a long token for the link. */
export interface OneTimeToken {
  otp: string;
  linkToken: string;
}

const FLOW_PREFIX = 'pkce_';

/**
 * GoTrue's link token is SHA-224 of address and code. Ours has the same shape but is keyed: anybody
 * who knows an address could else try the million links of it without ever naming the address, past
 * the limit on wrong codes. The line break, which neither has, keeps digits from being moved from
 * one to the other: guesses are counted by address.
 */
const linkTokenOf = (auth: AuthContext, to: string, otp: string) =>
  createHmac('sha224', auth.secrets.oneTimeTokens).update(`${to}\n${otp}`).digest('hex');

/** Stored is a digest of the link token, so that a read of the table opens no account. */
const stored = (linkToken: string) => createHash('sha224').update(linkToken).digest('hex');

const isOtp = (text: string) => /^[0-9]{6}$/.test(text);

export const newOtp = () => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * Makes the token of a kind for a person; an earlier one of that kind is no longer valid.
 * @param flowId the PKCE flow it belongs to; its link then ends in a code instead of a session
 */
export async function issueToken(
  auth: AuthContext,
  db: Queryable,
  token: { userId: string; type: TokenType; to: string; flowId: string | null },
): Promise<OneTimeToken> {
  const otp = newOtp();
  const linkToken = linkTokenOf(auth, token.to, otp);
  await db.query(
    `insert into auth.one_time_tokens
       (user_id, token_type, token_hash, relates_to, flow_state_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
       relates_to = excluded.relates_to, flow_state_id = excluded.flow_state_id,
       created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [token.userId, token.type, stored(linkToken), token.to, token.flowId, auth.now()],
  );
  return { otp, linkToken: token.flowId === null ? linkToken : `${FLOW_PREFIX}${linkToken}` };
}

/**
 * The credential that a client presents: the link's token, or the code together with the address or
 * number it was sent to.
 */
export type Presented = { linkToken: string } | { to: string; otp: string };

export interface UsedToken {
  userId: string;
  type: TokenType;
  flowId: string | null;
}

/**
 * Uses a token up.
 * @param types the kinds that would do
 * @param userId when only this person's token would do
 * @returns null when there is none, it has expired, or the code is not six digits
 */
export async function useToken(
  auth: AuthContext,
  db: Queryable,
  presented: Presented,
  types: readonly TokenType[],
  userId: string | null = null,
): Promise<UsedToken | null> {
  if ('otp' in presented && !isOtp(presented.otp)) return null;
  const linkToken =
    'linkToken' in presented
      ? presented.linkToken.replace(FLOW_PREFIX, '')
      : linkTokenOf(auth, presented.to, presented.otp);
  // Every change of a person takes their row first and their mailed tokens second: the other way
  // round two would wait for each other.
  await db.query(
    'select from auth.users where id = (select user_id from auth.one_time_tokens where token_hash = $1 limit 1) for update',
    [stored(linkToken)],
  );
  const { rows } = await db.query(
    `delete from auth.one_time_tokens
     where token_hash = $1 and token_type = any($2::auth.one_time_token_type[])
       and created_at > $3 and ($4::uuid is null or user_id = $4) and ($5::text is null or relates_to = $5)
     returning user_id, token_type, flow_state_id`,
    [
      stored(linkToken),
      types,
      new Date(auth.now().getTime() - auth.settings.otpExp * 1000),
      userId,
      'to' in presented ? presented.to : null,
    ],
  );
  const [used] = rows;
  return used ? { userId: used.user_id, type: used.token_type, flowId: used.flow_state_id } : null;
}

/** Makes every link and code that a person was sent invalid. */
export async function clearTokens(db: Queryable, userId: string): Promise<void> {
  await db.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}
