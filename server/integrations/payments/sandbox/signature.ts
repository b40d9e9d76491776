import { createHmac, timingSafeEqual } from 'node:crypto';
import { InvalidSignature } from '../provider.ts';

export const SIGNATURE_HEADER = 'loge-sandbox-signature';

/** Seconds for which a signature holds, as with Stripe. */
const TOLERANCE = 300;

const digest = (secret: Buffer, at: number, body: string) =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest();

/** @param at seconds since the epoch */
export const signatureOf = (secret: Buffer, body: string, at: number): string =>
  `t=${at},v1=${digest(secret, at, body).toString('hex')}`;

/**
 * @param now seconds since the epoch
 * @throws InvalidSignature
 */
export function checkSignature(secret: Buffer, body: string, header: string | null, now: number): void {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  if (!match) throw new InvalidSignature('no signature of the sandbox');
  const at = Number(match[1]);
  if (!timingSafeEqual(digest(secret, at, body), Buffer.from(match[2] ?? '', 'hex'))) {
    throw new InvalidSignature('signed with another secret');
  }
  if (Math.abs(now - at) > TOLERANCE) throw new InvalidSignature('signed too long ago');
}
