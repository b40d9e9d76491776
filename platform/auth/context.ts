import { createSecretKey, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Keys } from '#platform/gateway/keys.ts';
import type { AuthSettings } from '#server/settings.ts';
import type { SendAuthMail } from './mail-port.ts';
import { createProvider, type Provider } from './providers/provider.ts';
import type { SendSms } from './sms-port.ts';

export interface AuthDeps {
  pool: pg.Pool;
  settings: AuthSettings;
  /** The page's origin: where links lead when nothing better is asked for. */
  siteUrl: () => string;
  keys: Keys;
  sendMail: SendAuthMail;
  /** Null, as without it: nothing sends text messages, and what needs a telephone is off. */
  sendSms?: SendSms | null;
  /** Whether the last `X-Forwarded-For` entry is our own proxy's word. */
  trustProxy: boolean;
  logger: Logger;
  now?: () => Date;
  /** How providers are reached; the machine's own `fetch` unless told. */
  fetch?: typeof fetch;
}

/** Every endpoint needs these. */
export interface AuthContext extends Required<AuthDeps> {
  /** GoTrue's API_EXTERNAL_URL: the token's `iss`, and where mailed links point. */
  issuer: () => string;
  /**
   * Keys of their own, so that none of the digests below is good for anything else. Prepared once:
   * a digest with bare bytes costs five times as much.
   */
  secrets: Record<
    'refreshTokens' | 'oneTimeTokens' | 'rateLimits' | 'factors' | 'providerStates' | 'providerTokens',
    KeyObject
  >;
  /** Limits that were just found exhausted, by their key (rate-limits.ts). */
  exhausted: Map<string, { endsAt: number; trustedUntil: number }>;
  /** The providers that are set up, by their id. */
  providers: ReadonlyMap<string, Provider>;
}

export function createContext(deps: AuthDeps): AuthContext {
  let providers: ReadonlyMap<string, Provider> | null = null;
  const wire = { fetch: deps.fetch ?? fetch, timeout: deps.settings.providerTimeout };
  return {
    ...deps,
    now: deps.now ?? (() => new Date()),
    sendSms: deps.sendSms ?? null,
    fetch: wire.fetch,
    // Made when first asked for: where a provider of this process is, is known once it listens.
    get providers() {
      providers ??= new Map(deps.settings.providers.map((one) => [one.id, createProvider(wire, one)]));
      return providers;
    },
    issuer: () => `${deps.siteUrl()}/auth/v1`,
    secrets: {
      refreshTokens: createSecretKey(deps.keys.derive('refresh-tokens')),
      oneTimeTokens: createSecretKey(deps.keys.derive('one-time-tokens')),
      rateLimits: createSecretKey(deps.keys.derive('rate-limits')),
      factors: createSecretKey(deps.keys.derive('factors')),
      providerStates: createSecretKey(deps.keys.derive('provider-states')),
      providerTokens: createSecretKey(deps.keys.derive('provider-tokens')),
    },
    exhausted: new Map(),
  };
}
