import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import { WebSocket, WebSocketServer } from 'ws';
import { addressOf, placeOf } from '#platform/gateway/address.ts';
import type { Gateway } from '#platform/gateway/gateway.ts';
import type { PlatformTask } from '#platform/tasks.ts';
import type { Database } from '#server/postgres/database.ts';
import { startListener } from '#server/postgres/listener.ts';
import { watchAccess } from './access-watch.ts';
import { hearBroadcast } from './broadcast.ts';
import { type Bus, createBus, greeted } from './bus/bus.ts';
import { BUS_CHANNEL, type Carrier, createPostgresCarrier, createRedisCarrier } from './bus/carrier.ts';
import { type Changes, createChanges } from './changes/changes.ts';
import { keyOf } from './channel.ts';
import { type Connection, serveConnection } from './connection.ts';
import type { RealtimeContext } from './context.ts';
import { closeEnded, ENDED_CHANNEL, sweepEnded } from './ended.ts';
import { createHttpBroadcast } from './http-broadcast.ts';
import { keepMessages } from './kept-messages.ts';
import { createRate, LIMITS, type RealtimeLimits } from './limits.ts';
import { createPresence, type Presence } from './presence/presence.ts';
import { createTopics, type Topics } from './topics.ts';
import { type Admission, admit, refuse } from './upgrade.ts';

/** RFC 6455, 7.4.1: the server is going away; clients connect again. */
const GOING_AWAY = 1001;
/** RFC 6455, 7.4.1: a message is too long. */
const MESSAGE_TOO_BIG = 1009;
/** How long clients may take to close their sockets when the server stops. */
const GOODBYE = 1_000;
const SWEEP = 15_000;
const CHANGES_CHANNEL = 'realtime_changes';

/**
 * Emits `too-large` while the client can still be told why its socket will be closed: the library
 * closes it without a reason.
 */
class TellingWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === MESSAGE_TOO_BIG && this.readyState === this.OPEN) this.emit('too-large');
    super.close(code, reason ?? (code === MESSAGE_TOO_BIG ? 'Message too large' : undefined));
  }
}

function destroyFailed(this: Duplex): void {
  this.destroy();
}

export interface RealtimeDeps {
  database: Pick<Database, 'pool' | 'connection' | 'engine'>;
  gateway: Gateway;
  /** The first of REST's schemas: where policies find unqualified names. */
  path: string;
  logger: Logger;
  limits?: Partial<RealtimeLimits>;
  /** Whether a proxy of ours says in `X-Forwarded-For` where a socket comes from. */
  trustProxy?: boolean;
  /**
   * A Redis that several processes share, and the name of this installation's channel there;
   * without it they use NOTIFY.
   */
  redis?: { url: string; channel: string } | null;
}

export interface Realtime {
  /** Sending over HTTP; mounted at `/realtime/v1`. */
  app: Hono;
  /** Takes an HTTP upgrade to `/realtime/v1/websocket`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** The sockets of this process, and the channels on them. */
  counts(): { sockets: number; channels: number };
  /**
   * Hears the names of the events of a private topic in this process, from whichever process or
   * transaction they come. One may be lost while the database is away.
   * @returns ends it
   */
  hear(topic: string, listener: (event: string) => void): () => void;
  /** The tasks that it runs later. */
  tasks: readonly PlatformTask[];
  /**
   * Sends every client away with 1001, which makes it come back to the process that serves then.
   */
  close(): Promise<void>;
}

type Heard = Pick<Parameters<typeof createRedisCarrier>[0], 'onPayload' | 'onReconnected'>;

async function carrierOf(deps: RealtimeDeps, heard: Heard): Promise<Carrier | null> {
  const { database, redis, logger } = deps;
  if (database.engine === 'embedded') return null;
  return redis ? createRedisCarrier({ ...redis, logger, ...heard }) : createPostgresCarrier(database.pool);
}

