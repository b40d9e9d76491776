/**
 * Platforms on which a streamer can be found, with the names that pages show; the database's check
 * is generated from it too.
 */
export const LINK_PLATFORMS = {
  twitch: 'Twitch',
  youtube: 'YouTube',
  kick: 'Kick',
  tiktok: 'TikTok',
  instagram: 'Instagram',
  x: 'X',
  discord: 'Discord',
  website: 'Site web',
} as const;
export type LinkPlatform = keyof typeof LINK_PLATFORMS;
export const LINK_PLATFORM_NAMES = Object.keys(LINK_PLATFORMS) as readonly LinkPlatform[];

/**
 * The hosts of a platform, in small letters, as a regular expression that JavaScript and Postgres
 * read alike. Any public name is a site.
 */
const HOSTS = {
  twitch: String.raw`(?:(?:www|m)\.)?twitch\.tv`,
  youtube: String.raw`(?:(?:(?:www|m)\.)?youtube\.com|youtu\.be)`,
  kick: String.raw`(?:www\.)?kick\.com`,
  tiktok: String.raw`(?:(?:www|m|vm)\.)?tiktok\.com`,
  instagram: String.raw`(?:(?:www\.)?instagram\.com|instagr\.am)`,
  x: String.raw`(?:(?:(?:www|mobile)\.)?x\.com|(?:(?:www|mobile)\.)?twitter\.com)`,
  discord: String.raw`(?:discord\.gg|(?:www\.)?discord\.com|(?:www\.)?discordapp\.com)`,
  website: String.raw`(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])`,
} as const satisfies Record<LinkPlatform, string>;

/**
 * The pattern of the address of a platform's link: https, one of its hosts, and neither a name and
 * a password nor a port.
 */
export const linkPattern = (platform: LinkPlatform): string =>
  String.raw`^https://${HOSTS[platform]}(?:[/?#][^\s\\]*)?$`;

const LONGEST = 500;

/**
 * The address of a link as a browser writes it: a host in ASCII, and no sign in it that a browser
 * would read as another.
 * @returns null for what is no address, or leads elsewhere than to its platform
 */
export function linkAddress(platform: LinkPlatform, text: string): string | null {
  const address = URL.parse(text.trim())?.href ?? '';
  return address.length <= LONGEST && new RegExp(linkPattern(platform)).test(address) ? address : null;
}
