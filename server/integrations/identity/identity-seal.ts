import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FiscalIdentity } from '#product/books/rules/identity.ts';

/**
 * Seals and opens fiscal identities. The database alone does not reveal them, since the key is kept
 * outside it.
 */
export interface IdentitySeal {
  seal(personId: string, identity: FiscalIdentity): Buffer;
  /** @throws Error when it was sealed for somebody else, under another key, or was tampered with */
  open(personId: string, sealed: Buffer): FiscalIdentity;
  /** Encrypts a file that tells who people are, or another secret that only its owner reads. */
  sealFile(fileId: string, text: string): Buffer;
  /** @throws Error as `open` does */
  openFile(fileId: string, sealed: Buffer): string;
  /** The beginning of whatever is sealed under the present key, and of nothing else. */
  mark: Buffer;
}

const identity = z.strictObject({
  kind: z.enum(['business', 'individual']),
  legalName: z.string(),
  soleTrader: z.boolean(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  siren: z.string().nullable(),
  birthDate: z.string().nullable(),
  taxNumber: z.string().nullable(),
  vatNumber: z.string().nullable(),
  accountHolder: z.string(),
});

/** Of the form: version, four bytes that name the key, nonce, tag, ciphertext. */
const VERSION = 2;
/** The version before did not name the key. */
const WITHOUT_NAME = 1;
const NAME = 4;
const NONCE = 12;
const TAG = 16;

/** A digest of the key, which reveals nothing of its 256 bits. */
const nameOf = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, NAME);

/** The beginning of whatever is sealed under a key. */
export const markOf = (key: Buffer): Buffer => Buffer.concat([Buffer.from([VERSION]), nameOf(key)]);

/** Whether the key that sealed is named by the mark: the version before did not name it. */
export const namesItsKey = (mark: Buffer): boolean => mark[0] !== WITHOUT_NAME;

function decrypt(key: Buffer, owner: string, ciphered: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, ciphered.subarray(0, NONCE))
    .setAAD(Buffer.from(owner))
    .setAuthTag(ciphered.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(ciphered.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a nonce of its own each time.
 * @param keys of 32 bytes; the first seals, each opens what it sealed
 */
export function identitySeal(keys: readonly [Buffer, ...Buffer[]]): IdentitySeal {
  const [key] = keys;
  const mark = markOf(key);
  /** @param owner whose it is: what was moved to another row does not open */
  const encrypt = (owner: string, plain: string): Buffer => {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([mark, nonce, cipher.getAuthTag(), text]);
  };
  const open = (owner: string, sealed: Buffer): string => {
    if (sealed[0] === WITHOUT_NAME) return openUnnamed(owner, sealed.subarray(1));
    if (sealed[0] !== VERSION) throw new Error('a seal of another version');
    const name = sealed.subarray(1, 1 + NAME);
    const own = keys.find((one) => nameOf(one).equals(name));
    if (own === undefined) throw new Error('IDENTITY_KEY lacks the key that sealed this');
    return decrypt(own, owner, sealed.subarray(1 + NAME));
  };
  const openUnnamed = (owner: string, ciphered: Buffer): string => {
    let refused: unknown = null;
    for (const one of keys) {
      try {
        return decrypt(one, owner, ciphered);
      } catch (error) {
        refused = error; // sealed under another key, or tampered with: the tag tells no more
      }
    }
    throw refused;
  };
  return {
    seal: (personId, told) => encrypt(personId, JSON.stringify(told)),
    open: (personId, sealed) => identity.parse(JSON.parse(open(personId, sealed))),
    sealFile: (fileId, text) => encrypt(`file:${fileId}`, text),
    openFile: (fileId, sealed) => open(`file:${fileId}`, sealed),
    mark,
  };
}

/**
 * Under what `sealFile` seals the secret of a streamer's overlay: sealed for one, it opens for no
 * other. Here, because who seals again under another key must know it too.
 */
export const overlayOf = (streamerId: string): string => `overlay:${streamerId}`;

interface KeySettings {
  dataDir: string;
  identityKeys: readonly string[];
}

/**
 * The keys of an installation: those that it was given (IDENTITY_KEY), the first of which seals;
 * else one made once and kept in the data folder for its owner's eyes only. Without it what was
 * sealed is lost, so it belongs into the backup, apart from the database's.
 */
export async function loadIdentityKeys(settings: KeySettings): Promise<[Buffer, ...Buffer[]]> {
  const [first, ...others] = settings.identityKeys.map((text) => Buffer.from(text, 'base64'));
  return first === undefined ? [await keptKey(settings.dataDir)] : [first, ...others];
}

async function keptKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'identity.key');
  try {
    return Buffer.from(await readFile(path, 'utf8'), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const key = randomBytes(32);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(path, key.toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process sharing the folder was first: its key is the installation's.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return keptKey(dataDir);
    throw error;
  }
  await chmod(path, 0o600);
  return key;
}
