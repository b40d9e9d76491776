/**
 * Every way in which a command can refuse, and the HTTP status that says so. The page has a French
 * sentence for each (`satisfies Record<ErrorCode, ...>` there), so a code without its text does not
 * compile.
 */
export const ERROR_STATUS = {
  /** The body is no JSON, or not what the contract asks; `fields` says where. */
  invalid_input: 400,
  /** Nobody is signed in, the token is bad, or the session was ended. */
  unauthenticated: 401,
  forbidden: 403,
  /**
   * The person has a second factor, or must have one, and their session has not shown it (aal1).
   */
  second_factor_required: 403,
  /** Somebody of the team looks at this person's pages: nothing is done in their place. */
  looking_only: 403,
  not_found: 404,
  payload_too_large: 413,
  /** Too many guesses of a password; `Retry-After` says how long to wait. */
  too_many_attempts: 429,
  /** Two changes met; nothing was done and the same request may be sent again. */
  try_again: 409,
  /** Something of ours broke; `requestId` finds it in the log. */
  internal: 500,
  /** The database is away; the same request may be sent again, and may have been done. */
  unavailable: 503,

  wrong_password: 422,
  /** The account has no password to confirm with, such as one that signs in by mailed links. */
  password_missing: 422,
  login_not_found: 404,
  /** No sign-in behind the link of a mail. */
  sign_in_not_found: 404,
  /** A person without a second factor, or who has just shown it, has lost none. */
  no_lost_factor: 409,
  factor_removal_open: 409,
  factor_removal_not_found: 404,
  factor_removal_decided: 409,
  profile_complete: 409,
  /** Nobody knows whether the person is of age: they are asked, then send the same again. */
  age_needed: 409,
  /** Below the age from which one may have an account alone. */
  too_young: 422,
  age_known: 409,
  /** The team corrects an age to what is kept already. */
  age_unchanged: 409,
  /** A minor pays with the consent of a guardian, within what they allow a month. */
  guardian_needed: 409,
  guardian_limit: 409,
  not_minor: 409,
  own_guardian: 422,
  guardian_confirmed: 409,
  /** The guardian who was asked refused, and was promised that nothing more would come. */
  guardian_refused: 409,
  /** The reader of the address wants no mail of ours. */
  address_refused: 409,
  guardianship_not_found: 404,
  guardianship_decided: 409,
  /** An offer for adults, to a minor. */
  adults_only: 409,
  /** A role of adults, to a minor. */
  role_for_adults: 409,
  /** A streamer said that they are under 18: their page is shown no longer. */
  streamer_under_age: 409,
  deletion_not_requested: 409,
  deletion_already_requested: 409,

  person_not_found: 404,
  /** The pages of one of the team are seen by nobody else. */
  person_of_team: 403,
  /** An admin would demote or suspend themself. */
  cannot_act_on_self: 409,
  /** The change would leave the platform without an admin. */
  last_admin: 409,
  role_unchanged: 409,
  already_suspended: 409,
  /** One of the two people of a booking is suspended: nothing new begins with them. */
  account_suspended: 409,
  not_suspended: 409,
  suspension_in_past: 422,
  admin_request_not_found: 404,
  admin_request_decided: 409,
  admin_request_unconfirmed: 409,

  /** Of no published streamer, or put away. */
  offer_not_found: 404,
  /** The offer changed since the page read it; `details.revision` is the new one. */
  offer_changed: 409,
  /**
   * The start is not free; `details` is `{reason, nearest}`: a ClosedReason and the nearest free
   * starts (ISO 8601).
   */
  slot_not_free: 409,
  /** The viewer has another live booking at that time. */
  viewer_busy: 409,
  /** Somebody in the session has accepted another start: it is there. */
  session_moved: 409,
  /** At the time that somebody else proposes the viewer is elsewhere. */
  viewer_not_free: 409,
  own_offer: 409,
  too_many_holds: 409,
  too_many_lapsed_holds: 409,
  too_many_free_bookings: 409,
  booking_not_found: 404,
  /** Not in this status; what was to be done is over, or was done. */
  booking_wrong_status: 409,
  /** The hold has ended, or the time to answer. */
  deadline_passed: 409,
  already_extended: 409,
  /** The provider's page shows the price of the place already. */
  payment_begun: 409,
  /** No such code, or not one for this offer or today. */
  code_not_valid: 409,
  /** The code was used as often as it may be, in all or by this person. */
  code_used_up: 409,
  code_used: 409,
  /** It is for a first session, and this is none. */
  code_first_only: 409,
  /**
   * With it the session would cost less than the least price, or its commission does not cover it;
   * `details.leastPriceCents` is the price from which it applies, null for none.
   */
  code_price_too_low: 409,
  /** Another code of the same word is running. */
  code_exists: 409,
  code_not_found: 404,
  nothing_to_pay: 409,
  /** A required intake question has no answer; `fields` says which. */
  intake_incomplete: 422,
  already_started: 409,
  too_late_to_ask: 409,
  too_late_to_reschedule: 409,
  too_many_reschedules: 409,
  too_far_to_reschedule: 409,
  bad_new_start: 409,
  no_proposal: 409,
  /** The refund is no longer what the person was shown; `details.refundCents` is. */
  quote_changed: 409,
  already_waiting: 409,
  not_waiting: 404,
  /** The same key came with another request. */
  key_reused: 409,

  /** Without name, address and SIREN there is no invoice to make. */
  identity_incomplete: 409,

  payment_not_found: 404,
  /** The provider does not answer; nothing was done. */
  provider_unavailable: 503,
  /** The provider said no; `message` is its code. */
  provider_refused: 422,
  more_than_captured: 409,
  payment_in_dispute: 409,
  /** A payment of the booking has not been captured yet, so the amount of a refund is not known. */
  capture_pending: 409,

  streamer_not_found: 404,
  /** Publishing needs more; `details.missing` lists what. */
  profile_incomplete: 422,
  handle_taken: 409,
  already_done: 409,
  settings_out_of_limits: 422,
  settings_changed: 409,
  /** Another version of the text was published, or is in force. */
  text_changed: 409,
  /** A category or a language of this id is there already. */
  entry_exists: 409,
  /** Another category or language has this name. */
  label_taken: 409,
  /** The category or the language is offered no more. */
  catalogue_retired: 409,
  draft_not_found: 404,
  /** An action planned from now on would have happened before. */
  moment_in_past: 422,
  bad_hours: 422,
  /** The hours are no longer what the page read. */
  hours_changed: 409,
  /** The streamer is absent on some of those days already. */
  absence_overlaps: 409,
  absence_not_found: 404,
  /** The provider named no channel to this token, or it is of another account. */
  channel_unproven: 422,
  /** Another streamer's, who proved it first. */
  channel_taken: 409,
  /** The provider of channels does not answer, or is not set up. */
  channel_unasked: 503,
  calendar_not_found: 404,
  /** `details.reason` is a code of the import. */
  calendar_refused: 422,
  too_many_calendars: 409,
  mail_not_found: 404,
  /**
   * The books of a month that is running, or to come, cannot be closed, nor is a year or a month
   * declared or published before it is over.
   */
  month_not_over: 409,
  /** Months are closed one after the other. */
  month_not_next: 409,
  /** Books and provider differ; `details` counts where. */
  books_disagree: 409,
  /** No month of that year is closed. */
  nothing_closed: 409,
  /** All sellers of the year are declared, or none of what was declared has changed. */
  nothing_to_declare: 409,
  /**
   * Somebody sold, and of nobody that was not declared is it known who they are: nothing can be
   * declared, and not that there is nothing either.
   */
  sellers_unknown: 409,
  /** It told who people are, and was emptied when the law no longer kept that. */
  file_emptied: 410,
  /** It tells who people are: anybody who makes or reads it says why. */
  file_reason_required: 422,
  /** Files of the books are announced to those of the team alone who may read them. */
  recipient_refused: 422,
  /** Another declaration of the year was handed in since this one was made. */
  declaration_outdated: 409,
  /** The account has sessions to come, or money on its way. */
  account_in_use: 409,

  /** No such room, or other people's. */
  room_not_found: 404,
  /** The door opens at `details.opensAt` (ISO 8601). */
  room_too_early: 409,
  room_over: 409,
  /** The session was called off, or never agreed on. */
  room_cancelled: 409,
  room_unpaid: 409,
  /** The request waits for its answer. */
  room_unanswered: 409,
  /** The person is in the room already, from elsewhere. */
  room_open_elsewhere: 409,
  /** A newer connection of the same person took over. */
  room_taken_over: 409,
  room_left: 409,
  room_full: 409,
  /** The streamer put this person out; coming back, they wait in the lobby. */
  room_removed: 409,
  /** An admin put this person out, for good. */
  room_barred: 409,
  /**
   * The streamer did not let this person in; at `details.againAt` (ISO 8601) they may ask again.
   */
  room_refused: 409,
  /** The streamer, or an admin, ended the session for everybody. */
  room_ended: 409,
  /** Not for somebody who still waits to be let in. */
  room_waiting: 409,
  /** The target of an act is not in the room, or not any more. */
  participant_gone: 409,
  group_only: 409,
  /** An overrule must change the amount. */
  settlement_unchanged: 409,
  /** The viewer was given more already; `details.refundedCents` is how much. */
  refund_not_taken_back: 409,
  /** That peer's media cannot be subscribed to yet: try again with the next standing. */
  media_not_ready: 409,
  /** The media of the room were built again: ask the standing. */
  media_stale: 409,
  /** The server of the media does not answer. */
  media_unavailable: 503,
  /** A description that is not one of the room's four media. */
  media_refused: 422,
  /** Browsers connect to each other in this room. */
  media_direct: 409,
  /** There is no session for two going on that could be made longer. */
  extension_not_possible: 409,
  /** The other side is not in the room. */
  extension_alone: 409,
  /** The next session of one of the two is too near. */
  extension_time_taken: 409,
  /** It costs something else than the button said; `details.priceCents` does. */
  extension_changed: 409,
  /** It was refused, taken back, paid, or came too late. */
  extension_over: 409,
  /** An admin says why they enter. */
  entry_reason_required: 422,
  /** Not completed, or more than 14 days ago. */
  review_not_allowed: 409,
  already_reviewed: 409,
  review_not_found: 404,
  already_answered: 409,

  /** No session, or other people's. */
  conversation_not_found: 404,
  /** Not agreed on, called off, or more than 30 days ago. */
  conversation_closed: 409,
  /** `Retry-After` says how long to wait. */
  too_many_messages: 429,

  /** Not uploaded by who sends it along, or sent before. */
  file_not_found: 404,

  /** Nothing that the person who reports can see. */
  report_subject_not_found: 404,
  own_subject: 409,
  already_reported: 409,
  case_not_found: 404,
  /** Another admin works on it. */
  case_taken: 409,
  /** Only who has taken a case decides about it. */
  case_not_taken: 409,
  measure_not_possible: 409,
  decision_not_found: 404,
  /** An appeal goes to another admin than the decision. */
  appeal_needs_another: 409,
  thread_not_found: 404,
  /** The subject of a thread is not the person's. */
  thread_subject_not_found: 404,
  /** Somebody wrote in the thread, or took it, since it was read. */
  thread_changed: 409,
  announcement_not_found: 404,
  announcement_over: 409,
  banner_too_long: 422,
  assignee_not_admin: 409,
  /** A decision of the team keeps one of the two from new bookings. */
  bookings_restricted: 409,
  /** A decision of the team keeps the person from writing. */
  messages_restricted: 409,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code);

/** The body of every answer that is an error. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  /** Of `invalid_input`: path of the field (`reason`, `people.0.id`) -> what is wrong with it. */
  fields?: Record<string, string>;
  /**
   * The page needs these to offer the next step; the comment at the code above describes their
   * shape.
   */
  details?: Record<string, unknown>;
  requestId: string;
}

interface AppErrorMore {
  retryAfter?: number;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
}

/**
 * A refusal by a rule: known, expected, and rendered to the caller. Anything else that is thrown is
 * a bare 500.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Of `too_many_attempts`: seconds. */
  readonly retryAfter: number | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly details: Record<string, unknown> | undefined;
  override name = 'AppError';

  /** @param message for developers, in English; the page shows its own text for the code */
  constructor(code: ErrorCode, message: string = code, more: AppErrorMore = {}) {
    super(message);
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.retryAfter = more.retryAfter;
    this.fields = more.fields;
    this.details = more.details;
  }
}
