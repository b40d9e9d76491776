import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { MiddlewareHandler } from 'hono';
import type pg from 'pg';
import type { Task } from '#server/jobs/runner.ts';
import { OneTransaction } from '#server/postgres/one-transaction.ts';
import type { Routes } from './routes.ts';

/** Tasks that look for work more often than this would be nothing but noise. Milliseconds. */
const SELDOM = 5_000;

export interface TracingDeps {
  /** Where a collector takes OTLP over HTTP, without `/v1/traces`. */
  endpoint: string;
  /** How many of a hundred requests are traced, as a share from 0 to 1. */
  ratio: number;
  version: string;
  routes: Routes;
  /**
   * Whether the header `traceparent` comes from a proxy of ours: a visitor's could have every
   * request of theirs traced.
   */
  trustProxy: boolean;
}

export interface Tracing {
  /** A span for each request. */
  middleware: MiddlewareHandler;
  /** The task with a span for each of its runs, if it runs seldom. */
  task(task: Task): Task;
  /** Statements become spans of the request or run that sends them. */
  watchPool(pool: pg.Pool): void;
  /** Sends what is left. */
  stop(): Promise<void>;
}

/**
 * The first word of a statement, or the name under which it is prepared: values and texts are not
 * told.
 */
function summaryOf(query: unknown): string {
  const config =
    typeof query === 'object' && query !== null ? (query as { name?: unknown; text?: unknown }) : {};
  if (typeof config.name === 'string' && config.name !== '') return config.name;
  const text = typeof query === 'string' ? query : typeof config.text === 'string' ? config.text : '';
  return /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query';
}

/**
 * Traces of OpenTelemetry: requests, runs of tasks, and the statements in them. A span has routes,
 * statuses and names of ours; no address, no parameter, no text of a statement, nothing about a
 * person. Loaded only where somebody collects them.
 */
export function createTracing({ endpoint, ratio, version, routes, trustProxy }: TracingDeps): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'loge', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('loge', version);
  /** The span under which this part of the program works. */
  const current = new AsyncLocalStorage<Span>();

  const start = (name: string, kind: SpanKind, attributes: Attributes, parent = ROOT_CONTEXT) =>
    tracer.startSpan(name, { kind, attributes }, parent);
  const fail = (span: Span) => span.setStatus({ code: SpanStatusCode.ERROR });

  /** @returns null outside of a request or a run that is traced */
  function startQuery(query: unknown): Span | null {
    const parent = current.getStore();
    if (!parent?.isRecording()) return null;
    const summary = summaryOf(query);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
    return start(`postgres ${summary}`, SpanKind.CLIENT, attributes, trace.setSpan(ROOT_CONTEXT, parent));
  }

  /**
   * The same method, whose promises end a span. Pools call their clients with callbacks, which is
   * not counted twice.
   */
  function traced<Query extends (...args: never[]) => unknown>(query: Query): Query {
    return function (this: unknown, ...args: never[]) {
      const span = startQuery(args[0]);
      const result: unknown = Reflect.apply(query, this, args);
      const done = result instanceof OneTransaction ? result.done : result;
      if (span === null || !(done instanceof Promise)) return result;
      done.then(
        () => span.end(),
        () => fail(span).end(),
      );
      return result;
      // The same function for its callers: it takes and gives what `query` does.
    } as unknown as Query;
  }

  return {
    async middleware(c, next) {
      const given = trustProxy ? parseTraceParent(c.req.header('traceparent') ?? '') : null;
      const parent =
        given === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...given, isRemote: true });
      const method = routes.methodOf(c);
      const span = start(method, SpanKind.SERVER, { 'http.request.method': method }, parent);
      await current.run(span, next);
      const route = routes.routeOf(c);
      const requestId: unknown = c.get('requestId');
      span.updateName(`${method} ${route}`).setAttributes({
        'http.route': route,
        'http.response.status_code': c.res.status,
        ...(typeof requestId === 'string' ? { 'loge.request_id': requestId } : {}),
      });
      if (c.res.status >= 500) fail(span);
      span.end();
    },
    task(task) {
      if (task.every !== null && task.every < SELDOM) return task;
      return {
        ...task,
        async run(run) {
          const span = start(`task ${task.name}`, SpanKind.INTERNAL, { 'loge.task': task.name });
          try {
            return await current.run(span, () => task.run(run));
          } catch (error) {
            fail(span);
            throw error;
          } finally {
            span.end();
          }
        },
      };
    },
    watchPool(pool) {
      pool.query = traced(pool.query);
      // Some connections are there before anybody watches.
      const watched = new WeakSet<pg.PoolClient>();
      pool.on('acquire', (client) => {
        if (watched.has(client)) return;
        watched.add(client);
        client.query = traced(client.query);
      });
    },
    stop: () => provider.shutdown(),
  };
}
