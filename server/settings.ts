/** Long because all settings stand together, with their defaults and what they refuse. */
import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { DEMONSTRATION, type Operator } from '#domain/content/operator.ts';
import { isSiren } from '#domain/documents/identity.ts';
import {
  addressProblems,
  type LiveSettings,
  liveSettingsOf,
  type ProviderSettings,
  parseProviders,
} from './settings-providers.ts';

/**
 * The only reader of `process.env`. Every setting has a default that works on one machine; `parseSettings` throws
 * `SettingsError` with the list of all that is wrong, so that an operator mends it in one go.
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

/** At least a hundred: a room of four takes sixteen connections, one of twelve a hundred and fifty, and each a pair of ports. */
const ports = z
  .string()
  .regex(/^\d+-\d+$/, 'doit être de la forme 40000-49999')
  .transform((range): [number, number] => {
    const [first = 0, last = 0] = range.split('-').map(Number);
    return [first, last];
  })
  .refine(
    ([first, last]) => first >= 1024 && last <= 65_535 && last - first >= 99,
    'va de 1024 à 65535 et compte au moins 100 ports',
  );

const stripeWebhookSecret = z.string().regex(/^whsec_\S+$/, 'doit être de la forme whsec_…');

/** As Standard Webhooks writes it: 24 bytes or more in base64. */
const webhookSecret = z
  .string()
  .regex(/^(?:v1,)?whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'doit être de la forme v1,whsec_…');

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  PORT: whole(3000, { max: 65_535 }),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  // Fewer, and the jobs that start together would each hold one connection and wait for another.
  DATABASE_POOL: whole(20, { min: 5, max: 500 }),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(20).optional(),
  SUPABASE_SECRET_KEY: z.string().min(20).optional(),
  JWT_PRIVATE_KEY: z.string().optional(),
  JWT_SECRET: z.string().min(32).optional(),
  REST_SCHEMAS: list.transform((schemas) => (schemas.length === 0 ? ['public'] : schemas)),
  REST_ROLES: list.transform((roles) =>
    roles.length === 0 ? ['anon', 'authenticated', 'service_role'] : roles,
  ),
  REST_AGGREGATES: flag.default(false),
  REST_EXPLAIN: flag.default(false),
  REST_PRE_REQUEST: z
    .string()
    .regex(/^[^.\s]+(?:\.[^.\s]+)?$/, 'doit nommer une fonction, comme public.verifier')
    .optional(),
  REST_MAX_ROWS: whole(1000, { min: 1 }),
  REST_POOL: whole(10, { min: 2, max: 500 }),
  REST_PER_ADDRESS: whole(4, { min: 1 }),
  REST_MAX_DEPTH: whole(5, { min: 1, max: 30 }),
  REST_MAX_COLUMNS: whole(200, { min: 1 }),
  REST_MAX_EMBEDS: whole(20, { min: 1 }),
  REST_MAX_BODY: whole(1024 * 1024, { min: 1024 }),
  REST_MAX_ANSWER: whole(8 * 1024 * 1024, { min: 1024 }),
  REST_TIMEOUT: whole(8, { min: 1 }),
  REST_ANON_TIMEOUT: whole(3, { min: 1 }),
  STORAGE_MAX_SIZE: whole(50 * 1024 * 1024, { min: 1024 }),
  STORAGE_URL: z
    .url({ protocol: /^s3$/ })
    .refine((text) => new URL(text).pathname.length > 1, 'doit nommer un seau : s3://clé:secret@hôte/seau')
    .optional(),
  CLAMAV_URL: z.url({ protocol: /^tcp$/ }).optional(),
  REALTIME_SOCKETS: atLeast(1),
  REALTIME_SOCKETS_PER_ADDRESS: atLeast(1),
  REALTIME_JOINS_PER_ADDRESS: atLeast(1),
  REALTIME_MAX_PRESENCE: atLeast(64),
  FUNCTIONS_DIR: z.string().min(1).optional(),
  FUNCTIONS_TIMEOUT: whole(60, { min: 1, max: 3600 }),
  FUNCTIONS_MEMORY: whole(256 * 1024 * 1024, { min: 192 * 1024 * 1024 }),
  AUTH_SIGNUP: flag.default(true),
  AUTH_AUTOCONFIRM: flag.optional(),
  AUTH_ANONYMOUS: flag.default(false),
  AUTH_RATE_LIMITS: flag.default(true),
  AUTH_REDIRECT_URLS: list,
  AUTH_JWT_EXP: whole(3600, { min: 1 }),
  AUTH_OTP_EXP: whole(3600, { min: 1 }),
  AUTH_REFRESH_REUSE_INTERVAL: whole(10),
  AUTH_SESSION_TIMEBOX: whole(0),
  AUTH_SESSION_INACTIVITY: whole(0),
  AUTH_MAIL_INTERVAL: whole(60),
  AUTH_MAIL_PER_HOUR: whole(1000, { min: 1 }),
  AUTH_SECURE_EMAIL_CHANGE: flag.default(true),
  AUTH_REAUTHENTICATE_TO_CHANGE_PASSWORD: flag.default(false),
  AUTH_GOOGLE_YOUTUBE: flag.default(false),
  AUTH_MANUAL_LINKING: flag.default(true),
  AUTH_PROVIDER_TIMEOUT: whole(10, { min: 1, max: 60 }),
  AUTH_PASSWORD_CHECK: z.enum(['none', 'advise', 'common']).optional(),
  AUTH_PHONE: flag.default(false),
  AUTH_SMS_HOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  AUTH_SMS_HOOK_SECRET: webhookSecret.optional(),
  AUTH_SMS_INTERVAL: whole(60),
  AUTH_SMS_PER_HOUR: whole(30, { min: 1 }),
  HTTP_REQUEST_TIMEOUT: whole(60, { min: 1 }),
  HTTP_IDLE_TIMEOUT: whole(60, { min: 1 }),
  HTTP_MAX_UNREAD: whole(16 * 1024 * 1024, { min: 1024 }),
  TRUST_PROXY: flag.default(false),
  MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Loge <bonjour@loge.local>'),
  MAIL_CONCURRENCY: whole(4, { min: 1, max: 50 }),
  MAIL_REPLY_DOMAIN: z.hostname().optional(),
  MAIL_REPLY_SECRET: webhookSecret.optional(),
  PAYMENT_CONCURRENCY: whole(5, { min: 1, max: 100 }),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/)
    .optional(),
  STRIPE_WEBHOOK_SECRET: stripeWebhookSecret.optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: stripeWebhookSecret.optional(),
  IDENTITY_KEY: z
    .base64()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'doit être de 32 octets en base64')
    .optional(),
  OPERATOR_NAME: z.string().min(1).optional(),
  OPERATOR_STREET: z.string().min(1).optional(),
  OPERATOR_POSTCODE: z
    .string()
    .regex(/^\d{5}$/, 'doit avoir cinq chiffres')
    .optional(),
  OPERATOR_CITY: z.string().min(1).optional(),
  OPERATOR_SIREN: z.string().refine(isSiren, 'n’est pas un SIREN').optional(),
  OPERATOR_VAT_NUMBER: z
    .string()
    .regex(/^FR\d{11}$/, 'doit être de la forme FR12345678901')
    .optional(),
  OPERATOR_FORM: z.string().min(1).optional(),
  OPERATOR_EMAIL: z.email().optional(),
  OPERATOR_PHONE: z
    .string()
    .regex(/^(?:0|\+\d)[\d .]{8,20}$/, 'doit être un numéro de téléphone')
    .optional(),
  OPERATOR_PUBLISHER: z.string().min(1).optional(),
  OPERATOR_HOST: z.string().min(1).optional(),
  OPERATOR_MEDIATOR: z.string().min(1).optional(),
  TURN_URL: list.pipe(z.array(z.string().regex(/^turns?:/, 'doit commencer par turn: ou turns:'))),
  TURN_SECRET: z.string().min(8).optional(),
  MEDIA_IP: list.pipe(z.array(z.ipv4('doit être une adresse IPv4'))),
  MEDIA_PORTS: ports.optional(),
  JANUS_URL: z.url({ protocol: /^wss?$/ }).optional(),
  JANUS_SECRET: z.string().optional(),
  JANUS_ADMIN_KEY: z.string().optional(),
  ADMIN_SIGNUP: z.enum(['open', 'approval']).optional(),
  ADMIN_MFA: z.enum(['required', 'optional']).optional(),
  DEMO_DATA: flag.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});

