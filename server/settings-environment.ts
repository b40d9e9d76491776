/** Long because all settings stand together, each with its default, what it refuses and its
 * meaning.
 */
import { z } from 'zod';
import { isSiren } from '#product/books/rules/identity.ts';

/**
 * The settings of the environment. Each setting has a default that works on one machine.
 * `docs/settings.md` is generated from these groups: a setting is described once, here.
 */

/** Without a default where what is usual depends on other settings. */
const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((value) => value === 'true' || value === '1' || value === 'on');

const whole = (fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

const atLeast = (min: number) => z.coerce.number().int().min(min).optional();

const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/**
 * At least a hundred: a room of four takes sixteen connections, one of twelve a hundred and fifty,
 * and each a pair of ports.
 */
const ports = z
  .string()
  .regex(/^\d+-\d+$/, 'must have the form 40000-49999')
  .transform((range): [number, number] => {
    const [first = 0, last = 0] = range.split('-').map(Number);
    return [first, last];
  })
  .refine(
    ([first, last]) => first >= 1024 && last <= 65_535 && last - first >= 99,
    'lies between 1024 and 65535 and has at least 100 ports',
  );

/** Several while a secret is being changed, separated by commas (docs/operate.md). */
const secretsOf = (text: string): string[] => text.split(/(?<!(?:^|,\s*)v1),\s*/);
const secretList = (one: z.ZodType<string, string>) => z.string().transform(secretsOf).pipe(z.array(one));

/** As Standard Webhooks writes it: 24 bytes or more in base64. */
const webhookSecrets = secretList(
  z.string().regex(/^(?:v1,)?whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must have the form v1,whsec_…'),
);

const stripeSecrets = secretList(z.string().regex(/^whsec_[^\s,]+$/, 'must have the form whsec_…'));

const MiB = 1024 * 1024;

const running = {
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .optional()
    .describe(
      '`production` refuses made-up secrets, demo data, sandbox payments and mail that goes nowhere. Default: a trial on this machine, which refuses a `HOST` or a `PUBLIC_URL` that others reach',
    ),
  PORT: whole(3000, { max: 65_535 }).describe('where to listen'),
  HOST: z.string().min(1).default('127.0.0.1').describe('where to listen'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the public origin: links in mails, issuer of tokens. Default: `http://localhost:PORT`'),
  DATA_DIR: z.string().min(1).default('.data').describe('all that must last when nothing else is given'),
  TRUST_PROXY: flag.default(false).describe('believe `X-Forwarded-For`, behind a proxy of one’s own'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .optional()
    .describe('the least grave entries that are logged. Default: `info`; `warn` with the demonstration'),
  DRAIN_SECONDS: whole(0, { max: 600 }).describe(
    'how long a process that is told to stop goes on answering, while `/readyz` says that it should get no more',
  ),
  LOGE_STAGING: flag
    .default(false)
    .describe(
      'a rehearsal of production: payments may go to the sandbox, mail stays unsent (`STAGING_MAIL_TO`), no text message leaves, Twitch is not asked, each page says so, and no search engine may keep it',
    ),
  STAGING_MAIL_TO: list
    .pipe(z.array(z.string().regex(/^[^@\s]*@[^@\s]+$/, 'has addresses, or @ and a domain')))
    .describe(
      'to whom a rehearsal sends mail, separated by commas: addresses, or all of a domain (`@loge.example`). Default: nobody',
    ),
  DEMO_DATA: flag
    .optional()
    .describe('sample accounts and the demonstration in a new database. Default: yes, outside production'),
};

const database = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'a Postgres 15 or newer, whose role owns the database and may create roles. Default: the embedded Postgres in `DATA_DIR`',
    ),
  MIGRATE_AT_START: flag
    .default(true)
    .describe(
      'whether a start updates the schema; `false`: it waits for `npm run migrate`, so that a new version is rolled out beside the one before',
    ),
  // Fewer, and the jobs that start together would each hold one connection and wait for another.
  DATABASE_POOL: whole(20, { min: 5, max: 500 }).describe('connections of a process'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('a Redis that carries realtime between processes. Default: they talk through Postgres'),
};

const key32 = z
  .base64()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');

/** One key in PEM or JWK, or several: one PEM after the other, or a JWK set. */
function signingKeysOf(text: string): string[] {
  if (!text.trim().startsWith('{')) {
    const blocks = text.replaceAll('\\n', '\n').match(/-----BEGIN[\s\S]+?-----END[^\n]+-----/g) ?? [];
    return blocks.length > 1 ? blocks : [text];
  }
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    return Array.isArray(keys) ? keys.map((key) => JSON.stringify(key)) : [text];
  } catch {
    return [text]; // whoever reads it as a key says what is wrong
  }
}

const secrets = {
  SUPABASE_PUBLISHABLE_KEY: z
    .string()
    .min(20)
    .optional()
    .describe('the page’s key. Default: made once and kept in `DATA_DIR`, mode 0600'),
  SUPABASE_SECRET_KEY: z
    .string()
    .min(20)
    .optional()
    .describe('the key of the role `service_role`. Default: made likewise'),
  JWT_PRIVATE_KEY: z
    .string()
    .transform(signingKeysOf)
    .refine((keys) => keys.length > 0, 'is a JWK set without a key')
    .optional()
    .describe(
      'ES256 or RS256, in PEM (PKCS #8) or JWK; its public half is in the JWKS. Several PEM or a JWK set: the first signs, all are accepted. Default: made likewise',
    ),
  JWT_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('an HS256 secret: `anon` and `service_role` keys signed with it are accepted too'),
  SECRETS_KEY: key32
    .optional()
    .describe(
      '32 bytes in base64, of which the secrets of sessions, second factors and links are made; it stays when `JWT_PRIVATE_KEY` changes (`npm run keys`). Default: made of that key',
    ),
  IDENTITY_KEY: secretList(key32)
    .optional()
    .describe(
      '32 bytes in base64 that seal fiscal identities; keep a copy apart from the database. Several: the first seals. Default: made likewise',
    ),
};

const mail = {
  MAIL_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('an SMTP server. Default: mail is kept and read at `/dev/mail`'),
  MAIL_FROM: z.string().default('Loge <bonjour@loge.local>').describe('the sender'),
  MAIL_CONCURRENCY: whole(4, { min: 1, max: 50 }).describe('mails that a process sends at once'),
  MAIL_REPLY_DOMAIN: z
    .hostname()
    .optional()
    .describe(
      'a domain whose mail a provider brings to `POST /webhooks/mail` (`replies-by-mail.md`). Default: one replies on the page',
    ),
  MAIL_REPLY_SECRET: webhookSecrets
    .optional()
    .describe('the secret with which that provider signs (`v1,whsec_…`)'),
};

const payments = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/)
    .optional()
    .describe('Stripe’s key. Default: payments in the sandbox'),
  STRIPE_WEBHOOK_SECRET: stripeSecrets
    .optional()
    .describe('the secret of the endpoint `/webhooks/payments` made at Stripe for the account’s own events'),
  STRIPE_CONNECT_WEBHOOK_SECRET: stripeSecrets
    .optional()
    .describe(
      'the secret of the second endpoint, made for connected accounts; without it the end of a payout is learnt only by asking. Required in production',
    ),
  PAYMENT_CONCURRENCY: whole(5, { min: 1, max: 100 }).describe(
    'payment orders, and as many payouts, that a process sends at once',
  ),
};

