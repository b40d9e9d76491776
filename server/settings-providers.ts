/** A place where people may sign in besides here. */
export interface ProviderSettings {
  /**
   * `twitch`, `google`, `discord`, `github`, `apple`, or `custom:<name>` for any OpenID Connect
   * issuer.
   */
  id: string;
  /** The provider's name on pages. */
  label: string;
  /** The first asks for sign-ins; ID tokens that were made for any of them are taken. */
  clientIds: readonly [string, ...string[]];
  /** The client secret; Apple's private key, of which each secret is made. */
  secret: string;
  /** The team and key of Apple's key; null for every other. */
  apple: { teamId: string; keyId: string } | null;
  /** Where it answers when not at its usual address: the issuer of an OpenID Connect one. */
  url: string | null;
}

const LABELS = {
  twitch: 'Twitch',
  google: 'Google',
  discord: 'Discord',
  github: 'GitHub',
  apple: 'Apple',
} as const;

type Environment = Readonly<Record<string, string | undefined>>;
interface Parsed {
  providers: ProviderSettings[];
  problems: string[];
}

const clientIdsOf = (text: string): [string, ...string[]] => {
  const [first = '', ...others] = text.split(',').map((id) => id.trim());
  return [first, ...others];
};

/** Codes and secrets travel there: in clear only within one machine. */
export function addressProblems(name: string, given: string, production: boolean): string[] {
  const url = URL.parse(given);
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal && !production)) return [];
  return [`${name} must be an https:// address`];
}

/** Loge's credentials at Twitch in its own name: with them it asks which channels are live. */
export interface LiveSettings {
  clientId: string;
  secret: string;
  url: string | null;
  /**
   * The origin at which Twitch can reach Loge, https on its own port; null where it cannot, and is
   * asked instead.
   */
  webhookOrigin: string | null;
}

/** The client with which people sign in at Twitch also asks for lives. @returns null without one */
export function liveSettingsOf(
  providers: readonly ProviderSettings[],
  publicUrl: string | null,
): LiveSettings | null {
  const twitch = providers.find(({ id }) => id === 'twitch');
  if (twitch === undefined) return null;
  const reached = publicUrl === null ? null : URL.parse(publicUrl);
  const webhookOrigin = reached?.protocol === 'https:' && reached.port === '' ? reached.origin : null;
  const { clientIds, secret, url } = twitch;
  return { clientId: clientIds[0], secret, url, webhookOrigin };
}

/** @param names of the variables that stand or fall together @returns null when none is there */
function together(env: Environment, names: readonly string[], problems: string[]): string[] | null {
  const values = names.map((name) => env[name]);
  const there = values.filter((value) => value !== undefined);
  if (there.length === names.length) return there;
  if (there.length > 0) problems.push(`${names.slice(0, -1).join(', ')} and ${names.at(-1)} go together`);
  return null;
}

function parseNamed(env: Environment, id: keyof typeof LABELS, production: boolean): Parsed {
  const problems: string[] = [];
  const prefix = `AUTH_${id.toUpperCase()}`;
  const names = [`${prefix}_CLIENT_ID`, `${prefix}_SECRET`];
  if (id === 'apple') names.push(`${prefix}_TEAM_ID`, `${prefix}_KEY_ID`);
  const [clientId = '', secret = '', teamId = '', keyId = ''] = together(env, names, problems) ?? [];
  const url = env[`${prefix}_URL`] ?? null;
  if (url !== null) problems.push(...addressProblems(`${prefix}_URL`, url, production));
  if (clientId === '') return { providers: [], problems };
  const apple = id === 'apple' ? { teamId, keyId } : null;
  const provider = { id, label: LABELS[id], clientIds: clientIdsOf(clientId), secret, apple, url };
  return { providers: [provider], problems };
}

function parseCustom(env: Environment, name: string, production: boolean): Parsed {
  const problems: string[] = [];
  const prefix = `AUTH_OIDC_${name}`;
  const given = together(env, [`${prefix}_ISSUER`, `${prefix}_CLIENT_ID`, `${prefix}_SECRET`], problems);
  if (given === null) return { providers: [], problems };
  const [issuer = '', clientId = '', secret = ''] = given;
  problems.push(...addressProblems(`${prefix}_ISSUER`, issuer, production));
  const words = name.toLowerCase().replaceAll('_', '-');
  const provider = {
    id: `custom:${words}`,
    label: env[`${prefix}_LABEL`] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    clientIds: clientIdsOf(clientId),
    secret,
    apple: null,
    url: issuer,
  };
  return { providers: [provider], problems };
}

/**
 * Reads `AUTH_<PROVIDER>_…` and `AUTH_OIDC_<NAME>_…`. A provider of which only a part is set is a
 * problem and not a provider that is off.
 * @param env without empty values
 */
export function parseProviders(env: Environment, production: boolean): Parsed {
  const named = (Object.keys(LABELS) as (keyof typeof LABELS)[]).map((id) => parseNamed(env, id, production));
  const names = Object.keys(env).flatMap((key) => {
    const name = /^AUTH_OIDC_([A-Z0-9][A-Z0-9_]*?)_(?:ISSUER|CLIENT_ID|SECRET)$/.exec(key)?.[1];
    return name === undefined ? [] : [name];
  });
  const custom = [...new Set(names)].sort().map((name) => parseCustom(env, name, production));
  const all = [...named, ...custom];
  return { providers: all.flatMap((one) => one.providers), problems: all.flatMap((one) => one.problems) };
}
