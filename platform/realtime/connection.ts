import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import { isDatabaseAway } from '#server/postgres/database.ts';
import { handleBroadcast } from './broadcast.ts';
import { createBudget } from './changes/budget.ts';
import { type Channel, type Outlet, pushEnd, pushSystem, reply } from './channel.ts';
import type { RealtimeContext } from './context.ts';
import { join } from './join.ts';
import { createRate } from './limits.ts';
import { handlePresence } from './presence/handle.ts';
import { refreshToken } from './refresh-token.ts';
import { databaseAway, expiredReason, JoinError } from './token.ts';
import { type Frame, FrameError, type Incoming, type Vsn } from './wire/message.ts';
import { decode } from './wire/serializer.ts';

/** RFC 6455, 7.4.1, and its registry. */
const POLICY_VIOLATION = 1008;
/** The longest that a timer can wait. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** One client's socket and the channels on it. */
export interface Connection {
  channels(): Iterable<Channel>;
  /** Epoch milliseconds of its last frame. */
  lastHeard(): number;
  /** Ends the socket, telling its channels why. */
  end(code: number, reason: string): void;
}

function outletOf(ws: WebSocket, vsn: Vsn, { limits, logger }: RealtimeContext): Outlet {
  const send = (data: Buffer | string, binary: boolean) => {
    if (ws.readyState !== ws.OPEN) return;
    // For a client that does not read, this process would keep everything unsent. It is dropped
    // without a message, since it would not read that either.
    const unread = ws.bufferedAmount + data.length;
    if (unread > limits.unreadBytes) {
      logger.warn({ unread }, 'realtime dropped a slow reader');
      ws.terminate();
      return;
    }
    ws.send(data, { binary });
  };
  return {
    vsn,
    write: ({ data, binary }: Frame) => send(data, binary),
    writeText: (text) => send(text, false),
  };
}

const toBuffer = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? Buffer.from(data) : data;

/** The channels of one socket, by their topics, and how they end. */
function createChannels(context: RealtimeContext) {
  const channels = new Map<string, Channel>();

  /** Removes a channel without telling the client. */
  function drop(channel: Channel): void {
    if (!channel.open) return;
    channel.open = false;
    clearTimeout(channel.expiry);
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic);
    context.topics.remove(channel);
    context.changes.unfollow(channel);
    context.presence.untrack(channel);
  }

  /**
   * Closes for good: the client does not reconnect by itself. A hosted project does the same when a
   * limit is passed.
   */
  function shut(channel: Channel, reason: string): void {
    pushSystem(channel, 'error', reason);
    drop(channel);
    pushEnd(channel, 'phx_close');
  }

  function reset(channel: Channel, reason: string): void {
    if (!channel.open) return;
    pushSystem(channel, 'error', reason);
    drop(channel);
    pushEnd(channel, 'phx_error');
  }

  /**
   * Closes the channel when its token expires. Clients renew their token long before; one that did
   * not can join again with a newer token.
   */
  function watchExpiry(channel: Channel): void {
    clearTimeout(channel.expiry);
    const { expiresAt, token } = channel.who;
    if (expiresAt === null) return;
    const left = expiresAt - context.gateway.now().getTime();
    channel.expiry = setTimeout(
      () =>
        left > LONGEST_TIMER
          ? watchExpiry(channel)
          : reset(channel, expiredReason(token, context.gateway.now()).message),
      Math.min(Math.max(left, 0), LONGEST_TIMER),
    );
    channel.expiry.unref();
  }
  return { channels, drop, shut, reset, watchExpiry };
}
type Channels = ReturnType<typeof createChannels>;

/** The parts of the socket that the work on a socket's messages needs of the socket. */
interface Socket {
  outlet: Outlet;
  apikey: string;
  mayJoinFromAddress: () => boolean;
  isGone: () => boolean;
}

/** Joins of one socket: a few at a time, and not too many. */
function createJoins(
  context: RealtimeContext,
  { outlet, apikey, mayJoinFromAddress, isGone }: Socket,
  { channels, drop, reset, watchExpiry }: Channels,
  withConditions: ReturnType<typeof createBudget>,
) {
  const { limits, logger } = context;
  const mayJoin = createRate(limits.joinsPerSecond, 1_000);
  const inTurn = pLimit(limits.joinsAtOnce);
  let joining = 0;

  async function joined(message: Incoming): Promise<Channel | null> {
    if (isGone()) return null;
    return withConditions(null, async (take) => {
      const channel = await join(context, outlet, apikey, message, {
        isWanted: () => !isGone(),
        reset,
        take,
      });
      if (channel) channels.set(message.topic, channel);
      return channel;
    });
  }

  return async function handleJoin(message: Incoming): Promise<void> {
    const { topic, joinRef, ref } = message;
    const former = channels.get(topic);
    if (former) {
      drop(former);
      pushEnd(former, 'phx_close');
    }
    try {
      if (!topic.startsWith('realtime:')) throw new JoinError(null, 'unmatched topic');
      if (channels.size + joining >= limits.channelsPerSocket)
        throw new JoinError('ChannelRateLimitReached', 'Too many channels');
      if (!mayJoin() || !mayJoinFromAddress())
        throw new JoinError('ClientJoinRateLimitReached', 'Too many joins per second');
      joining += 1;
      try {
        const channel = await inTurn(() => joined(message));
        if (channel) watchExpiry(channel);
      } finally {
        joining -= 1;
      }
    } catch (error) {
      const refused = isDatabaseAway(error) ? databaseAway() : error;
      const known = refused instanceof JoinError;
      if (refused !== error || !known) logger.error({ err: error, topic }, 'realtime join failed');
      const reason = known ? refused.reason : 'Unknown Error on Channel';
      reply({ outlet, topic, joinRef }, ref, 'error', { reason });
    }
  };
}

