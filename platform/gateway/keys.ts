import { createHash, sign as cryptoSign, hkdfSync, KeyObject, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  type JWK,
  type JWTPayload,
  jwtVerify,
} from 'jose';

/** Everything the platform signs and verifies with. */
export interface Keys {
  /** The page's API key, `sb_publishable_…`: role anon. */
  publishableKey: string;
  /** The server-side API key, `sb_secret_…`: role service_role. */
  secretKey: string;
  /**
   * Signs a token with the installation's private key; the claims already hold `iat`, `exp` and the
   * rest.
   */
  sign(claims: JWTPayload): Promise<string>;
  /**
   * Checks signature and times (at the present unless `at` is given) of a token of ours, or of one
   * made with the legacy `JWT_SECRET`.
   * @throws jose's errors, `JWTExpired` among them
   */
  verify(token: string, at?: Date): Promise<JWTPayload>;
  /** Public halves only, served at `/auth/v1/.well-known/jwks.json`. */
  jwks: { keys: JWK[] };
  /**
   * A secret of 32 bytes, always the same for this installation and `purpose`, which reveals
   * nothing about the signing key. It outlives a change of that key with `SECRETS_KEY`.
   */
  derive(purpose: string): Buffer;
  /** The 32 bytes from which `derive` makes its secrets: `SECRETS_KEY`. */
  root: Buffer;
}

export interface KeySettings {
  dataDir: string;
  publishableKey: string | null;
  secretKey: string | null;
  /**
   * None: one is made and kept. Several while the key is being changed: the first signs, all are
   * accepted and published.
   */
  jwtPrivateKeys: readonly string[];
  jwtSecret: string | null;
  /**
   * 32 bytes in base64, of which `derive` makes its secrets; null: they are made of the first
   * private key, and change with it.
   */
  secretsKey: string | null;
}

const algorithms = ['ES256', 'RS256'] as const;
type Algorithm = (typeof algorithms)[number];

interface StoredKeys {
  publishableKey: string;
  secretKey: string;
  jwtPrivateKey: string;
}

const keysFile = (dataDir: string): string => join(dataDir, 'keys.json');

/** The keys that a start made; null where none did. */
async function readKept(path: string): Promise<StoredKeys | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as StoredKeys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/**
 * The keys of an installation whose settings give none: generated once, in a file of the data
 * folder that only its owner can read.
 */
async function storedKeys(dataDir: string): Promise<StoredKeys> {
  const path = keysFile(dataDir);
  const kept = await readKept(path);
  if (kept !== null) return kept;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const made: StoredKeys = {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtPrivateKey: await exportPKCS8(privateKey),
  };
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(path, JSON.stringify(made, null, 2), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process with the same folder was first: its keys are used.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return storedKeys(dataDir);
    throw error;
  }
  await chmod(path, 0o600);
  return made;
}

/** Reads a PEM (PKCS #8) or JWK private key of one of the two algorithms. */
async function importPrivateKey(
  text: string,
): Promise<{ key: CryptoKey; algorithm: Algorithm; publicJwk: JWK }> {
  const source = text.trim().replaceAll('\\n', '\n');
  const pem = async (algorithm: Algorithm) => importPKCS8(source, algorithm, { extractable: true });
  const jwk = async (algorithm: Algorithm) => {
    // Web Crypto refuses a private key whose `key_ops` also name `verify`, as the tools of a hosted
    // project write them.
    const { key_ops: _, use: __, ...bare } = JSON.parse(source) as JWK;
    const key = await importJWK({ ...bare, ext: true }, algorithm);
    if (key instanceof Uint8Array) throw new Error('a symmetric key');
    return key;
  };
  for (const algorithm of algorithms) {
    const key = await (source.startsWith('{') ? jwk : pem)(algorithm).catch(() => null);
    if (key === null) continue; // not a key of this algorithm; the next one is tried
    const whole = await exportJWK(key);
    const publicJwk: JWK =
      algorithm === 'ES256'
        ? { kty: 'EC', crv: 'P-256', x: whole.x ?? '', y: whole.y ?? '' }
        : { kty: 'RSA', n: whole.n ?? '', e: whole.e ?? '' };
    const kid = await calculateJwkThumbprint(publicJwk);
    return {
      key,
      algorithm,
      publicJwk: { ...publicJwk, kid, alg: algorithm, use: 'sig', key_ops: ['verify'] },
    };
  }
  throw new Error('JWT_PRIVATE_KEY must be a private key for ES256 or RS256, in PEM (PKCS #8) or JWK');
}

