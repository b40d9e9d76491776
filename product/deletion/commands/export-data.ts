import { exportData as contract } from '#product/accounts/contract.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';

/**
 * The person's activity on the marketplace. Of the other person of a booking only the id is
 * included: the rest is that person's data.
 */
const MARKETPLACE = `
    (select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at), '[]') from (
      select streamer_id, created_at from public.favourites where viewer_id = $1) f) as favourites,
    (select coalesce(jsonb_agg(to_jsonb(c) order by c.created_at), '[]') from (
      select streamer_id, created_at from public.contact_consents where viewer_id = $1) c) as "contactConsents",
    (select coalesce(jsonb_agg(to_jsonb(i) order by i.sent_at), '[]') from (
      select streamer_id, viewer_id, sent_at, quiet_until from private.return_invitations where viewer_id = $1 or streamer_id = $1) i) as "returnInvitations",
    (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at), '[]') from (
      select offer_id, streamer_id, start_at, created_at, notified_at
      from public.waiting_list_entries where viewer_id = $1) w) as "waitingLists",
    (select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]') from (
      select kind, booking_id, data, created_at, read_at from public.notifications where person_id = $1) n) as notifications,
    (select coalesce(jsonb_agg(to_jsonb(b) order by b.created_at), '[]') from (
      select id, streamer_id, viewer_id, offer_id, title, category, confirmation, price_cents, discount_code, discount_cents,
        discount_borne_by, fee_basis_points, policy, questions, answers, viewer_zone, streamer_zone, duration_minutes, seat, seats,
        start_at, agreed_start_at, proposed_start_at, status, reschedules, held_at, confirmed_at, proposal_note, ended_at, cause,
        refund_cents, delivered_minutes, reason, case when viewer_id = $1 then source end as source, created_at
      from public.bookings where viewer_id = $1 or streamer_id = $1) b) as bookings,
    (select coalesce(jsonb_agg(to_jsonb(a) order by a.joined_at), '[]') from (
      select session_id, side, place, joined_at, last_seen_at, left_at, evidence from public.attendances where person_id = $1) a) as attendances,
    (select coalesce(jsonb_agg(to_jsonb(x) order by x.offered_at), '[]') from (
      select booking_id, side, minutes, price_cents, state, reason, offered_at, accepted_at, ended_at
      from public.session_extensions where booking_id in (
        select id from public.bookings where viewer_id = $1 or streamer_id = $1)) x) as "sessionExtensions",
    (select coalesce(jsonb_agg(to_jsonb(m) order by m.sent_at), '[]') from (
      select session_id, side, body, sent_at, hidden_at, removed_at from public.session_messages where author_id = $1) m) as "sessionMessages",
    (select coalesce(jsonb_agg(to_jsonb(r) order by r.session_id), '[]') from (
      select session_id, last_read_id, read_at, mailed_at from public.message_reads where person_id = $1) r) as "messageReads",
    (select coalesce(jsonb_agg(to_jsonb(e) order by e.entered_at), '[]') from (
      select session_id, reason, entered_at from public.admin_entries where admin_id = $1) e) as "adminEntries",
    (select coalesce(jsonb_agg(to_jsonb(r) order by r.role), '[]') from (
      select role, granted_at from public.team_roles where person_id = $1) r) as "teamRoles",
    (select coalesce(jsonb_agg(to_jsonb(v) order by v.created_at), '[]') from (
      select list, name, address, created_at from public.list_views where person_id = $1) v) as "listViews",
    (select coalesce(jsonb_agg(to_jsonb(o) order by o.opened_at), '[]') from (
      select session_id, reason, opened_at, ends_at, coalesce(admin_id = $1, false) as opened_by_self
      from public.conversation_openings where admin_id = $1 or session_id in (
        select session_id from public.bookings where (viewer_id = $1 or streamer_id = $1) and confirmed_at is not null)) o) as "conversationOpenings",
    (select coalesce(jsonb_agg(to_jsonb(a) order by a.at), '[]') from (
      select session_id, at, actor_side, act, actor_id = $1 as done_by_self
      from public.room_acts where actor_id = $1 or target_id = $1) a) as "roomActs",
    (select coalesce(jsonb_agg(to_jsonb(o) order by o.at), '[]') from (
      select booking_id, at, refund_cents, refunded_before_cents, reason
      from public.settlement_overrules where admin_id = $1 or booking_id in (
        select id from public.bookings where viewer_id = $1 or streamer_id = $1)) o) as "settlementDecisions",
    (select coalesce(jsonb_agg(to_jsonb(a) order by a.admitted_at), '[]') from (
      select session_id, side, waiting, admitted_at, last_seen_at, ended_at, end_cause, wants_camera, muted_at,
        share_stopped_at, line_quality
      from private.admissions where person_id = $1) a) as admissions,
    (select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at), '[]') from (
      select id, booking_id, kind, provider, state, amount_cents, captured_cents, refunded_cents, disputed_cents, lost_cents,
        authorised_at, captured_at, released_at, case when viewer_id = $1 then failure end as failure,
        case when viewer_id = $1 then payer_country end as payer_country, created_at
      from public.payments where viewer_id = $1 or streamer_id = $1) p) as payments,
    (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from (
      select booking_id, rating, body, created_at, answer, answered_at, hidden_at, removed_at, viewer_id = $1 as written_by_self
      from public.reviews where viewer_id = $1 or streamer_id = $1) r) as reviews,
    (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from (
      select category, body, path, good_faith, created_at from public.moderation_reports where reporter_id = $1) r) as reports,
    (select coalesce(jsonb_agg(to_jsonb(d) order by d.decided_at), '[]') from (
      select c.number, c.subject_kind, c.title, d.measure, d.rule, d.facts, d.reason, d.cancelled_sessions, d.refunded_cents, d.decided_at, d.ends_at, d.appeal_until,
        d.appealed_at, d.appeal_body, d.appeal_outcome, d.appeal_reason, d.appeal_decided_at,
        d.shown_again_at, r.removed_at, r.restored_at, r.erased_at
      from public.moderation_decisions d join public.moderation_cases c on c.id = d.case_id left join public.removals r on r.decision_id = d.id
      where d.person_id = $1 and d.measure <> 'none') d) as "moderationDecisions",
    (select jsonb_build_object(
        'byMailSince', (select created_at from public.announcement_consents where person_id = $1),
        'received', (select coalesce(jsonb_agg(to_jsonb(a) order by a.sent_at), '[]') from (
          select a.title, a.body, r.sent_at, r.dismissed_at from public.announcement_receipts r
          join public.announcements a on a.id = r.announcement_id where r.person_id = $1) a))) as announcements,
    (select coalesce(jsonb_agg(to_jsonb(t) order by t.opened_at), '[]') from (
      select t.number, t.subject, t.context, t.booking_id, t.payment_id, t.state, t.opened_at, t.resolved_at, t.email, t.name,
        (select coalesce(jsonb_agg(jsonb_build_object('by', m.side, 'body', m.body, 'folded', m.folded, 'sentAt', m.sent_at) order by m.id), '[]')
         from public.support_messages m where m.thread_id = t.id) as messages
      from public.support_threads t where t.person_id = $1) t) as "supportThreads",
    (select coalesce(jsonb_agg(to_jsonb(n) order by n.id), '[]') from (
      select id, body, created_at from public.support_notes where author_id = $1) n) as "supportNotes",
    (select coalesce(jsonb_agg(to_jsonb(n) order by n.id), '[]') from (
      select id, body, created_at from private.person_notes where person_id = $1) n) as "personNotes",
    (select to_jsonb(s) || jsonb_build_object(
        'film', (select to_jsonb(f) from public.films f where f.streamer_id = s.id),
        'links', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.streamer_links l where l.streamer_id = s.id),
        'channels', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
          select provider, channel_id, login, name, verified_at, follows_schedule, live_since
          from public.streamer_channels where streamer_id = s.id) c),
        'offers', (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from public.offers o where o.streamer_id = s.id),
        'hours', (select coalesce(jsonb_agg(to_jsonb(h)), '[]') from public.weekly_hours h where h.streamer_id = s.id),
        'exceptions', (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from public.date_exceptions e where e.streamer_id = s.id),
        'absences', (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.absences a where a.streamer_id = s.id),
        'travels', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from public.travels t where t.streamer_id = s.id),
        'calendars', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
          select label, url, state, created_at from public.calendars where streamer_id = s.id) c),
        'codes', (select coalesce(jsonb_agg(to_jsonb(c) order by c.created_at), '[]') from public.discount_codes c where c.streamer_id = s.id),
        'stream', (select to_jsonb(k) from (
          select goal_places, sites, renewed_at from private.stream_kits where streamer_id = s.id) k),
        'payoutAccount', (select to_jsonb(a) from public.payout_accounts a where a.streamer_id = s.id))
      from public.streamers s where s.id = $1) as streamer,
    (select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at), '[]') from (
      select id, amount_cents, state, created_at, sent_at, ended_at from public.payouts where streamer_id = $1) p) as payouts,
    (select coalesce(jsonb_agg(to_jsonb(d) order by d.issued_at), '[]') from (
      select id, reference, kind, issued_at, booking_id, label, net_cents, vat_cents, total_cents
      from public.documents where viewer_id = $1 or streamer_id = $1) d) as documents,
    (select to_jsonb(m) from (
      select accepted_at, version from public.billing_mandates where streamer_id = $1) m) as "billingMandate",
    (select to_jsonb(r) from (
      select year, sessions, credited_cents, asked_at, reminded_at, reminded_again_at, waits_from, completed_at
      from public.identity_requests where streamer_id = $1) r) as "identityRequest",
    (select sealed from private.fiscal_identities where person_id = $1) as sealed`;

