import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { authorize } from './authorize.ts';
import type { TakeConditions } from './changes/budget.ts';
import { FilterError } from './changes/filter.ts';
import {
  type Asked,
  type Binding,
  bindingOf,
  parseSubscription,
  type Subscription,
} from './changes/subscription.ts';
import { SubscribeError } from './changes/tables.ts';
import { type Channel, keyOf, type Outlet, pushSystem, reply } from './channel.ts';
import type { RealtimeContext } from './context.ts';
import { parseReplay, replay } from './kept-messages.ts';
import { createRate } from './limits.ts';
import { type Identified, identify, JoinError } from './token.ts';
import { LONGEST_TEXT } from './wire/binary.ts';
import type { Incoming } from './wire/message.ts';

/**
 * A part that is wrong counts as left out, as on a hosted project: clients of all ages send many
 * things.
 */
const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const flag = lenient(z.boolean());

const shape = z.object({
  access_token: z.unknown().optional(),
  user_token: z.unknown().optional(),
  config: lenient(
    z.object({
      private: flag,
      broadcast: lenient(
        z.object({ self: flag, ack: flag, replay: z.unknown().optional(), replication_ready: flag }),
      ),
      presence: lenient(z.object({ key: lenient(z.string()), enabled: flag })),
      postgres_changes: lenient(z.array(z.record(z.string(), z.unknown()).nullable())),
      postgres_changes_options: lenient(z.object({ wait: flag })),
    }),
  ),
});

/** The message with which a client joins a channel. */
interface JoinPayload {
  token: unknown;
  isPrivate: boolean;
  self: boolean;
  ack: boolean;
  replay: unknown;
  replicationReady: boolean;
  presenceKey: string | null;
  presenceEnabled: boolean;
  bindings: Record<string, unknown>[];
  /** Refuse the join when a binding is refused, instead of reporting it after the join. */
  wait: boolean;
}

/** Never fails: an invalid join payload counts as one for a public channel with no options. */
function parseJoinPayload(payload: unknown): JoinPayload {
  const { data } = shape.safeParse(payload);
  const {
    broadcast,
    presence,
    postgres_changes: bindings,
    postgres_changes_options: options,
  } = data?.config ?? {};
  return {
    token: data?.access_token ?? data?.user_token,
    isPrivate: data?.config?.private ?? false,
    self: broadcast?.self ?? false,
    ack: broadcast?.ack ?? false,
    replay: broadcast?.replay,
    replicationReady: broadcast?.replication_ready ?? false,
    presenceKey: presence?.key || null,
    presenceEnabled: presence?.enabled ?? false,
    bindings: (bindings ?? []).filter((each) => each !== null),
    wait: options?.wait ?? false,
  };
}

const PREFIX = 'realtime:';

/** Which of a channel's bindings were accepted, and why the others were refused. */
interface Subscribed {
  subscriptions: Subscription[];
  problems: string[];
}

/**
 * Checks bindings on behalf of a role. A wrong binding, or one too many, is reported; the others
 * are accepted all the same.
 */
export async function subscribe(
  context: RealtimeContext,
  role: string,
  bindings: readonly Binding[],
  take: TakeConditions,
): Promise<Subscribed> {
  const result: Subscribed = { subscriptions: [], problems: [] };
  for (const binding of bindings) {
    try {
      const asked: Asked = parseSubscription(binding);
      if (!take(asked.conditions.length))
        throw new FilterError(
          `A connection has at most ${context.limits.conditionsPerSocket} filter conditions`,
        );
      result.subscriptions.push(await context.changes.check(role, asked));
    } catch (error) {
      if (!(error instanceof FilterError || error instanceof SubscribeError)) throw error;
      result.problems.push(error.message);
    }
  }
  return result;
}

/**
 * Tells the client how the subscription went, in the messages of a hosted project; sent after the
 * answer to the join.
 */
