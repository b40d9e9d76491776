import { lostReason } from './access-watch.ts';
import type { TakeConditions } from './changes/budget.ts';
import type { Channel } from './channel.ts';
import type { RealtimeContext } from './context.ts';
import { accessOf, subscribe, tellSubscribed } from './join.ts';
import { identify, JoinError } from './token.ts';
import type { Incoming } from './wire/message.ts';

const tokenIn = (payload: unknown): string | null => {
  const token =
    typeof payload === 'object' && payload !== null
      ? (payload as { access_token?: unknown }).access_token
      : null;
  return typeof token === 'string' ? token : null;
};

/**
 * Takes over a client's new token on an open channel. An API key is ignored, as on a hosted
 * project: the client sends it when it signs out, and the end of the session closes the socket
 * anyway.
 * @returns whether something changed
 * @throws JoinError when the channel may not be kept with this token
 */
export async function refreshToken(
  context: RealtimeContext,
  channel: Channel,
  apikey: string,
  { payload }: Incoming,
  take: TakeConditions,
): Promise<boolean> {
  const token = tokenIn(payload);
  if (token === null || token.startsWith('sb_') || token === channel.who.token) return false;
  const who = await identify(context, token, apikey);
  const access = channel.isPrivate ? await accessOf(context, who, channel.name) : null;
  if (channel.access?.read.some((extension) => !access?.read.includes(extension))) {
    throw new JoinError(null, lostReason(channel.name));
  }
  const isSame = who.identity === channel.who.identity;
  const subscribed = isSame ? null : await subscribe(context, who.caller.role, channel.bindings, take);
  if (!channel.open) return false;
  channel.who = who;
  channel.access = access;
  if (subscribed) {
    channel.subscriptions = subscribed.subscriptions;
    if (subscribed.subscriptions.length > 0) await context.changes.follow(channel);
    if (!channel.open) context.changes.unfollow(channel);
    else if (channel.bindings.length > 0) tellSubscribed(channel, subscribed);
  }
  return true;
}
