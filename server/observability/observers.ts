import type { Context, Hono, MiddlewareHandler } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Task } from '#server/jobs/runner.ts';
import type { Settings } from '#server/settings.ts';
import type { ErrorLog } from './errors.ts';
import { type ProcessReport, version } from './process-figures.ts';
import { nameRoutes } from './routes.ts';

export interface ObserverDeps {
  pool: pg.Pool;
  restPool: pg.Pool;
  /** The names of all commands. */
  commands: readonly string[];
  report: ProcessReport;
  errors: ErrorLog;
  logger: Logger;
}

export interface Observers {
  /** The pattern of the route that answered, for logs. */
  routeOf(c: Context): string;
  middlewares: MiddlewareHandler[];
  metrics: Hono | null;
  /** A task, with what looks at its runs. */
  task(task: Task): Task;
  stop(): Promise<void>;
}

/**
 * Metrics and traces, as the settings ask for them. An observer that nobody asked for is not
 * loaded, and costs nothing.
 */
export async function openObservers(
  { metricsToken, traces, trustProxy }: Pick<Settings, 'metricsToken' | 'traces' | 'trustProxy'>,
  { pool, restPool, commands, report, errors, logger }: ObserverDeps,
): Promise<Observers> {
  const routes = nameRoutes(commands);
  const metrics =
    metricsToken === null
      ? null
      : (await import('./metrics.ts')).createMetrics({
          pool,
          token: metricsToken,
          routes,
          report,
          errors,
          logger,
        });
  const tracing =
    traces === null
      ? null
      : (await import('./tracing.ts')).createTracing({ ...traces, version, routes, trustProxy });
  tracing?.watchPool(pool);
  tracing?.watchPool(restPool);
  return {
    routeOf: routes.routeOf,
    middlewares: [tracing, metrics].flatMap((observer) => (observer === null ? [] : [observer.middleware])),
    metrics: metrics?.app ?? null,
    task: (task) => tracing?.task(task) ?? task,
    stop: async () => tracing?.stop(),
  };
}
