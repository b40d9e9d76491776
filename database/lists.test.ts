import { expect, test } from 'vitest';
import { afterAct, REMOVAL_STATES } from '#product/accounts/rules/factor-removal.ts';
import { CATEGORY_NAMES, MEASURES } from '#product/accounts/rules/sanctions.ts';
import { SEGMENTS } from '#product/announcements/rules/announcements.ts';
import { FILE_STATES } from '#product/attachments/rules/attachments.ts';
import { OFFER_DURATIONS_MINUTES, OFFER_STEPS_MINUTES } from '#product/availability/rules/availability.ts';
import { EXTENSION_ENDS, EXTENSION_STATES } from '#product/booking/extension-contract.ts';
import { POLICY_NAMES } from '#product/booking/rules/policies.ts';
import { DOCUMENT_KINDS } from '#product/books/rules/document.ts';
import { FILE_KINDS, isSealed } from '#product/books/rules/files.ts';
import { ACCOUNTS, POSTING_KINDS } from '#product/books/rules/ledger.ts';
import { RHYTHMS, SCHEDULED_KINDS, SENDING_TROUBLES } from '#product/books/rules/schedule.ts';
import { BEARERS } from '#product/commerce/rules/discount.ts';
import { ENGINES } from '#product/conference/rules/engine.ts';
import { HOST_ACTS } from '#product/conference/rules/host.ts';
import { LINE_QUALITIES } from '#product/conference/rules/lines.ts';
import { CHANNEL_PROVIDERS } from '#product/discovery/rules/channels.ts';
import { LINK_PLATFORM_NAMES } from '#product/discovery/rules/link-platforms.ts';
import { GUARDIANSHIP_STATES } from '#product/guardians/rules/guardian.ts';
import { endsByItself, REMOVABLE_KINDS, SUBJECT_KINDS } from '#product/moderation/rules/moderation.ts';
import { SIGNAL_NAMES } from '#product/moderation/rules/signals.ts';
import { ENDED_STATUSES, LIVE_STATUSES } from '#product/shared/booking-statuses.ts';
import { ROLES } from '#product/shared/roles.ts';
import { TEAM_ROLES } from '#product/shared/team-roles.ts';
import { TEXT_SLUGS } from '#product/shared/texts.ts';
import { DEVICES, SOURCES } from '#product/shared/visit.ts';
import { THREAD_CONTEXTS, THREAD_STATES } from '#product/support/rules/support.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';

/** Checks of the product's tables whose values also stand in a list of TypeScript. */
const LISTS: Readonly<Record<string, readonly (string | number)[]>> = {
  accounting_files_kind_check: FILE_KINDS,
  accounting_files_sealed_check: FILE_KINDS.filter(isSealed),
  admissions_line_quality_check: LINE_QUALITIES,
  attachments_state_check: FILE_STATES,
  bookings_discount_borne_by_check: BEARERS,
  bookings_ended_check: LIVE_STATUSES,
  bookings_source_check: SOURCES,
  bookings_status_check: [...LIVE_STATUSES, ...ENDED_STATUSES],
  documents_kind_check: DOCUMENT_KINDS,
  factor_removals_ended_check: REMOVAL_STATES.filter((state) => afterAct(state, 'cancel') !== null),
  factor_removals_state_check: REMOVAL_STATES,
  guardianships_state_check: GUARDIANSHIP_STATES,
  hold_days_source_check: SOURCES,
  ledger_lines_account_check: Object.keys(ACCOUNTS),
  ledger_postings_kind_check: POSTING_KINDS,
  moderation_cases_category_check: CATEGORY_NAMES,
  moderation_cases_signal_check: SIGNAL_NAMES,
  moderation_cases_subject_kind_check: SUBJECT_KINDS,
  moderation_decisions_ends_check: MEASURES.filter(endsByItself),
  moderation_decisions_measure_check: MEASURES,
  moderation_decisions_rule_check: CATEGORY_NAMES,
  moderation_reports_category_check: CATEGORY_NAMES,
  offers_duration_check: OFFER_DURATIONS_MINUTES,
  offers_policy_check: POLICY_NAMES,
  offers_step_check: OFFER_STEPS_MINUTES,
  profiles_role_check: ROLES,
  team_roles_role_check: TEAM_ROLES,
  house_texts_slug_check: TEXT_SLUGS,
  text_versions_slug_check: TEXT_SLUGS,
  // Only the server writes that an ended session was opened again; it is no act of a host.
  room_acts_act_check: [...HOST_ACTS, 'reopen'],
  rooms_engine_check: ENGINES,
  session_extensions_reason_check: ['refused', 'failed', ...EXTENSION_ENDS],
  session_extensions_state_check: EXTENSION_STATES,
  streamer_channels_provider_check: CHANNEL_PROVIDERS,
  streamer_links_platform_check: LINK_PLATFORM_NAMES,
  platform_hold_days_source_check: SOURCES,
  platform_visit_days_device_check: DEVICES,
  visit_days_source_check: SOURCES,
  visits_device_check: DEVICES,
  visits_source_check: SOURCES,
  announcements_segment_check: SEGMENTS,
  removals_subject_kind_check: REMOVABLE_KINDS,
  report_schedules_every_check: RHYTHMS,
  report_schedules_kind_check: SCHEDULED_KINDS,
  report_schedules_trouble_check: SENDING_TROUBLES,
  support_threads_context_check: THREAD_CONTEXTS,
  support_threads_state_check: THREAD_STATES,
};

