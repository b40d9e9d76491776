import { z } from 'zod';

/** A person's profile at a provider, in GoTrue's terms. */
export interface ProviderProfile {
  /** The provider's own id of the person. */
  subject: string;
  /** The person's preferred address comes first. */
  emails: readonly { email: string; verified: boolean }[];
  /** The identity's data, without the address and whether it is verified. */
  data: Readonly<Record<string, unknown>>;
}

const LONGEST = 512;
/** In bytes. Identity data is copied into the person's metadata, which is part of every token. */
const LARGEST_CUSTOM_CLAIMS = 1024;

/**
 * The text, when Postgres can store it and it is short enough for a token; undefined for every
 * other value.
 */
function shortText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = value.toWellFormed().replaceAll('\0', '').trim();
  return clean === '' || clean.length > LONGEST ? undefined : clean;
}

const isTrue = (value: unknown) => value === true || value === 'true';

interface Facts {
  sub: unknown;
  emails: readonly { email: unknown; verified: boolean }[];
  texts: Record<string, unknown>;
  custom?: Record<string, unknown>;
}

/** @returns null when the provider's answer has no id of a person */
function profileOf({ sub, emails, texts, custom = {} }: Facts): ProviderProfile | null {
  const subject = shortText(typeof sub === 'number' ? String(sub) : sub);
  if (subject === undefined) return null;
  const known = Object.entries({ sub: subject, provider_id: subject, ...texts }).flatMap(([name, value]) => {
    const text = shortText(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  const claims = JSON.stringify(custom).toWellFormed().replaceAll('\\u0000', '');
  const kept = Object.keys(custom).length > 0 && Buffer.byteLength(claims) <= LARGEST_CUSTOM_CLAIMS;
  return {
    subject,
    emails: emails.flatMap(({ email, verified }) => {
      const address = shortText(email)?.toLowerCase();
      return address === undefined || address.length > 255 ? [] : [{ email: address, verified }];
    }),
    data: {
      ...Object.fromEntries(known),
      ...(kept ? { custom_claims: JSON.parse(claims) as unknown } : {}),
    },
  };
}

const claims = z.record(z.string(), z.unknown());

const twitchAnswer = z.object({ data: z.array(claims).min(1) });

/** From the answer to `GET helix/users`. Twitch gives an address only when it is verified. */
export function twitchProfile(answer: unknown, issuer: string): ProviderProfile | null {
  const [user = {}] = twitchAnswer.parse(answer).data;
  return profileOf({
    sub: user.id,
    emails: [{ email: user.email, verified: true }],
    texts: {
      iss: issuer,
      name: user.login,
      full_name: user.login,
      nickname: user.display_name,
      slug: user.display_name,
      picture: user.profile_image_url,
      avatar_url: user.profile_image_url,
    },
    custom: {
      broadcaster_type: user.broadcaster_type,
      description: user.description,
      type: user.type,
      view_count: user.view_count,
    },
  });
}

/** From the answer to `GET /api/users/@me`. */
export function discordProfile(answer: unknown, issuer: string): ProviderProfile | null {
  const user = claims.parse(answer);
  const extension = typeof user.avatar === 'string' && user.avatar.startsWith('a_') ? 'gif' : 'png';
  const picture =
    typeof user.avatar === 'string'
      ? `https://cdn.discordapp.com/avatars/${user.id}/${user.avatar}.${extension}`
      : undefined;
  return profileOf({
    sub: user.id,
    emails: [{ email: user.email, verified: isTrue(user.verified) }],
    texts: {
      iss: issuer,
      name: `${user.username}#${user.discriminator ?? '0'}`,
      full_name: user.username,
      picture,
      avatar_url: picture,
    },
    custom: { global_name: user.global_name },
  });
}

const githubEmails = z.array(claims);

/** From the answers to `GET /user` and `GET /user/emails`. */
export function githubProfile(answer: unknown, emails: unknown, issuer: string): ProviderProfile | null {
  const user = claims.parse(answer);
  const addresses = githubEmails
    .parse(emails)
    .sort((left, right) => Number(isTrue(right.primary)) - Number(isTrue(left.primary)));
  return profileOf({
    sub: user.id,
    emails: addresses.map(({ email, verified }) => ({ email, verified: isTrue(verified) })),
    texts: {
      iss: issuer,
      name: user.name,
      full_name: user.name,
      preferred_username: user.login,
      user_name: user.login,
      picture: user.avatar_url,
      avatar_url: user.avatar_url,
    },
  });
}

/**
 * From the claims of an ID token and of the userinfo endpoint.
 * @param alwaysVerified for Apple, which verifies every address
 */
export function claimsProfile(
  given: Readonly<Record<string, unknown>>,
  alwaysVerified: boolean,
): ProviderProfile | null {
  return profileOf({
    sub: given.sub,
    emails: [{ email: given.email, verified: alwaysVerified || isTrue(given.email_verified) }],
    texts: {
      iss: given.iss,
      name: given.name,
      full_name: given.name,
      nickname: given.nickname,
      preferred_username: given.preferred_username,
      picture: given.picture,
      avatar_url: given.picture,
    },
    custom: {
      ...(given.hd === undefined ? {} : { hd: given.hd }),
      ...(given.is_private_email === undefined ? {} : { is_private_email: given.is_private_email }),
    },
  });
}

const appleUser = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }),
});

/**
 * Apple sends the name once, in the `user` field of the first callback. @returns the claims with
 * the name, none without such a field
 */
export function appleName(field: string | undefined): Record<string, string> {
  if (field === undefined || field.length > 4096) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(field);
  } catch {
    return {}; // the field came through the browser, so it may hold anything
  }
  const user = appleUser.safeParse(parsed);
  if (!user.success) return {};
  const name = [user.data.name.firstName, user.data.name.lastName].filter(Boolean).join(' ');
  return name === '' ? {} : { name };
}
