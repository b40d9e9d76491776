import { createHmac, type KeyObject, randomBytes } from 'node:crypto';

/** GoTrue's v1 shape. */
const shape = /^[a-z0-9]{12}$/;
const SPACE = 36n ** 12n;

/**
 * A refresh token is made of its row's random salt and a key that is not in the database. So the
 * active one can be handed out again when its parent is presented twice, and a read of the database
 * opens no session.
 */
export function refreshTokenOf(key: KeyObject, salt: Buffer): string {
  const digest = createHmac('sha256', key).update('token').update(salt).digest('hex');
  return (BigInt(`0x${digest}`) % SPACE).toString(36).padStart(12, '0');
}

/** The digest by which the row is found: keyed, since 62 bits could be searched through. */
export function refreshTokenHash(key: KeyObject, token: string): Buffer {
  return createHmac('sha256', key).update('digest').update(token).digest();
}

export const isRefreshToken = (value: string) => shape.test(value);

export function newRefreshToken(key: KeyObject): { token: string; salt: Buffer; hash: Buffer } {
  const salt = randomBytes(16);
  const token = refreshTokenOf(key, salt);
  return { token, salt, hash: refreshTokenHash(key, token) };
}
