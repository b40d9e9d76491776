import type { Command } from '#server/platform/functions/command.ts';
import { cancelDeletion } from './accounts/cancel-deletion.ts';
import { exportData } from './accounts/export-data.ts';
import { listSessions } from './accounts/list-sessions.ts';
import { requestDeletion } from './accounts/request-deletion.ts';
import { revokeSession } from './accounts/revoke-session.ts';
import { cancelBooking } from './administration/cancel-booking.ts';
import { changeRole } from './administration/change-role.ts';
import { changeSettings } from './administration/change-settings.ts';
import { decideAdminRequest } from './administration/decide-admin-request.ts';
import { overruleSettlement } from './administration/overrule-settlement.ts';
import { refundPayment } from './administration/refund-payment.ts';
import { replayMail } from './administration/replay-mail.ts';
import { restorePerson } from './administration/restore-person.ts';
import { setStreamerStanding } from './administration/set-streamer-standing.ts';
import { signOutEverywhere } from './administration/sign-out-everywhere.ts';
import { suspendPerson } from './administration/suspend-person.ts';
import { listSlots } from './availability/list-slots.ts';
import { previewDay } from './availability/preview-day.ts';
import { removeException } from './availability/remove-exception.ts';
import { setException } from './availability/set-exception.ts';
import { setHours } from './availability/set-hours.ts';
import { accept } from './booking/accept.ts';
import { answerProposal } from './booking/answer-proposal.ts';
import { cancel } from './booking/cancel.ts';
import { decline } from './booking/decline.ts';
import { extendHold } from './booking/extend-hold.ts';
import { holdSlot } from './booking/hold-slot.ts';
import { joinWaitingList } from './booking/join-waiting-list.ts';
import { leaveWaitingList } from './booking/leave-waiting-list.ts';
import { pay } from './booking/pay.ts';
import { propose } from './booking/propose.ts';
import { releaseHold } from './booking/release-hold.ts';
import { reschedule } from './booking/reschedule.ts';
import { submitIntake } from './booking/submit-intake.ts';
import { withdrawProposal } from './booking/withdraw-proposal.ts';
import { addCalendar } from './calendars/add-calendar.ts';
import { createFeed, readFeed, removeFeed } from './calendars/feed.ts';
import { refreshCalendar } from './calendars/refresh-calendar.ts';
import { removeCalendar } from './calendars/remove-calendar.ts';
import { enter } from './conference/enter.ts';
import { answerExtension } from './conference/extension/answer.ts';
import { offerExtension } from './conference/extension/offer.ts';
import { payExtension } from './conference/extension/pay.ts';
import { heartbeat } from './conference/heartbeat.ts';
import { leave } from './conference/leave.ts';
import { look } from './conference/look.ts';
import { moderate } from './conference/moderate.ts';
import { negotiate } from './conference/negotiate.ts';
import { renewMedia } from './conference/renew-media.ts';
import { say } from './conference/say.ts';
import { testLine } from './conference/test-line.ts';
import type { ProductDeps } from './deps.ts';
import { browse } from './discovery/browse.ts';
import { home } from './discovery/home.ts';
import { nextStarts } from './discovery/next-starts.ts';
import { markRead } from './messages/mark-read.ts';
import { send as sendMessage } from './messages/send.ts';
import { readBalance } from './payments/read-balance.ts';
import { refreshPayoutAccount } from './payments/refresh-payout-account.ts';
import { startOnboarding } from './payments/start-onboarding.ts';
import { answer as answerReview } from './reviews/answer.ts';
import { write as writeReview } from './reviews/write.ts';
import { setPublished } from './streamers/set-published.ts';

/** Every command of Loge. One that is not listed here is not served. */
export const createCommands = (deps: ProductDeps): readonly Command[] => [
  browse,
  home,
  nextStarts,
  cancelDeletion,
  exportData,
  listSessions,
  requestDeletion(deps),
  revokeSession,
  cancelBooking(deps),
  changeRole,
  changeSettings,
  decideAdminRequest(deps),
  overruleSettlement(deps),
  refundPayment,
  replayMail,
  restorePerson(deps),
  setStreamerStanding,
  signOutEverywhere,
  suspendPerson(deps),
  listSlots,
  previewDay,
  removeException,
  setException,
  setHours,
  setPublished,
  accept(deps),
  answerProposal(deps),
  cancel(deps),
  decline(deps),
  extendHold(deps),
  holdSlot(deps),
  joinWaitingList,
  leaveWaitingList,
  pay(deps),
  propose(deps),
  releaseHold(deps),
  reschedule(deps),
  submitIntake(deps),
  withdrawProposal(deps),
  addCalendar,
  createFeed(deps),
  readFeed,
  refreshCalendar,
  removeCalendar,
  removeFeed,
  readBalance,
  refreshPayoutAccount(deps),
  startOnboarding(deps),
  look,
  enter(deps),
  heartbeat(deps),
  leave(deps),
  moderate(deps),
  renewMedia(deps),
  negotiate(deps),
  say,
  offerExtension(deps),
  answerExtension(deps),
  payExtension(deps),
  testLine(deps),
  sendMessage,
  markRead,
  writeReview(deps),
  answerReview(deps),
];
