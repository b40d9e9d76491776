import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import { loadIdentityKeys, markOf, namesItsKey } from '#server/integrations/identity/identity-seal.ts';
import { marksInUse } from '#server/integrations/identity/marks-in-use.ts';
import type { Settings } from '#server/settings.ts';
import { printOf } from './back-up.ts';
import type { Manifest } from './backup-file.ts';

type KeySettings = Pick<
  Settings,
  'dataDir' | 'publishableKey' | 'secretKey' | 'jwtPrivateKeys' | 'jwtSecret' | 'secretsKey' | 'identityKeys'
>;

/** Of what the secrets in the database are made: the signing key may change meanwhile. */
const printOfSecrets = ({ derive }: Keys): string => printOf(derive('backups'));

/**
 * Returns digests that tell this installation's keys from another's. Keys that it has not made yet
 * are made, as its start would.
 * @param client sees the rows that are backed up: while `IDENTITY_KEY` changes, some are sealed under
 *   its other keys
 */
export async function keyPrints(settings: KeySettings, client: pg.ClientBase): Promise<Manifest['keys']> {
  const [identity, ...given] = await loadIdentityKeys(settings);
  const marks = given.length === 0 ? [] : await marksInUse(client);
  const isUsed = (key: Buffer) => marks.some(({ mark }) => !namesItsKey(mark) || mark.equals(markOf(key)));
  const others = given.filter(isUsed).map(printOf);
  return {
    signing: printOfSecrets(await loadKeys(settings)),
    identity: printOf(identity),
    ...(others.length > 0 && { others }),
  };
}

/**
 * Which keys of a backup this installation lacks: names of the files or settings that give them. It
 * makes none.
 */
export async function keysMissing(settings: KeySettings, keys: Manifest['keys']): Promise<string[]> {
  const { dataDir } = settings;
  const has = {
    signing: settings.jwtPrivateKeys.length > 0 || existsSync(join(dataDir, 'keys.json')),
    identity: settings.identityKeys.length > 0 || existsSync(join(dataDir, 'identity.key')),
  };
  const signing = has.signing ? await loadKeys(settings) : null;
  // An earlier version of Loge wrote the id of the key that signed.
  const prints = signing && [printOfSecrets(signing), ...signing.jwks.keys.map(({ kid }) => kid)];
  const identities = has.identity ? (await loadIdentityKeys(settings)).map(printOf) : [];
  return [
    ...(prints?.includes(keys.signing) ? [] : ['keys.json (or JWT_PRIVATE_KEY and SECRETS_KEY)']),
    ...([keys.identity, ...(keys.others ?? [])].every((print) => identities.includes(print))
      ? []
      : ['identity.key (or each IDENTITY_KEY that was in use)']),
  ];
}