/** Checks whose values stand nowhere else: TypeScript has them from the types that are generated from the catalogue. */
const IN_SQL_ALONE = [
  'accounting_files_media_type_check',
  'report_schedules_format_check',
  'admin_requests_state_check',
  'admissions_end_check',
  'admissions_side_check',
  'attendances_place_check',
  'attendances_side_check',
  'booking_events_actor_check',
  'bookings_confirmation_check',
  'calendars_state_check',
  'demand_days_kind_check',
  'demands_kind_check',
  'deployments_admin_mfa_check',
  'deployments_admin_signup_check',
  'disputes_answer_check',
  'disputes_booked_check',
  'disputes_borne_by_check',
  'disputes_ended_check',
  'disputes_outcome_check',
  'disputes_phase_check',
  'failed_refunds_answer_check',
  'fraud_warnings_answer_check',
  'factor_removals_decided_check',
  'factor_removals_delay_check',
  'guardianships_confirmed_check',
  'guardianships_ended_check',
  'moderation_cases_evidence_check',
  'moderation_cases_state_check',
  'moderation_decisions_appeal_outcome_check',
  'offers_confirmation_check',
  'payment_orders_kind_check',
  'payment_orders_state_check',
  'payments_kind_check',
  'payments_provider_check',
  'payments_state_check',
  'payouts_state_check',
  'person_times_kind_check',
  'person_times_side_check',
  'room_acts_side_check',
  'rooms_ended_check',
  'session_extensions_ended_check',
  'session_extensions_side_check',
  'session_messages_side_check',
  'active_days_side_check',
  'platform_marks_kind_check',
  'statistics_marks_kind_check',
  'streamers_window_check',
  'tasks_place_check',
  'unread_texts_kind_check',
  'visits_step_check',
  'support_messages_side_check',
  'support_messages_via_check',
  'inbound_mails_outcome_check',
];

test('each list of values that a table allows is the one that the domain has', async () => {
  const db = await createTestDatabase('product');
  const { rows } = await db.pool.query<{ name: string; text: string }>(
    `select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
     where contype = 'c' and connamespace = any(array['public', 'private']::regnamespace[])
       and pg_get_constraintdef(oid) ~ 'ARRAY\\['`,
  );
  await db.close();
  const allowed = new Map(
    rows.map(({ name, text }) => {
      const lists = [...text.matchAll(/ARRAY\[([^\]]*)\]/g)].flatMap(([, list = '']) => list.split(', '));
      return [name, lists.map((value) => value.match(/^'(.*)'::text$/)?.[1] ?? Number(value))];
    }),
  );
  expect([...allowed.keys()].sort()).toEqual([...Object.keys(LISTS), ...IN_SQL_ALONE].sort());
  for (const [name, values] of Object.entries(LISTS))
    expect([...(allowed.get(name) ?? [])].sort(), name).toEqual([...values].sort());
});
