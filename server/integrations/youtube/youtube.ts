import { z } from 'zod';

/** A channel, and the Google account that showed it. */
export interface ShownChannel {
  /** The account's `sub`, as its identity has it. */
  account: string;
  channelId: string;
  name: string;
}

export interface YouTube {
  /**
   * The channel of the person whose token this is; null when it was made for somebody else's
   * program, does not allow it, or there is no channel.
   * @throws YouTubeAway
   */
  readChannel(token: string): Promise<ShownChannel | null>;
}

export interface YouTubeSettings {
  clientIds: readonly string[];
  /** Where it answers when not at its usual addresses. */
  url: string | null;
}

export class YouTubeAway extends Error {
  override name = 'YouTubeAway';
}

export const YOUTUBE_SCOPE = 'https://www.googleapis.com/auth/youtube.readonly';
const TIMEOUT_MS = 10_000;

const tokenInfo = z.object({ aud: z.string(), sub: z.string(), scope: z.string() });
const channels = z.object({
  items: z.array(z.object({ id: z.string(), snippet: z.object({ title: z.string() }) })).default([]),
});

/**
 * https://developers.google.com/youtube/v3/docs/channels/list with `mine`. A token of another
 * program would show another person's channel, if that program passed it on: so it is asked first
 * for whom the token was made (https://developers.google.com/identity/sign-in/web/backend-auth).
 */
export function createYouTube({ clientIds, url }: YouTubeSettings): YouTube {
  const ask = async (address: string, headers: Record<string, string> = {}): Promise<unknown> => {
    let answer: Response;
    try {
      answer = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (cause) {
      throw new YouTubeAway('no answer', { cause });
    }
    if (answer.ok) return answer.json();
    await answer.body?.cancel();
    // Everything else that is wrong is the token's fault: it ended, it is none, it does not allow
    // it.
    if (answer.status >= 500 || answer.status === 429) throw new YouTubeAway(`answered ${answer.status}`);
    return null;
  };
  return {
    async readChannel(token) {
      const query = new URLSearchParams({ access_token: token });
      const info = tokenInfo.safeParse(
        await ask(`${url ?? 'https://oauth2.googleapis.com'}/tokeninfo?${query}`),
      );
      if (!info.success || !clientIds.includes(info.data.aud)) return null;
      if (!info.data.scope.split(' ').includes(YOUTUBE_SCOPE)) return null;
      const mine = new URLSearchParams({ part: 'snippet', mine: 'true' });
      const listed = channels.safeParse(
        await ask(`${url ?? 'https://www.googleapis.com'}/youtube/v3/channels?${mine}`, {
          Authorization: `Bearer ${token}`,
        }),
      );
      const [channel] = listed.data?.items ?? [];
      if (channel === undefined) return null;
      return { account: info.data.sub, channelId: channel.id, name: channel.snippet.title };
    },
  };
}