type Environment = z.infer<typeof environment>;

export interface Settings {
  production: boolean;
  port: number;
  host: string;
  /** Origin without a trailing slash; `null` until the port is known (port 0 in tests). */
  publicUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  databasePool: number;
  /** A Redis that the processes of realtime share; null lets them talk through Postgres. */
  redisUrl: string | null;
  publishableKey: string | null;
  secretKey: string | null;
  jwtPrivateKey: string | null;
  jwtSecret: string | null;
  rest: RestSettings;
  /** What differs from realtime's own limits (`server/platform/realtime/limits.ts`, which says what each is). */
  realtime: Partial<Record<'sockets' | 'socketsPerAddress' | 'joinsPerAddress' | 'presenceBytes', number>>;
  /** `mostBytes`: of one stored file, whatever its bucket allows. */
  storage: {
    mostBytes: number;
    /** `tcp://host:port` of ClamAV's server; null: files are not scanned. */
    scannerUrl: string | null;
    /** Of a bucket of S3; null: bytes lie in `dataDir`. */
    url: string | null;
  };
  functions: FunctionsSettings;
  auth: AuthSettings;
  /** Where Google proves channels; null where its client may not ask to read YouTube. */
  youtube: { clientIds: readonly string[]; url: string | null } | null;
  /** Null: nobody is known to be live. */
  lives: LiveSettings | null;
  trustProxy: boolean;
  http: HttpLimits;
  /** `concurrency`: mails that one process has under way at a time. */
  mail: {
    url: string | null;
    from: string;
    concurrency: number;
    /** The domain whose mail a provider brings here, and what it signs with; null: mails are replied to on the page. */
    replies: { domain: string; secret: string } | null;
  };
  /** Null: payments go to the sandbox. */
  stripe: { secretKey: string; webhookSecret: string; connectWebhookSecret: string | null } | null;
  /** How many payment orders, and how many payouts, a process tells the provider at once. */
  paymentConcurrency: number;
  /** 32 bytes in base64, which seal sellers' fiscal identities; null: made once and kept in `dataDir`. */
  identityKey: string | null;
  /** Who runs Loge, as its documents say. */
  operator: Operator;
  /** Null: browsers reach each other directly or not at all. */
  turn: { urls: string[]; secret: string } | null;
  media: MediaSettings;
  adminSignup: 'open' | 'approval';
  /** Whether admins must have a second factor. */
  adminMfa: 'required' | 'optional';
  demoData: boolean;
  logLevel: NonNullable<Environment['LOG_LEVEL']>;
  /** What anybody who reads `/metrics` has to show; null: there are none. */
  metricsToken: string | null;
  /** Where traces go, and the share of requests that is traced; null: nobody collects them. */
  traces: { endpoint: string; ratio: number } | null;
}

