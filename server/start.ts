import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { checkPassword } from '#platform/auth/passwords.ts';
import { createViewings } from '#platform/auth/viewings.ts';
import { createFunctions } from '#platform/functions/functions.ts';
import { addressOf, digestOfPlace, placeOf } from '#platform/gateway/address.ts';
import { loadKeys } from '#platform/gateway/keys.ts';
import { createPlatform } from '#platform/platform.ts';
import { openStore } from '#platform/storage/storage.ts';
import { authMailer, mailboxSms } from '#product/accounts/auth-mailer.ts';
import { createStopAnnouncements } from '#product/announcements/stop-mails.ts';
import { createDocumentFiles } from '#product/books/document-files.ts';
import { createCalendarFiles } from '#product/calendars/calendar-files.ts';
import { createLiveWebhook, LIVE_WEBHOOK } from '#product/channels/live-webhook.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { refusalOf } from '#product/command/refusals.ts';
import { createCommands } from '#product/commands.ts';
import { keepMedia } from '#product/conference/keep-media.ts';
import { createPulse } from '#product/conference/outages.ts';
import { REBUILD_MEDIA } from '#product/conference/tasks.ts';
import { textReader } from '#product/content/render-text.ts';
import { catalogueReader } from '#product/discovery/catalogue.ts';
import { findLeftOut } from '#product/discovery/find-left-out.ts';
import { createLinkPictures } from '#product/discovery/link-pictures.ts';
import { publicPages } from '#product/discovery/public-pages.ts';
import { createVisitCounter } from '#product/insight/count-visit.ts';
import { createStopInvitations } from '#product/insight/stop-invitations.ts';
import { createRefuseMails } from '#product/mail/refuse-mails.ts';
import { CARRY_OUT_ORDERS } from '#product/payments/tasks.ts';
import { createPaymentWebhooks } from '#product/payments/webhooks.ts';
import { createStreamRoutes } from '#product/stream/stream-routes.ts';
import { receiveReply } from '#product/support/receive-reply.ts';
import { replyAddresses } from '#product/support/reply-addresses.ts';
import { createReplyWebhook } from '#product/support/reply-webhook.ts';
import { createApp } from '#server/app.ts';
import { clamdScanner } from '#server/integrations/antivirus/clamd.ts';
import { identitySeal, loadIdentityKeys } from '#server/integrations/identity/identity-seal.ts';
import { openMedia } from '#server/integrations/media/open-media.ts';
import { openPayments } from '#server/integrations/payments/payments.ts';
import { createSmsHook } from '#server/integrations/sms/sms-hook.ts';
import { createTwitch } from '#server/integrations/twitch/twitch.ts';
import { createYouTube } from '#server/integrations/youtube/youtube.ts';
import { everyTask, findWork } from '#server/jobs/registry.ts';
import { createRunner } from '#server/jobs/runner.ts';
import { listen } from '#server/listen.ts';
import { tellOfOutagesOnceAMinute } from '#server/observability/away.ts';
import { createErrorLog } from '#server/observability/errors.ts';
import { openObservers } from '#server/observability/observers.ts';
import { reportProcess, version } from '#server/observability/process-figures.ts';
import { watchChanges } from '#server/postgres/change-watch.ts';
import { type Database, onceDatabaseIsThere, watchDatabase } from '#server/postgres/database.ts';
import { openReadyDatabase } from '#server/ready-database.ts';
import { hasDevMailbox, type Settings } from '#server/settings.ts';

export interface Loge {
  /** Where it is reached. */
  origin: string;
  /**
   * The facts of the start, for the log: the version, the kind of database, and the SQL files that
   * ran to bring it to this version.
   */
  facts: { version: string; engine: Database['engine']; migrated: readonly string[] };
  /** Ends requests in flight, then closes everything, in reverse. */
  stop(): Promise<void>;
}

/**
 * Opens the database, brings it to the tree's state and serves everything on one port.
 * @param now the one clock of the server; see docs/decisions/0096
 * @param signal ends the wait for a database, or for its schema
 * @throws Error whose message is the sentence to show, when the machine stands in the way (folder
 *   or port taken)
 */
