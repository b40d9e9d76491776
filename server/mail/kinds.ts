import { adminRequestDecided } from './account/admin-request-decided.ts';
import { ageCorrected } from './account/age-corrected.ts';
import { deletionDone } from './account/deletion-done.ts';
import { deletionRequested } from './account/deletion-requested.ts';
import { factorRemoval } from './account/factor-removal.ts';
import { newDevice } from './account/new-device.ts';
import { restored } from './account/restored.ts';
import { suspended } from './account/suspended.ts';
import { viewed } from './account/viewed.ts';
import { accountExists } from './auth/account-exists.ts';
import { emailChangeCurrent } from './auth/email-change-current.ts';
import { emailChangeNew } from './auth/email-change-new.ts';
import { emailChanged } from './auth/email-changed.ts';
import { factorChanged } from './auth/factor-changed.ts';
import { invite } from './auth/invite.ts';
import { magiclink } from './auth/magiclink.ts';
import { passwordChanged } from './auth/password-changed.ts';
import { reauthentication } from './auth/reauthentication.ts';
import { recovery } from './auth/recovery.ts';
import { signup } from './auth/signup.ts';
import { sms } from './auth/sms.ts';
import { bookingKinds } from './booking-kinds.ts';
import { guardianAnswered } from './guardian/answered.ts';
import { guardianAsked } from './guardian/asked.ts';
import { guardianTold } from './guardian/told.ts';
import { type Envelope, type Letter, type MailKind, TEST_PREFIX } from './mail-kind.ts';
import { appealDecided } from './moderation/appeal-decided.ts';
import { appealReceived } from './moderation/appeal-received.ts';
import { reportAnswered } from './moderation/report-answered.ts';
import { reportReceived } from './moderation/report-received.ts';
import { shownAgain } from './moderation/shown-again.ts';
import { statement } from './moderation/statement.ts';
import { announcement } from './notice/announcement.ts';
import { calendarBroken } from './notice/calendar-broken.ts';
import { identityRequested } from './notice/identity-requested.ts';
import { integrityDiffers } from './notice/integrity-differs.ts';
import { invitedBack } from './notice/invited-back.ts';
import { payoutFailed } from './notice/payout-failed.ts';
import { payoutSent } from './notice/payout-sent.ts';
import { reportFiles } from './notice/report-files.ts';
import { slotFree } from './notice/slot-free.ts';
import { statementReady } from './notice/statement-ready.ts';
import { unreadMessages } from './notice/unread-messages.ts';
import { contactRequested } from './support/contact-requested.ts';
import { replyTroubled } from './support/reply-troubled.ts';
import { threadAnswered } from './support/thread-answered.ts';

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
