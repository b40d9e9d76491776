import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { exportData } from '#product/accounts/contract.ts';
import { hold, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { makeCode, useCode } from '#product/commerce/contract.ts';
import { renewOverlay, setGoal, setSites } from '#product/stream/contract.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { EVERYTHING } from './commands/export-data.ts';

const product = await openProduct();

/** Tables about a person of which nothing is exported, and why. */
const TABLES_LEFT_OUT: Readonly<Record<string, string>> = {
  'auth.flow_state': 'a secret of minutes, as the next',
  'auth.one_time_tokens': 'a secret',
  'auth.webauthn_challenges': 'a secret',
  'auth.provider_states': 'a secret',
  'auth.viewings': 'told by a notification and a mail with the reason',
  busy_times: 'copied from their calendar, whose address is exported',
  'private.active_days': 'counted from their bookings, as the next',
  'private.first_bookings': 'counted',
  'private.calendar_entries': 'numbers of mails that were sent',
  'private.calendar_feeds': 'a secret',
  'private.cohorts': 'counted from bookings, as the next',
  'private.command_keys': 'repeats answers that were given',
  'private.demand_days': 'counted from what visitors looked for, of whom it says nothing',
  'private.demand_months': 'counted likewise',
  'private.demands': 'what visitors looked for, by a code of one day',
  'private.free_times': 'computed from hours, absences and bookings',
  'private.held_places': 'computed from bookings, as the next',
  'private.hold_days': 'counted',
  'private.known_viewers': 'counted',
  'private.listings': 'computed from their page, as the next',
  'private.streamer_categories': 'computed',
  'private.streamer_languages': 'computed',
  'private.streamer_searches': 'computed',
  'private.live_warnings': 'told by a notification, which is exported',
  'private.open_days': 'counted from their hours, as the next',
  'private.open_months': 'counted',
  'private.profile_searches': 'folds the names that are exported',
  'private.statistics_answers': 'counted from bookings, as the next',
  'private.statistics_days': 'counted',
  'private.statistics_hours': 'counted',
  'private.statistics_months': 'counted',
  'private.text_drafts': 'the team’s, not the person’s',
  'private.visit_days': 'counted from visits, of whose people it says nothing',
  'private.visits': 'visits by others, by a code of one day',
};

/** Columns that are left out of a table of which others are exported, and why. */
const COLUMNS_LEFT_OUT: Readonly<Record<string, readonly [columns: string, why: string][]>> = {
  admin_requests: [['decided_by', 'another person']],
  announcements: [
    [
      'segment category on_banner on_bell by_mail send_at banner_until written_by created_at stopped_at finished_at sent_through sent_count mailed_count',
      'how the team sent it',
    ],
  ],
  attachments: [['finding scan_until scan_tries', 'how the file was examined']],
  'auth.identities': [['provider_id email', 'repeated in identity_data']],
  'auth.mfa_factors': [
    ['secret last_used_step web_authn_credential web_authn_aaguid', 'secrets'],
    ['phone last_challenged_at', 'not in use: no factor is a telephone'],
  ],
  'auth.sessions': [['factor_id aal not_after device', 'how the session is guarded']],
  'auth.webauthn_credentials': [['credential_id public_key sign_count transports aaguid', 'keys']],
  bookings: [
    ['code_id', 'names the row of another; its word is exported'],
    [
      'settings_version buffer_before_minutes buffer_after_minutes end_at blocks_from blocks_until',
      'follows from the terms',
    ],
    ['revision paying extended answer_by proposal_answer_by due_event due_at', 'how it is carried on'],
  ],
  calendars: [
    [
      'last_error etag last_modified busy_count skipped_count failures failing_since warned_at last_fetched_at last_success_at next_fetch_at read_at read_zone channel_provider unread',
      'how reading it goes',
    ],
  ],
  conversation_openings: [['case_id', 'the team’s work']],
  factor_removals: [
    ['token_hash granted_token_hash', 'secrets'],
    ['decided_by', 'another person'],
  ],
  message_reads: [['last_mailed_id', 'which mail was sent']],
  moderation_cases: [
    [
      'subject_id person_id severity category report_count state opened_at last_reported_at taken_by taken_until signal evidence_erased_at',
      'the team’s work, and who else reported',
    ],
  ],
  moderation_decisions: [
    ['decided_by appeal_decided_by', 'another person'],
    ['token_hash', 'a secret'],
  ],
  moderation_reports: [
    ['case_id unfounded', 'the team’s work'],
    ['reporter_email reporter_name', 'of people without an account'],
    ['evidence', 'what another person had shown'],
  ],
  payments: [
    [
      'checkout_reference payment_reference checkout_url destination_reference transfer_reference',
      'names at the provider',
    ],
    [
      'fee_basis_points settings_version release_due_at transferred_cents wanted_until',
      'how it is carried out; the rate is with the booking',
    ],
  ],
  'private.admissions': [['number attendance_id published_at', 'how the media are connected']],
  'private.known_devices': [['device', 'a digest']],
  'private.person_notes': [['author_id', 'another person']],
  'private.sign_in_alerts': [['session_id device token_hash', 'digests and secrets']],
  'private.stream_kits': [['token_hash token_sealed', 'secrets']],
  removals: [
    ['person_id subject_kind subject_id', 'with its decision'],
    ['content', 'what was taken away stays so while the decision stands'],
  ],
  streamer_channels: [['identity_id live_told_at', 'how lives are followed']],
  support_messages: [['author_id via', 'the side that wrote is exported']],
  support_notes: [['thread_id', 'about another person']],
  support_threads: [
    ['assignee_id last_message_at waiting_since first_answered_at read_at', 'the team’s work'],
  ],
  suspensions: [['created_by lifted_by', 'another person']],
  team_roles: [['granted_by', 'another person']],
};
/** Of any table: the name of a row, and when it was last written. */
const ANYWHERE = ['id', 'updated_at'];

/** Tables whose rows are exported whole, such as `to_jsonb(l) from public.streamer_links l`. */
function exportedWhole(): Set<string> {
  const whole = new Set<string>();
  for (const { 1: table = '', 2: alias = '', index } of EVERYTHING.matchAll(
    /from ((?:public|private|auth)\.\w+) (\w+)\b/g,
  )) {
    let [depth, at] = [0, index];
    while (depth >= 0 && at > 0) {
      at -= 1;
      depth += { ')': 1, '(': -1 }[EVERYTHING[at] ?? ''] ?? 0;
    }
    if (EVERYTHING.slice(at, index).includes(`to_jsonb(${alias})`)) whole.add(table.replace('public.', ''));
  }
  return whole;
}

test('every table and column about a person is exported, or left out for a reason', async () => {
  const view = `create view private.exported as ${EVERYTHING.replaceAll('$1', 'null::uuid')}`;
  await product.rows(view);
  const tables = await product.rows(
    `with used as (
       select d.refobjid, d.refobjsubid from pg_depend d join pg_rewrite w on w.oid = d.objid
       where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass and w.ev_class = 'private.exported'::regclass)
     select t.oid::regclass::text as name, exists (select from used u where u.refobjid = t.oid) as used,
       array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
         and not exists (select from used u where u.refobjid = t.oid and u.refobjsubid = a.attnum) order by a.attnum) as missing
     from (select distinct conrelid as oid from pg_constraint where contype = 'f' and confrelid in (
       'auth.users'::regclass, 'public.profiles'::regclass, 'public.streamers'::regclass)) t order by 1`,
  );
  await product.rows('drop view private.exported');
  expect(tables.filter(({ used }) => !used).map(({ name }) => name)).toEqual(
    Object.keys(TABLES_LEFT_OUT).sort(),
  );
  const whole = exportedWhole();
  const missing = (tables as { name: string; used: boolean; missing: string[] }[])
    .filter(({ name, used }) => used && !whole.has(name))
    .map(
      ({ name, missing }) => [name, missing.filter((column) => !ANYWHERE.includes(column)).sort()] as const,
    )
    .filter(([, columns]) => columns.length > 0);
  const leftOut = Object.entries(COLUMNS_LEFT_OUT).map(([name, groups]) => [
    name,
    groups.flatMap(([columns]) => columns.split(' ')).sort(),
  ]);
  expect(Object.fromEntries(missing)).toEqual(Object.fromEntries(leftOut));
});

test('a streamer’s codes and what they show on their stream are theirs to keep, without the secret', async () => {
  const fixture = await openFixture(product, { priceCents: 4_500 });
  const { streamer } = fixture;
  await ask(streamer, makeCode, {
    key: randomUUID(),
    code: 'NOEL',
    cut: { kind: 'percent', percent: 20 },
    offerIds: null,
    firstOnly: false,
    mostUses: null,
    mostEach: null,
    startsAt: new Date(Date.now() - 3_600_000).toISOString(),
    endsAt: null,
  });
  const { overlayUrl } = await ask(streamer, renewOverlay, {});
  await ask(streamer, setGoal, { places: 5 });
  await ask(streamer, setSites, { sites: ['https://exemple.test'] });
  const viewer = await product.join();
  const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
  await ask(viewer, useCode, { key: randomUUID(), bookingId, code: 'NOEL' });

  const theirs = await ask(streamer, exportData, {});
  expect(theirs.streamer).toMatchObject({
    codes: [{ code: 'NOEL', percent: 20, offer_ids: null }],
    stream: { goal_places: 5, sites: ['https://exemple.test'], renewed_at: expect.any(String) },
  });
  expect(JSON.stringify(theirs)).not.toContain(overlayUrl.split('/').at(-1));
  expect((await ask(viewer, exportData, {})).bookings).toMatchObject([
    { id: bookingId, discount_code: 'NOEL', discount_cents: 900, discount_borne_by: 'streamer' },
  ]);
});
