import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** RFC 6238 with the parameters that every authenticator app knows. */
const PERIOD = 30;
const DIGITS = 6;

/** @returns 20 random bytes in base32, the length that RFC 4226 recommends */
export const newSecret = () => new Secret({ size: 20 }).base32;

/** The URI that an authenticator app reads from the QR code, its parameters in GoTrue's order. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const [by, whose] = [encodeURIComponent(issuer), encodeURIComponent(account)];
  return `otpauth://totp/${by}:${whose}?algorithm=SHA1&digits=${DIGITS}&issuer=${by}&period=${PERIOD}&secret=${secret}`;
}

/** @returns a bare `<svg>` without `#`, so that it needs no escaping in a data URL */
export const qrCode = (uri: string) => renderSVG(uri, { border: 2 });

/**
 * @returns the 30 s step that the code belongs to: the present one, the one before or the one
 *   after, because the clocks of telephones differ; null when the code belongs to none of the three
 */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: DIGITS, period: PERIOD });
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp, window: 1 }) : null;
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD) + delta;
}

const NONCE = 12;
const TAG = 16;

/**
 * AES-256-GCM (NIST SP 800-38D): nonce, tag and ciphertext in base64. The factor's id is
 * authenticated data, so that a secret cannot be moved to another factor.
 */
export function sealSecret(key: KeyObject, factorId: string, secret: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(factorId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

/**
 * @throws Error when the secret was sealed for another factor, under another key, or was tampered
 *   with
 */
export function openSecret(key: KeyObject, factorId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
    .setAAD(Buffer.from(factorId))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
}
