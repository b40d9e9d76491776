import type { Refusal } from '#platform/functions/refusal.ts';
import { AppError, ERROR_STATUS, type ErrorCode } from '#product/shared/errors.ts';
import { BadDescription, MediaNotReady, MediaUnavailable } from '#server/integrations/media/media-engine.ts';

/**
 * Constraints that a command may violate although it checked first, because somebody else was
 * faster.
 */
const BY_CONSTRAINT: Readonly<Record<string, ErrorCode>> = {
  ages_birth_date_check: 'too_young',
  guardianships_open_key: 'guardian_confirmed',
  payments_age: 'age_needed',
  payments_guardian: 'guardian_needed',
  payments_guardian_limit: 'guardian_limit',
  profiles_role_adult: 'role_for_adults',
  deletion_requests_pkey: 'deletion_already_requested',
  streamers_adult: 'age_needed',
  suspensions_open_key: 'already_suspended',
  bookings_adults_only: 'adults_only',
  bookings_code: 'code_not_valid',
  bookings_code_uses: 'code_used_up',
  bookings_code_each: 'code_used',
  bookings_code_first: 'code_first_only',
  discount_codes_running_key: 'code_exists',
  person_times_one_place: 'slot_not_free',
  // The limit of the answers' size, which the contract checks in characters and the table in bytes.
  bookings_answers_check: 'invalid_input',
  waiting_list_entries_key: 'already_waiting',
  streamers_handle_key: 'handle_taken',
  reviews_booking_id_key: 'already_reviewed',
  moderation_reports_reporter_key: 'already_reported',
  moderation_reports_email_key: 'already_reported',
  categories_pkey: 'entry_exists',
  languages_pkey: 'entry_exists',
  categories_label_key: 'label_taken',
  languages_label_key: 'label_taken',
  moderation_decisions_case_key: 'already_done',
  conversation_openings_apart: 'try_again',
  moderation_decisions_other_admin_check: 'appeal_needs_another',
};

/** Codes that our SQL raises. */
const BY_SQLSTATE: Readonly<Record<string, ErrorCode>> = {
  /** private.refuse_change: the table is append-only. */
  LG001: 'forbidden',
  /** private.take_category: retired meanwhile. */
  LG005: 'catalogue_retired',
};

/** The media server's error codes. */
const BY_CLASS: readonly [new () => Error, ErrorCode][] = [
  [MediaNotReady, 'media_not_ready'],
  [MediaUnavailable, 'media_unavailable'],
  [BadDescription, 'media_refused'],
];

function codeOf(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  const found = BY_CLASS.find(([kind]) => error instanceof kind);
  if (found) return found[1];
  const { constraint, code } = error as { constraint?: unknown; code?: unknown };
  if (typeof constraint === 'string' && Object.hasOwn(BY_CONSTRAINT, constraint))
    return BY_CONSTRAINT[constraint];
  return typeof code === 'string' && Object.hasOwn(BY_SQLSTATE, code) ? BY_SQLSTATE[code] : undefined;
}

/** @returns Loge's refusal for an error that a command threw; null for an unexpected one */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof AppError) {
    const { status, code, message, retryAfter, fields, details } = error;
    return {
      status,
      code,
      message,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(fields === undefined ? {} : { fields }),
      ...(details === undefined ? {} : { details }),
    };
  }
  const code = codeOf(error);
  return code === undefined ? null : { status: ERROR_STATUS[code], code, message: code };
}