/** Limits of one connection. Times are in seconds. */
export interface HttpLimits {
  /** For a whole request to come, headers and body. */
  requestTimeout: number;
  /** For an answer of which nothing is read. */
  idleTimeout: number;
  /** Bytes of answers that one address may leave unread. */
  unread: number;
}

export interface RestSettings {
  schemas: string[];
  /** The database roles that a token may name. */
  roles: string[];
  /** Connections of its own: what reads through rest can take none from the commands. */
  pool: number;
  options: RestOptions;
  limits: RestLimits;
}

/** What PostgREST too leaves to its operator. */
export interface RestOptions {
  /** Whether `select` may call `sum()`, `avg()`, `min()`, `max()` and `count()`. */
  aggregates: boolean;
  /** Whether a request may ask for the plan of its statement, which tells how many rows a table has. */
  explain: boolean;
  /** A function, such as `public.check_request`, that runs as the caller before each statement; null for none. */
  preRequest: string | null;
}

/** Functions of the operator's own, which the platform alone serves. */
export interface FunctionsSettings {
  /** Null: there are none. */
  folder: string | null;
  /** Seconds for a whole answer. */
  timeout: number;
  /** Bytes that the process of one function may take. */
  memory: number;
}

/** How much one request to rest may ask. Sizes are in bytes, times in seconds. */
export interface RestLimits {
  /** Requests of one address that are answered at once; the others wait for their turn. */
  perAddress: number;
  /** Rows of a response, and of each embedded list. */
  rows: number;
  /** Levels of embedding. */
  depth: number;
  /** Columns that `select` names, at all levels together. */
  columns: number;
  /** Embedded resources, at all levels together. */
  embeds: number;
  body: number;
  answer: number;
  timeout: number;
  /** Of the role `anon`. */
  anonTimeout: number;
}

