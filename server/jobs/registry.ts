import type pg from 'pg';
import { purgeExpired } from '#platform/auth/purge.ts';
import type { PlatformTask } from '#platform/tasks.ts';
import { removeLostFactors } from '#product/accounts/remove-factors.ts';
import { forgetDevices } from '#product/accounts/sign-in-alerts.ts';
import { sendAnnouncements } from '#product/announcements/send-announcements.ts';
import { forgetUnsentFiles } from '#product/attachments/forget-unsent.ts';
import {
  type ScanDeps,
  scanAttachments,
  stopWaitingForScanner,
} from '#product/attachments/scan-attachments.ts';
import { sendReminders } from '#product/booking/send-reminders.ts';
import { tellWaitingViewers } from '#product/booking/tell-waiting-viewers.ts';
import { type DocumentDeps, makeDocuments } from '#product/books/make-documents.ts';
import { makeStatements } from '#product/books/make-statements.ts';
import { requestIdentities } from '#product/books/request-identities.ts';
import { sendReports } from '#product/books/send-reports.ts';
import type { BooksDeps } from '#product/books/write-file.ts';
import { importCalendars } from '#product/calendars/import-calendars.ts';
import { finishMerges } from '#product/catalogue/finish-merges.ts';
import { type LiveDeps, readLives, subscribeToLives } from '#product/channels/follow-lives.ts';
import { warnOfLives } from '#product/channels/warn-of-lives.ts';
import { forgetCommandKeys } from '#product/command/idempotency.ts';
import { forgetEndedLimits } from '#product/command/rate-limit.ts';
import { carryOutDeadlines } from '#product/conference/carry-out-deadlines.ts';
import { closeSilentAdmissions } from '#product/conference/close-silent.ts';
import { endLapsedExtensions } from '#product/conference/extension/end-lapsed.ts';
import type { MediaKeeper } from '#product/conference/keep-media.ts';
import type { Pulse } from '#product/conference/outages.ts';
import { purgeDeletedAccounts } from '#product/deletion/purge-deleted.ts';
import { forgetSearchWords, refreshAll } from '#product/discovery/refresh-task.ts';
import { endAtMajority } from '#product/guardians/end-at-majority.ts';
import { addUp } from '#product/insight/add-up.ts';
import { addUpPlatform } from '#product/insight/add-up-platform.ts';
import { addUpVisits } from '#product/insight/add-up-visits.ts';
import { keepOpenDays } from '#product/insight/keep-open-days.ts';
import type { MailIdentity } from '#product/mail/mail-kind.ts';
import { forgetOldMail } from '#product/mail/outbox.ts';
import { forgetOldMessages } from '#product/messages/forget-old.ts';
import { mailUnread } from '#product/messages/mail-unread.ts';
import { eraseEvidence } from '#product/moderation/erase-evidence.ts';
import { eraseRemoved } from '#product/moderation/erase-removed.ts';
import { findSignals } from '#product/moderation/find-signals.ts';
import { forgetEvidence } from '#product/moderation/forget-evidence.ts';
import { carryOutOrders } from '#product/payments/carry-out-orders.ts';
import type { WorkDeps } from '#product/payments/claim.ts';
import { planPayouts, sendPayouts } from '#product/payments/payouts.ts';
import { reconcileDisputes, reconcilePayments, reconcilePayouts } from '#product/payments/reconcile.ts';
import { releaseFunds } from '#product/payments/release-funds.ts';
import { forgetUnshownFilms } from '#product/streamers/forget-unshown-films.ts';
import { forgetLetters } from '#product/support/contact.ts';
import { CHECK_INTEGRITY, checkIntegrity, type IntegrityDeps } from '#product/system/check-integrity.ts';
import type { Payments } from '#server/integrations/payments/payments.ts';
import { deliverMail } from '#server/mail/deliver.ts';
import type { ProcessReport } from '#server/observability/process-figures.ts';
import type { Settings } from '#server/settings.ts';
import type { Task } from './runner.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HERE = 'each process';

/** Kicked by a webhook of the payment provider. */
export const CARRY_OUT_ORDERS = 'payments/carry-out-orders';
/** Kicked when a server of media is lost. */
export const REBUILD_MEDIA = 'conference/rebuild-media';

interface TaskDeps {
  report: ProcessReport;
  work: WorkDeps;
  documents: DocumentDeps;
  books: BooksDeps;
  payments: Payments;
  platform: readonly PlatformTask[];
  mediaKeeper: MediaKeeper;
  pulse: Pulse;
  lives: LiveDeps;
  mail: Settings['mail'];
  identity: MailIdentity;
  integrity: IntegrityDeps;
  /** Null without a virus scanner. */
  scan: ScanDeps | null;
}

/** The names of the tasks that have something to do now. */
export async function tasksWithWork(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query({
    name: 'tasks-with-work',
    text: 'select private.tasks_with_work($1) as name',
    values: [now],
  });
  return rows.flatMap(({ name }) => name ?? []);
}

/**
 * Everything that the server does later, by itself: how often, and where, unless it is once over
 * all processes with a lease of ten seconds. The view `admin_tasks` shows the last run of each. The
 * names are fixed for ever.
 */