/**
 * Handles the messages of one socket's channels.
 * @returns what is still to wait for, if anything
 */
function createHandler(context: RealtimeContext, socket: Socket, open: Channels) {
  const { limits, logger } = context;
  const { outlet, apikey } = socket;
  const { channels, drop, shut, reset, watchExpiry } = open;
  const withConditions = createBudget(limits.conditionsPerSocket, channels);
  const handleJoin = createJoins(context, socket, open, withConditions);

  async function handleToken(channel: Channel, message: Incoming): Promise<void> {
    try {
      const isNew = await withConditions(channel, (take) =>
        refreshToken(context, channel, apikey, message, take),
      );
      if (isNew) watchExpiry(channel);
    } catch (error) {
      if (!(error instanceof JoinError)) logger.error({ err: error }, 'realtime token refresh failed');
      reset(channel, error instanceof JoinError ? error.message : 'The token could not be checked');
    }
  }

  function handleOnChannel(channel: Channel, message: Incoming): Promise<void> | undefined {
    if (message.event === 'access_token') return handleToken(channel, message);
    if (message.event === 'broadcast') handleBroadcast(context, channel, message);
    if (message.event === 'presence') {
      const refused = handlePresence(context, channel, message);
      if (refused !== null) shut(channel, refused);
    }
    return undefined;
  }

  return function handle(message: Incoming): Promise<void> | undefined {
    const { topic, event, ref, joinRef } = message;
    if (event === 'phx_join') return handleJoin(message);
    const channel = channels.get(topic);
    // Phoenix's rule: messages for an earlier join of the topic are dropped.
    if (channel && joinRef !== null && joinRef !== channel.joinRef) return undefined;
    if (event === 'phx_leave') {
      if (channel) drop(channel);
      reply({ outlet, topic, joinRef }, ref, 'ok');
      if (channel) pushEnd(channel, 'phx_close');
      return undefined;
    }
    if (!channel) {
      reply({ outlet, topic, joinRef }, ref, 'error', { reason: 'unmatched topic' });
      return undefined;
    }
    if (!channel.mayMessage()) {
      shut(channel, 'Too many messages per second');
      return undefined;
    }
    return handleOnChannel(channel, message);
  };
}

/** Handles messages in the order in which they came, separately for each topic. */
function createOrder(
  handle: (message: Incoming) => Promise<void> | undefined,
  isGone: () => boolean,
  logger: Logger,
) {
  /**
   * By topic: joins and token checks wait for the database, and later messages for the same topic
   * wait behind them.
   */
  const pending = new Map<string, Promise<void>>();
  return (message: Incoming): void => {
    const { topic } = message;
    const before = pending.get(topic);
    const work = before ? before.then(() => (isGone() ? undefined : handle(message))) : handle(message);
    if (!work) return;
    const done = work
      .catch((error: unknown) => logger.error({ err: error, topic }, 'realtime message failed'))
      .finally(() => {
        if (pending.get(topic) === done) pending.delete(topic);
      });
    pending.set(topic, done);
  };
}

export function serveConnection(
  context: RealtimeContext,
  ws: WebSocket,
  { vsn, apikey, mayJoinFromAddress }: { vsn: Vsn; apikey: string; mayJoinFromAddress: () => boolean },
): Connection {
  const { limits, logger } = context;
  const outlet = outletOf(ws, vsn, context);
  const maySend = createRate(limits.messagesPerSecond * 2, 1_000);
  let heard = Date.now();
  let gone = false;
  const isGone = () => gone;
  const open = createChannels(context);
  const { channels, drop } = open;
  const handle = createHandler(context, { outlet, apikey, mayJoinFromAddress, isGone }, open);
  const dispatch = createOrder(handle, isGone, logger);

  function end(code: number, reason: string): void {
    if (gone) return;
    for (const channel of [...channels.values()]) pushSystem(channel, 'error', reason);
    ws.close(code, reason);
    closed();
  }

  function closed(): void {
    gone = true;
    for (const channel of [...channels.values()]) drop(channel);
  }

  function receive(data: Buffer, isBinary: boolean): void {
    const message = decode(vsn, data, isBinary);
    if (message.topic === 'phoenix') {
      const status = message.event === 'heartbeat' ? 'ok' : 'error';
      reply({ outlet, topic: 'phoenix', joinRef: null }, message.ref, status);
      return;
    }
    dispatch(message);
  }

  ws.on('message', (data, isBinary) => {
    if (gone) return;
    heard = Date.now();
    try {
      if (!maySend()) return end(POLICY_VIOLATION, 'Too many messages per second');
      receive(toBuffer(data), isBinary);
    } catch (error) {
      if (!(error instanceof FrameError)) logger.error({ err: error }, 'realtime frame failed');
      end(
        POLICY_VIOLATION,
        error instanceof FrameError ? `Invalid frame: ${error.message}` : 'Invalid frame',
      );
    }
  });
  ws.on('too-large', () => {
    for (const channel of channels.values())
      pushSystem(channel, 'error', `A message has at most ${limits.frameBytes} bytes`);
  });
  // The library closes the socket by itself, with the code that fits; the listener keeps the
  // process alive.
  ws.on('error', (error) => logger.debug({ reason: error.message }, 'realtime socket failed'));
  ws.on('close', closed);

  return {
    channels: () => channels.values(),
    lastHeard: () => heard,
    end,
  };
}