/** What carries the media of rooms for more than two. */
export interface MediaSettings {
  /** IPv4, where browsers reach the embedded media server; null: at whatever addresses the machine has. */
  addresses: string[] | null;
  /** UDP, both ends included; null: whichever are free. */
  ports: [number, number] | null;
  /** Null: the embedded media server carries group rooms. `secret`: its `api_secret`; `adminKey`: the `admin_key` of its video rooms. */
  janus: { url: string; secret: string | null; adminKey: string | null } | null;
}

/** GoTrue's switches; durations are in seconds, 0 turns a limit off. */
export interface AuthSettings {
  signup: boolean;
  autoconfirm: boolean;
  anonymous: boolean;
  rateLimits: boolean;
  redirectUrls: string[];
  jwtExp: number;
  otpExp: number;
  refreshReuseInterval: number;
  sessionTimebox: number;
  sessionInactivity: number;
  mailInterval: number;
  mailPerHour: number;
  secureEmailChange: boolean;
  reauthenticateToChangePassword: boolean;
  /** Whether a signed-in person may link and unlink identities. */
  manualLinking: boolean;
  /** Seconds until a provider that does not answer is given up. */
  providerTimeout: number;
  /**
   * What becomes of the commonest passwords of public breaches. `common`: they are refused. `advise`: the answer that opens the session says it.
   * `none`: only short ones are refused, as by a GoTrue without further settings.
   */
  passwordCheck: 'none' | 'advise' | 'common';
  /** Whether people sign up and sign in by telephone, where text messages are sent; second factors are sent in any case. */
  phone: boolean;
  /** What sends text messages; null: nothing does, or the development mailbox. */
  smsHook: { url: string; secret: string } | null;
  /** Until the next text message to the same number. */
  smsInterval: number;
  smsPerHour: number;
  /** Where people may sign in besides here. */
  providers: readonly ProviderSettings[];
}

export class SettingsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Configuration invalide :\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * In addition to the pools: the connections that listen for realtime and for the schema, the one of /health, and that of the media
 * server.
 */
const SINGLE_CONNECTIONS = 4;

type Pools = Pick<Settings, 'databasePool' | 'rest'>;
/** How many connections to Postgres one process may have open. */
export const connectionsOf = ({ databasePool, rest }: Pools): number =>
  databasePool + rest.pool + SINGLE_CONNECTIONS;

