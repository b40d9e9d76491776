import { accountExists } from '#product/accounts/mails/account-exists.ts';
import { emailChangeCurrent } from '#product/accounts/mails/email-change-current.ts';
import { emailChangeNew } from '#product/accounts/mails/email-change-new.ts';
import { emailChanged } from '#product/accounts/mails/email-changed.ts';
import { factorChanged } from '#product/accounts/mails/factor-changed.ts';
import { factorRemoval } from '#product/accounts/mails/factor-removal.ts';
import { invite } from '#product/accounts/mails/invite.ts';
import { magiclink } from '#product/accounts/mails/magiclink.ts';
import { newDevice } from '#product/accounts/mails/new-device.ts';
import { passwordChanged } from '#product/accounts/mails/password-changed.ts';
import { reauthentication } from '#product/accounts/mails/reauthentication.ts';
import { recovery } from '#product/accounts/mails/recovery.ts';
import { signup } from '#product/accounts/mails/signup.ts';
import { sms } from '#product/accounts/mails/sms.ts';
import { adminRequestDecided } from '#product/administration/mails/admin-request-decided.ts';
import { ageCorrected } from '#product/administration/mails/age-corrected.ts';
import { restored } from '#product/administration/mails/restored.ts';
import { suspended } from '#product/administration/mails/suspended.ts';
import { viewed } from '#product/administration/mails/viewed.ts';
import { announcement } from '#product/announcements/mails/announcement.ts';
import { bookingKinds } from '#product/booking/mails/booking-kinds.ts';
import { slotFree } from '#product/booking/mails/slot-free.ts';
import { identityRequested } from '#product/books/mails/identity-requested.ts';
import { reportFiles } from '#product/books/mails/report-files.ts';
import { statementReady } from '#product/books/mails/statement-ready.ts';
import { calendarBroken } from '#product/calendars/mails/calendar-broken.ts';
import { deletionDone } from '#product/deletion/mails/deletion-done.ts';
import { deletionRequested } from '#product/deletion/mails/deletion-requested.ts';
import { guardianAnswered } from '#product/guardians/mails/answered.ts';
import { guardianAsked } from '#product/guardians/mails/asked.ts';
import { guardianTold } from '#product/guardians/mails/told.ts';
import { invitedBack } from '#product/insight/mails/invited-back.ts';
import { type Envelope, type Letter, type MailKind, TEST_PREFIX } from '#product/mail/mail-kind.ts';
import { unreadMessages } from '#product/messages/mails/unread-messages.ts';
import { appealDecided } from '#product/moderation/mails/appeal-decided.ts';
import { appealReceived } from '#product/moderation/mails/appeal-received.ts';
import { reportAnswered } from '#product/moderation/mails/report-answered.ts';
import { reportReceived } from '#product/moderation/mails/report-received.ts';
import { shownAgain } from '#product/moderation/mails/shown-again.ts';
import { statement } from '#product/moderation/mails/statement.ts';
import { payoutFailed } from '#product/payments/mails/payout-failed.ts';
import { payoutSent } from '#product/payments/mails/payout-sent.ts';
import { contactRequested } from '#product/support/mails/contact-requested.ts';
import { replyTroubled } from '#product/support/mails/reply-troubled.ts';
import { threadAnswered } from '#product/support/mails/thread-answered.ts';
import { integrityDiffers } from '#product/system/mails/integrity-differs.ts';

/** Every kind of mail, each with samples to preview it. */
export const kinds: readonly MailKind[] = [
  signup,
  sms,
  factorChanged,
  recovery,
  magiclink,
  invite,
  emailChangeCurrent,
  emailChangeNew,
  reauthentication,
  passwordChanged,
  emailChanged,
  accountExists,
  newDevice,
  factorRemoval,
  deletionRequested,
  deletionDone,
  suspended,
  restored,
  ageCorrected,
  viewed,
  adminRequestDecided,
  slotFree,
  invitedBack,
  announcement,
  calendarBroken,
  payoutSent,
  payoutFailed,
  identityRequested,
  integrityDiffers,
  statementReady,
  reportFiles,
  unreadMessages,
  reportReceived,
  reportAnswered,
  statement,
  appealReceived,
  appealDecided,
  shownAgain,
  threadAnswered,
  contactRequested,
  replyTroubled,
  guardianAsked,
  guardianTold,
  guardianAnswered,
  ...Object.values(bookingKinds),
];

const byName = new Map(kinds.map((kind) => [kind.name, kind]));

/**
 * The mail of a fact, in the words of its kind.
 * @throws Error when there is no such kind, or the event is none of it
 */
export function renderFact(name: string, event: unknown, envelope: Envelope): Letter {
  const isTest = name.startsWith(TEST_PREFIX);
  const kind = byName.get(isTest ? name.slice(TEST_PREFIX.length) : name);
  if (kind === undefined) throw new Error(`there is no kind of mail called ${name}`);
  return kind.render(event, isTest ? { ...envelope, isTest } : envelope);
}