/** The processes of this installation, and who is present in all of them. */
async function joinBus(deps: RealtimeDeps, topics: Topics): Promise<{ bus: Bus; presence: Presence }> {
  const { logger, database } = deps;
  let presence: Presence | null = null;

  let bus: Bus | null = null;
  const carrier = await carrierOf(deps, {
    onPayload: (payload) => bus?.receive(payload),
    onReconnected: () => bus?.greet(),
  });
  bus = createBus({
    pool: database.pool,
    logger,
    carrier,
    onMessage(message, node) {
      if (message.kind === 'broadcast') hearBroadcast({ topics }, message);
      else if (node !== null) presence?.hear(message, node);
    },
    onJoined: () => presence?.tellAll(),
    onGone: (node) => presence?.forget(node),
    beat: () => ({ version: presence?.version() ?? 0 }),
  });
  presence = createPresence({ node: bus.node, topics, publish: bus.publish });
  return { bus, presence };
}

/**
 * The counts of each network address: its sockets, including those still being opened, and its
 * joins of this second.
 * @returns takes a share of the address's sockets, released when the socket is closed; null when it
 *   has too many
 */
function createPlaces(limits: RealtimeLimits, trustProxy: boolean) {
  const places = new Map<string, { sockets: number; mayJoin: () => boolean }>();
  return (request: IncomingMessage, socket: Duplex): { mayJoin: () => boolean } | null => {
    const forwarded = request.headers['x-forwarded-for'];
    const remote = request.socket.remoteAddress;
    const place = placeOf(addressOf({ forwarded, remote }, trustProxy));
    const share = places.get(place) ?? { sockets: 0, mayJoin: createRate(limits.joinsPerAddress, 1_000) };
    if (share.sockets >= limits.socketsPerAddress) return null;
    places.set(place, share);
    share.sockets += 1;
    socket.once('close', () => {
      share.sockets -= 1;
      if (share.sockets === 0) places.delete(place);
    });
    return share;
  };
}