/** @throws SettingsError when this Postgres gives fewer connections than the process may ask for: it would fail when it is busy */
export function refuseTooManyConnections({ databasePool, rest }: Pools, given: number): void {
  const asked = connectionsOf({ databasePool, rest });
  if (asked > given)
    throw new SettingsError([
      `DATABASE_POOL (${databasePool}) et REST_POOL (${rest.pool}), avec ${SINGLE_CONNECTIONS} connexions de service, en demandent ${asked} : ce Postgres n’en donne que ${given} (max_connections, et les limites du rôle et de la base)`,
    ]);
}

/** Whether mails and text messages are read at `/dev/mail` instead of being sent. */
export const hasDevMailbox = ({ production, mail }: Pick<Settings, 'production' | 'mail'>): boolean =>
  !production && mail.url === null;

/** A private key in PEM (PKCS #8) or JWK, for ES256 or RS256. */
function isPrivateKey(text: string): boolean {
  const source = text.trim().replaceAll('\\n', '\n');
  try {
    const key = source.startsWith('{')
      ? createPrivateKey({ key: JSON.parse(source) as JsonWebKey, format: 'jwk' })
      : createPrivateKey(source);
    const { asymmetricKeyType, asymmetricKeyDetails } = key;
    return (
      asymmetricKeyType === 'rsa' ||
      (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1')
    );
  } catch {
    return false; // whatever is wrong with it, the sentence is the same
  }
}

/** What cannot be, whichever setting is to blame. */
function togetherProblems(env: Environment): string[] {
  const problems: string[] = [];
  if ((env.STRIPE_SECRET_KEY === undefined) !== (env.STRIPE_WEBHOOK_SECRET === undefined))
    problems.push('STRIPE_SECRET_KEY et STRIPE_WEBHOOK_SECRET vont ensemble');
  if (env.STRIPE_CONNECT_WEBHOOK_SECRET !== undefined && env.STRIPE_WEBHOOK_SECRET === undefined)
    problems.push('STRIPE_CONNECT_WEBHOOK_SECRET ne va pas sans STRIPE_WEBHOOK_SECRET');
  if ((env.TURN_URL.length === 0) !== (env.TURN_SECRET === undefined))
    problems.push('TURN_URL et TURN_SECRET vont ensemble');
  if ((env.AUTH_SMS_HOOK_URL === undefined) !== (env.AUTH_SMS_HOOK_SECRET === undefined))
    problems.push('AUTH_SMS_HOOK_URL et AUTH_SMS_HOOK_SECRET vont ensemble');
  if ((env.MAIL_REPLY_DOMAIN === undefined) !== (env.MAIL_REPLY_SECRET === undefined))
    problems.push('MAIL_REPLY_DOMAIN et MAIL_REPLY_SECRET vont ensemble');
  if (env.AUTH_SMS_HOOK_URL !== undefined)
    problems.push(
      ...addressProblems('AUTH_SMS_HOOK_URL', env.AUTH_SMS_HOOK_URL, env.NODE_ENV === 'production'),
    );
  if (env.SUPABASE_SECRET_KEY !== undefined && env.SUPABASE_SECRET_KEY === env.SUPABASE_PUBLISHABLE_KEY)
    problems.push(
      'SUPABASE_SECRET_KEY et SUPABASE_PUBLISHABLE_KEY sont la même : la page aurait tous les droits',
    );
  if (env.JWT_PRIVATE_KEY !== undefined && !isPrivateKey(env.JWT_PRIVATE_KEY))
    problems.push('JWT_PRIVATE_KEY doit être une clé privée ES256 ou RS256, en PEM (PKCS #8) ou en JWK');
  for (const url of env.AUTH_REDIRECT_URLS) {
    // A wildcard for any host would send people, and the codes in their links, anywhere.
    if (/^(?:https?:\/\/)?\*+(?:[/:]|$)/.test(url))
      problems.push(`AUTH_REDIRECT_URLS : « ${url} » permet n’importe quelle adresse`);
  }
  return problems;
}

/** Whether a name or an address is this machine alone. @param host as in a URL, or as one listens to it */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (/^(?:.+\.)?localhost$/.test(bare)) return true;
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
}

