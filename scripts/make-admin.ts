import { pino } from 'pino';
import { type MadeAdmin, makeAdmin } from '#database/make-admin.ts';
import { loadKeys } from '#platform/gateway/keys.ts';
import { reachDatabase } from '#server/postgres/database.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { parseSettings } from '#server/settings.ts';

/**
 * `npm run admin -- camille@example.com`: makes an admin of an account, on the database that the
 * settings name. With `--link` it makes the account where there is none, and prints a link that
 * chooses its password: for the first admin, before mail leaves the machine. Loge must be running
 * then, and is asked at PUBLIC_URL, or directly with `--link=http://127.0.0.1:3001`.
 */
const [email = '', option] = process.argv.slice(2);
const [, isLinked, at] = /^(--link)(?:=(https?:\/\/.+))?$/.exec(option ?? '') ?? [];
if (!email.includes('@') || (option !== undefined && isLinked === undefined)) {
  console.error('Which account? npm run admin -- camille@example.com [--link[=http://127.0.0.1:3001]]');
  process.exit(2);
}

const sentences: Record<MadeAdmin, string> = {
  made: `${email} is an admin of Loge from now on.`,
  already: `${email} is an admin of Loge already.`,
  unknown: `No account has the address ${email}. Make it first, on the page of sign-up.`,
  unconfirmed: `The address ${email} is not confirmed. Follow the link in its mail first.`,
};

const settings = parseSettings();
const { secretKey } = await loadKeys(settings);
const origin = at?.replace(/\/+$/, '') ?? settings.publicUrl;

/** Asks the running Loge as its operator. @returns null when `allowed` is how it refused */
async function ask(path: string, body: object, allowed?: string): Promise<Record<string, unknown> | null> {
  const answer = await fetch(`${origin}/auth/v1/admin/${path}`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const told = (await answer.json()) as Record<string, unknown>;
  if (answer.ok) return told;
  if (told.error_code === allowed) return null;
  throw new Error(`${origin} answered ${answer.status}: ${String(told.msg)}`);
}

try {
  if (isLinked) await ask('users', { email, email_confirm: true }, 'email_exists');
  const { databaseUrl, dataDir } = settings;
  const database = await reachDatabase({ databaseUrl, dataDir, poolSize: 2 }, pino({ level: 'warn' }));
  try {
    await migrate(database.pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
    const result = await makeAdmin(database.pool, email);
    console.log(sentences[result]);
    process.exitCode = result === 'made' || result === 'already' ? 0 : 1;
  } finally {
    await database.close();
  }
  if (isLinked) {
    const redirectTo = `${settings.publicUrl}/reset-password`;
    const link = await ask('generate_link', { type: 'recovery', email, redirect_to: redirectTo });
    console.log(`Its password is chosen at ${String(link?.action_link)}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
