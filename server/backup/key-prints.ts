import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadKeys } from '#platform/gateway/keys.ts';
import { loadIdentityKey } from '#server/integrations/identity/identity-seal.ts';
import type { Settings } from '#server/settings.ts';
import { printOf } from './back-up.ts';
import type { Manifest } from './backup-file.ts';

type KeySettings = Pick<
  Settings,
  'dataDir' | 'publishableKey' | 'secretKey' | 'jwtPrivateKey' | 'jwtSecret' | 'identityKey'
>;

/**
 * Returns digests that tell this installation's keys from another's. Keys that it has not made yet
 * are made, as its start would.
 */
export async function keyPrints(settings: KeySettings): Promise<Manifest['keys']> {
  const { jwks } = await loadKeys(settings);
  const identity = await loadIdentityKey(settings);
  return { signing: jwks.keys[0]?.kid ?? '', identity: printOf(identity) };
}

/**
 * Which keys of a backup this installation lacks: names of the files or settings that give them. It
 * makes none.
 */
export async function keysMissing(settings: KeySettings, keys: Manifest['keys']): Promise<string[]> {
  const { dataDir } = settings;
  const has = {
    signing: settings.jwtPrivateKey !== null || existsSync(join(dataDir, 'keys.json')),
    identity: settings.identityKey !== null || existsSync(join(dataDir, 'identity.key')),
  };
  const isSigning = has.signing && (await loadKeys(settings)).jwks.keys[0]?.kid === keys.signing;
  const isIdentity = has.identity && printOf(await loadIdentityKey(settings)) === keys.identity;
  return [
    ...(isSigning ? [] : ['keys.json (or JWT_PRIVATE_KEY)']),
    ...(isIdentity ? [] : ['identity.key (or IDENTITY_KEY)']),
  ];
}
