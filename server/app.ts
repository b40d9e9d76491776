import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { createFunctions } from '#platform/functions/functions.ts';
import { sentHeader } from '#platform/gateway/sent-header.ts';
import type { Platform } from '#platform/platform.ts';
import type { MailIdentity } from '#product/mail/mail-kind.ts';
import { withoutSecret } from '#product/shared/pages.ts';
import type { MediaEngines } from '#server/integrations/media/media-engine.ts';
import { createDevMailbox, type SendReply } from '#server/mail/dev-mailbox/dev-mailbox.ts';
import type { ChangeWatch } from '#server/postgres/change-watch.ts';
import {
  AWAY_RETRY_AFTER,
  type Database,
  type DatabaseWatch,
  isDatabaseAway,
} from '#server/postgres/database.ts';
import { hasDevMailbox, type Settings } from '#server/settings.ts';
import { createPage } from '#server/web/page.ts';
import { loadPageFiles, type PageFile } from '#server/web/page-files.ts';
import type { PublicPages } from '#server/web/public-pages.ts';
import { createSiteFiles } from '#server/web/site-files.ts';

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string;
  }
}

export interface AppDeps {
  settings: Settings;
  database: Database;
  /** Says whether the database answers, also under load. */
  watch: DatabaseWatch;
  /**
   * The phase of this process; traffic should be sent here while it is open: its jobs run, and it
   * was not told to stop.
   */
  phase: () => 'starting' | 'open' | 'draining';
  platform: Platform;
  functions: ReturnType<typeof createFunctions>;
  media: MediaEngines;
  /** Where the payment provider tells what happened. */
  paymentWebhooks: Hono;
  /** Where Twitch tells of lives; null where it is not asked to. */
  liveWebhook: Hono | null;
  /** Where replies by mail arrive; null where none do. */
  replyWebhook: Hono | null;
  /** The same without a provider, for the development mailbox. */
  receiveReply: SendReply | null;
  /** The sandbox's own pages; null with a provider that has pages elsewhere. */
  paymentPages: Hono | null;
  /** Bookings for calendars: private feeds, and single entries. */
  calendarFiles: Hono;
  /** The overlays of streams, the pictures for panels under them, and the booker on other sites. */
  stream: Hono;
  /** Where pages tell of visits. */
  visitCounter: Hono;
  /** Where readers of an invitation take their consent back. */
  stopInvitations: Hono;
  /** Where readers of announcements by mail do. */
  stopAnnouncements: Hono;
  /** Where readers without an account refuse all mails. */
  refuseMails: Hono;
  /** Invoices and credit notes, for those they concern. */
  documentFiles: Hono;
  /** The titles and descriptions of the public pages, for search engines and previews. */
  pages: PublicPages;
  /** The categories and languages, as documents tell the page. */
  catalogue: () => Promise<object>;
  /**
   * The pictures of links to profiles, from those of the profiles, which this server reads of
   * itself by their paths.
   */
  linkPictures: (readPicture: (path: string) => Promise<Buffer | null>) => Hono;
  /** Tells when the documents of pages are to be made anew. */
  changes: ChangeWatch;
  siteUrl: () => string;
  /** Where people may sign in besides here, as the page offers it. */
  providers: readonly { id: string; label: string }[];
  /** Those of the demonstration's provider; null where there is none. */
  providerPages: Hono | null;
  mailIdentity: MailIdentity;
  publishableKey: string;
  /** The pattern of the route that answered a request. */
  routeOf: (c: Context) => string;
  /**
   * The middlewares that observe each request: its metrics and its trace, where somebody reads
   * them.
   */
  observers: readonly MiddlewareHandler[];
  /** Serves the metrics; null where nobody reads them. */
  metrics: Hono | null;
  logger: Logger;
}

