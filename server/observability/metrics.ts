import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorLog } from './errors.ts';
import type { ProcessReport } from './process-figures.ts';
import type { Routes } from './routes.ts';

/** However often it is asked, the database is read this often. Milliseconds. */
const READ_EVERY = 10_000;

export interface MetricsDeps {
  pool: pg.Pool;
  /** The token of those who read the figures: `Authorization: Bearer …`. */
  token: string;
  routes: Routes;
  report: ProcessReport;
  errors: ErrorLog;
  logger: Logger;
}

export interface Metrics {
  /** Counts each request and how long it took. */
  middleware: MiddlewareHandler;
  /** Serves `GET /metrics`. */
  app: Hono;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The figures that are read when somebody asks for them. */
function createGauges(registry: Registry) {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `loge_${name}`, help, labelNames, registers: [registry] });

  return {
    build: gauge('build_info', 'What runs here; always 1.', 'version', 'node', 'migration', 'postgres'),
    pools: gauge('pool_connections', 'Connections to Postgres of this process.', 'pool', 'state'),
    sockets: gauge('realtime_sockets', 'WebSockets of realtime in this process.'),
    channels: gauge('realtime_channels', 'Channels on them.'),
    disk: gauge('disk_bytes', 'The disk of the data folder.', 'state'),
    engines: gauge('media_engine_up', 'Whether an engine of rooms answers.', 'engine'),
    runs: gauge(
      'task_runs',
      'How often a task ran, by all processes, since the database began.',
      'task',
      'outcome',
    ),
    failing: gauge('task_failing', 'Whether the last run of a task failed.', 'task'),
    took: gauge('task_last_duration_seconds', 'How long the last run of a task took.', 'task'),
    ended: gauge('task_last_end_timestamp_seconds', 'When the last run of a task ended.', 'task'),
    mails: gauge('mails', 'Mails that wait, and mails that were given up.', 'state'),
    orders: gauge(
      'payment_orders',
      'Orders to the payment provider that wait, and that it refused.',
      'state',
    ),
    payouts: gauge('payouts_failed', 'Payouts that failed and were not made since.'),
    webhooks: gauge('webhooks_last_day', 'Events of the payment provider within a day.', 'outcome'),
    calendars: gauge('calendars', 'Calendars elsewhere.', 'state'),
    rooms: gauge('rooms_live', 'Rooms in which somebody is.'),
    people: gauge('room_people', 'People in rooms, and in their lobbies.', 'place'),
    lines: gauge('room_lines', 'How people in rooms reach each other.', 'quality'),
    objects: gauge('storage_objects', 'Stored files.'),
    bytes: gauge('storage_bytes', 'What they take.'),
    size: gauge('database_bytes', 'What the database takes.'),
    backup: gauge('backup_last_timestamp_seconds', 'When the last backup that succeeded ended; 0: none has.'),
  };
}