const operator = {
  OPERATOR_NAME: z.string().min(1).optional().describe('who runs Loge. Default: an invented business'),
  OPERATOR_STREET: z.string().min(1).optional().describe('its address'),
  OPERATOR_POSTCODE: z
    .string()
    .regex(/^\d{5}$/, 'must have five digits')
    .optional()
    .describe('its address'),
  OPERATOR_CITY: z.string().min(1).optional().describe('its address'),
  OPERATOR_SIREN: z.string().refine(isSiren, 'is no SIREN').optional().describe('its SIREN'),
  OPERATOR_VAT_NUMBER: z
    .string()
    .regex(/^FR\d{11}$/, 'must have the form FR12345678901')
    .optional()
    .describe('its VAT number; without one it is under the franchise'),
  OPERATOR_FORM: z.string().min(1).optional().describe('legal form and registration'),
  OPERATOR_EMAIL: z.email().optional().describe('where one writes to it'),
  OPERATOR_PHONE: z
    .string()
    .regex(/^(?:0|\+\d)[\d .]{8,20}$/, 'must be a telephone number')
    .optional()
    .describe('its telephone'),
  OPERATOR_PUBLISHER: z.string().min(1).optional().describe('who answers for what is published'),
  OPERATOR_HOST: z.string().min(1).optional().describe('who hosts it'),
  OPERATOR_MEDIATOR: z.string().min(1).optional().describe('the consumer mediator'),
};

