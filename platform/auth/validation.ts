import { AuthError, invalid } from './errors.ts';

/**
 * The HTML standard's address syntax, which GoTrue uses. It allows ASCII only, so that JavaScript
 * and Postgres lower-case an address alike.
 */
const addressSyntax =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * @returns the address in lower case
 * @throws AuthError 400 validation_failed
 */
export function parseEmail(given: string): string {
  const email = given.toLowerCase();
  if (email.length > 255) throw invalid('An email address is too long');
  if (!addressSyntax.test(email)) throw invalid('Unable to validate email address: invalid format');
  return email;
}

/**
 * @returns the number as digits, without the plus sign
 * @throws AuthError 400 validation_failed
 */
export function parsePhone(given: string): string {
  const phone = given.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)');
  return phone;
}

/**
 * @throws AuthError 400 validation_failed for a way to reach a telephone other than a text message
 */
export function requireSms(channel: string): void {
  if (channel !== '' && channel !== 'sms') throw invalid("Invalid channel, supported values are 'sms'");
}

/**
 * In bytes of JSON. The metadata is part of every access token, and Node accepts 16 KiB of headers
 * per request: with larger metadata, every request of the person would be refused, even signing
 * out. Somebody who signs up with another person's address could otherwise lock that person out.
 */
const LARGEST_METADATA = 8 * 1024;

/** @throws AuthError 400 validation_failed */
export function requireSmallMetadata(data: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(data)) > LARGEST_METADATA) {
    throw invalid(`User metadata cannot be larger than ${LARGEST_METADATA} bytes`);
  }
}

const uuidSyntax = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && uuidSyntax.test(value);

/** @throws AuthError 404 validation_failed, as GoTrue answers a path whose id is no UUID */
export function parsePathId(value: string | undefined, name: string): string {
  if (!isUuid(value)) throw new AuthError(404, 'validation_failed', `${name} must be an UUID`);
  return value;
}

const durationUnits: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1e3,
  m: 60e3,
  h: 3600e3,
};

/**
 * Reads a duration as Go writes it, such as `24h` or `1h30m`.
 * @returns milliseconds
 * @throws AuthError 400 validation_failed
 */
export function parseDuration(given: string): number {
  const parts = [...given.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== given) {
    throw invalid(`invalid format for ban duration: time: invalid duration "${given}"`);
  }
  const total = parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (durationUnits[unit ?? ''] ?? 0),
    0,
  );
  // At most a century, so that the end of the ban is a date that Postgres and JavaScript can hold.
  return Math.min(total, 100 * 365 * 86_400_000);
}
