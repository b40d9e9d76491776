import type { Command } from '#server/platform/functions/command.ts';
import { closeMonth } from './accounting/close-month.ts';
import { makeFile } from './accounting/make-file.ts';
import { readFile } from './accounting/read-file.ts';
import { readFilePart } from './accounting/read-file-part.ts';
import { readMonth } from './accounting/read-month.ts';
import { recordDeposit } from './accounting/record-deposit.ts';
import { scheduleReport } from './accounting/schedule-report.ts';
import { stopReport } from './accounting/stop-report.ts';
import { cancelDeletion } from './accounts/cancel-deletion.ts';
import { completeProfile } from './accounts/complete-profile.ts';
import { decideFactorRemoval } from './accounts/decide-factor-removal.ts';
import { declareAge } from './accounts/declare-age.ts';
import { endSignIn } from './accounts/end-sign-in.ts';
import { exportData } from './accounts/export-data.ts';
import { keepFactors } from './accounts/keep-factors.ts';
import { listEvents } from './accounts/list-events.ts';
import { listLogins } from './accounts/list-logins.ts';
import { readFactorRemoval } from './accounts/read-factor-removal.ts';
import { readSignIn } from './accounts/read-sign-in.ts';
import { requestDeletion } from './accounts/request-deletion.ts';
import { requestFactorRemoval } from './accounts/request-factor-removal.ts';
import { revokeLogin } from './accounts/revoke-login.ts';
import { cancelBooking as cancelBookingAsAdmin } from './administration/cancel-booking.ts';
import { cancelSession as cancelSessionAsAdmin } from './administration/cancel-session.ts';
import { changeRole } from './administration/change-role.ts';
import { changeSettings } from './administration/change-settings.ts';
import { correctAge } from './administration/correct-age.ts';
import { decideAdminRequest } from './administration/decide-admin-request.ts';
import { endViewing } from './administration/end-viewing.ts';
import { findSubjects } from './administration/find-subjects.ts';
import { openViewing } from './administration/open-viewing.ts';
import { overruleSettlement } from './administration/overrule-settlement.ts';
import { previewAge } from './administration/preview-age.ts';
import { proposeSessionStart } from './administration/propose-session-start.ts';
import { refundPayment } from './administration/refund-payment.ts';
import { replayMail } from './administration/replay-mail.ts';
import { restorePerson } from './administration/restore-person.ts';
import { setStreamerStanding } from './administration/set-streamer-standing.ts';
import { setTeamRoles } from './administration/set-team-roles.ts';
import { signOutEverywhere } from './administration/sign-out-everywhere.ts';
import { suspendPerson } from './administration/suspend-person.ts';
import { listBehind } from './analytics/list-behind.ts';
import { readPlatform } from './analytics/read-platform.ts';
import { readSupply } from './analytics/read-supply.ts';
import { readUnfound } from './analytics/read-unfound.ts';
import { countAudience } from './announcements/count-audience.ts';
import { planAnnouncement } from './announcements/plan-announcement.ts';
import { stopAnnouncement } from './announcements/stop-announcement.ts';
import { testAnnouncement } from './announcements/test-announcement.ts';
import { blockTime } from './availability/block-time.ts';
import { listSlots } from './availability/list-slots.ts';
import { previewDay } from './availability/preview-day.ts';
import { removeAbsence } from './availability/remove-absence.ts';
import { removeException } from './availability/remove-exception.ts';
import { setAbsence } from './availability/set-absence.ts';
import { setException } from './availability/set-exception.ts';
import { setHours } from './availability/set-hours.ts';
import { unblockTime } from './availability/unblock-time.ts';
import { acceptRequest } from './booking/accept-request.ts';
import { answerProposal } from './booking/answer-proposal.ts';
import { cancelBooking } from './booking/cancel-booking.ts';
import { cancelSession } from './booking/cancel-session.ts';
import { declineRequest } from './booking/decline-request.ts';
import { extendHold } from './booking/extend-hold.ts';
import { holdSlot } from './booking/hold-slot.ts';
import { joinWaitingList } from './booking/join-waiting-list.ts';
import { leaveWaitingList } from './booking/leave-waiting-list.ts';
import { payBooking } from './booking/pay-booking.ts';
import { proposeStart } from './booking/propose-start.ts';
import { releaseHold } from './booking/release-hold.ts';
import { rescheduleBooking } from './booking/reschedule-booking.ts';
import { submitIntake } from './booking/submit-intake.ts';
import { withdrawProposal } from './booking/withdraw-proposal.ts';
import { addCalendar } from './calendars/add-calendar.ts';
import { createFeed } from './calendars/create-feed.ts';
import { followSchedule } from './calendars/follow-schedule.ts';
import { getFeed } from './calendars/get-feed.ts';
import { refreshCalendar } from './calendars/refresh-calendar.ts';
import { removeCalendar } from './calendars/remove-calendar.ts';
import { removeFeed } from './calendars/remove-feed.ts';
import { addEntry } from './catalogue/add-entry.ts';
import { countUses } from './catalogue/count-uses.ts';
import { mergeCategories } from './catalogue/merge-categories.ts';
import { mergeLanguages } from './catalogue/merge-languages.ts';
import { orderEntries } from './catalogue/order-entries.ts';
import { renameEntry } from './catalogue/rename-entry.ts';
import { retireEntry } from './catalogue/retire-entry.ts';
import { setPicture } from './catalogue/set-picture.ts';
import { verifyChannel } from './channels/verify-channel.ts';
import { enterRoom } from './conference/enter-room.ts';
import { answerExtension } from './conference/extension/answer-extension.ts';
import { offerExtension } from './conference/extension/offer-extension.ts';
import { payExtension } from './conference/extension/pay-extension.ts';
import { getRoom } from './conference/get-room.ts';
import { leaveRoom } from './conference/leave-room.ts';
import { moderateRoom } from './conference/moderate-room.ts';
import { negotiateMedia } from './conference/negotiate-media.ts';
import { renewMedia } from './conference/renew-media.ts';
import { sendChatMessage } from './conference/send-chat-message.ts';
import { sendHeartbeat } from './conference/send-heartbeat.ts';
import { testConnection } from './conference/test-connection.ts';
import { acceptText } from './content/accept-text.ts';
import { listMails } from './content/list-mails.ts';
import { previewMail } from './content/preview-mail.ts';
import { publishText } from './content/publish-text.ts';
import { readText } from './content/read-text.ts';
import { saveDraft } from './content/save-draft.ts';
import { testMail } from './content/test-mail.ts';
import type { ProductDeps } from './deps.ts';
import { arrangeHome } from './discovery/arrange-home.ts';
import { browseStreamers } from './discovery/browse-streamers.ts';
import { getHome } from './discovery/get-home.ts';
import { listMetStreamers } from './discovery/list-met-streamers.ts';
import { listNextStarts } from './discovery/list-next-starts.ts';
import { previewHome } from './discovery/preview-home.ts';
import { acceptMandate } from './documents/accept-mandate.ts';
import { inspectFiscalIdentity } from './documents/inspect-fiscal-identity.ts';
import { readFiscalIdentity } from './documents/read-fiscal-identity.ts';
import { saveFiscalIdentity } from './documents/save-fiscal-identity.ts';
import { askGuardian } from './guardians/ask-guardian.ts';
import { confirmGuardianship } from './guardians/confirm-guardianship.ts';
import { limitGuardianship } from './guardians/limit-guardianship.ts';
import { readGuardianship } from './guardians/read-guardianship.ts';
import { refuseGuardianship } from './guardians/refuse-guardianship.ts';
import { stopGuardianship } from './guardians/stop-guardianship.ts';
import { markMessagesRead } from './messages/mark-messages-read.ts';
import { sendMessage } from './messages/send-message.ts';
import { appealDecision } from './moderation/appeal-decision.ts';
import { decideAppeal } from './moderation/decide-appeal.ts';
import { decideCase } from './moderation/decide-case.ts';
import { openConversation } from './moderation/open-conversation.ts';
import { previewDecision } from './moderation/preview-decision.ts';
import { readCase } from './moderation/read-case.ts';
import { readDecision } from './moderation/read-decision.ts';
import { sendReport } from './moderation/send-report.ts';
import { showAgain } from './moderation/show-again.ts';
import { takeCase } from './moderation/take-case.ts';
import { answerCase } from './payments/answer-case.ts';
import { closeOrder } from './payments/close-order.ts';
import { listEarnings } from './payments/list-earnings.ts';
import { readBalance } from './payments/read-balance.ts';
import { readEarnings } from './payments/read-earnings.ts';
import { readPayout } from './payments/read-payout.ts';
import { refreshPayoutAccount } from './payments/refresh-payout-account.ts';
import { relaunchOrder } from './payments/relaunch-order.ts';
import { startOnboarding } from './payments/start-onboarding.ts';
import { answerReview } from './reviews/answer-review.ts';
import { rewriteReview } from './reviews/rewrite-review.ts';
import { writeReview } from './reviews/write-review.ts';
import { inviteAbsentViewers } from './statistics/invite-absent-viewers.ts';
import { listAbsentViewers } from './statistics/list-absent-viewers.ts';
import { readStatistics } from './statistics/read-statistics.ts';
import { setPublication } from './streamers/set-publication.ts';
import { addNote } from './support/add-note.ts';
import { answerThread } from './support/answer-thread.ts';
import { assignThread } from './support/assign-thread.ts';
import { confirmContact } from './support/confirm-contact.ts';
import { openThread } from './support/open-thread.ts';
import { readContact } from './support/read-contact.ts';
import { readThread } from './support/read-thread.ts';
import { replyContact } from './support/reply-contact.ts';
import { replyThread } from './support/reply-thread.ts';
import { requestContact } from './support/request-contact.ts';
import { setThreadState } from './support/set-thread-state.ts';
import { requestCheck } from './system/request-check.ts';
import { runTask } from './system/run-task.ts';
import { readDemand } from './visits/read-demand.ts';
import { readFunnel } from './visits/read-funnel.ts';