/**
 * One statement, so that all parts are of the same moment. Hashes and tokens are left out: they
 * protect the person and describe nothing about them. In the history, others who acted appear by
 * their side only, not by name: that is their data.
 */
export const EVERYTHING = `
  select
    (select to_jsonb(a) from (
      select id, email, phone, email_confirmed_at, last_sign_in_at, banned_until, created_at, updated_at,
        raw_user_meta_data as sign_up_data, email_change as requested_email
      from auth.users where id = $1) a) as account,
    (select to_jsonb(p) from public.profiles p where p.id = $1) as profile,
    (select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from (
      select provider, identity_data, last_sign_in_at, created_at
      from auth.identities where user_id = $1) i) as identities,
    (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]') from (
      select id, user_agent, host(ip) as ip, created_at, refreshed_at
      from auth.sessions where user_id = $1) s) as sessions,
    (select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at), '[]') from (
      select friendly_name, factor_type, status, created_at
      from auth.mfa_factors where user_id = $1) f) as factors,
    (select coalesce(jsonb_agg(to_jsonb(k) order by k.created_at), '[]') from (
      select friendly_name, created_at, last_used_at
      from auth.webauthn_credentials where user_id = $1) k) as passkeys,
    (select coalesce(jsonb_agg(to_jsonb(d) order by d.first_seen_at), '[]') from (
      select first_seen_at, last_seen_at from private.known_devices where person_id = $1) d) as devices,
    (select coalesce(jsonb_agg(to_jsonb(a) order by a.created_at), '[]') from (
      select user_agent, host(ip) as ip, created_at, ended_at
      from private.sign_in_alerts where person_id = $1) a) as "signInAlerts",
    (select coalesce(jsonb_agg(to_jsonb(r) order by r.asked_at), '[]') from (
      select words, state, asked_at, decided_at, reason, takes_effect_at, ended_at
      from public.factor_removals where person_id = $1) r) as "factorRemovals",
    (select coalesce(jsonb_agg(to_jsonb(e) order by e.created_at), '[]') from (
      select created_at, payload ->> 'action' as action, ip_address
      from auth.audit_log_entries where payload ->> 'actor_id' = $1::text) e) as "signInHistory",
    (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from (
      select state, created_at, decided_at, reason
      from public.admin_requests where person_id = $1) r) as "adminRequests",
    (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]') from (
      select reason, until, created_at, lifted_at
      from public.suspensions where person_id = $1) s) as suspensions,
    (select to_jsonb(d) from (
      select created_at, deletes_at from public.deletion_requests where person_id = $1) d) as "deletionRequest",
    (select coalesce(jsonb_agg(to_jsonb(h) order by h.at), '[]') from (
      select at, action, before, after, reason,
        case when actor_id = $1 then 'self' when actor_id is null then 'loge' else 'admin' end as by,
        subject_id = $1::text as about_self
      from public.audit_log where subject_id = $1::text or actor_id = $1) h) as history,
    (select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]') from (
      select kind, subject, state, created_at
      from mail.messages where to_address = (select email from auth.users where id = $1)) m) as mails,
    (select to_jsonb(s) from public.person_settings s where s.person_id = $1) as settings,
    (select to_jsonb(a) from (select birth_date, declared_at from public.ages where person_id = $1) a) as age,
    (select coalesce(jsonb_agg(to_jsonb(g) order by g.asked_at), '[]') from (
      select email, guardian_name, monthly_cents, state, asked_at, expires_at, confirmed_at, ended_at, told_at
      from public.guardianships where person_id = $1) g) as guardianships,
    (select coalesce(jsonb_agg(to_jsonb(i) order by i.place), '[]') from (
      select place, name, address, created_at from public.income_scenarios where person_id = $1) i) as "incomeScenarios",
    (select coalesce(jsonb_agg(to_jsonb(o) order by o.created_at), '[]') from (
      select '/storage/v1/object/public/' || bucket_id || '/' || name as path, metadata ->> 'mimetype' as type,
        (metadata ->> 'size')::bigint as bytes, created_at
      from storage.objects where owner_id = $1::text and bucket_id <> 'attachments') o) as pictures,
    (select coalesce(jsonb_agg(to_jsonb(a) order by a.sent_at), '[]') from (
      select 'attachments/' || owner_id || '/' || id as path, file_name, type, size_bytes, message_id, support_message_id, booking_id, state, sent_at
      from public.attachments where owner_id = $1) a) as attachments,
    (select coalesce(jsonb_agg(to_jsonb(t) order by t.accepted_at), '[]') from (
      select slug, version, accepted_at from public.text_acceptances where person_id = $1) t) as "acceptedTexts",
    ${MARKETPLACE}` as const;

/** Everything that Loge holds about the person, for them to keep. */
export const exportData = ({ seal }: Pick<ProductDeps, 'seal'>) =>
  serve({
    contract,
    async run({ db, person, now }) {
      const { rows } = await db.query(EVERYTHING, [person.id]);
      if (!rows[0]?.account || !rows[0].profile) throw new Error(`account ${person.id} is gone`);
      const { sealed, account, profile, ...rest } = rows[0];
      const fiscalIdentity = sealed && { ...seal.open(person.id, sealed) };
      return { exportedAt: now.toISOString(), ...rest, account, profile, fiscalIdentity };
    },
  });
