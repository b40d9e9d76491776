import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
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

/** Of the form: version, nonce, tag, ciphertext. */
const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/** AES-256-GCM (NIST SP 800-38D) with a nonce of its own each time. @param key 32 bytes */
export function identitySeal(key: Buffer): IdentitySeal {
  /** @param owner whose it is: what was moved to another row does not open */
  const encrypt = (owner: string, plain: string): Buffer => {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), text]);
  };
  const decrypt = (owner: string, sealed: Buffer): string => {
    if (sealed[0] !== VERSION) throw new Error('a seal of another version');
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE))
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]).toString(
      'utf8',
    );
  };
  return {
    seal: (personId, told) => encrypt(personId, JSON.stringify(told)),
    open: (personId, sealed) => identity.parse(JSON.parse(decrypt(personId, sealed))),
    sealFile: (fileId, text) => encrypt(`file:${fileId}`, text),
    openFile: (fileId, sealed) => decrypt(`file:${fileId}`, sealed),
  };
}

/**
 * The key of an installation: the one it was given (IDENTITY_KEY), else one made once and kept in
 * the data folder for its owner's eyes only. Without it what was sealed is lost, so it belongs into
 * the backup, apart from the database's.
 */
export async function loadIdentityKey(settings: {
  dataDir: string;
  identityKey: string | null;
}): Promise<Buffer> {
  if (settings.identityKey !== null) return Buffer.from(settings.identityKey, 'base64');
  const path = join(settings.dataDir, 'identity.key');
  try {
    return Buffer.from(await readFile(path, 'utf8'), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const key = randomBytes(32);
  await mkdir(settings.dataDir, { recursive: true });
  try {
    await writeFile(path, key.toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process sharing the folder was first: its key is the installation's.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return loadIdentityKey(settings);
    throw error;
  }
  await chmod(path, 0o600);
  return key;
}
