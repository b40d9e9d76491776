import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type EmailOtpType } from '@supabase/supabase-js';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authMailKinds } from '#product/accounts/auth-mailer.ts';
import { STOP_ANNOUNCEMENTS_PATH } from '#product/announcements/rules/announcements.ts';
import { STOP_INVITATIONS_PATH } from '#product/insight/rules/absence.ts';
import { postMail } from '#product/mail/outbox.ts';
import { REFUSAL_PATH } from '#product/mail/strangers.ts';
import { kinds } from '#product/mails.ts';
import { pageAt } from '#product/shared/pages.ts';
import { renderMessage, STORED_COLUMNS, type StoredMail } from '#server/mail/render-message.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings } from '#server/settings.ts';
import { type Loge, startLoge } from '#server/start.ts';

const publishable = 'sb_publishable_of_the_links_of_mails';
const secret = 'sb_secret_of_the_links_of_mails';
const password = 'quatre corbeaux bleus';

let database: Database;
let dataDir: string;
let loge: Loge;

beforeAll(async () => {
  database = await createTestDatabase('empty');
  dataDir = mkdtempSync(join(tmpdir(), 'loge-links-'));
  loge = await startLoge(
    parseSettings({
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: connectionUrl(database),
      SUPABASE_PUBLISHABLE_KEY: publishable,
      SUPABASE_SECRET_KEY: secret,
      DEMO_DATA: 'false',
      AUTH_AUTOCONFIRM: 'false',
      AUTH_RATE_LIMITS: 'off',
      AUTH_MAIL_INTERVAL: '0',
    }),
    pino({ level: 'silent' }),
  );
});
afterAll(async () => {
  await loge.stop();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const client = (key = publishable) =>
  createClient(loge.origin, key, {
    auth: { persistSession: false, autoRefreshToken: false, flowType: 'pkce' },
  });

/** Everything that a reader, a mail program or a scanner finds to open in a mail. */
function linksOf(mail: StoredMail): string[] {
  const message = renderMessage(mail, {
    from: 'Loge <bonjour@loge.test>',
    siteUrl: () => loge.origin,
    replies: null,
  });
  if (message instanceof Error) throw message;
  const { html, text, unsubscribe } = message;
  const inHtml = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) =>
    (link ?? '').replaceAll('&amp;', '&'),
  );
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"),]+/g)].map(([link]) => link);
  return [...new Set([...inHtml, ...inText, ...(unsubscribe === null ? [] : [unsubscribe])])];
}

async function mailsTo(to: string, kind?: string): Promise<StoredMail[]> {
  const { rows } = await database.pool.query(
    `select ${STORED_COLUMNS} from mail.messages where to_address = $1 and ($2::text is null or kind = $2) order by created_at desc, id`,
    [to, kind ?? null],
  );
  return rows;
}

const own = (links: readonly string[]) => links.filter((link) => link.startsWith(loge.origin));

/** As programs do that look for viruses: each link by GET and by HEAD, twice, redirects followed. */
async function scan(mails: readonly StoredMail[]): Promise<void> {
  for (const link of mails.flatMap((mail) => own(linksOf(mail))))
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) {
      const answer = await fetch(link, { method });
      await answer.arrayBuffer();
      expect(answer.status, `${method} ${link}`).toBeLessThan(500);
    }
}

/** What is known of people, and the whole of what their sessions and mailed tokens are. */
async function known(): Promise<unknown> {
  const { rows: tables } = await database.pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', 'public') order by 1`,
  );
  const digests: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await database.pool.query(
      `select count(*)::int as count, md5(string_agg(t::text, '' order by t::text)) as digest from ${name} t`,
    );
    digests[name] = rows[0];
  }
  return digests;
}

const addressOf = (name: string) => `${name}.${String(Math.random()).slice(2, 10)}@exemple.fr`;

/** Makes somebody, and has the server write them the mail of a kind; returns the address it went to. */
type Kind = 'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change_current' | 'email_change_new';
const ask: Readonly<Record<Kind, () => Promise<string>>> = {
  async signup() {
    const email = addressOf('signup');
    const { error } = await client().auth.signUp({ email, password, options: { data: { role: 'viewer' } } });
    expect(error).toBeNull();
    return email;
  },
  async recovery() {
    const email = await confirmed();
    await client().auth.resetPasswordForEmail(email, { redirectTo: `${loge.origin}/reset-password` });
    return email;
  },
  async magiclink() {
    const email = await confirmed();
    await client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    return email;
  },
  async invite() {
    const email = addressOf('invite');
    const { error } = await client(secret).auth.admin.inviteUserByEmail(email);
    expect(error).toBeNull();
    return email;
  },
  email_change_current: async () => (await changeAddress()).email,
  email_change_new: async () => (await changeAddress()).wished,
};

async function confirmed(): Promise<string> {
  const email = addressOf('connu');
  const { error } = await client(secret).auth.admin.createUser({ email, password, email_confirm: true });
  expect(error).toBeNull();
  return email;
}

