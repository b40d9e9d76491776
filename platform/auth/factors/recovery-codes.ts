import { createHash, randomInt } from 'node:crypto';
import type { Context } from 'hono';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from '../audit.ts';
import { readBody, text } from '../body.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, invalid } from '../errors.ts';
import { limitAddress } from '../rate-limits.ts';
import { originOf, requireUser } from '../requester.ts';
import type { UserRecord } from '../users.ts';
import { parseName } from './enroll.ts';
import { holdPerson, logRefusal, requireNamedUser } from './factor-rows.ts';
import { raiseSession } from './raise-session.ts';
import { removeFactor } from './unenroll.ts';

const CODES = 10;
/** Without characters that are easily confused: 0 and o, 1, i and l. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
/**
 * 16 of 31 characters are 79 bits: too many to guess, so that a plain digest without salt is
 * enough.
 */
const CODE_LENGTH = 16;

const newCode = () => Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Ignores case, spaces and dashes, which a person may type differently. */
const digestOf = (code: string) =>
  createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest('hex');

const none = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found');

const codesOf = (user: UserRecord) => user.factors.find((factor) => factor.factor_type === 'recovery_code');

/**
 * GET /factors/recovery-codes: how many codes there are and how many are unused, never the codes.
 */
export const readRecoveryCodes = (auth: AuthContext) => async (c: Context) => {
  const { user } = await requireUser(auth, c);
  const factor = codesOf(user);
  if (factor === undefined) throw none();
  const { rows } = await auth.pool.query(
    `select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
     from auth.mfa_recovery_codes where factor_id = $1`,
    [factor.id],
  );
  return c.json({ id: factor.id, type: 'recovery_code', ...rows[0] });
};

async function writeCodes(client: pg.ClientBase, factorId: string, at: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await client.query('delete from auth.mfa_recovery_codes where factor_id = $1', [factorId]);
  await client.query(
    `insert into auth.mfa_recovery_codes (factor_id, code_hash, created_at)
     select $1::uuid, digest, $3::timestamptz from unnest($2::text[]) as digest`,
    [factorId, codes.map(digestOf), at],
  );
  return codes;
}

const nameBody = z.object({ friendly_name: text });

/**
 * POST /factors/recovery-codes, and …/regenerate, which replaces the existing codes. The codes are
 * shown in this answer only.
 */
export const generateRecoveryCodes = (auth: AuthContext, which: 'first' | 'again') => async (c: Context) => {
  const requester = await requireNamedUser(auth, c);
  const hasBody = which === 'first' && (await c.req.text()).trim() !== '';
  const asked = hasBody ? parseName((await readBody(c, nameBody)).friendly_name) : '';
  const at = auth.now();
  const made = await inTransaction(auth.pool, async (client) => {
    const { user, session } = await holdPerson(client, requester);
    const former = codesOf(user);
    if (which === 'again' && former === undefined) throw none();
    if (!user.factors.some((kept) => kept.status === 'verified' && kept.factor_type !== 'recovery_code')) {
      const message = 'Recovery codes require another verified factor';
      throw new AuthError(422, 'mfa_recovery_codes_sole_factor', message);
    }
    if (session.aal === 'aal1')
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to generate recovery codes');
    if (which === 'first' && former !== undefined) {
      const message = 'Recovery codes already exist, regenerate to replace them';
      throw new AuthError(422, 'mfa_verified_factor_exists', message);
    }
    if (
      former === undefined &&
      user.factors.some((kept) => (kept.friendly_name ?? '') === asked && asked !== '')
    ) {
      const message = `A factor with the friendly name "${asked}" for this user already exists`;
      throw new AuthError(422, 'mfa_factor_name_conflict', message);
    }
    const name = former?.friendly_name ?? (asked || 'Recovery codes');
    const { rows } = former
      ? { rows: [{ id: former.id }] }
      : await client.query(
          `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
           values ($1, $2, 'recovery_code', 'verified', $3, $3) returning id`,
          [user.id, name, at],
        );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('the recovery codes have no row');
    const codes = await writeCodes(client, id, at);
    const { address } = originOf(auth, c);
    await audit(client, { action: 'generate_recovery_codes', actor: user, address, at });
    return { id, type: 'recovery_code', friendly_name: name, total: codes.length, codes };
  });
  return c.json(made);
};

const codeBody = z.object({ code: text });
const PER_ADDRESS = { name: 'factor-verify', allowed: 30, seconds: 120 };

/** POST /factors/recovery-codes/verify: raises the session to aal2; each code is good once. */
export const verifyRecoveryCode = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireUser(auth, c);
  const { address } = originOf(auth, c);
  await limitAddress(auth, PER_ADDRESS, address);
  const { code } = await readBody(c, codeBody);
  if (code === '') throw invalid('Code needs to be non-empty');
  const at = auth.now();
  const attempted = { factor_id: null, factor_type: 'recovery_code' };
  const prove = async (client: pg.PoolClient) => {
    const held = await holdPerson(client, requester);
    const { rows } = await client.query(
      `update auth.mfa_recovery_codes r set used_at = $3 from auth.mfa_factors f
       where f.id = r.factor_id and f.user_id = $1 and r.code_hash = $2 and r.used_at is null returning f.id`,
      [held.user.id, digestOf(code), at],
    );
    const [used] = rows;
    if (used === undefined)
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered');
    const traits = { factor_id: used.id, factor_type: 'recovery_code' };
    await audit(client, { action: 'verification_attempted', actor: held.user, address, at, traits });
    return raiseSession(auth, client, {
      userId: held.user.id,
      sessionId: held.session.id,
      factorId: used.id,
      type: 'recovery_code',
    });
  };
  const session = await logRefusal(auth, { user: requester.user, address, factor: attempted }, () =>
    inTransaction(auth.pool, prove),
  );
  return c.json(session);
};

/** DELETE /factors/recovery-codes */
export const removeRecoveryCodes = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireUser(auth, c);
  const id = await inTransaction(auth.pool, async (client) => {
    const { user, session } = await holdPerson(client, requester);
    const factor = codesOf(user);
    if (factor === undefined) throw none();
    if (session.aal === 'aal1')
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    await removeFactor(client, user.id, factor.id);
    const { address } = originOf(auth, c);
    await audit(client, { action: 'factor_unenrolled', actor: user, address, at: auth.now() });
    return factor.id;
  });
  return c.json({ id });
};
