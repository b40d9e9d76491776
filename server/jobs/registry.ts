import type pg from 'pg';
import { purgeExpired } from '#platform/auth/purge.ts';
import type { PlatformTask } from '#platform/tasks.ts';
import { accountsTasks } from '#product/accounts/tasks.ts';
import { announcementsTasks } from '#product/announcements/tasks.ts';
import type { ScanDeps } from '#product/attachments/scan-attachments.ts';
import { attachmentsTasks } from '#product/attachments/tasks.ts';
import { bookingTasks } from '#product/booking/tasks.ts';
import type { DocumentDeps } from '#product/books/make-documents.ts';
import { booksTasks } from '#product/books/tasks.ts';
import type { BooksDeps } from '#product/books/write-file.ts';
import { calendarsTasks } from '#product/calendars/tasks.ts';
import { catalogueTasks } from '#product/catalogue/tasks.ts';
import type { LiveDeps } from '#product/channels/follow-lives.ts';
import { channelsTasks } from '#product/channels/tasks.ts';
import { commandTasks } from '#product/command/tasks.ts';
import type { MediaKeeper } from '#product/conference/keep-media.ts';
import type { Pulse } from '#product/conference/outages.ts';
import { conferenceTasks } from '#product/conference/tasks.ts';
import { deletionTasks } from '#product/deletion/tasks.ts';
import { discoveryTasks } from '#product/discovery/tasks.ts';
import { guardiansTasks } from '#product/guardians/tasks.ts';
import { insightTasks } from '#product/insight/tasks.ts';
import type { MailIdentity } from '#product/mail/mail-kind.ts';
import { forgetOldMail } from '#product/mail/outbox.ts';
import { messagesTasks } from '#product/messages/tasks.ts';
import { moderationTasks } from '#product/moderation/tasks.ts';
import type { WorkDeps } from '#product/payments/claim.ts';
import { paymentsTasks } from '#product/payments/tasks.ts';
import { HOUR, MINUTE, SECOND } from '#product/shared/time/milliseconds.ts';
import { streamersTasks } from '#product/streamers/tasks.ts';
import { supportTasks } from '#product/support/tasks.ts';
import type { IntegrityDeps } from '#product/system/check-integrity.ts';
import { systemTasks } from '#product/system/tasks.ts';
import type { Payments } from '#server/integrations/payments/payments.ts';
import { deliverMail } from '#server/mail/deliver.ts';
import type { ProcessReport } from '#server/observability/process-figures.ts';
import type { Settings } from '#server/settings.ts';
import type { Task } from './runner.ts';

export interface TaskDeps {
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

/**
 * Everything that the server does later, by itself: how often, and where, unless it is once over all processes with a lease of ten seconds.
 * The last run of each stands in the view `admin_tasks`. The names are fixed for ever.
 */
// biome-ignore format: a list is read line by line.
export const everyTask = ({ report, work, documents, books, payments, platform, mediaKeeper, pulse, lives, mail, identity, integrity, scan }: TaskDeps): readonly Task[] => [
  { name: 'server/tell-figures', every: 10 * SECOND, where: 'each process', run: ({ pool }) => report.tell(pool) },
  {
    name: 'mail/deliver', every: MINUTE, where: 'each process', concurrency: mail.concurrency,
    probe: "exists (select from mail.messages where state = 'pending' and next_attempt_at <= now())",
    run: (run) => deliverMail({ ...run, mail, identity }),
  },
  { name: 'mail/forget-old', every: HOUR, run: ({ pool }) => forgetOldMail(pool) },
  { name: 'auth/purge-expired', every: HOUR, run: ({ pool, now }) => purgeExpired(pool, now) },
  ...accountsTasks,
  ...deletionTasks,
  ...announcementsTasks,
  ...attachmentsTasks(scan),
  ...bookingTasks,
  ...booksTasks(documents, books),
  ...calendarsTasks(identity.siteUrl),
  ...catalogueTasks,
  ...channelsTasks(lives),
  ...commandTasks,
  ...conferenceTasks(mediaKeeper, pulse),
  ...discoveryTasks,
  ...guardiansTasks,
  ...insightTasks,
  ...messagesTasks,
  ...moderationTasks,
  ...paymentsTasks(work),
  ...streamersTasks,
  ...supportTasks,
  ...systemTasks(integrity),
  // The sandbox moves its own clock; a real provider has one.
  ...payments.tasks,
  // Everything that the protocols leave behind: bytes without a row, messages that are too old.
  ...platform,
];

/**
 * Asks the probes of all tasks at once, an index look-up each: one statement a second, instead of a run a second for each task.
 * @returns the names of the tasks that have something to do
 */
export function findWork(pool: pg.Pool, tasks: readonly Task[]): (now: Date) => Promise<string[]> {
  const probes = tasks.flatMap(({ name, probe }) =>
    probe === undefined ? [] : [`select '${name}' as name from moment where ${probe}`],
  );
  const text = `with moment as (select $1::timestamptz as at) ${probes.join(' union all ')}`;
  return async (now) => {
    const { rows } = await pool.query<{ name: string }>({ name: 'tasks-with-work', text, values: [now] });
    return rows.map(({ name }) => name);
  };
}