const rootOf = (secretsKey: string | null, privateKey: string): Buffer =>
  secretsKey === null
    ? createHash('sha256').update(privateKey.trim()).digest()
    : Buffer.from(secretsKey, 'base64');

/**
 * The 32 bytes of which the secrets are made (`Keys.root`), as the settings and the data folder have
 * them now; null where neither has a key. It makes none.
 */
export async function presentRoot({
  dataDir,
  jwtPrivateKeys,
  secretsKey,
}: Pick<KeySettings, 'dataDir' | 'jwtPrivateKeys' | 'secretsKey'>): Promise<Buffer | null> {
  const privateKey = jwtPrivateKeys[0] ?? (await readKept(keysFile(dataDir)))?.jwtPrivateKey;
  if (secretsKey === null && privateKey === undefined) return null;
  return rootOf(secretsKey, privateKey ?? '');
}

/**
 * @param settings keys given by the operator; missing keys are generated once and kept in `dataDir`
 * @throws Error when `JWT_PRIVATE_KEY` is no ES256 or RS256 private key
 */
export async function loadKeys(settings: KeySettings): Promise<Keys> {
  const complete = settings.publishableKey && settings.secretKey && settings.jwtPrivateKeys.length > 0;
  const stored = complete ? null : await storedKeys(settings.dataDir);
  const given = settings.jwtPrivateKeys;
  const texts = given.length > 0 ? given : [stored?.jwtPrivateKey ?? ''];
  const accepted = await Promise.all(
    texts.map(async (text) => {
      const { key, algorithm, publicJwk } = await importPrivateKey(text);
      return { key, algorithm, publicJwk, publicKey: await importJWK(publicJwk, algorithm) };
    }),
  );
  const [signing] = accepted;
  if (signing === undefined) throw new Error('there is no key to sign with');
  const header = Buffer.from(
    JSON.stringify({ alg: signing.algorithm, kid: signing.publicJwk.kid, typ: 'JWT' }),
  ).toString('base64url');
  const signingKey = KeyObject.from(signing.key);
  const legacy = settings.jwtSecret === null ? null : new TextEncoder().encode(settings.jwtSecret);
  const algorithmsHere = [...new Set(accepted.map(({ algorithm }) => algorithm))];
  const root = rootOf(settings.secretsKey, texts[0] ?? '');
  // The key must fit the algorithm, whatever `kid` the token names: otherwise jose's error is no
  // JOSEError, and the request would end in a 500.
  const keyOf = ({ alg, kid }: { alg?: string; kid?: string }) => {
    const fitting = accepted.filter(({ algorithm }) => algorithm === alg);
    return (fitting.find(({ publicJwk }) => publicJwk.kid === kid) ?? fitting[0] ?? signing).publicKey;
  };

  return {
    publishableKey: settings.publishableKey ?? stored?.publishableKey ?? '',
    secretKey: settings.secretKey ?? stored?.secretKey ?? '',
    jwks: { keys: accepted.map(({ publicJwk }) => publicJwk) },
    async sign(claims) {
      const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      // jose signs through WebCrypto, which takes twice the processor time; RFC 7518 wants ES256
      // signatures in the format `ieee-p1363`.
      const signature = cryptoSign('sha256', Buffer.from(input), {
        key: signingKey,
        dsaEncoding: 'ieee-p1363',
      });
      return `${input}.${signature.toString('base64url')}`;
    },
    async verify(token, at = new Date()) {
      const { payload } = await jwtVerify(
        token,
        (header) => (header.alg === 'HS256' && legacy !== null ? legacy : keyOf(header)),
        { algorithms: legacy === null ? algorithmsHere : [...algorithmsHere, 'HS256'], currentDate: at },
      );
      return payload;
    },
    root,
    derive: (purpose) => Buffer.from(hkdfSync('sha256', root, '', purpose, 32)),
  };
}
