import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { presentRoot } from '#platform/gateway/keys.ts';
import { parseSettings } from '#server/settings.ts';

/**
 * `npm run keys`: new keys and secrets, as lines for an environment file. `npm run keys -- present`:
 * the SECRETS_KEY that the present settings amount to, which must be given before JWT_PRIVATE_KEY
 * changes.
 */
if (process.argv[2] === 'present') {
  const settings = parseSettings();
  const root = await presentRoot(settings);
  if (root === null) {
    console.error(
      `There is no key yet: neither JWT_PRIVATE_KEY nor SECRETS_KEY is set, and ${settings.dataDir} has no keys.json. Give the settings of the server: node --env-file=… scripts/make-keys.ts present`,
    );
    process.exit(1);
  }
  console.log(`SECRETS_KEY=${root.toString('base64')}`);
} else {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = () => randomBytes(32).toString('base64');
  const word = () => randomBytes(24).toString('base64url');
  console.log(
    [
      `SUPABASE_PUBLISHABLE_KEY=sb_publishable_${word()}`,
      `SUPABASE_SECRET_KEY=sb_secret_${word()}`,
      `JWT_PRIVATE_KEY=${JSON.stringify(await exportJWK(privateKey))}`,
      `SECRETS_KEY=${key()}`,
      `IDENTITY_KEY=${key()}`,
      `METRICS_TOKEN=${word()}`,
      `TURN_SECRET=${word()}`,
      `JANUS_SECRET=${word()}`,
      `JANUS_ADMIN_KEY=${word()}`,
    ].join('\n'),
  );
}
