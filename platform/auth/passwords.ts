import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { AuthSettings } from '#server/settings.ts';
import { AuthError, invalid } from './errors.ts';

/**
 * OWASP's first choice for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet).
 * About 20 ms of one core; the packages's defaults are the same today, but are written out because
 * stored hashes depend on them.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const SHORTEST = 6;
/**
 * GoTrue's limit, which bcrypt gave it: a longer one would be cut there, and could not move to a
 * hosted project.
 */
const LONGEST_BYTES = 72;

/** The commonest passwords of public breaches, commonest first (see passwords/LICENSE.txt). */
const breached = new Set(
  readFileSync(join(import.meta.dirname, 'passwords/common-passwords.txt'), 'utf8')
    .split('\n')
    .filter(Boolean),
);

export interface Weakness {
  message: string;
  reasons: ('length' | 'pwned')[];
}

/** @param check how far the policy goes @returns what is to be said of the password, or null */
export function weaknessOf(password: string, check: AuthSettings['passwordCheck']): Weakness | null {
  if ([...password].length < SHORTEST) {
    return { message: `Password should be at least ${SHORTEST} characters.`, reasons: ['length'] };
  }
  if (check !== 'none' && breached.has(password.toLowerCase())) {
    return {
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
    };
  }
  return null;
}

/** @throws AuthError 400 validation_failed, 422 weak_password */
export function requireStrongPassword(password: string, check: AuthSettings['passwordCheck']): void {
  if (Buffer.byteLength(password) > LONGEST_BYTES) {
    throw invalid(`Password cannot be longer than ${LONGEST_BYTES} characters`);
  }
  const weakness = weaknessOf(password, check === 'common' ? check : 'none');
  if (weakness) {
    throw new AuthError(422, 'weak_password', weakness.message, { weakPassword: weakness.reasons });
  }
}

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let decoy: Promise<string> | undefined;

/** Takes as long as a check, so that unknown addresses are not answered faster than known ones. */
async function checkNothing(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password');
  await verify(await decoy, password);
  return false;
}

/**
 * @param stored the person's hash, or null when the person or the password does not exist
 * @returns whether the password is right; takes equally long either way
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (!stored || Buffer.byteLength(password) > LONGEST_BYTES)
    return checkNothing(password.slice(0, LONGEST_BYTES));
  return verify(stored, password);
}

/** @throws AuthError 400 validation_failed for a hash that sign-in could not check later */
export function requireKnownHash(encoded: string): void {
  try {
    parseOptions(encoded);
  } catch (cause) {
    const reason = 'Only argon2 password hashes (PHC format) are supported';
    throw new AuthError(400, 'validation_failed', reason, { cause });
  }
}