/** Every command of Loge. A command that is not listed here is not served. */
export const createCommands = (deps: ProductDeps): readonly Command[] => [
  browseStreamers,
  countAudience,
  planAnnouncement,
  stopAnnouncement,
  testAnnouncement,
  listBehind,
  readPlatform,
  readSupply,
  readUnfound,
  getHome,
  arrangeHome,
  previewHome,
  listMetStreamers,
  listNextStarts,
  verifyChannel(deps),
  closeMonth(deps),
  makeFile(deps),
  readFile(deps),
  readFilePart,
  scheduleReport,
  stopReport,
  readMonth,
  recordDeposit,
  cancelDeletion,
  decideFactorRemoval,
  endSignIn,
  exportData(deps),
  keepFactors,
  listEvents,
  listLogins,
  completeProfile,
  declareAge,
  askGuardian,
  confirmGuardianship,
  limitGuardianship,
  readGuardianship,
  refuseGuardianship,
  stopGuardianship,
  requestDeletion(deps),
  readFactorRemoval,
  readSignIn,
  requestFactorRemoval,
  revokeLogin,
  cancelBookingAsAdmin,
  cancelSessionAsAdmin,
  proposeSessionStart,
  changeRole(deps),
  changeSettings,
  decideAdminRequest,
  findSubjects,
  endViewing(deps),
  openViewing(deps),
  overruleSettlement,
  refundPayment,
  replayMail,
  correctAge,
  previewAge,
  restorePerson,
  setStreamerStanding,
  setTeamRoles(deps),
  signOutEverywhere,
  suspendPerson,
  requestCheck(deps),
  runTask(deps),
  listSlots,
  previewDay,
  blockTime,
  unblockTime,
  removeAbsence,
  removeException,
  setAbsence,
  setException,
  setHours,
  setPublication,
  acceptRequest,
  answerProposal,
  cancelBooking,
  cancelSession,
  declineRequest,
  extendHold(deps),
  holdSlot,
  joinWaitingList,
  leaveWaitingList,
  payBooking(deps),
  proposeStart,
  releaseHold,
  rescheduleBooking,
  submitIntake(deps),
  withdrawProposal,
  addCalendar,
  createFeed(deps),
  getFeed,
  followSchedule,
  refreshCalendar,
  removeCalendar,
  removeFeed,
  listEarnings,
  acceptMandate(deps),
  inspectFiscalIdentity(deps),
  readFiscalIdentity(deps),
  saveFiscalIdentity(deps),
  readBalance,
  readStatistics,
  listAbsentViewers,
  inviteAbsentViewers,
  readEarnings,
  readPayout,
  refreshPayoutAccount(deps),
  startOnboarding(deps),
  relaunchOrder,
  answerCase,
  closeOrder,
  acceptText,
  addEntry,
  countUses,
  mergeCategories,
  mergeLanguages,
  orderEntries,
  renameEntry,
  retireEntry,
  setPicture,
  publishText,
  readText(deps),
  saveDraft(deps),
  listMails(deps),
  previewMail(deps),
  testMail,
  getRoom,
  enterRoom(deps),
  sendHeartbeat(deps),
  leaveRoom(deps),
  moderateRoom(deps),
  renewMedia(deps),
  negotiateMedia(deps),
  sendChatMessage,
  offerExtension,
  answerExtension,
  payExtension(deps),
  testConnection(deps),
  sendMessage(deps),
  markMessagesRead,
  appealDecision,
  decideAppeal,
  decideCase,
  openConversation,
  previewDecision,
  readCase,
  readDecision,
  sendReport,
  showAgain,
  takeCase,
  openThread(deps),
  replyThread(deps),
  readThread,
  answerThread(deps),
  setThreadState,
  assignThread,
  addNote,
  requestContact,
  readContact,
  confirmContact,
  replyContact,
  writeReview,
  answerReview,
  rewriteReview,
  readFunnel,
  readDemand,
];
