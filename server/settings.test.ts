import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '#platform/realtime/limits.ts';
import { parseSettings, refuseTooManyConnections } from '#server/settings.ts';

function thrownBy(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

describe('settings', () => {
  test('work on one machine with nothing set', () => {
    expect(parseSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      adminSignup: 'open',
      demoData: true,
      auth: { autoconfirm: true },
    });
  });

  test.each([
    [{ HOST: '0.0.0.0' }, /HOST/],
    [{ HOST: '::' }, /HOST/],
    [{ HOST: '192.168.1.20' }, /HOST/],
    [{ HOST: 'loge.example' }, /HOST/],
    [{ PUBLIC_URL: 'https://loge.example' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'http://loge.example' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'http://192.0.2.7:3000' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'http://[2001:db8::1]' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'http://localhost.loge.example' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'https://localhost' }, /PUBLIC_URL/],
  ])('refuse to open a trial to others by oversight: %o', (exposed, named) => {
    expect(thrownBy(() => parseSettings(exposed)).message).toMatch(named);
    expect(thrownBy(() => parseSettings(exposed)).message).toContain('NODE_ENV=production');
    expect(parseSettings({ ...exposed, NODE_ENV: 'development' }).demoData).toBe(true);
  });

  test.each([
    { HOST: '127.0.0.1' },
    { HOST: '127.1.2.3' },
    { HOST: '::1' },
    { HOST: 'localhost' },
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://loge.localhost' },
    { PUBLIC_URL: 'http://[::1]:3000' },
  ])('let a trial be open to this machine: %o', (own) => {
    expect(parseSettings(own).demoData).toBe(true);
  });

  test('bound what one caller may take, with nothing set too', () => {
    const { rest, http, auth } = parseSettings({});
    expect(rest).toMatchObject({
      pool: 10,
      limits: {
        perAddress: 4,
        depth: 5,
        columns: 200,
        embeds: 20,
        body: 1024 * 1024,
        answer: 8 * 1024 * 1024,
        anonTimeout: 3,
      },
    });
    expect(http).toEqual({ requestTimeout: 60, idleTimeout: 60, unread: 16 * 1024 * 1024 });
    expect(auth).toMatchObject({ rateLimits: true, mailPerHour: 1_000 });
    expect(LIMITS).toMatchObject({
      presenceBytes: 4 * 1024,
      presencesPerTopic: 200,
      unreadBytes: 4 * 1024 * 1024,
      socketsPerAddress: 200,
      joinsPerAddress: 400,
    });
    // An operator may take larger bodies.
    expect(parseSettings({ REST_MAX_BODY: '10485760' }).rest.limits.body).toBe(10 * 1024 * 1024);
  });

  test('log ordinary events unless somebody tries the demonstration', () => {
    expect(parseSettings({}).logLevel).toBe('warn');
    expect(parseSettings({ DEMO_DATA: 'false' }).logLevel).toBe('info');
    expect(parseSettings({ LOG_LEVEL: 'debug' }).logLevel).toBe('debug');
  });

  test('an empty variable counts as absent, and mail with a server asks people to confirm', () => {
    expect(parseSettings({ DATABASE_URL: '', MAIL_URL: 'smtp://localhost:25' })).toMatchObject({
      databaseUrl: null,
      auth: { autoconfirm: false },
    });
  });

  test('list everything that is wrong at once', () => {
    const wrong = { PORT: 'many', DATABASE_URL: 'mysql://x', DATABASE_POOL: '2', JWT_SECRET: 'short' };
    expect(() => parseSettings(wrong)).toThrow(
      /PORT[\s\S]*DATABASE_URL[\s\S]*DATABASE_POOL[\s\S]*JWT_SECRET/,
    );
  });

  test('production refuses made-up secrets, demo data and mail that goes nowhere', () => {
    expect(() => parseSettings({ NODE_ENV: 'production', DEMO_DATA: 'true', ADMIN_SIGNUP: 'open' })).toThrow(
      /PUBLIC_URL[\s\S]*DATABASE_URL[\s\S]*SUPABASE_SECRET_KEY[\s\S]*STRIPE_SECRET_KEY[\s\S]*JWT_PRIVATE_KEY[\s\S]*DEMO_DATA[\s\S]*ADMIN_SIGNUP/,
    );
  });

  test('Stripe’s key and its account’s webhook secret choose Stripe, one alone is a mistake', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(parseSettings({}).stripe).toBeNull();
    const chosen = { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'] };
    expect(parseSettings(keys).stripe).toEqual(chosen);
    expect(() => parseSettings({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/go together/);
    expect(() => parseSettings({ ...keys, STRIPE_SECRET_KEY: 'whsec_1' })).toThrow(/STRIPE_SECRET_KEY/);
  });

  test('connected accounts have a webhook secret of their own, which production asks for', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    const connect = { STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2' };
    expect(parseSettings({ ...keys, ...connect }).stripe).toMatchObject({
      webhookSecrets: ['whsec_1', 'whsec_2'],
    });
    expect(() => parseSettings(connect)).toThrow(/STRIPE_CONNECT_WEBHOOK_SECRET needs/);
    expect(() => parseSettings({ ...keys, STRIPE_CONNECT_WEBHOOK_SECRET: 'secret' })).toThrow(
      /STRIPE_CONNECT_WEBHOOK_SECRET: must have the form whsec_/,
    );
    expect(() => parseSettings({ ...keys, NODE_ENV: 'production' })).toThrow(
      /STRIPE_CONNECT_WEBHOOK_SECRET is required in production/,
    );
  });

  test('what cannot work together is told in one list', () => {
    const key = 'sb_publishable_the_same_for_both';
    const wrong = {
      SUPABASE_PUBLISHABLE_KEY: key,
      SUPABASE_SECRET_KEY: key,
      STRIPE_SECRET_KEY: 'sk_test_1',
      TURN_SECRET: 'a secret of coturn',
      JWT_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nbroken\\n-----END PRIVATE KEY-----',
      AUTH_REDIRECT_URLS: '**,https://*/back,https://*.loge.example/**',
    };
    expect(() => parseSettings(wrong)).toThrow(
      /STRIPE_WEBHOOK_SECRET go together[\s\S]*TURN_SECRET go[\s\S]*are the same[\s\S]*JWT_PRIVATE_KEY must[\s\S]*\*\* allows[\s\S]*https:\/\/\*\/back allows/,
    );
    const { message } = thrownBy(() => parseSettings(wrong));
    expect(message).not.toContain('loge.example');
    expect(message.split('\n')).toHaveLength(7);
    expect(() => parseSettings({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_' })).toThrow(
      /STRIPE_WEBHOOK_SECRET: must have the form whsec_/,
    );
  });

  test('a private key of either algorithm is taken, in PEM with line breaks or without, or as JWK', () => {
    const keys = [
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    ];
    for (const key of keys) {
      const pem = key.export({ format: 'pem', type: 'pkcs8' }).toString();
      const jwk = { ...key.export({ format: 'jwk' }), key_ops: ['sign'], use: 'sig' };
      for (const text of [pem, pem.replaceAll('\n', '\\n'), JSON.stringify(jwk)])
        expect(parseSettings({ JWT_PRIVATE_KEY: text }).jwtPrivateKeys).toEqual([text]);
    }
    const other = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
    expect(() => parseSettings({ JWT_PRIVATE_KEY: other.toString() })).toThrow(/ES256 or RS256/);
  });

  test('passwords are checked as the product does, unless told, and a rehearsal moves no money', () => {
    expect(parseSettings({}).auth.passwordCheck).toBe('advise');
    const usual = { AUTH_PASSWORD_CHECK: 'none' };
    expect(parseSettings({}, usual).auth.passwordCheck).toBe('none');
    expect(parseSettings({ AUTH_PASSWORD_CHECK: '' }, usual).auth.passwordCheck).toBe('none');
    expect(parseSettings({ AUTH_PASSWORD_CHECK: 'common' }, usual).auth.passwordCheck).toBe('common');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://loge.example',
      DATABASE_URL: 'postgres://loge@db/loge',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
      SUPABASE_SECRET_KEY: 'sb_secret_0123456789012345678901234567890123456789',
      MAIL_URL: 'smtp://mail',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
      JWT_PRIVATE_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      IDENTITY_KEY: Buffer.alloc(32, 7).toString('base64'),
      OPERATOR_NAME: 'Loge SAS',
      OPERATOR_STREET: '1 rue du Balcon',
      OPERATOR_POSTCODE: '75011',
      OPERATOR_CITY: 'Paris',
      OPERATOR_SIREN: '732829320',
      OPERATOR_FORM: 'SAS',
      OPERATOR_EMAIL: 'bonjour@loge.example',
      OPERATOR_PHONE: '+33123456789',
      OPERATOR_PUBLISHER: 'Nour Écarlate',
      OPERATOR_HOST: 'Loge, Paris',
      OPERATOR_MEDIATOR: 'Médiateur',
    };
    expect(parseSettings(production).auth.passwordCheck).toBe('common');
    const STRIPE = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '', STRIPE_CONNECT_WEBHOOK_SECRET: '' };
    const rehearsal = { ...production, LOGE_STAGING: 'true' };
    expect(() => parseSettings({ ...production, ...STRIPE })).toThrow('STRIPE_SECRET_KEY is required');
    expect(parseSettings({ ...rehearsal, ...STRIPE })).toMatchObject({ staging: true, stripe: null });
    expect(parseSettings({ ...rehearsal, STRIPE_SECRET_KEY: 'sk_test_1' }).stripe).not.toBeNull();
    expect(() => parseSettings(rehearsal)).toThrow('would move real money');
    expect(() => parseSettings({ LOGE_STAGING: 'true' })).toThrow('needs NODE_ENV=production');
    const trial = { ...rehearsal, ...STRIPE };
    expect(parseSettings(production).mail.onlyTo).toBeNull();
    expect(parseSettings(trial).mail.onlyTo).toEqual([]);
    const STAGING_MAIL_TO = 'Nour@loge.example, @exemple.fr';
    expect(parseSettings({ ...trial, STAGING_MAIL_TO }).mail.onlyTo).toEqual([
      'nour@loge.example',
      '@exemple.fr',
    ]);
    expect(() => parseSettings({ ...production, STAGING_MAIL_TO })).toThrow('needs LOGE_STAGING=true');
    expect(() => parseSettings({ ...trial, STAGING_MAIL_TO: 'loge.example' })).toThrow(/STAGING_MAIL_TO/);
    const sms = { AUTH_SMS_HOOK_URL: 'https://sms.example', AUTH_SMS_HOOK_SECRET: `whsec_${'A'.repeat(44)}` };
    expect(() => parseSettings({ ...trial, ...sms })).toThrow('send text messages to real people');
    const twitch = { AUTH_TWITCH_CLIENT_ID: 'id', AUTH_TWITCH_SECRET: 'secret' };
    expect(parseSettings({ ...production, ...twitch }).lives).not.toBeNull();
    expect(parseSettings({ ...trial, ...twitch }).lives).toBeNull();
    expect(parseSettings({ ...production, AUTH_PASSWORD_CHECK: 'advise' }).auth.passwordCheck).toBe('advise');
  });

  test('the webhook of text messages comes with its secret, and by https in production', () => {
    const AUTH_SMS_HOOK_URL = 'https://sms.example/send';
    const AUTH_SMS_HOOK_SECRET = `v1,whsec_${'A'.repeat(44)}`;
    expect(parseSettings({ AUTH_SMS_HOOK_URL, AUTH_SMS_HOOK_SECRET }).auth.smsHook).toEqual({
      url: AUTH_SMS_HOOK_URL,
      secrets: [AUTH_SMS_HOOK_SECRET],
    });
    expect(() => parseSettings({ AUTH_SMS_HOOK_URL })).toThrow(/AUTH_SMS_HOOK_SECRET go together/);
    expect(() => parseSettings({ AUTH_SMS_HOOK_URL: 'http://sms.example/', AUTH_SMS_HOOK_SECRET })).toThrow(
      /AUTH_SMS_HOOK_URL must be an https/,
    );
    expect(() => parseSettings({ AUTH_SMS_HOOK_URL, AUTH_SMS_HOOK_SECRET: 'secret' })).toThrow(/whsec_/);
  });

  test('each secret may be several while it is changed, separated by commas', () => {
    const [one, two] = ['A', '+'].map((each) => `v1,whsec_${each.repeat(44)}`);
    const given = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_3,whsec_4',
      AUTH_SMS_HOOK_URL: 'https://sms.example/send',
      AUTH_SMS_HOOK_SECRET: `${one},${two}`,
      MAIL_REPLY_DOMAIN: 'reponses.loge.example',
      MAIL_REPLY_SECRET: `${two}, ${one}`,
      IDENTITY_KEY: [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64')).join(','),
    };
    expect(parseSettings(given)).toMatchObject({
      stripe: { webhookSecrets: ['whsec_1', 'whsec_2', 'whsec_3', 'whsec_4'] },
      auth: { smsHook: { secrets: [one, two] } },
      mail: { replies: { secrets: [two, one] } },
      identityKeys: [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64')),
    });
    for (const [name, value] of Object.entries(given).filter(([, text]) => text.includes(',')))
      expect(() => parseSettings({ ...given, [name]: `${value},other` })).toThrow(name);
  });

  test('several signing keys are PEM after PEM or a JWK set, and want SECRETS_KEY', () => {
    const keys = [1, 2].map(() => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey);
    const pems = keys.map((key) => String(key.export({ type: 'pkcs8', format: 'pem' })).trim());
    const jwks = keys.map((key) => key.export({ format: 'jwk' }));
    const SECRETS_KEY = Buffer.alloc(32, 3).toString('base64');
    const read = (text: string) => parseSettings({ JWT_PRIVATE_KEY: text, SECRETS_KEY }).jwtPrivateKeys;
    expect(read(pems.join('\n'))).toEqual(pems);
    expect(read(pems.join('\n').replaceAll('\n', '\\n'))).toEqual(pems);
    expect(read(JSON.stringify({ keys: jwks })).map((text) => JSON.parse(text))).toEqual(jwks);
    expect(() => parseSettings({ JWT_PRIVATE_KEY: pems.join('\n') })).toThrow(/SECRETS_KEY must be given/);
    expect(() => read('{"keys":[]}')).toThrow('JWT_PRIVATE_KEY: is a JWK set without a key');
    expect(() => read(`${pems[0]}\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----`)).toThrow(
      /JWT_PRIVATE_KEY must be a private key/,
    );
  });

  test('replies by mail have a domain and a secret, or neither', () => {
    const MAIL_REPLY_DOMAIN = 'Reponses.loge.example';
    const MAIL_REPLY_SECRET = `v1,whsec_${'A'.repeat(44)}`;
    expect(parseSettings({}).mail.replies).toBeNull();
    expect(parseSettings({ MAIL_REPLY_DOMAIN, MAIL_REPLY_SECRET }).mail.replies).toEqual({
      domain: 'reponses.loge.example',
      secrets: [MAIL_REPLY_SECRET],
    });
    expect(() => parseSettings({ MAIL_REPLY_DOMAIN })).toThrow(/MAIL_REPLY_SECRET go together/);
    expect(() => parseSettings({ MAIL_REPLY_DOMAIN: 'a@b', MAIL_REPLY_SECRET })).toThrow(/MAIL_REPLY_DOMAIN/);
    expect(() => parseSettings({ MAIL_REPLY_DOMAIN, MAIL_REPLY_SECRET: 'court' })).toThrow(/whsec_/);
  });

  test('ask Twitch for lives with the client for sign-ins, and let it tell where it can reach us', () => {
    expect(parseSettings({}).lives).toBeNull();
    const client = { AUTH_TWITCH_CLIENT_ID: 'id', AUTH_TWITCH_SECRET: 'secret' };
    const livesAt = (PUBLIC_URL: string) => parseSettings({ NODE_ENV: 'test', ...client, PUBLIC_URL }).lives;
    const asked = { clientId: 'id', secret: 'secret', url: null, webhookOrigin: null };
    expect(parseSettings(client).lives).toEqual(asked);
    expect(livesAt('http://loge.example')).toEqual(asked);
    expect(livesAt('https://loge.example:8443')).toEqual(asked);
    expect(livesAt('https://loge.example/')).toEqual({ ...asked, webhookOrigin: 'https://loge.example' });
  });

  test('let Google prove channels only where the operator says so', () => {
    const client = { AUTH_GOOGLE_CLIENT_ID: 'id', AUTH_GOOGLE_SECRET: 'secret' };
    expect(parseSettings(client).youtube).toBeNull();
    expect(parseSettings({ ...client, AUTH_GOOGLE_YOUTUBE: 'true' }).youtube).toEqual({
      clientIds: ['id'],
      url: null,
    });
    expect(() => parseSettings({ AUTH_GOOGLE_YOUTUBE: 'true' })).toThrow(/AUTH_GOOGLE_YOUTUBE needs/);
  });

  test('nobody signs up by telephone in the product unless told, whatever sends text messages', () => {
    expect(parseSettings({}).auth.phone).toBe(false);
    expect(parseSettings({ AUTH_PHONE: 'true' }).auth.phone).toBe(true);
    expect(parseSettings({}, { AUTH_PHONE: 'true' }).auth.phone).toBe(true);
  });

  test('production is asked for by https, and confirms addresses', () => {
    const settings = { NODE_ENV: 'production', PUBLIC_URL: 'http://loge.example', AUTH_AUTOCONFIRM: 'true' };
    expect(() => parseSettings(settings)).toThrow(/PUBLIC_URL must begin with https[\s\S]*AUTH_AUTOCONFIRM/);
    expect(() => parseSettings({ ...settings, AUTH_SMS_AUTOCONFIRM: 'true' })).toThrow(
      /AUTH_SMS_AUTOCONFIRM/,
    );
  });

  test('in production the team must have a second factor, whatever is said', () => {
    expect(parseSettings({}).adminMfa).toBe('optional');
    expect(parseSettings({ ADMIN_MFA: 'required' }).adminMfa).toBe('required');
    expect(() => parseSettings({ NODE_ENV: 'production', ADMIN_MFA: 'optional' })).toThrow(
      /ADMIN_MFA=optional is not allowed in production/,
    );
    // The rest of what production wants stands in the list; the second factor does not, unsaid or said.
    for (const said of [{}, { ADMIN_MFA: 'required' }])
      expect(thrownBy(() => parseSettings({ NODE_ENV: 'production', ...said })).message).not.toContain(
        'ADMIN_MFA',
      );
  });

  test('outside the demonstration an admin account waits for approval', () => {
    expect(parseSettings({ DEMO_DATA: 'false' }).adminSignup).toBe('approval');
  });
});

test('a relay for the rooms needs its addresses and its secret', () => {
  expect(parseSettings({}).turn).toBeNull();
  const turn = {
    TURN_URL: 'turn:relay.example:3478,turns:relay.example:5349',
    TURN_SECRET: 'a secret of coturn',
  };
  expect(parseSettings(turn).turn).toEqual({
    urls: ['turn:relay.example:3478', 'turns:relay.example:5349'],
    secret: 'a secret of coturn',
  });
  expect(() => parseSettings({ TURN_URL: turn.TURN_URL })).toThrow('go together');
  expect(() => parseSettings({ ...turn, TURN_URL: 'relay.example' })).toThrow('TURN_URL');
});

test('the media server is told its addresses and ports, and where Janus is', () => {
  expect(parseSettings({}).media).toEqual({ addresses: null, ports: null, janus: null });
  const media = {
    MEDIA_IP: '203.0.113.9, 198.51.100.4',
    MEDIA_PORTS: '40000-40999',
    JANUS_URL: 'ws://janus:8188',
  };
  expect(parseSettings(media).media).toEqual({
    addresses: ['203.0.113.9', '198.51.100.4'],
    ports: [40_000, 40_999],
    janus: { url: 'ws://janus:8188', secret: null, adminKey: null },
  });
  for (const wrong of ['40000', '40000-40010', '80-9000', '50000-70000'])
    expect(() => parseSettings({ MEDIA_PORTS: wrong })).toThrow(/MEDIA_PORTS/);
  expect(() => parseSettings({ MEDIA_IP: 'media.example' })).toThrow(/MEDIA_IP/);
  expect(() => parseSettings({ JANUS_URL: 'http://janus' })).toThrow(/JANUS_URL/);
});

test('a process that may ask Postgres for more connections than it gives does not start', () => {
  const settings = parseSettings({ DATABASE_POOL: '80', REST_POOL: '20' });
  expect(() => refuseTooManyConnections(settings, 105)).not.toThrow();
  expect(() => refuseTooManyConnections(settings, 104)).toThrow(
    /DATABASE_POOL \(80\) and REST_POOL \(20\).*gives 104/,
  );
});

test('who runs Loge and the key of identities are checked as what they are', () => {
  const identityKey = Buffer.alloc(32, 1).toString('base64');
  expect(parseSettings({ IDENTITY_KEY: identityKey, OPERATOR_SIREN: '732829320' })).toMatchObject({
    identityKeys: [identityKey],
    operator: { business: { siren: '732829320', vatNumber: null } },
  });
  for (const wrong of [
    { IDENTITY_KEY: Buffer.alloc(16).toString('base64') },
    { OPERATOR_SIREN: '732829321' },
    { OPERATOR_POSTCODE: '7500' },
    { OPERATOR_PHONE: 'aucun' },
    { OPERATOR_VAT_NUMBER: '44732829320' },
  ])
    expect(() => parseSettings(wrong)).toThrow(new RegExp(Object.keys(wrong).join()));
});
