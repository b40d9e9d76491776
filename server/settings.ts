/** Long because each setting is told as what it means to the server, and refused where it cannot
 * be.
 */
import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { DEMONSTRATION, type Operator } from '#product/shared/operator.ts';
import { type Environment, environment } from '#server/settings-environment.ts';
import {
  addressProblems,
  type LiveSettings,
  liveSettingsOf,
  type ProviderSettings,
  parseProviders,
} from '#server/settings-providers.ts';

/**
 * The only reader of `process.env`. Every setting has a default that works on one machine;
 * `parseSettings` throws `SettingsError` with the list of all that is wrong, so that an operator
 * mends it in one go.
 */

export interface Settings {
  production: boolean;
  /** A rehearsal of production, where no money moves. */
  staging: boolean;
  port: number;
  host: string;
  /** Origin without a trailing slash; `null` until the port is known (port 0 in tests). */
  publicUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  databasePool: number;
  migrateAtStart: boolean;
  /** A Redis that the processes of realtime share; null lets them talk through Postgres. */
  redisUrl: string | null;
  publishableKey: string | null;
  secretKey: string | null;
  jwtPrivateKeys: readonly string[];
  jwtSecret: string | null;
  secretsKey: string | null;
  rest: RestSettings;
  /**
   * The limits that differ from realtime's own (`platform/realtime/limits.ts`, which says what each
   * is).
   */
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
  /**
   * `concurrency`: mails that one process has under way at a time; `onlyTo`: the addresses, and the
   * domains after an @, to which a rehearsal sends, null outside one.
   */
  mail: {
    url: string | null;
    from: string;
    concurrency: number;
    onlyTo: readonly string[] | null;
    /**
     * The domain whose mail a provider brings here, and what it signs with; null: mails are replied
     * to on the page.
     */
    replies: { domain: string; secrets: readonly string[] } | null;
  };
  /** Null: payments go to the sandbox. */
  stripe: { secretKey: string; webhookSecrets: readonly string[] } | null;
  /** How many payment orders, and how many payouts, a process tells the provider at once. */
  paymentConcurrency: number;
  /**
   * Keys of 32 bytes in base64: the first seals sellers' fiscal identities, each opens them; none:
   * made once and kept in `dataDir`.
   */
  identityKeys: readonly string[];
  /** The operator of Loge, as its documents say. */
  operator: Operator;
  /** Null: browsers reach each other directly or not at all. */
  turn: { urls: string[]; secret: string } | null;
  media: MediaSettings;
  adminSignup: 'open' | 'approval';
  /** Whether admins must have a second factor. */
  adminMfa: 'required' | 'optional';
  demoData: boolean;
  logLevel: NonNullable<Environment['LOG_LEVEL']>;
  /** Seconds for which a process that is told to stop goes on answering. */
  drainSeconds: number;
  /** The token of those who read `/metrics`; null: there are none. */
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

/** The options that PostgREST too leaves to its operator. */
export interface RestOptions {
  /** Whether `select` may call `sum()`, `avg()`, `min()`, `max()` and `count()`. */
  aggregates: boolean;
  /**
   * Whether a request may ask for the plan of its statement, which tells how many rows a table has.
   */
  explain: boolean;
  /** Schemas in which Postgres looks for names after the request's own. */
  extraSearchPath: string[];
  /**
   * A function, such as `public.check_request`, that runs as the caller before each statement; null
   * for none.
   */
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

/** The server that carries the media of rooms for more than two. */
export interface MediaSettings {
  /**
   * IPv4, where browsers reach the embedded media server; null: at whatever addresses the machine
   * has.
   */
  addresses: string[] | null;
  /** UDP, both ends included; null: whichever are free. */
  ports: [number, number] | null;
  /**
   * Null: the embedded media server carries group rooms. `secret`: its `api_secret`; `adminKey`:
   * the `admin_key` of its video rooms.
   */
  janus: { url: string; secret: string | null; adminKey: string | null } | null;
}

/** GoTrue's switches; durations are in seconds, 0 turns a limit off. */
export interface AuthSettings {
  signup: boolean;
  autoconfirm: boolean;
  smsAutoconfirm: boolean;
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
   * The treatment of the commonest passwords of public breaches. `common`: they are refused.
   * `advise`: the answer that opens the session says it. `none`: only short ones are refused, as by
   * a GoTrue without further settings.
   */
  passwordCheck: 'none' | 'advise' | 'common';
  /**
   * Whether people sign up and sign in by telephone, where text messages are sent; second factors
   * are sent in any case.
   */
  phone: boolean;
  /** The hook that sends text messages; null: nothing does, or the development mailbox. */
  smsHook: { url: string; secrets: readonly string[] } | null;
  /** Until the next text message to the same number. */
  smsInterval: number;
  smsPerHour: number;
  /** Where people may sign in besides here. */
  providers: readonly ProviderSettings[];
}

export class SettingsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * In addition to the pools: the connections that listen for realtime, for the schema and for
 * documents, the one of /health, and that of the media server.
 */
const SINGLE_CONNECTIONS = 5;

type Pools = Pick<Settings, 'databasePool' | 'rest'>;
/** How many connections to Postgres one process may have open. */
export const connectionsOf = ({ databasePool, rest }: Pools): number =>
  databasePool + rest.pool + SINGLE_CONNECTIONS;

/**
 * @throws SettingsError when this Postgres gives fewer connections than the process may ask for: it
 *   would fail when it is busy
 */
export function refuseTooManyConnections({ databasePool, rest }: Pools, given: number): void {
  const asked = connectionsOf({ databasePool, rest });
  if (asked > given)
    throw new SettingsError([
      `DATABASE_POOL (${databasePool}) and REST_POOL (${rest.pool}), with ${SINGLE_CONNECTIONS} connections beside them, ask for ${asked}: this Postgres gives ${given} (max_connections, and the limits of the role and the database)`,
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

/** The combinations that cannot be, whichever setting is to blame. */
function togetherProblems(env: Environment): string[] {
  const problems: string[] = [];
  if ((env.STRIPE_SECRET_KEY === undefined) !== (env.STRIPE_WEBHOOK_SECRET === undefined))
    problems.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together');
  if (env.STRIPE_CONNECT_WEBHOOK_SECRET !== undefined && env.STRIPE_WEBHOOK_SECRET === undefined)
    problems.push('STRIPE_CONNECT_WEBHOOK_SECRET needs STRIPE_WEBHOOK_SECRET');
  if ((env.TURN_URL.length === 0) !== (env.TURN_SECRET === undefined))
    problems.push('TURN_URL and TURN_SECRET go together');
  if ((env.AUTH_SMS_HOOK_URL === undefined) !== (env.AUTH_SMS_HOOK_SECRET === undefined))
    problems.push('AUTH_SMS_HOOK_URL and AUTH_SMS_HOOK_SECRET go together');
  if ((env.MAIL_REPLY_DOMAIN === undefined) !== (env.MAIL_REPLY_SECRET === undefined))
    problems.push('MAIL_REPLY_DOMAIN and MAIL_REPLY_SECRET go together');
  if (env.LOGE_STAGING && env.NODE_ENV !== 'production')
    problems.push('LOGE_STAGING rehearses production: it needs NODE_ENV=production');
  if (env.LOGE_STAGING && /^[sr]k_live_/.test(env.STRIPE_SECRET_KEY ?? ''))
    problems.push('LOGE_STAGING with a live STRIPE_SECRET_KEY would move real money');
  if (env.LOGE_STAGING && env.AUTH_SMS_HOOK_URL !== undefined)
    problems.push('LOGE_STAGING with AUTH_SMS_HOOK_URL would send text messages to real people');
  if (!env.LOGE_STAGING && env.STAGING_MAIL_TO.length > 0)
    problems.push('STAGING_MAIL_TO is for a rehearsal: it needs LOGE_STAGING=true');
  if (env.AUTH_SMS_HOOK_URL !== undefined)
    problems.push(
      ...addressProblems('AUTH_SMS_HOOK_URL', env.AUTH_SMS_HOOK_URL, env.NODE_ENV === 'production'),
    );
  if (env.SUPABASE_SECRET_KEY !== undefined && env.SUPABASE_SECRET_KEY === env.SUPABASE_PUBLISHABLE_KEY)
    problems.push(
      'SUPABASE_SECRET_KEY and SUPABASE_PUBLISHABLE_KEY are the same: the page would have all rights',
    );
  const signing = env.JWT_PRIVATE_KEY ?? [];
  if (signing.length > 1 && env.SECRETS_KEY === undefined)
    problems.push(
      'JWT_PRIVATE_KEY has several keys, so SECRETS_KEY must be given (npm run keys -- present): with the key that signs, every session and second factor would end',
    );
  if (!signing.every(isPrivateKey))
    problems.push('JWT_PRIVATE_KEY must be a private key for ES256 or RS256, in PEM (PKCS #8) or JWK');
  for (const url of env.AUTH_REDIRECT_URLS) {
    // A wildcard for any host would send people, and the codes in their links, anywhere.
    if (/^(?:https?:\/\/)?\*+(?:[/:]|$)/.test(url))
      problems.push(`AUTH_REDIRECT_URLS: ${url} allows any address`);
  }
  return problems;
}

/**
 * Whether a name or an address is this machine alone.
 * @param host as in a URL, or as one listens to it
 */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (/^(?:.+\.)?localhost$/.test(bare)) return true;
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
}

/**
 * Without `NODE_ENV` this is a trial on one's own machine: sample accounts whose password is
 * printed in the documentation, an admin's role for the asking, everybody's mail at /dev/mail.
 * Where others can come, the operator must have said that they want that.
 */
function exposedProblems(env: Environment): string[] {
  if (env.NODE_ENV !== undefined) return [];
  const said =
    'say NODE_ENV=production, or NODE_ENV=development to open the sample accounts, their password and /dev/mail to everybody';
  const { protocol = '', hostname = 'localhost' } = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : {};
  const problems: string[] = [];
  if (!isLoopback(env.HOST)) problems.push(`HOST (${env.HOST}) is heard beyond this machine: ${said}`);
  if (protocol === 'https:' || !isLoopback(hostname))
    problems.push(`PUBLIC_URL (${env.PUBLIC_URL}) is a public address: ${said}`);
  return problems;
}

const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET'] as const;

/**
 * The settings that production refuses: secrets that were made up, demo data, mail that goes
 * nowhere, payments that move no money.
 */
function productionProblems(env: Environment, demoData: boolean): string[] {
  // A rehearsal may use the sandbox, or Stripe's test mode as a whole.
  const rehearsed = env.LOGE_STAGING && STRIPE.every((name) => env[name] === undefined);
  const required = [
    'PUBLIC_URL',
    'DATABASE_URL',
    'SUPABASE_PUBLISHABLE_KEY',
    'SUPABASE_SECRET_KEY',
    'MAIL_URL',
    ...(rehearsed ? [] : STRIPE),
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
    .map((name) => `${name} is required in production`);
  if (env.PUBLIC_URL?.startsWith('http:'))
    problems.push('PUBLIC_URL must begin with https:// in production: cameras and microphones want it too');
  if (env.AUTH_AUTOCONFIRM === true) problems.push('AUTH_AUTOCONFIRM is not allowed in production');
  if (env.AUTH_SMS_AUTOCONFIRM) problems.push('AUTH_SMS_AUTOCONFIRM is not allowed in production');
  if (demoData) problems.push('DEMO_DATA is not allowed in production');
  if (env.ADMIN_SIGNUP === 'open') problems.push('ADMIN_SIGNUP=open is not allowed in production');
  if (env.ADMIN_MFA === 'optional') problems.push('ADMIN_MFA=optional is not allowed in production');
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
    throw new SettingsError(parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`));
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
      ? ['AUTH_GOOGLE_YOUTUBE needs AUTH_GOOGLE_CLIENT_ID and AUTH_GOOGLE_SECRET']
      : []),
    ...providers.problems,
    ...(production ? productionProblems(env, demoData) : []),
  ];
  if (problems.length > 0) throw new SettingsError(problems);
  return {
    production,
    staging: env.LOGE_STAGING,
    port: env.PORT,
    host: env.HOST,
    publicUrl:
      env.PUBLIC_URL?.replace(/\/+$/, '') ?? (env.PORT === 0 ? null : `http://localhost:${env.PORT}`),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    migrateAtStart: env.MIGRATE_AT_START,
    redisUrl: env.REDIS_URL ?? null,
    publishableKey: env.SUPABASE_PUBLISHABLE_KEY ?? null,
    secretKey: env.SUPABASE_SECRET_KEY ?? null,
    jwtPrivateKeys: env.JWT_PRIVATE_KEY ?? [],
    jwtSecret: env.JWT_SECRET ?? null,
    secretsKey: env.SECRETS_KEY ?? null,
    rest: {
      schemas: env.REST_SCHEMAS,
      roles: env.REST_ROLES,
      pool: env.REST_POOL,
      options: {
        aggregates: env.REST_AGGREGATES,
        explain: env.REST_EXPLAIN,
        extraSearchPath: env.REST_EXTRA_SEARCH_PATH,
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
      smsAutoconfirm: env.AUTH_SMS_AUTOCONFIRM,
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
          : { url: env.AUTH_SMS_HOOK_URL, secrets: env.AUTH_SMS_HOOK_SECRET },
      smsInterval: env.AUTH_SMS_INTERVAL,
      smsPerHour: env.AUTH_SMS_PER_HOUR,
      providers: providers.providers,
    },
    youtube:
      env.AUTH_GOOGLE_YOUTUBE && google !== null ? { clientIds: google.clientIds, url: google.url } : null,
    // A rehearsal has the streamers of production: Twitch would tell it of their lives instead.
    lives: env.LOGE_STAGING ? null : liveSettingsOf(providers.providers, env.PUBLIC_URL ?? null),
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
      onlyTo: env.LOGE_STAGING ? env.STAGING_MAIL_TO.map((entry) => entry.toLowerCase()) : null,
      replies:
        env.MAIL_REPLY_DOMAIN === undefined || env.MAIL_REPLY_SECRET === undefined
          ? null
          : { domain: env.MAIL_REPLY_DOMAIN.toLowerCase(), secrets: env.MAIL_REPLY_SECRET },
    },
    stripe:
      env.STRIPE_SECRET_KEY === undefined || env.STRIPE_WEBHOOK_SECRET === undefined
        ? null
        : {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecrets: [...env.STRIPE_WEBHOOK_SECRET, ...(env.STRIPE_CONNECT_WEBHOOK_SECRET ?? [])],
          },
    paymentConcurrency: env.PAYMENT_CONCURRENCY,
    identityKeys: env.IDENTITY_KEY ?? [],
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
    // A person who tries the demonstration reads the address and the accounts, which ordinary
    // events would push out of sight.
    logLevel: env.LOG_LEVEL ?? (demoData ? 'warn' : 'info'),
    drainSeconds: env.DRAIN_SECONDS,
    metricsToken: env.METRICS_TOKEN ?? null,
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: env.OTEL_TRACES_SAMPLER_ARG },
  };
}