export async function startLoge(
  settings: Settings,
  givenLogger: Logger,
  now: () => Date = () => new Date(),
  signal?: AbortSignal,
): Promise<Loge> {
  const errors = createErrorLog(now);
  const logger = errors.watch(tellOfOutagesOnceAMinute(givenLogger, now));
  const seal = identitySeal(await loadIdentityKeys(settings));
  const { database, migrated } = await openReadyDatabase(settings, { seal, logger, now, signal });
  const keys = await loadKeys(settings);
  if (settings.production && !settings.trustProxy) {
    logger.warn('TRUST_PROXY is off: behind a proxy all visitors count as one address in the rate limits');
  }

  let origin = settings.publicUrl ?? '';
  /**
   * Where this process reaches itself, whatever stands in front of it; null while it does not
   * listen.
   */
  let ownOrigin: string | null = null;
  const siteUrl = () => origin;
  const replyDomain =
    settings.mail.replies?.domain ?? (hasDevMailbox(settings) ? 'reponses.loge.test' : null);
  const replies =
    replyDomain === null ? null : replyAddresses({ domain: replyDomain, key: keys.derive('mail-replies') });
  const identity = { from: settings.mail.from, siteUrl, replies };
  const payments = openPayments(settings.stripe, {
    pool: database.pool,
    logger,
    secret: keys.derive('sandbox-webhooks'),
    siteUrl,
    webhookUrl: () => (ownOrigin === null ? null : `${ownOrigin}/webhooks/payments`),
    now,
  });
  const media = openMedia(settings.media, {
    turn: settings.turn,
    connection: database.connection,
    janusKey: () => keys.derive('janus'),
    logger,
    now,
  });
  const deps: ProductDeps = {
    verifyPassword: checkPassword,
    viewings: createViewings(keys, () => `${siteUrl()}/auth/v1`, now),
    payments: payments.provider,
    media,
    youtube: settings.youtube === null ? null : createYouTube(settings.youtube),
    seal,
    scansFiles: settings.storage.scannerUrl !== null,
    operator: settings.operator,
    siteUrl,
    kick: (task) => runner.kick(task),
  };
  // Loaded where it is wanted alone: production has neither it nor its code in memory.
  const demoProvider =
    settings.demoData && !settings.production
      ? (await import('#server/integrations/demo-provider/demo-provider.ts')).createDemoProvider({
          siteUrl,
          ownOrigin: () => ownOrigin,
        })
      : null;
  const providers = [...settings.auth.providers, ...(demoProvider === null ? [] : [demoProvider.settings])];
  const openSms = () => {
    if (settings.auth.smsHook !== null) return createSmsHook(settings.auth.smsHook, now);
    return hasDevMailbox(settings) ? mailboxSms(database.pool) : null;
  };
  const platform = await createPlatform({
    database,
    keys,
    settings: { ...settings, auth: { ...settings.auth, providers } },
    ...(demoProvider === null ? {} : { providerFetch: demoProvider.fetch }),
    siteUrl,
    sendMail: authMailer({ validitySeconds: settings.auth.otpExp, siteUrl, now }),
    sendSms: openSms(),
    logger,
    now,
    leavesTasks: true,
  });
  const commands = await createCommands(deps);
  const functions = createFunctions({
    pool: database.pool,
    gateway: platform.gateway,
    commands,
    refusalOf,
    placeOf: (asked) => digestOfPlace(asked, settings.trustProxy, keys.derive('places-of-commands')),
    logger,
    now,
  });
  const paymentWork = {
    pool: database.pool,
    product: deps,
    logger,
    now,
    concurrency: settings.paymentConcurrency,
  };
  const kick = (task: string) => runner.kick(task);
  const mediaKeeper = keepMedia({
    pool: database.pool,
    media,
    logger,
    now,
    askRebuild: () => kick(REBUILD_MEDIA),
  });
  const documents = {
    pool: database.pool,
    logger,
    seal,
    operator: settings.operator.business,
    backdated: settings.demoData,
    now,
  };
  const replyFiles = { store: platform.storeObject, scansFiles: deps.scansFiles };
  const webhookOrigin = settings.lives?.webhookOrigin ?? null;
  const liveWebhook =
    webhookOrigin === null
      ? null
      : {
          callback: `${webhookOrigin}${LIVE_WEBHOOK}`,
          secret: keys.derive('twitch-webhooks').toString('hex'),
        };
  const pulse = createPulse({ pool: database.pool, now });
  const report = reportProcess({
    pools: { server: database.pool, rest: platform.restPool },
    realtime: platform.realtimeCounts,
    media: () => media.health(),
    turn: settings.turn !== null,
    dataDir: settings.dataDir,
    errors,
    now,
  });
  const observers = await openObservers(settings, {
    pool: database.pool,
    restPool: platform.restPool,
    commands: commands.map(({ contract }) => contract.name),
    report,
    errors,
    logger,
  });
  const tasks = everyTask({
    report,
    work: paymentWork,
    documents,
    books: deps,
    payments,
    platform: platform.tasks,
    mediaKeeper,
    pulse,
    lives: {
      twitch: settings.lives === null ? null : createTwitch(settings.lives),
      webhook: liveWebhook,
      demoData: settings.demoData,
    },
    mail: settings.mail,
    identity,
    integrity: {
      product: deps,
      bytes: await openStore({
        folder: join(settings.dataDir, 'storage'),
        storageUrl: settings.storage.url,
      }),
    },
    scan:
      settings.storage.scannerUrl === null
        ? null
        : { scanner: clamdScanner(settings.storage.scannerUrl), readObject: platform.readObject },
  });
  const workNow = findWork(database.pool, tasks);
  const runner = createRunner({
    pool: database.pool,
    alone: database.engine === 'embedded',
    findWork: () => workNow(now()),
    logger,
    now,
    tasks: tasks.map(observers.task),
  });
  const callerOf = (headers: Headers) => platform.gateway.caller(headers);
  const stream = createStreamRoutes({ pool: database.pool, siteUrl, hear: platform.hear, logger, now });
  const watch = watchDatabase(database.connection, logger);
  const changes = await watchChanges({
    connection: database.connection,
    channel: 'documents_changed',
    logger,
  });
  let phase: 'starting' | 'open' | 'draining' = 'starting';
  const app = await createApp({
    settings,
    database,
    watch,
    phase: () => phase,
    platform,
    functions,
    media,
    paymentWebhooks: createPaymentWebhooks({ ...paymentWork, kick: () => kick(CARRY_OUT_ORDERS) }),
    liveWebhook:
      liveWebhook === null
        ? null
        : createLiveWebhook({ pool: database.pool, logger, now, secret: liveWebhook.secret }),
    replyWebhook:
      settings.mail.replies === null || replies === null
        ? null
        : createReplyWebhook({
            pool: database.pool,
            replies,
            files: replyFiles,
            logger,
            now,
            secrets: settings.mail.replies.secrets,
            placeOf: (forwarded, remote) => placeOf(addressOf({ forwarded, remote }, settings.trustProxy)),
          }),
    receiveReply:
      replies === null
        ? null
        : (mail) => receiveReply({ pool: database.pool, replies, files: replyFiles, now }, mail),
    paymentPages: payments.pages,
    calendarFiles: createCalendarFiles({ pool: database.pool, siteUrl, callerOf, now }),
    stream: stream.app,
    visitCounter: createVisitCounter({
      pool: database.pool,
      originOf(forwarded, remote) {
        const address = addressOf({ forwarded, remote }, settings.trustProxy);
        return { address: address ?? '', place: placeOf(address) };
      },
      siteUrl,
      leftOutOf: findLeftOut,
      now,
    }),
    stopInvitations: createStopInvitations({ pool: database.pool }),
    stopAnnouncements: createStopAnnouncements({ pool: database.pool }),
    refuseMails: createRefuseMails({ pool: database.pool, now }),
    documentFiles: createDocumentFiles({ pool: database.pool, callerOf }),
    pages: publicPages(
      database.pool,
      textReader(database.pool, { operator: settings.operator, siteUrl, now }),
      now,
    ),
    catalogue: await catalogueReader(database.pool),
    changes,
    linkPictures: (readPicture) => createLinkPictures({ pool: database.pool, readPicture, logger }),
    siteUrl,
    providers: providers.map(({ id, label }) => ({ id, label })),
    providerPages: demoProvider?.app ?? null,
    mailIdentity: identity,
    routeOf: observers.routeOf,
    observers: observers.middlewares,
    metrics: observers.metrics,
    publishableKey: keys.publishableKey,
    logger,
  });
  const server = await listen(app, settings, platform.upgrade);
  origin ||= `http://localhost:${server.port}`;
  ownOrigin = `http://${['0.0.0.0', '::'].includes(settings.host) ? 'localhost' : settings.host}:${server.port}`;
  // Before any task that is due: an outage that is not recorded yet would count people as absent.
  await onceDatabaseIsThere(() => pulse.beat(), logger, signal);
  await runner.start();
  phase = 'open';

  return {
    origin,
    facts: { version, engine: database.engine, migrated },
    async stop() {
      // Whoever sends traffic here sees it first; what is on its way meanwhile is still answered.
      phase = 'draining';
      if (settings.drainSeconds > 0) await sleep(settings.drainSeconds * 1_000);
      stream.close();
      await platform.closeSockets();
      await server.close();
      mediaKeeper.stop();
      await runner.stop();
      await media.stop();
      await payments.close();
      report.stop();
      await observers.stop();
      await platform.close();
      await watch.close();
      await changes.close();
      await database.close();
    },
  };
}
