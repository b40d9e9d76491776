import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from '../audit.ts';
import { readBody, text } from '../body.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, invalid } from '../errors.ts';
import { originOf } from '../requester.ts';
import { parsePhone } from '../validation.ts';
import { hasVerified, holdPerson, requireNamedUser } from './factor-rows.ts';
import { newSecret, otpauthUri, qrCode, sealSecret } from './totp.ts';

const enrollBody = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text });

/** GoTrue's limit; recovery codes do not count as a factor. */
const MOST_FACTORS = 10;
/** How long a factor may wait for its first challenge, in seconds. */
export const FACTOR_SECONDS = 300;
/** Names are shown in lists and are part of the QR code, which holds a few hundred characters. */
const LONGEST_NAME = 120;

/** @throws AuthError 400 validation_failed */
export function parseName(name: string, field = 'friendly_name'): string {
  if (name.length > LONGEST_NAME) throw invalid(`${field} cannot be longer than ${LONGEST_NAME} characters`);
  return name;
}

/**
 * A number that waits is asked again; one in force stays what it is.
 * @throws AuthError 422 mfa_verified_factor_exists
 */
async function replaceNumber(client: pg.ClientBase, userId: string, phone: string): Promise<void> {
  await client.query(
    `delete from auth.mfa_factors where user_id = $1 and phone = $2 and status = 'unverified'`,
    [userId, phone],
  );
  const { rowCount } = await client.query(
    `select from auth.mfa_factors where user_id = $1 and phone = $2 and status = 'verified'`,
    [userId, phone],
  );
  if (rowCount !== 0) {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue';
    throw new AuthError(422, 'mfa_verified_factor_exists', message);
  }
}

/** POST /factors: starts to enrol a factor, which is in force once its first code was right. */
export const enrollFactor = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireNamedUser(auth, c);
  const body = await readBody(c, enrollBody);
  const type = body.factor_type;
  if (type !== 'totp' && type !== 'phone' && type !== 'webauthn')
    throw invalid('factor_type needs to be totp, phone, or webauthn');
  if (type === 'phone' && auth.sendSms === null)
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  const phone = type === 'phone' ? parsePhone(body.phone) : null;
  const name = parseName(body.friendly_name);
  const issuer = parseName(body.issuer, 'issuer') || new URL(auth.siteUrl()).host;
  const id = randomUUID();
  const secret = type === 'totp' ? newSecret() : null;
  const at = auth.now();

  const email = await inTransaction(auth.pool, async (client) => {
    const { user, session } = await holdPerson(client, requester);
    await client.query(
      `delete from auth.mfa_factors f where f.user_id = $1 and f.status = 'unverified' and f.created_at < $2
       and not exists (select from auth.mfa_challenges ch where ch.factor_id = f.id)`,
      [user.id, new Date(at.getTime() - FACTOR_SECONDS * 1000)],
    );
    if (phone !== null) await replaceNumber(client, user.id, phone);
    const { rows: kept } = await client.query(
      'select friendly_name, factor_type::text as factor_type from auth.mfa_factors where user_id = $1',
      [user.id],
    );
    // GoTrue's rule: two factors without a name have the same name.
    if (kept.some(({ friendly_name }) => (friendly_name ?? '') === name)) {
      const message = `A factor with the friendly name "${name}" for this user already exists`;
      throw new AuthError(422, 'mfa_factor_name_conflict', message);
    }
    if (kept.filter(({ factor_type }) => factor_type !== 'recovery_code').length >= MOST_FACTORS) {
      const message = 'Maximum number of verified factors reached, unenroll to continue';
      throw new AuthError(422, 'too_many_enrolled_mfa_factors', message);
    }
    if (hasVerified(user) && session.aal === 'aal1')
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    await client.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret, phone, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $7, $6, $6)`,
      [id, user.id, name, type, secret && sealSecret(auth.secrets.factors, id, secret), at, phone],
    );
    const traits = { factor_id: id, factor_type: type };
    const { address } = originOf(auth, c);
    await audit(client, { action: 'factor_in_progress', actor: user, address, at, traits });
    return user.email ?? user.phone ?? user.id;
  });
  if (secret === null)
    return c.json({ id, type, friendly_name: name, ...(phone === null ? {} : { phone: body.phone }) });
  const uri = otpauthUri(secret, issuer, email);
  return c.json({ id, type, friendly_name: name, totp: { qr_code: qrCode(uri), secret, uri } });
};
