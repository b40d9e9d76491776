/** Platforms on which a streamer can be found, with the names that pages show; the database's check is generated from it too. */
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