/** Asked every few seconds by whoever runs Loge. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/livez', '/readyz', '/metrics']);

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The built page, or none yet: a server under development runs in front of Vite. */
async function builtPage(logger: Logger): Promise<ReadonlyMap<string, PageFile> | null> {
  try {
    return await loadPageFiles(join(import.meta.dirname, '../dist/web'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    logger.warn('the page is not built: only the API answers (npm run build)');
    return null;
  }
}

/**
 * Everything on one port: health, the protocols, the commands, kept mail, and the page for every
 * other path.
 */
export async function createApp(deps: AppDeps): Promise<Hono> {
  const { settings, database, platform, functions, logger } = deps;
  const config = {
    supabaseUrl: null,
    publishableKey: deps.publishableKey,
    providers: deps.providers,
    ...(settings.adminMfa === 'required' ? { teamNeedsFactor: true as const } : {}),
    ...(settings.youtube === null ? {} : { provesYouTube: true as const }),
    ...(settings.stripe === null ? {} : { paidBy: 'Stripe' as const }),
    ...(settings.auth.smsHook !== null || hasDevMailbox(settings) ? { sendsSms: true as const } : {}),
  };
  const app = new Hono();
  app.use(async (c, next) => {
    // The id that a proxy of ours gave it, if that could not be confused with anything else in a
    // log.
    const given = sentHeader(c, 'x-request-id') ?? '';
    c.set('requestId', /^[\w=-]{1,255}$/.test(given) ? given : randomUUID());
    await next();
  });
  app.use(async (c, next) => {
    await next();
    // A proxy keeps no connection to a process that is about to go, so nothing is sent into its end.
    if (deps.phase() === 'draining') c.header('Connection', 'close');
  });
  for (const observer of deps.observers) app.use(observer);
  app.use(async (c, next) => {
    const start = performance.now();
    // Set on Node's own response, so that answers which a handler writes itself carry it too. A
    // test without a port has none.
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    outgoing?.setHeader('X-Request-Id', c.get('requestId'));
    if (settings.staging) outgoing?.setHeader('X-Robots-Tag', 'noindex, nofollow');
    const sentBefore = outgoing?.socket?.bytesWritten ?? 0;
    await next();
    // Whoever changed something finds it in the next document they ask for.
    if (!READS.has(c.req.method)) deps.changes.wrote();
    const entry = {
      requestId: c.get('requestId'),
      method: c.req.method,
      route: deps.routeOf(c),
      status: c.res.status,
      person: platform.gateway.knownPerson(c.req.raw.headers),
    };
    /** One line a request, once its answer has gone out. Probes come too often to be read. */
    const log = (bytes: number | null) => {
      const ms = Math.round(performance.now() - start);
      const level = PROBES.has(c.req.path) ? 'debug' : 'info';
      logger[level]({ ...entry, ms, bytes, path: withoutSecret(c.req.path) }, 'request');
    };
    if (!outgoing) return log(null);
    const { socket } = outgoing;
    outgoing.once('close', () => log(socket ? socket.bytesWritten - sentBefore : null));
  });
  app.onError((error, c) => {
    logger.error(
      { err: error, requestId: c.get('requestId'), path: withoutSecret(c.req.path) },
      'request failed',
    );
    if (isDatabaseAway(error)) {
      c.header('Retry-After', String(AWAY_RETRY_AFTER));
      return c.json(
        { code: 'unavailable', message: 'The database is away', requestId: c.get('requestId') },
        503,
      );
    }
    return c.json(
      { code: 'unexpected_failure', message: 'Unexpected failure', requestId: c.get('requestId') },
      500,
    );
  });
  // Whether to start it anew: an outage of the database is none of its own.
  app.get('/livez', (c) => c.json({ status: 'ok' }));
  const ready: Handler = async (c) => {
    const database = (await deps.watch.isThere()) ? 'ok' : 'away';
    const engines = Object.entries(await deps.media.health());
    // Bookings work without group rooms, so an unhealthy media engine is reported and the server
    // stays in service. The log has the details.
    const media = Object.fromEntries(engines.map(([name, { ok }]) => [name, ok ? 'ok' : 'failing']));
    const phase = deps.phase();
    if (database === 'ok' && phase === 'open') return c.json({ status: 'ok', media });
    c.header('Retry-After', String(AWAY_RETRY_AFTER));
    return c.json({ status: database === 'ok' ? phase : 'unavailable', database, media }, 503);
  };
  // Whether to send it traffic. `/health` is its older name.
  app.get('/readyz', ready);
  app.get('/health', ready);
  if (deps.metrics !== null) app.route('/', deps.metrics);
  app.get('/loge-config.json', async (c) => c.json({ ...config, catalogue: await deps.catalogue() }));
  app.route('/', platform.app);
  app.route('/functions/v1', functions);
  app.route('/', deps.paymentWebhooks);
  if (deps.liveWebhook !== null) app.route('/', deps.liveWebhook);
  if (deps.replyWebhook !== null) app.route('/', deps.replyWebhook);
  if (deps.paymentPages !== null) app.route('/', deps.paymentPages);
  if (deps.providerPages !== null) app.route('/', deps.providerPages);
  app.route('/', deps.calendarFiles);
  app.route('/', deps.stream);
  app.route('/', deps.visitCounter);
  app.route('/', deps.documentFiles);
  app.route('/', deps.stopInvitations);
  app.route('/', deps.stopAnnouncements);
  app.route('/', deps.refuseMails);
  if (hasDevMailbox(settings))
    app.route(
      '/',
      createDevMailbox({ pool: database.pool, identity: deps.mailIdentity, reply: deps.receiveReply }),
    );
  app.route(
    '/',
    deps.linkPictures(async (path) => {
      const answer = await app.request(path, { headers: { accept: 'image/*' } });
      if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
    }),
  );
  const { pages, siteUrl, catalogue, changes } = deps;
  const { staging } = settings;
  app.route('/', createSiteFiles({ pages, siteUrl, staging }));
  const files = await builtPage(logger);
  if (files) app.route('/', createPage(files, { config, catalogue, pages, siteUrl, changes, staging }));
  return app;
}