async function changeAddress() {
  const email = await confirmed();
  const wished = addressOf('nouveau');
  const person = client();
  await person.auth.signInWithPassword({ email, password });
  const { error } = await person.auth.updateUser(
    { email: wished },
    { emailRedirectTo: `${loge.origin}/auth/callback?flow=email-change` },
  );
  expect(error).toBeNull();
  return { email, wished };
}

const withLink = Object.keys(ask) as Kind[];

/** The newest mail of a kind, its link to the page, and its six digits. */
async function mailOf(kind: Kind, email: string) {
  const [mail] = await mailsTo(email, `auth.${kind}`);
  if (!mail) throw new Error(`no mail ${kind} to ${email}`);
  const link = own(linksOf(mail)).find((each) => each.includes('token_hash='));
  if (link === undefined) throw new Error(`no link in ${kind}`);
  const { pathname, searchParams } = new URL(link);
  const { otp } = mail.event as { otp?: string };
  return {
    mail,
    pathname,
    tokenHash: searchParams.get('token_hash') ?? '',
    type: (searchParams.get('type') ?? '') as EmailOtpType,
    otp,
  };
}

describe('a link in a mail of auth', () => {
  test('is in every kind that has one', () => {
    expect(
      Object.keys(authMailKinds).filter((kind) => /signup|recovery|magiclink|invite|change_/.test(kind)),
    ).toEqual(withLink);
    const samples = Object.values(authMailKinds).filter(({ samples: all }) =>
      JSON.stringify(all).includes('token_hash='),
    );
    expect(samples.map(({ name }) => name)).toEqual(withLink.map((kind) => `auth.${kind}`));
  });

  test.each(withLink)('%s: a scanner spends nothing, the click does, in any browser, once', async (kind) => {
    const email = await ask[kind]();
    const { mail, pathname, tokenHash, type } = await mailOf(kind, email);
    expect(pathname).toBe(kind === 'recovery' || kind === 'invite' ? '/reset-password' : '/auth/callback');
    const before = await known();
    await scan([mail]);
    expect(await known()).toEqual(before);

    // Another browser, which has no verifier of the one that asked.
    const { data, error } = await client().auth.verifyOtp({ token_hash: tokenHash, type });
    expect(error).toBeNull();
    // One half of an e-mail change opens no session.
    expect(data.session === null).toBe(kind.startsWith('email_change'));
    const again = await client().auth.verifyOtp({ token_hash: tokenHash, type });
    expect(again.error?.code).toBe('otp_expired');
  });

  test('an address changes when both of its mails were clicked, however often they were scanned', async () => {
    const { email, wished } = await changeAddress();
    const halves = [await mailOf('email_change_current', email), await mailOf('email_change_new', wished)];
    await scan(halves.map(({ mail }) => mail));
    const emails: (string | undefined)[] = [];
    for (const { tokenHash, type } of halves) {
      const { data } = await client().auth.verifyOtp({ token_hash: tokenHash, type });
      emails.push(data.user?.email);
    }
    expect(emails).toEqual([undefined, wished]);
  });

  test.each(['signup', 'recovery', 'magiclink'] as const)(
    '%s: the six digits stay good after a scan',
    async (kind) => {
      const email = await ask[kind]();
      const { mail, type, otp } = await mailOf(kind, email);
      await scan([mail]);
      const { data, error } = await client().auth.verifyOtp({ email, token: otp ?? '', type });
      expect([error, data.user?.email]).toEqual([null, email]);
    },
  );
});

describe('every kind of mail', () => {
  /** They have a page of the server's own, which asks by a button; a POST does it. */
  const stops = [
    `${STOP_ANNOUNCEMENTS_PATH}/:receipt`,
    `${STOP_INVITATIONS_PATH}/:invitation`,
    `${REFUSAL_PATH}/:key`,
  ];
  const placeOf = (link: string): string => {
    const path = new URL(link).pathname;
    return (
      pageAt(path)?.path ??
      stops.find((stop) => path.startsWith(stop.replace(/:.*/, ''))) ??
      `unknown: ${path}`
    );
  };

  test('links to pages alone, and opening all of them changes nothing', async () => {
    const to = addressOf('toutes');
    await inTransaction(database.pool, async (db) => {
      for (const kind of kinds)
        for (const sample of kind.samples)
          await postMail<unknown>(db, kind, { to, userId: null, firstName: null }, sample);
    });
    const mails = await mailsTo(to);
    expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(kinds.map(({ name }) => name)));
    // The samples name another host for what auth gives whole.
    const links = mails
      .flatMap((mail) => linksOf(mail))
      .map((link) => link.replace('https://loge.test', loge.origin));
    const places = [...new Set(own(links).map(placeOf))];
    expect(places.filter((place) => place.startsWith('unknown'))).toEqual([]);
    expect(places).toEqual(
      expect.arrayContaining([
        ...stops,
        '/guardian/:token',
        '/keep-factors/:token',
        '/unknown-sign-in/:token',
      ]),
    );
    const before = await known();
    for (const link of new Set(own(links)))
      for (const method of ['GET', 'HEAD', 'GET', 'HEAD'])
        await (await fetch(link, { method })).arrayBuffer();
    expect(await known()).toEqual(before);
  });
});