/** Opens the sockets of this process, and closes all of them when the server goes away. */
function createSockets(context: RealtimeContext, connections: Set<Connection>, trustProxy: boolean) {
  const { gateway, limits, logger } = context;
  const wss = new WebSocketServer({
    noServer: true,
    WebSocket: TellingWebSocket,
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const takeSocket = createPlaces(limits, trustProxy);
  let closing = false;

  function accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    options: Admission & { mayJoinFromAddress: () => boolean },
  ): void {
    wss.handleUpgrade(request, socket, head, (ws) => {
      socket.off('error', destroyFailed);
      const connection = serveConnection(context, ws, options);
      connections.add(connection);
      ws.on('close', () => connections.delete(connection));
    });
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Until the websocket library takes over, this is the socket's only error listener; without
    // one an error ends the process.
    socket.on('error', destroyFailed);
    if (closing || connections.size >= limits.sockets) {
      refuse(socket, 503, 'Too many sockets');
      return;
    }
    const share = takeSocket(request, socket);
    if (share === null) {
      refuse(socket, 429, 'Too many sockets from this address');
      return;
    }
    admit(gateway, request).then(
      (admission) => {
        if ('status' in admission) refuse(socket, admission.status, admission.message);
        else if (closing) refuse(socket, 503, 'Going away');
        else accept(request, socket, head, { ...admission, mayJoinFromAddress: share.mayJoin });
      },
      (error: unknown) => {
        logger.error({ err: error }, 'realtime could not admit a socket');
        refuse(socket, 500, 'Internal error');
      },
    );
  }

  function counts() {
    let channels = 0;
    for (const connection of connections) for (const _ of connection.channels()) channels += 1;
    return { sockets: connections.size, channels };
  }

  async function close(): Promise<void> {
    closing = true;
    for (const connection of [...connections]) connection.end(GOING_AWAY, 'The server goes away');
    const gone = new Promise<void>((resolve) => {
      const late = setTimeout(() => {
        for (const ws of wss.clients) ws.terminate();
      }, GOODBYE);
      wss.close(() => {
        clearTimeout(late);
        resolve();
      });
    });
    await gone;
  }
  return { upgrade, counts, close };
}

interface Hearers {
  changes: Changes;
  access: ReturnType<typeof watchAccess>;
  bus: Bus;
  connections: Set<Connection>;
  /** Looks for sessions that ended unheard. */
  sweep: () => Promise<void>;
}

/** Passes on what the database notifies, and makes up for what was missed while it was away. */
function hearDatabase(
  { database, logger }: RealtimeDeps,
  { changes, access, bus, connections, sweep }: Hearers,
) {
  return startListener({
    connection: database.connection,
    name: 'realtime',
    logger,
    channels: [CHANGES_CHANNEL, ENDED_CHANNEL, BUS_CHANNEL, 'schema_changed', 'pgrst'],
    onNotification(channel, payload) {
      if (channel === CHANGES_CHANNEL) changes.wake();
      else if (channel === ENDED_CHANNEL && payload.startsWith('access ')) access.hear(payload);
      else if (channel === ENDED_CHANNEL) closeEnded(connections, payload);
      else if (channel === BUS_CHANNEL) bus.receive(payload);
      else changes.schemaChanged();
    },
    onReconnected(restarted) {
      if (restarted) changes.databaseRestarted();
      else changes.wake();
      bus.greet();
      access.sweep();
      void sweep();
    },
  });
}

/**
 * The server side of the official realtime client: broadcast, presence and postgres_changes over
 * Phoenix channels.
 * @throws when the database cannot be listened to
 */
export async function createRealtime(deps: RealtimeDeps): Promise<Realtime> {
  const { database, gateway, path, logger } = deps;
  const pool: pg.Pool = database.pool;
  const limits = { ...LIMITS, ...deps.limits };
  const connections = new Set<Connection>();
  const topics = createTopics();
  const { bus, presence } = await joinBus(deps, topics);
  const changes = createChanges({ pool, logger, path });

  const sweep = () =>
    sweepEnded(pool, connections).catch((error: unknown) =>
      logger.error({ err: error }, 'realtime could not look for ended sessions'),
    );

  const keeping = keepMessages(pool);
  // A database that cannot do it now is asked again within the hour.
  await keeping
    .run()
    .catch((error: unknown) =>
      logger.error({ err: error }, 'realtime could not make or drop the partitions of its messages'),
    );
  const access = watchAccess({ pool, logger, path, topics });

  const listener = await hearDatabase(deps, { changes, access, bus, connections, sweep });
  bus.greet();
  const ready = database.engine === 'embedded' ? Promise.resolve() : greeted();
  const context: RealtimeContext = {
    pool,
    gateway,
    logger,
    limits,
    path,
    topics,
    presence,
    changes,
    bus,
    ready,
  };

  const sockets = createSockets(context, connections, deps.trustProxy ?? false);
  let closing: Promise<void> | null = null;

  const sweeping = setInterval(() => {
    const silentSince = Date.now() - limits.silence;
    for (const connection of [...connections]) {
      if (connection.lastHeard() < silentSince) connection.end(GOING_AWAY, 'No heartbeat');
    }
    void sweep();
  }, SWEEP);
  sweeping.unref();
  const authorizing = setInterval(() => access.sweep(), limits.authorizeEvery);
  authorizing.unref();

  return {
    app: createHttpBroadcast(context),
    upgrade: sockets.upgrade,
    hear: (topic, listener) => topics.hear(keyOf(topic, true), listener),
    tasks: [keeping],
    counts: sockets.counts,
    close() {
      closing ??= goAway();
      return closing;
    },
  };

  async function goAway(): Promise<void> {
    clearInterval(sweeping);
    clearInterval(authorizing);
    await sockets.close();
    await access.idle();
    await changes.close();
    await context.bus.close();
    await listener.close();
  }
}