const rooms = {
  TURN_URL: list
    .pipe(z.array(z.string().regex(/^turns?:/, 'must begin with turn: or turns:')))
    .describe('a coturn relay, addresses separated by commas. Default: direct connections'),
  TURN_SECRET: z.string().min(8).optional().describe('its `static-auth-secret`'),
  MEDIA_IP: list
    .pipe(z.array(z.ipv4('must be an IPv4 address')))
    .describe(
      'IPv4 addresses at which browsers reach the media server of group rooms. Default: those of the machine',
    ),
  MEDIA_PORTS: ports
    .optional()
    .describe(
      'its UDP range, such as `40000-40999`, to be opened in the firewall; two ports a connection, some 300 for a room of twelve. Default: free ports',
    ),
  JANUS_URL: z
    .url({ protocol: /^wss?$/ })
    .optional()
    .describe('the websocket of a Janus for group rooms, needed with several processes. Default: built in'),
  JANUS_SECRET: z.string().optional().describe('its `api_secret`'),
  JANUS_ADMIN_KEY: z.string().optional().describe('the `admin_key` of its video rooms'),
};

const team = {
  ADMIN_SIGNUP: z
    .enum(['open', 'approval'])
    .optional()
    .describe(
      'what choosing the role admin at sign-up does. Default: `open` with the demonstration, else `approval`',
    ),
  ADMIN_MFA: z
    .enum(['required', 'optional'])
    .optional()
    .describe('whether the team works with a second factor only. Default: `required` in production'),
};

const rest = {
  REST_SCHEMAS: list
    .transform((schemas) => (schemas.length === 0 ? ['public'] : schemas))
    .describe('schemas that the API exposes. Default: `public`'),
  REST_ROLES: list
    .transform((roles) => (roles.length === 0 ? ['anon', 'authenticated', 'service_role'] : roles))
    .describe('roles that a token may name. Default: `anon`, `authenticated`, `service_role`'),
  REST_EXTRA_SEARCH_PATH: list
    .transform((schemas) => (schemas.length === 0 ? ['public', 'extensions'] : schemas))
    .describe(
      'schemas in which Postgres looks for names after the request’s own. Default: `public, extensions`',
    ),
  REST_AGGREGATES: flag.default(false).describe('whether a request may ask for sums and counts'),
  REST_EXPLAIN: flag
    .default(false)
    .describe('whether a request may ask for its plan, which tells how large tables are'),
  REST_PRE_REQUEST: z
    .string()
    .regex(/^[^.\s]+(?:\.[^.\s]+)?$/, 'must name a function, such as public.check_request')
    .optional()
    .describe('an SQL function that runs as the caller before each request'),
  REST_POOL: whole(10, { min: 2, max: 500 }).describe(
    'connections of the REST API, in addition to `DATABASE_POOL`',
  ),
  REST_PER_ADDRESS: whole(4, { min: 1 }).describe(
    'requests of one address that are answered at once; the others wait',
  ),
  REST_MAX_ROWS: whole(1000, { min: 1 }).describe('rows of an answer'),
  REST_MAX_COLUMNS: whole(200, { min: 1 }).describe('columns that a request may name'),
  REST_MAX_EMBEDS: whole(20, { min: 1 }).describe('embedded tables'),
  REST_MAX_DEPTH: whole(5, { min: 1, max: 30 }).describe('levels of embedding'),
  REST_MAX_BODY: whole(MiB, { min: 1024 }).describe('bytes of a request'),
  REST_MAX_ANSWER: whole(8 * MiB, { min: 1024 }).describe('bytes of an answer'),
  REST_TIMEOUT: whole(8, { min: 1 }).describe('seconds of a person’s request'),
  REST_ANON_TIMEOUT: whole(3, { min: 1 }).describe('seconds of a visitor’s request'),
};

