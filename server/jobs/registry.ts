import type { Payments } from '#server/integrations/payments/payments.ts';
import { deliverMail } from '#server/mail/deliver.ts';
import type { MailIdentity } from '#server/mail/mail-kind.ts';
import { forgetOldMail } from '#server/mail/outbox.ts';
import { purgeExpired } from '#server/platform/auth/purge.ts';
import { purgeDeletedAccounts } from '#server/product/accounts/purge-deleted.ts';
import { carryOutDeadlines } from '#server/product/booking/carry-out-deadlines.ts';
import { forgetCommandKeys } from '#server/product/booking/forget-command-keys.ts';
import { sendReminders } from '#server/product/booking/send-reminders.ts';
import { tellWaitingViewers } from '#server/product/booking/tell-waiting-viewers.ts';
import { importCalendars } from '#server/product/calendars/import-calendars.ts';
import { closeSilentAdmissions } from '#server/product/conference/close-silent.ts';
import { endLapsedExtensions } from '#server/product/conference/extension/end-lapsed.ts';
import type { MediaKeeper } from '#server/product/conference/keep-media.ts';
import { forgetWordsTask, refreshFreeTimesTask } from '#server/product/discovery/refresh-task.ts';
import { afterPulse, type Pulse, pulseTask } from '#server/product/lifecycle/outages.ts';
import { forgetOldMessages } from '#server/product/messages/forget-old.ts';
import { mailUnread } from '#server/product/messages/mail-unread.ts';
import type { WorkDeps } from '#server/product/payments/claim.ts';
import { paymentTasks } from '#server/product/payments/worker.ts';
import type { Settings } from '#server/settings.ts';
import type { Task } from './runner.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

interface TaskDeps {
  paymentWork: WorkDeps;
  payments: Payments;
  mediaKeeper: MediaKeeper;
  pulse: Pulse;
  mail: Settings['mail'];
  identity: MailIdentity;
}

/** Everything that the server does later, by itself. What each did last stands in the view `admin_tasks`. */
export const everyTask = (server: TaskDeps): readonly Task[] => [
  pulseTask(server.pulse),
  {
    name: 'mail/deliver',
    every: SECOND,
    where: 'each process',
    concurrency: server.mail.concurrency,
    run: (run) => deliverMail({ ...run, mail: server.mail, identity: server.identity }),
  },
  { name: 'mail/forget-old', every: HOUR, run: ({ pool }) => forgetOldMail(pool) },
  ...paymentTasks(server.paymentWork),
  ...server.payments.tasks,
  ...server.mediaKeeper.tasks,
  purgeDeletedAccounts,
  afterPulse(server.pulse, carryOutDeadlines),
  endLapsedExtensions,
  closeSilentAdmissions,
  sendReminders,
  importCalendars({ siteUrl: server.identity.siteUrl }),
  forgetCommandKeys,
  tellWaitingViewers,
  refreshFreeTimesTask,
  forgetWordsTask,
  mailUnread,
  forgetOldMessages,
  { name: 'auth/purge-expired', every: HOUR, run: ({ pool, now }) => purgeExpired(pool, now) },
];