/** Sets the figures that the database knows. */
async function readDatabase(
  pool: pg.Pool,
  gauges: ReturnType<typeof createGauges>,
  version: { version: string; node: string },
): Promise<void> {
  const [{ rows }, tasks] = await Promise.all([
    pool.query(
      `select migration, postgres_version, database_bytes, objects, object_bytes, mails_waiting, mails_failed, orders_waiting,
           orders_failed, payouts_failed, webhooks_today, webhooks_unapplied, calendars_working, calendars_pending, calendars_broken,
           rooms_live, people_in_rooms, people_in_lobbies, lines_good, lines_fair, lines_poor, last_backup_at from private.system_figures`,
    ),
    pool.query(
      `select name, runs, runs_failed, last_milliseconds, last_ended_at, coalesce(last_failed_at >= last_ended_at, false) as failing
         from private.tasks`,
    ),
  ]);
  const [found] = rows;
  if (!found) throw new Error('system_figures has one row');
  const set = (of: Gauge, values: Readonly<Record<string, unknown>>, label: string) => {
    for (const [value, figure] of Object.entries(values)) of.set({ [label]: value }, Number(figure));
  };
  const { migration, postgres_version: postgres } = found;
  gauges.build.reset();
  gauges.build.set({ ...version, migration: migration ?? '', postgres: postgres ?? '' }, 1);
  set(gauges.mails, { waiting: found.mails_waiting, failed: found.mails_failed }, 'state');
  set(gauges.orders, { waiting: found.orders_waiting, failed: found.orders_failed }, 'state');
  gauges.payouts.set(Number(found.payouts_failed));
  set(gauges.webhooks, { all: found.webhooks_today, unapplied: found.webhooks_unapplied }, 'outcome');
  const { calendars_working: working, calendars_pending: pending, calendars_broken: broken } = found;
  set(gauges.calendars, { working, pending, broken }, 'state');
  gauges.rooms.set(Number(found.rooms_live));
  set(gauges.people, { room: found.people_in_rooms, lobby: found.people_in_lobbies }, 'place');
  set(gauges.lines, { good: found.lines_good, fair: found.lines_fair, poor: found.lines_poor }, 'quality');
  gauges.objects.set(Number(found.objects));
  gauges.bytes.set(Number(found.object_bytes));
  gauges.size.set(Number(found.database_bytes));
  gauges.backup.set((found.last_backup_at?.getTime() ?? 0) / 1_000);
  for (const task of tasks.rows) {
    const label = { task: task.name };
    gauges.runs.set({ ...label, outcome: 'failed' }, Number(task.runs_failed));
    gauges.runs.set({ ...label, outcome: 'done' }, Number(task.runs) - Number(task.runs_failed));
    gauges.failing.set(label, task.failing ? 1 : 0);
    if (task.last_milliseconds !== null) gauges.took.set(label, task.last_milliseconds / 1_000);
    if (task.last_ended_at !== null) gauges.ended.set(label, task.last_ended_at.getTime() / 1_000);
  }
}

/**
 * The figures of this process and of its database, in the text format of Prometheus. Labels are
 * names of ours (routes, tasks, states), of which there is a fixed number: nothing that a visitor
 * sends becomes one.
 */
export function createMetrics({ pool, token, routes, report, errors, logger }: MetricsDeps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'loge_http_request_duration_seconds',
    help: 'Requests by the route that answered, with how long they took.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  new Counter({
    name: 'loge_errors_total',
    help: 'What this process logged as an error or worse.',
    registers,
    collect() {
      this.reset();
      this.inc(errors.total());
    },
  });
  const gauges = createGauges(registry);
  const { pools, sockets, channels, disk, engines } = gauges;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const figures = await report.read();
    for (const { name, size, busy, waiting } of figures.pools)
      for (const [state, value] of Object.entries({ size, busy, waiting }))
        pools.set({ pool: name, state }, value);
    sockets.set(figures.sockets);
    channels.set(figures.channels);
    if (figures.disk !== null)
      for (const [state, value] of Object.entries(figures.disk)) disk.set({ state }, value);
    for (const { engine, ok } of figures.media) engines.set({ engine }, ok ? 1 : 0);
    if (performance.now() - readAt < READ_EVERY) return;
    await readDatabase(pool, gauges, { version: figures.version, node: figures.node });
    readAt = performance.now();
  }

  const app = new Hono();
  app.get('/metrics', async (c) => {
    const given = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if (!timingSafeEqual(digest(given), digest(token))) {
      c.header('WWW-Authenticate', 'Bearer');
      return c.text('Unauthorized\n', 401);
    }
    // Anybody who asks at the same time shares one reading. A database that is away leaves its
    // figures as they were, and says so.
    reading ??= read().finally(() => {
      reading = null;
    });
    const isThere = await reading.then(
      () => true,
      (error: unknown) => {
        logger.error({ err: error }, 'the figures could not be read');
        return false;
      },
    );
    c.header('Content-Type', registry.contentType);
    c.header('Cache-Control', 'no-store');
    return c.body(`${await registry.metrics()}# HELP loge_database_up Whether the database answered.
# TYPE loge_database_up gauge
loge_database_up ${isThere ? 1 : 0}\n`);
  });

  return {
    app,
    async middleware(c, next) {
      const start = performance.now();
      await next();
      const seconds = (performance.now() - start) / 1_000;
      const labels = { method: routes.methodOf(c), route: routes.routeOf(c), status: c.res.status };
      requests.observe(labels, seconds);
    },
  };
}