const storage = {
  STORAGE_MAX_SIZE: whole(50 * MiB, { min: 1024 }).describe(
    'bytes of a stored file, whatever its bucket allows',
  ),
  STORAGE_URL: z
    .url({ protocol: /^s3$/ })
    .refine((text) => new URL(text).pathname.length > 1, 'must name a bucket: s3://key:secret@host/bucket')
    .optional()
    .describe(
      'a bucket of S3: `s3://key:secret@host/bucket/prefix?region=eu-west-3` (`&tls=false` for a server nearby). Default: files in `DATA_DIR/storage`, which processes share',
    ),
  CLAMAV_URL: z
    .url({ protocol: /^tcp$/ })
    .optional()
    .describe(
      'a ClamAV: `tcp://host:3310`; an attachment is read by others once it was scanned. Default: not scanned',
    ),
};

const realtime = {
  REALTIME_SOCKETS: atLeast(1).describe('sockets of a process. Default: 10000'),
  REALTIME_SOCKETS_PER_ADDRESS: atLeast(1).describe('sockets of one address. Default: 200'),
  REALTIME_JOINS_PER_ADDRESS: atLeast(1).describe('channels that an address may join a second. Default: 400'),
  REALTIME_MAX_PRESENCE: atLeast(64).describe(
    'bytes that a client may tell of itself to a channel. Default: 4096',
  ),
};

const functions = {
  FUNCTIONS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'for `npm run platform` alone: a folder of functions `(Request) => Response`, served at `/functions/v1/<name>`',
    ),
  FUNCTIONS_TIMEOUT: whole(60, { min: 1, max: 3600 }).describe('seconds of an answer'),
  FUNCTIONS_MEMORY: whole(256 * MiB, { min: 192 * MiB }).describe('bytes of memory of each function'),
};

