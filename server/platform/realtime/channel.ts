import type { Access } from './authorize.ts';
import type { Binding, Subscription } from './changes/subscription.ts';
import type { Identified } from './token.ts';
import type { Frame, Vsn } from './wire/message.ts';
import { encodePush } from './wire/serializer.ts';

/** Where frames to a client go; a client that does not read them is dropped. */
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
  /** What follows `realtime:`. */
  readonly name: string;
  /** A private topic and a public one of the same name are two. */
  readonly key: string;
  readonly joinRef: string | null;
  readonly isPrivate: boolean;
  readonly selfBroadcast: boolean;
  readonly ackBroadcast: boolean;
  /** Under which this client shows up in the presence state. */
  readonly presenceKey: string;
  presenceEnabled: boolean;
  /** What it tracks, as JSON, so that tracking the same again is nothing. */
  tracked: string | null;
  who: Identified;
  /** What the policies say; null on a public channel, where everything is allowed. */
  access: Access | null;
  /** As the client wrote them: checked again when somebody else signs in. */
  readonly bindings: readonly Binding[];
  subscriptions: Subscription[];
  /** False once it was left or closed: work under way for it is dropped. */
  open: boolean;
  expiry: NodeJS.Timeout | undefined;
  /** Closes it so that the client joins again by itself, and tells why. */
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

/** The answer to the message `ref`; a message without one wants none. */
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

/** Phoenix's word that a channel ended: `phx_close` for good, `phx_error` when the client should join again. */
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
