import type { Binding, Subscription } from './changes/subscription.ts';
import type { Identified } from './token.ts';
import type { Frame, Vsn } from './wire/message.ts';
import { encodePush } from './wire/serializer.ts';

type Extension = 'broadcast' | 'presence';

/** The rights of a caller on one private topic, by the policies on realtime.messages. */
export interface Access {
  read: readonly Extension[];
  write: readonly Extension[];
}

/** Sends frames to a client; a client that does not read them is dropped. */
export interface Outlet {
  readonly vsn: Vsn;
  write(frame: Frame): void;
  writeText(text: string): void;
}

/** One joined topic of one socket. */
export interface Channel {
  readonly outlet: Outlet;
  /** As the client names it, `realtime:…`. */
  readonly topic: string;
  /** The part after `realtime:`. */
  readonly name: string;
  /**
   * Names the topic in this process: a private topic and a public one of the same name are two
   * topics.
   */
  readonly key: string;
  readonly joinRef: string | null;
  readonly isPrivate: boolean;
  readonly selfBroadcast: boolean;
  readonly ackBroadcast: boolean;
  /** The key under which this client appears in the presence state. */
  readonly presenceKey: string;
  presenceEnabled: boolean;
  /** The data that the client tracks, as JSON: tracking the same data again changes nothing. */
  tracked: string | null;
  who: Identified;
  /** The rights by the policies; null on a public channel, where everything is allowed. */
  access: Access | null;
  /** The bindings as the client wrote them: they are checked again when another person signs in. */
  readonly bindings: readonly Binding[];
  subscriptions: Subscription[];
  /** False once the channel was left or closed: results of work that began before are dropped. */
  open: boolean;
  expiry: NodeJS.Timeout | undefined;
  /** Closes the channel with a reason, in a way that makes the client join again by itself. */
  readonly reset: (reason: string) => void;
  readonly mayMessage: () => boolean;
  readonly mayPresence: () => boolean;
}

export const keyOf = (name: string, isPrivate: boolean): string =>
  `${isPrivate ? 'private' : 'public'}:${name}`;

type Addressed = Pick<Channel, 'outlet' | 'topic' | 'joinRef'>;

/** @param payload JSON text */
export function push({ outlet, topic, joinRef }: Addressed, event: string, payload: string): void {
  outlet.writeText(encodePush(outlet.vsn, { joinRef, ref: null, topic, event, payload }));
}

/** The answer to the message `ref`; a message without a `ref` expects no answer. */
export function reply(
  { outlet, topic, joinRef }: Addressed,
  ref: string | null,
  status: 'ok' | 'error',
  response: object = {},
): void {
  if (ref === null) return;
  const payload = JSON.stringify({ status, response });
  outlet.writeText(encodePush(outlet.vsn, { joinRef, ref, topic, event: 'phx_reply', payload }));
}

/**
 * Phoenix's message that a channel ended: `phx_close` for good, `phx_error` when the client should
 * join again.
 */
export function pushEnd({ outlet, topic, joinRef }: Addressed, event: 'phx_close' | 'phx_error'): void {
  outlet.writeText(encodePush(outlet.vsn, { joinRef, ref: joinRef, topic, event, payload: '{}' }));
}

/** The channel's messages about itself; the client passes them to `channel.on('system', …)`. */
export function pushSystem(
  channel: Addressed & Pick<Channel, 'name'>,
  status: 'ok' | 'error',
  message: string,
  extension: 'system' | 'postgres_changes' = 'system',
): void {
  push(channel, 'system', JSON.stringify({ extension, status, message, channel: channel.name }));
}