export function tellSubscribed(channel: Channel, { problems }: Subscribed): void {
  for (const problem of problems) pushSystem(channel, 'error', problem, 'postgres_changes');
  if (problems.length === 0) pushSystem(channel, 'ok', 'Subscribed to PostgreSQL', 'postgres_changes');
}

/** @throws JoinError when no policy lets the caller read the private topic */
export async function accessOf(context: RealtimeContext, who: Identified, name: string) {
  const access = await authorize(context, who.caller, name);
  if (access.read.length === 0)
    throw new JoinError(
      'Unauthorized',
      `You do not have permissions to read from this Channel topic: ${name}`,
    );
  return access;
}

/** A topic without its prefix `realtime:`, as the application named it. @throws JoinError */
function nameOf(topic: string): string {
  const name = topic.slice(PREFIX.length);
  if (name === '') throw new JoinError('TopicNameRequired', 'You must provide a topic name');
  // A binary broadcast has one byte for its length.
  if (Buffer.byteLength(topic) > LONGEST_TEXT)
    throw new JoinError('TopicNameTooLong', 'A topic has at most 255 bytes');
  return name;
}

interface Asking {
  /** Whether the socket is still open. */
  isWanted: () => boolean;
  reset: (channel: Channel, reason: string) => void;
  take: TakeConditions;
}

/**
 * Joins a topic and answers.
 * @returns the channel, or null when the socket went away
 * @throws JoinError
 */
export async function join(
  context: RealtimeContext,
  outlet: Outlet,
  apikey: string,
  message: Incoming,
  { isWanted, reset, take }: Asking,
): Promise<Channel | null> {
  const { topic, joinRef, ref } = message;
  const name = nameOf(topic);
  const asked = parseJoinPayload(message.payload);
  const { limits } = context;
  const wanted = parseReplay(asked.replay, asked.isPrivate);
  if (Buffer.byteLength(asked.presenceKey ?? '') > LONGEST_TEXT)
    throw new JoinError('PresenceKeyTooLong', `A presence key has at most ${LONGEST_TEXT} bytes`);
  if (asked.bindings.length > limits.bindingsPerJoin)
    throw new JoinError('TooManyBindings', `A channel has at most ${limits.bindingsPerJoin} bindings`);
  await context.ready;
  const who = await identify(context, asked.token, apikey);
  const access = asked.isPrivate ? await accessOf(context, who, name) : null;
  const bindings = asked.bindings.map(bindingOf);
  const subscribed = await subscribe(context, who.caller.role, bindings, take);
  const [problem] = subscribed.problems;
  if (asked.wait && problem !== undefined) throw new JoinError('RealtimeDisabledForConfiguration', problem);
  const channel: Channel = {
    outlet,
    topic,
    name,
    key: keyOf(name, asked.isPrivate),
    joinRef,
    isPrivate: asked.isPrivate,
    selfBroadcast: asked.self,
    ackBroadcast: asked.ack,
    presenceKey: asked.presenceKey ?? randomUUID(),
    presenceEnabled: asked.presenceEnabled,
    tracked: null,
    who,
    access,
    bindings,
    subscriptions: subscribed.subscriptions,
    open: true,
    expiry: undefined,
    reset: (reason) => reset(channel, reason),
    mayMessage: createRate(limits.messagesPerSecond, 1_000),
    mayPresence: createRate(limits.presencePerTenSeconds, 10_000),
  };
  if (channel.subscriptions.length > 0) await context.changes.follow(channel);
  if (!isWanted()) {
    context.changes.unfollow(channel);
    return null;
  }
  context.topics.add(channel);
  reply(channel, ref, 'ok', { postgres_changes: bindings });
  if (bindings.length > 0) tellSubscribed(channel, subscribed);
  if (asked.replicationReady) pushSystem(channel, 'ok', 'Replication connection established');
  context.presence.sync(channel);
  if (wanted !== null && access?.read.includes('broadcast'))
    await replay(context.pool, channel, wanted, limits.payloadBytes);
  return channel;
}