/**
 * Without `NODE_ENV` this is a trial on one's own machine: sample accounts whose password is printed in the documentation, an admin's role for
 * the asking, everybody's mail at /dev/mail. Where others can come, the operator must have said that they want that.
 */
function exposedProblems(env: Environment): string[] {
  if (env.NODE_ENV !== undefined) return [];
  const said =
    'dites NODE_ENV=production, ou NODE_ENV=development pour ouvrir à tous les comptes d’essai, leur mot de passe et /dev/mail';
  const { protocol = '', hostname = 'localhost' } = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : {};
  const problems: string[] = [];
  if (!isLoopback(env.HOST)) problems.push(`HOST (${env.HOST}) s’entend au-delà de cette machine : ${said}`);
  if (protocol === 'https:' || !isLoopback(hostname))
    problems.push(`PUBLIC_URL (${env.PUBLIC_URL}) est une adresse publique : ${said}`);
  return problems;
}

/** What production refuses: secrets that were made up, demo data, mail that goes nowhere, payments that move no money. */
function productionProblems(env: Environment, demoData: boolean): string[] {
  const required = [
    'PUBLIC_URL',
    'DATABASE_URL',
    'SUPABASE_PUBLISHABLE_KEY',
    'SUPABASE_SECRET_KEY',
    'MAIL_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_CONNECT_WEBHOOK_SECRET',
    'JWT_PRIVATE_KEY',
    'IDENTITY_KEY',
    'OPERATOR_NAME',
    'OPERATOR_STREET',
    'OPERATOR_POSTCODE',
    'OPERATOR_CITY',
    'OPERATOR_SIREN',
    'OPERATOR_FORM',
    'OPERATOR_EMAIL',
    'OPERATOR_PHONE',
    'OPERATOR_PUBLISHER',
    'OPERATOR_HOST',
    'OPERATOR_MEDIATOR',
  ] as const;
  const problems = required
    .filter((name) => env[name] === undefined)
    .map((name) => `${name} est obligatoire en production`);
  if (env.PUBLIC_URL?.startsWith('http:'))
    problems.push('PUBLIC_URL doit commencer par https:// en production : caméra et micro l’exigent aussi');
  if (env.AUTH_AUTOCONFIRM === true) problems.push('AUTH_AUTOCONFIRM est interdit en production');
  if (demoData) problems.push('DEMO_DATA est interdit en production');
  if (env.ADMIN_SIGNUP === 'open') problems.push('ADMIN_SIGNUP=open est interdit en production');
  if (env.ADMIN_MFA === 'optional') problems.push('ADMIN_MFA=optional est interdit en production');
  return problems;
}

/**
 * @param source environment variables, `process.env` by default; empty strings count as absent
 * @param usual what holds where the environment says nothing, instead of the product's own defaults
 * @throws SettingsError naming every wrong variable
 */