const auth = {
  AUTH_SIGNUP: flag.default(true).describe('whether people may sign up'),
  AUTH_AUTOCONFIRM: flag
    .optional()
    .describe('whether addresses count as confirmed. Default: yes without `MAIL_URL`'),
  AUTH_SMS_AUTOCONFIRM: flag
    .default(false)
    .describe('whether numbers count as confirmed at sign-up, without a text message'),
  AUTH_ANONYMOUS: flag.default(false).describe('whether there are guests without an address'),
  AUTH_RATE_LIMITS: flag.default(true).describe('limits per network address'),
  AUTH_REDIRECT_URLS: list.describe(
    'origins that are allowed beside `PUBLIC_URL`, separated by commas, `*` allowed. Default: none',
  ),
  AUTH_JWT_EXP: whole(3600, { min: 1 }).describe('seconds that an access token lasts'),
  AUTH_OTP_EXP: whole(3600, { min: 1 }).describe('seconds that a mailed link or code lasts'),
  AUTH_REFRESH_REUSE_INTERVAL: whole(10).describe('seconds within which a refresh token may come twice'),
  AUTH_SESSION_TIMEBOX: whole(0).describe('seconds after which a session ends; 0: never'),
  AUTH_SESSION_INACTIVITY: whole(0).describe('seconds without use after which a session ends; 0: never'),
  AUTH_MAIL_INTERVAL: whole(60).describe('seconds between two mails of a kind to one address'),
  AUTH_MAIL_PER_HOUR: whole(1000, { min: 1 }).describe('mails an hour, in all'),
  AUTH_SECURE_EMAIL_CHANGE: flag.default(true).describe('whether both addresses confirm a change'),
  AUTH_REAUTHENTICATE_TO_CHANGE_PASSWORD: flag
    .default(false)
    .describe('whether a new password wants a code or the present one'),
  AUTH_GOOGLE_YOUTUBE: flag
    .default(false)
    .describe(
      'whether Google’s client may ask to read YouTube (`youtube.readonly`, approved by Google), so that streamers prove their channel',
    ),
  AUTH_MANUAL_LINKING: flag.default(true).describe('whether people link and unlink accounts themselves'),
  AUTH_PROVIDER_TIMEOUT: whole(10, { min: 1, max: 60 }).describe(
    'seconds until a silent provider is given up',
  ),
  AUTH_PASSWORD_CHECK: z
    .enum(['none', 'advise', 'common'])
    .optional()
    .describe(
      'passwords of known breaches: `common` refuses them, `advise` takes them with a word of advice, `none` looks at the length alone. Default: `common` in production, else `advise`; `none` with `npm run platform`',
    ),
  AUTH_PHONE: flag
    .default(false)
    .describe(
      'signing up and in by telephone, where text messages are sent; without it they serve second factors alone. Default with `npm run platform`: yes',
    ),
  AUTH_SMS_HOOK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'what sends text messages: a webhook (Standard Webhooks) that gets `{user, sms: {otp, phone}}`. Default: none, or read at `/dev/mail`',
    ),
  AUTH_SMS_HOOK_SECRET: webhookSecrets.optional().describe('its secret (`v1,whsec_…`)'),
  AUTH_SMS_INTERVAL: whole(60).describe('seconds between two text messages to one number'),
  AUTH_SMS_PER_HOUR: whole(30, { min: 1 }).describe(
    'text messages an hour, in all, and as many again to numbers that were proven',
  ),
};

const http = {
  HTTP_REQUEST_TIMEOUT: whole(60, { min: 1 }).describe('seconds for a whole request to come'),
  HTTP_IDLE_TIMEOUT: whole(60, { min: 1 }).describe('seconds for an answer of which nothing is read'),
  HTTP_MAX_UNREAD: whole(16 * MiB, { min: 1024 }).describe(
    'bytes of answers that an address may leave unread',
  ),
};

const observing = {
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'what Prometheus shows (`Authorization: Bearer …`) to read `/metrics`; `grafana-dashboard.json` is a dashboard. Default: no metrics',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('an OpenTelemetry collector (OTLP over HTTP). Default: no traces'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('the share of requests that is traced, from 0 to 1'),
};

/** The settings by subject, in the order of `docs/settings.md`. */
export const SETTING_GROUPS = {
  Running: running,
  Database: database,
  'Keys and secrets': secrets,
  Mail: mail,
  Payments: payments,
  Operator: operator,
  Rooms: rooms,
  Team: team,
  'Sign-in': auth,
  REST: rest,
  Storage: storage,
  Realtime: realtime,
  Functions: functions,
  HTTP: http,
  Observing: observing,
} as const;

export const environment = z.object({
  ...running,
  ...database,
  ...secrets,
  ...mail,
  ...payments,
  ...operator,
  ...rooms,
  ...team,
  ...auth,
  ...rest,
  ...storage,
  ...realtime,
  ...functions,
  ...http,
  ...observing,
});

export type Environment = z.infer<typeof environment>;
