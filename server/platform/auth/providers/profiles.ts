import { z } from 'zod';

/** Who somebody is at a provider, in GoTrue's terms. */
export interface ProviderProfile {
  /** The provider's own id of the person. */
  subject: string;
  /** The one that the person would choose first. */
  emails: readonly { email: string; verified: boolean }[];
  /** The identity's data, without what is said of the address. */
  data: Readonly<Record<string, unknown>>;
}

const LONGEST = 512;
/** Identity data is copied into the metadata of the person, which is in every token. */
const LARGEST_CUSTOM_CLAIMS = 1024;

/** What Postgres can hold and a token may carry; nothing for anything that is no text. */
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

/** @returns null when the provider named nobody */
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

/** Of `GET helix/users`. Twitch gives the address of a person only when they proved it. */
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

/** Of `GET /api/users/@me`. */
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

/** Of `GET /user` and `GET /user/emails`. */
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

/** Of an ID token, with what the userinfo endpoint adds. @param alwaysVerified Apple and nobody else proves every address */
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

/** Apple tells the name in the first callback's `user` field, never again. @returns claims of the name, none when there is no such field */
export function appleName(field: string | undefined): Record<string, string> {
  if (field === undefined || field.length > 4096) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(field);
  } catch {
    return {}; // sent through the browser, so it may be anything
  }
  const user = appleUser.safeParse(parsed);
  if (!user.success) return {};
  const name = [user.data.name.firstName, user.data.name.lastName].filter(Boolean).join(' ');
  return name === '' ? {} : { name };
}