export function parseSettings(
  source: NodeJS.ProcessEnv = process.env,
  usual: Readonly<Record<string, string>> = {},
): Settings {
  const named = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const given = { ...usual, ...named };
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')} : ${issue.message}`));
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const demoData = env.DEMO_DATA ?? !production;
  const providers = parseProviders(given, production);
  const google = providers.providers.find(({ id }) => id === 'google') ?? null;
  const problems = [
    ...togetherProblems(env),
    ...exposedProblems(env),
    ...(env.AUTH_GOOGLE_YOUTUBE && google === null
      ? ['AUTH_GOOGLE_YOUTUBE demande AUTH_GOOGLE_CLIENT_ID et AUTH_GOOGLE_SECRET']
      : []),
    ...providers.problems,
    ...(production ? productionProblems(env, demoData) : []),
  ];
  if (problems.length > 0) throw new SettingsError(problems);
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    publicUrl:
      env.PUBLIC_URL?.replace(/\/+$/, '') ?? (env.PORT === 0 ? null : `http://localhost:${env.PORT}`),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    redisUrl: env.REDIS_URL ?? null,
    publishableKey: env.SUPABASE_PUBLISHABLE_KEY ?? null,
    secretKey: env.SUPABASE_SECRET_KEY ?? null,
    jwtPrivateKey: env.JWT_PRIVATE_KEY ?? null,
    jwtSecret: env.JWT_SECRET ?? null,
    rest: {
      schemas: env.REST_SCHEMAS,
      roles: env.REST_ROLES,
      pool: env.REST_POOL,
      options: {
        aggregates: env.REST_AGGREGATES,
        explain: env.REST_EXPLAIN,
        preRequest: env.REST_PRE_REQUEST ?? null,
      },
      limits: {
        perAddress: env.REST_PER_ADDRESS,
        rows: env.REST_MAX_ROWS,
        depth: env.REST_MAX_DEPTH,
        columns: env.REST_MAX_COLUMNS,
        embeds: env.REST_MAX_EMBEDS,
        body: env.REST_MAX_BODY,
        answer: env.REST_MAX_ANSWER,
        timeout: env.REST_TIMEOUT,
        anonTimeout: env.REST_ANON_TIMEOUT,
      },
    },
    realtime: {
      ...(env.REALTIME_SOCKETS_PER_ADDRESS && { socketsPerAddress: env.REALTIME_SOCKETS_PER_ADDRESS }),
      ...(env.REALTIME_SOCKETS && { sockets: env.REALTIME_SOCKETS }),
      ...(env.REALTIME_JOINS_PER_ADDRESS && { joinsPerAddress: env.REALTIME_JOINS_PER_ADDRESS }),
      ...(env.REALTIME_MAX_PRESENCE && { presenceBytes: env.REALTIME_MAX_PRESENCE }),
    },
    storage: {
      mostBytes: env.STORAGE_MAX_SIZE,
      url: env.STORAGE_URL ?? null,
      scannerUrl: env.CLAMAV_URL ?? null,
    },
    functions: {
      folder: env.FUNCTIONS_DIR ?? null,
      timeout: env.FUNCTIONS_TIMEOUT,
      memory: env.FUNCTIONS_MEMORY,
    },
    auth: {
      signup: env.AUTH_SIGNUP,
      autoconfirm: env.AUTH_AUTOCONFIRM ?? env.MAIL_URL === undefined,
      anonymous: env.AUTH_ANONYMOUS,
      rateLimits: env.AUTH_RATE_LIMITS,
      redirectUrls: env.AUTH_REDIRECT_URLS,
      jwtExp: env.AUTH_JWT_EXP,
      otpExp: env.AUTH_OTP_EXP,
      refreshReuseInterval: env.AUTH_REFRESH_REUSE_INTERVAL,
      sessionTimebox: env.AUTH_SESSION_TIMEBOX,
      sessionInactivity: env.AUTH_SESSION_INACTIVITY,
      mailInterval: env.AUTH_MAIL_INTERVAL,
      mailPerHour: env.AUTH_MAIL_PER_HOUR,
      secureEmailChange: env.AUTH_SECURE_EMAIL_CHANGE,
      reauthenticateToChangePassword: env.AUTH_REAUTHENTICATE_TO_CHANGE_PASSWORD,
      manualLinking: env.AUTH_MANUAL_LINKING,
      providerTimeout: env.AUTH_PROVIDER_TIMEOUT,
      passwordCheck: env.AUTH_PASSWORD_CHECK ?? (production ? 'common' : 'advise'),
      phone: env.AUTH_PHONE,
      smsHook:
        env.AUTH_SMS_HOOK_URL === undefined || env.AUTH_SMS_HOOK_SECRET === undefined
          ? null
          : { url: env.AUTH_SMS_HOOK_URL, secret: env.AUTH_SMS_HOOK_SECRET },
      smsInterval: env.AUTH_SMS_INTERVAL,
      smsPerHour: env.AUTH_SMS_PER_HOUR,
      providers: providers.providers,
    },
    youtube:
      env.AUTH_GOOGLE_YOUTUBE && google !== null ? { clientIds: google.clientIds, url: google.url } : null,
    lives: liveSettingsOf(providers.providers, env.PUBLIC_URL ?? null),
    trustProxy: env.TRUST_PROXY,
    http: {
      requestTimeout: env.HTTP_REQUEST_TIMEOUT,
      idleTimeout: env.HTTP_IDLE_TIMEOUT,
      unread: env.HTTP_MAX_UNREAD,
    },
    mail: {
      url: env.MAIL_URL ?? null,
      from: env.MAIL_FROM,
      concurrency: env.MAIL_CONCURRENCY,
      replies:
        env.MAIL_REPLY_DOMAIN === undefined || env.MAIL_REPLY_SECRET === undefined
          ? null
          : { domain: env.MAIL_REPLY_DOMAIN.toLowerCase(), secret: env.MAIL_REPLY_SECRET },
    },
    stripe:
      env.STRIPE_SECRET_KEY === undefined || env.STRIPE_WEBHOOK_SECRET === undefined
        ? null
        : {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            connectWebhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET ?? null,
          },
    paymentConcurrency: env.PAYMENT_CONCURRENCY,
    identityKey: env.IDENTITY_KEY ?? null,
    operator: {
      business: {
        name: env.OPERATOR_NAME ?? DEMONSTRATION.business.name,
        street: env.OPERATOR_STREET ?? DEMONSTRATION.business.street,
        postcode: env.OPERATOR_POSTCODE ?? DEMONSTRATION.business.postcode,
        city: env.OPERATOR_CITY ?? DEMONSTRATION.business.city,
        siren: env.OPERATOR_SIREN ?? DEMONSTRATION.business.siren,
        vatNumber:
          env.OPERATOR_VAT_NUMBER ??
          (env.OPERATOR_SIREN === undefined ? DEMONSTRATION.business.vatNumber : null),
      },
      form: env.OPERATOR_FORM ?? DEMONSTRATION.form,
      email: env.OPERATOR_EMAIL ?? DEMONSTRATION.email,
      phone: env.OPERATOR_PHONE ?? DEMONSTRATION.phone,
      publisher: env.OPERATOR_PUBLISHER ?? DEMONSTRATION.publisher,
      host: env.OPERATOR_HOST ?? DEMONSTRATION.host,
      mediator: env.OPERATOR_MEDIATOR ?? DEMONSTRATION.mediator,
    },
    turn: env.TURN_SECRET === undefined ? null : { urls: env.TURN_URL, secret: env.TURN_SECRET },
    media: {
      addresses: env.MEDIA_IP.length === 0 ? null : env.MEDIA_IP,
      ports: env.MEDIA_PORTS ?? null,
      janus:
        env.JANUS_URL === undefined
          ? null
          : { url: env.JANUS_URL, secret: env.JANUS_SECRET ?? null, adminKey: env.JANUS_ADMIN_KEY ?? null },
    },
    adminSignup: env.ADMIN_SIGNUP ?? (demoData ? 'open' : 'approval'),
    adminMfa: env.ADMIN_MFA ?? (env.NODE_ENV === 'production' ? 'required' : 'optional'),
    demoData,
    // Who tries the demonstration reads the address and the accounts, which ordinary events would push out of sight.
    logLevel: env.LOG_LEVEL ?? (demoData ? 'warn' : 'info'),
    metricsToken: env.METRICS_TOKEN ?? null,
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: env.OTEL_TRACES_SAMPLER_ARG },
  };
}