// biome-ignore format: a list is read line by line.
export const everyTask = ({ report, work, documents, books, payments, platform, mediaKeeper, pulse, lives, mail, identity, integrity, scan }: TaskDeps): readonly Task[] => [
  // About each process itself: its sign of life, and what it keeps in memory.
  { name: 'server/give-sign-of-life', every: 5 * SECOND, where: HERE, run: () => pulse.beat() },
  { name: 'server/tell-figures', every: 10 * SECOND, where: HERE, run: ({ pool }) => report.tell(pool) },
  { name: 'conference/sweep-media', every: 10 * SECOND, where: HERE, run: () => mediaKeeper.sweep() },
  { name: REBUILD_MEDIA, every: null, where: HERE, run: () => mediaKeeper.rebuildLost() },
  // Tasks that claim their work row by row, each row with its own lease. With those of a minute
  // below that `private.tasks_with_work` names, they run as soon as there is something to do,
  // within a second; their minute is for what it may have missed.
  { name: 'mail/deliver', every: MINUTE, where: HERE, concurrency: mail.concurrency, run: (run) => deliverMail({ ...run, mail, identity }) },
  { name: CARRY_OUT_ORDERS, every: MINUTE, where: HERE, concurrency: work.concurrency, run: ({ signal }) => carryOutOrders(work, signal) },
  { name: 'payments/send-payouts', every: MINUTE, where: HERE, concurrency: work.concurrency, run: ({ signal }) => sendPayouts(work, signal) },
  { name: 'attachments/scan', every: scan === null ? HOUR : SECOND, where: HERE, run: scan === null ? stopWaitingForScanner : scanAttachments(scan) },
  // Once over all processes.
  {
    name: 'booking/carry-out-deadlines',
    every: MINUTE,
    async run(run) {
      // The outage must be recorded first: right after a machine's sleep this might run before the
      // sign of life.
      await pulse.beat();
      await carryOutDeadlines(run);
    },
  },
  { name: 'conference/end-lapsed-extensions', every: MINUTE, run: endLapsedExtensions },
  { name: 'discovery/refresh-free-times', every: MINUTE, run: refreshAll },
  { name: 'statistics/add-up', every: MINUTE, run: addUp },
  { name: 'analytics/add-up', every: MINUTE, run: addUpPlatform },
  { name: 'calendars/import', every: MINUTE, run: importCalendars({ siteUrl: identity.siteUrl }) },
  { name: 'booking/send-reminders', every: 10 * SECOND, run: sendReminders },
  { name: 'conference/close-silent-admissions', every: 10 * SECOND, run: closeSilentAdmissions },
  { name: 'payments/reconcile', every: 30 * SECOND, run: () => reconcilePayments(work) },
  { name: 'payments/release-funds', every: MINUTE, run: () => releaseFunds(work) },
  { name: 'payments/plan-payouts', every: MINUTE, run: () => planPayouts(work) },
  { name: 'documents/make', every: MINUTE, run: ({ signal }) => makeDocuments(documents, signal) },
  { name: 'booking/tell-waiting-viewers', every: MINUTE, run: tellWaitingViewers },
  { name: 'channels/warn-of-lives', every: MINUTE, run: warnOfLives },
  { name: 'channels/read-lives', every: lives.webhook === null ? MINUTE : 10 * MINUTE, run: readLives(lives) },
  { name: 'channels/subscribe-to-lives', every: 5 * MINUTE, run: subscribeToLives(lives) },
  { name: 'moderation/find-signals', every: MINUTE, run: findSignals },
  { name: 'catalogue/finish-merges', every: MINUTE, run: finishMerges },
  { name: 'announcements/send', every: MINUTE, run: sendAnnouncements },
  { name: 'accounting/send-reports', every: MINUTE, run: sendReports(books) },
  { name: 'messages/mail-unread', every: MINUTE, run: mailUnread },
  { name: 'statistics/keep-open-days', every: MINUTE, run: keepOpenDays },
  { name: 'payments/reconcile-payouts', every: 10 * MINUTE, run: () => reconcilePayouts(work) },
  { name: 'payments/reconcile-disputes', every: 10 * MINUTE, run: () => reconcileDisputes(work) },
  { name: 'visits/add-up', every: 10 * MINUTE, run: addUpVisits },
  { name: CHECK_INTEGRITY, every: HOUR, run: checkIntegrity(integrity) },
  { name: 'documents/request-identities', every: HOUR, run: requestIdentities },
  { name: 'documents/make-statements', every: HOUR, run: ({ signal }) => makeStatements(documents, signal) },
  { name: 'accounts/remove-factors', every: MINUTE, run: removeLostFactors },
  { name: 'accounts/purge-deleted', every: HOUR, run: purgeDeletedAccounts },
  { name: 'guardians/end-at-majority', every: HOUR, run: endAtMajority },
  { name: 'messages/forget-old', every: HOUR, run: forgetOldMessages },
  { name: 'attachments/forget-unsent', every: HOUR, run: forgetUnsentFiles },
  { name: 'streamers/forget-unshown-films', every: HOUR, run: forgetUnshownFilms },
  { name: 'moderation/erase-removed', every: HOUR, run: eraseRemoved },
  { name: 'moderation/erase-evidence', every: DAY, run: eraseEvidence },
  { name: 'moderation/forget-evidence', every: HOUR, run: forgetEvidence },
  { name: 'support/forget-letters', every: HOUR, run: forgetLetters },
  { name: 'mail/forget-old', every: HOUR, run: ({ pool }) => forgetOldMail(pool) },
  { name: 'auth/purge-expired', every: HOUR, run: ({ pool, now }) => purgeExpired(pool, now) },
  { name: 'accounts/forget-devices', every: DAY, run: forgetDevices },
  { name: 'booking/forget-command-keys', every: DAY, run: forgetCommandKeys },
  { name: 'command/forget-ended-limits', every: HOUR, run: forgetEndedLimits },
  { name: 'discovery/forget-words', every: DAY, run: forgetSearchWords },
  // The sandbox moves its own clock; a real provider has one.
  ...payments.tasks,
  // The cleaning up after the protocols: bytes without a row, messages that are too old.
  ...platform,
];
