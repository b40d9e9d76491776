/**
 * Where a streamer's own channel can be proven; LINK_PLATFORMS has their names. The database's
 * check says the same.
 */
export const CHANNEL_PROVIDERS = ['twitch', 'youtube'] as const;
export type ChannelProvider = (typeof CHANNEL_PROVIDERS)[number];

export interface Channel {
  provider: ChannelProvider;
  channelId: string;
  /** The last part of its address at Twitch; null at YouTube. */
  login: string | null;
}

/**
 * The channel's public page. Twitch's addresses have the login, YouTube's the id, which never
 * changes.
 */
export const channelAddress = ({ provider, channelId, login }: Channel): string =>
  provider === 'twitch' && login !== null
    ? `https://www.twitch.tv/${encodeURIComponent(login)}`
    : `https://www.youtube.com/channel/${encodeURIComponent(channelId)}`;
