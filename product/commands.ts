import type { Command } from '#platform/functions/command.ts';
import { completeProfile } from '#product/accounts/commands/complete-profile.ts';
import { decideFactorRemoval } from '#product/accounts/commands/decide-factor-removal.ts';
import { declareAge } from '#product/accounts/commands/declare-age.ts';
import { endSignIn } from '#product/accounts/commands/end-sign-in.ts';
import { keepFactors } from '#product/accounts/commands/keep-factors.ts';
import { listEvents } from '#product/accounts/commands/list-events.ts';
import { listLogins } from '#product/accounts/commands/list-logins.ts';
import { readFactorRemoval } from '#product/accounts/commands/read-factor-removal.ts';
import { readSignIn } from '#product/accounts/commands/read-sign-in.ts';
import { requestFactorRemoval } from '#product/accounts/commands/request-factor-removal.ts';
import { revokeLogin } from '#product/accounts/commands/revoke-login.ts';
import { cancelBooking as cancelBookingAsAdmin } from '#product/administration/commands/cancel-booking.ts';
import { cancelSession as cancelSessionAsAdmin } from '#product/administration/commands/cancel-session.ts';
import { changeRole } from '#product/administration/commands/change-role.ts';
import { changeSettings } from '#product/administration/commands/change-settings.ts';
import { correctAge } from '#product/administration/commands/correct-age.ts';
import { decideAdminRequest } from '#product/administration/commands/decide-admin-request.ts';
import { endViewing } from '#product/administration/commands/end-viewing.ts';
import { findSubjects } from '#product/administration/commands/find-subjects.ts';
import { openViewing } from '#product/administration/commands/open-viewing.ts';
import { overruleSettlement } from '#product/administration/commands/overrule-settlement.ts';
import { previewAge } from '#product/administration/commands/preview-age.ts';
import { proposeSessionStart } from '#product/administration/commands/propose-session-start.ts';
import { refundPayment } from '#product/administration/commands/refund-payment.ts';
import { replayMail } from '#product/administration/commands/replay-mail.ts';
import { restorePerson } from '#product/administration/commands/restore-person.ts';
import { setStreamerStanding } from '#product/administration/commands/set-streamer-standing.ts';
import { setTeamRoles } from '#product/administration/commands/set-team-roles.ts';
import { signOutEverywhere } from '#product/administration/commands/sign-out-everywhere.ts';
import { suspendPerson } from '#product/administration/commands/suspend-person.ts';
import { countAudience } from '#product/announcements/commands/count-audience.ts';
import { planAnnouncement } from '#product/announcements/commands/plan-announcement.ts';
import { stopAnnouncement } from '#product/announcements/commands/stop-announcement.ts';
import { testAnnouncement } from '#product/announcements/commands/test-announcement.ts';
import { blockTime } from '#product/availability/commands/block-time.ts';
import { listSlots } from '#product/availability/commands/list-slots.ts';
import { previewDay } from '#product/availability/commands/preview-day.ts';
import { removeAbsence } from '#product/availability/commands/remove-absence.ts';
import { removeException } from '#product/availability/commands/remove-exception.ts';
import { setAbsence } from '#product/availability/commands/set-absence.ts';
import { setException } from '#product/availability/commands/set-exception.ts';
import { setHours } from '#product/availability/commands/set-hours.ts';
import { unblockTime } from '#product/availability/commands/unblock-time.ts';
import { acceptRequest } from '#product/booking/commands/accept-request.ts';
import { answerProposal } from '#product/booking/commands/answer-proposal.ts';
import { answerReview } from '#product/booking/commands/answer-review.ts';
import { cancelBooking } from '#product/booking/commands/cancel-booking.ts';
import { cancelSession } from '#product/booking/commands/cancel-session.ts';
import { declineRequest } from '#product/booking/commands/decline-request.ts';
import { holdSlot } from '#product/booking/commands/hold-slot.ts';
import { joinWaitingList } from '#product/booking/commands/join-waiting-list.ts';
import { leaveWaitingList } from '#product/booking/commands/leave-waiting-list.ts';
import { proposeStart } from '#product/booking/commands/propose-start.ts';
import { releaseHold } from '#product/booking/commands/release-hold.ts';
import { rescheduleBooking } from '#product/booking/commands/reschedule-booking.ts';
import { rewriteReview } from '#product/booking/commands/rewrite-review.ts';
import { submitIntake } from '#product/booking/commands/submit-intake.ts';
import { withdrawProposal } from '#product/booking/commands/withdraw-proposal.ts';
import { writeReview } from '#product/booking/commands/write-review.ts';
import { acceptMandate } from '#product/books/commands/accept-mandate.ts';
import { closeMonth } from '#product/books/commands/close-month.ts';
import { inspectFiscalIdentity } from '#product/books/commands/inspect-fiscal-identity.ts';
import { makeFile } from '#product/books/commands/make-file.ts';
import { readFile } from '#product/books/commands/read-file.ts';
import { readFilePart } from '#product/books/commands/read-file-part.ts';
import { readFiscalIdentity } from '#product/books/commands/read-fiscal-identity.ts';
import { readMonth } from '#product/books/commands/read-month.ts';
import { recordDeposit } from '#product/books/commands/record-deposit.ts';
import { saveFiscalIdentity } from '#product/books/commands/save-fiscal-identity.ts';
import { scheduleReport } from '#product/books/commands/schedule-report.ts';
import { stopReport } from '#product/books/commands/stop-report.ts';
import { addCalendar } from '#product/calendars/commands/add-calendar.ts';
import { createFeed } from '#product/calendars/commands/create-feed.ts';
import { followSchedule } from '#product/calendars/commands/follow-schedule.ts';
import { getFeed } from '#product/calendars/commands/get-feed.ts';
import { refreshCalendar } from '#product/calendars/commands/refresh-calendar.ts';
import { removeCalendar } from '#product/calendars/commands/remove-calendar.ts';
import { removeFeed } from '#product/calendars/commands/remove-feed.ts';
import { addEntry } from '#product/catalogue/commands/add-entry.ts';
import { countUses } from '#product/catalogue/commands/count-uses.ts';
import { mergeCategories } from '#product/catalogue/commands/merge-categories.ts';
import { mergeLanguages } from '#product/catalogue/commands/merge-languages.ts';
import { orderEntries } from '#product/catalogue/commands/order-entries.ts';
import { renameEntry } from '#product/catalogue/commands/rename-entry.ts';
import { retireEntry } from '#product/catalogue/commands/retire-entry.ts';
import { setPicture } from '#product/catalogue/commands/set-picture.ts';
import { verifyChannel } from '#product/channels/commands/verify-channel.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { answerExtension } from '#product/conference/commands/answer-extension.ts';
import { enterRoom } from '#product/conference/commands/enter-room.ts';
import { getRoom } from '#product/conference/commands/get-room.ts';
import { leaveRoom } from '#product/conference/commands/leave-room.ts';
import { moderateRoom } from '#product/conference/commands/moderate-room.ts';
import { negotiateMedia } from '#product/conference/commands/negotiate-media.ts';
import { offerExtension } from '#product/conference/commands/offer-extension.ts';
import { payExtension } from '#product/conference/commands/pay-extension.ts';
import { renewMedia } from '#product/conference/commands/renew-media.ts';
import { sendChatMessage } from '#product/conference/commands/send-chat-message.ts';
import { sendHeartbeat } from '#product/conference/commands/send-heartbeat.ts';
import { testConnection } from '#product/conference/commands/test-connection.ts';
import { acceptText } from '#product/content/commands/accept-text.ts';
import { listMails } from '#product/content/commands/list-mails.ts';
import { previewMail } from '#product/content/commands/preview-mail.ts';
import { publishText } from '#product/content/commands/publish-text.ts';
import { readText } from '#product/content/commands/read-text.ts';
import { saveDraft } from '#product/content/commands/save-draft.ts';
import { testMail } from '#product/content/commands/test-mail.ts';
import { cancelDeletion } from '#product/deletion/commands/cancel-deletion.ts';
import { exportData } from '#product/deletion/commands/export-data.ts';
import { requestDeletion } from '#product/deletion/commands/request-deletion.ts';
import { arrangeHome } from '#product/discovery/commands/arrange-home.ts';
import { browseStreamers } from '#product/discovery/commands/browse-streamers.ts';
import { getHome } from '#product/discovery/commands/get-home.ts';
import { listMetStreamers } from '#product/discovery/commands/list-met-streamers.ts';
import { listNextStarts } from '#product/discovery/commands/list-next-starts.ts';
import { previewHome } from '#product/discovery/commands/preview-home.ts';
import { askGuardian } from '#product/guardians/commands/ask-guardian.ts';
import { confirmGuardianship } from '#product/guardians/commands/confirm-guardianship.ts';
import { limitGuardianship } from '#product/guardians/commands/limit-guardianship.ts';
import { readGuardianship } from '#product/guardians/commands/read-guardianship.ts';
import { refuseGuardianship } from '#product/guardians/commands/refuse-guardianship.ts';
import { stopGuardianship } from '#product/guardians/commands/stop-guardianship.ts';
import { inviteAbsentViewers } from '#product/insight/commands/invite-absent-viewers.ts';
import { listAbsentViewers } from '#product/insight/commands/list-absent-viewers.ts';
import { listBehind } from '#product/insight/commands/list-behind.ts';
import { readDemand } from '#product/insight/commands/read-demand.ts';
import { readFunnel } from '#product/insight/commands/read-funnel.ts';
import { readPlatform } from '#product/insight/commands/read-platform.ts';
import { readStatistics } from '#product/insight/commands/read-statistics.ts';
import { readSupply } from '#product/insight/commands/read-supply.ts';
import { readUnfound } from '#product/insight/commands/read-unfound.ts';
import { markMessagesRead } from '#product/messages/commands/mark-messages-read.ts';
import { sendMessage } from '#product/messages/commands/send-message.ts';
import { appealDecision } from '#product/moderation/commands/appeal-decision.ts';
import { decideAppeal } from '#product/moderation/commands/decide-appeal.ts';
import { decideCase } from '#product/moderation/commands/decide-case.ts';
import { openConversation } from '#product/moderation/commands/open-conversation.ts';
import { previewDecision } from '#product/moderation/commands/preview-decision.ts';
import { readCase } from '#product/moderation/commands/read-case.ts';
import { readDecision } from '#product/moderation/commands/read-decision.ts';
import { sendReport } from '#product/moderation/commands/send-report.ts';
import { showAgain } from '#product/moderation/commands/show-again.ts';
import { takeCase } from '#product/moderation/commands/take-case.ts';
import { answerCase } from '#product/payments/commands/answer-case.ts';
import { closeOrder } from '#product/payments/commands/close-order.ts';
import { extendHold } from '#product/payments/commands/extend-hold.ts';
import { listEarnings } from '#product/payments/commands/list-earnings.ts';
import { payBooking } from '#product/payments/commands/pay-booking.ts';
import { readBalance } from '#product/payments/commands/read-balance.ts';
import { readEarnings } from '#product/payments/commands/read-earnings.ts';
import { readPayout } from '#product/payments/commands/read-payout.ts';
import { refreshPayoutAccount } from '#product/payments/commands/refresh-payout-account.ts';
import { relaunchOrder } from '#product/payments/commands/relaunch-order.ts';
import { startOnboarding } from '#product/payments/commands/start-onboarding.ts';
import { setPublication } from '#product/streamers/commands/set-publication.ts';
import { addNote } from '#product/support/commands/add-note.ts';
import { answerThread } from '#product/support/commands/answer-thread.ts';
import { assignThread } from '#product/support/commands/assign-thread.ts';
import { confirmContact } from '#product/support/commands/confirm-contact.ts';
import { openThread } from '#product/support/commands/open-thread.ts';
import { readContact } from '#product/support/commands/read-contact.ts';
import { readThread } from '#product/support/commands/read-thread.ts';
import { replyContact } from '#product/support/commands/reply-contact.ts';
import { replyThread } from '#product/support/commands/reply-thread.ts';
import { requestContact } from '#product/support/commands/request-contact.ts';
import { setThreadState } from '#product/support/commands/set-thread-state.ts';
import { requestCheck } from '#product/system/commands/request-check.ts';
import { runTask } from '#product/system/commands/run-task.ts';

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
