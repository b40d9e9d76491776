import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadAvailabilityContext } from '#product/availability/load-availability-context.ts';
import { checkAvailability } from '#product/availability/rules/check-availability.ts';
import { timelineFaults } from '#product/payments/testing/timelines.ts';
import { daysAfter, instantOf } from '#product/shared/time/instant.ts';
import { identitySeal } from '#server/integrations/identity/identity-seal.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { seedDemo } from './seed-demo.ts';

const db = await openTestDatabase('product');

describe('the demo data', () => {
  const rows = async (sql: string) => (await db.pool.query(sql)).rows;
  const options = {
    password: 'trois coups',
    seal: identitySeal([Buffer.alloc(32, 7)]),
    hashPassword: (password: string) => hash(password, { memoryCost: 1024, timeCost: 1 }),
  };

  beforeAll(async () => {
    // Two processes start on the same new database at once.
    const seeded = await Promise.all([seedDemo(db.pool, options), seedDemo(db.pool, options)]);
    expect(seeded.sort()).toEqual([false, true]);
    // A year of a marketplace takes minutes where the processors are shared with many.
  }, 600_000);

  test('each category has a picture of its own, which the page brings', async () => {
    const pictures = await rows('select picture_url, picture_alt from categories order by position');
    expect(pictures.length).toBeGreaterThan(10);
    for (const { picture_url, picture_alt } of pictures) {
      expect(existsSync(join(import.meta.dirname, '../web/public', picture_url)), picture_url).toBe(true);
      expect(picture_alt.length).toBeGreaterThan(10);
    }
    expect(new Set(pictures.map(({ picture_url }) => picture_url)).size).toBe(pictures.length);
  });

  test('has the sample accounts of the spec: first name the capitalised role, last name Test, avatar by role', async () => {
    expect(
      await rows(
        `select u.email, p.role, p.first_name, p.last_name, p.avatar_url
         from profiles p join auth.users u on u.id = p.id where u.email like '%@loge.test' order by u.email`,
      ),
    ).toEqual([
      {
        email: 'admin@loge.test',
        role: 'admin',
        first_name: 'Admin',
        last_name: 'Test',
        avatar_url: '/avatars/admin.svg',
      },
      {
        email: 'streamer@loge.test',
        role: 'streamer',
        first_name: 'Streamer',
        last_name: 'Test',
        avatar_url: '/avatars/streamer.svg',
      },
      {
        email: 'viewer@loge.test',
        role: 'viewer',
        first_name: 'Viewer',
        last_name: 'Test',
        avatar_url: '/avatars/viewer.svg',
      },
    ]);
  });

  test('has threads with the team in each state, in which nothing of the team’s notes was told', async () => {
    expect(
      await rows('select state, count(*)::int from support_threads group by state order by state'),
    ).toEqual([
      { state: 'open', count: 3 },
      { state: 'resolved', count: 2 },
      { state: 'waiting', count: 2 },
    ]);
    expect(await rows("select 1 from mail.messages where kind like 'support.%'")).toEqual([]);
  });

  test('has cases in each state, and somebody suspended who contests it', async () => {
    expect(
      await rows('select state, count(*)::int from moderation_cases group by state order by state'),
    ).toEqual([
      { state: 'appealed', count: 1 },
      { state: 'closed', count: 1 },
      { state: 'decided', count: 1 },
      { state: 'open', count: 2 },
    ]);
    expect(
      await rows(
        `select d.measure, d.appeal_outcome, u.banned_until > now() as suspended from moderation_decisions d
         join moderation_cases c on c.id = d.case_id join auth.users u on u.id = d.person_id where c.state = 'appealed'`,
      ),
    ).toEqual([{ measure: 'suspend', appeal_outcome: null, suspended: true }]);
  });

  test('has a minor who pays with the consent of a parent, within their limit', async () => {
    expect(
      await rows(
        `select g.state, private.is_minor(g.person_id, now()) as minor, g.monthly_cents < 200000 as limited,
           private.spent_in_month(g.person_id, now()) <= g.monthly_cents as within,
           exists (select from payments p where p.viewer_id = g.person_id and p.state = 'captured') as paid
         from guardianships g`,
      ),
    ).toEqual([{ state: 'confirmed', minor: true, limited: true, within: true, paid: true }]);
  });

  test('has an announcement that streamers read, one that is planned, and words that came by mail', async () => {
    expect(
      await rows(
        `select finished_at is not null as sent, sent_count > 20 as many, send_at > now() as planned from announcements order by send_at`,
      ),
    ).toEqual([
      { sent: true, many: true, planned: false },
      { sent: false, many: false, planned: true },
    ]);
    expect(await rows("select side from support_messages where via = 'mail'")).toEqual([{ side: 'person' }]);
  });

  test('has texts that the team changed: a version in force, one that is planned and a draft, and nobody to ask again', async () => {
    expect(
      await rows(
        'select slug, version, effective_at > now() as planned from text_versions where version > 1 order by slug',
      ),
    ).toEqual([
      { slug: 'accessibilite', version: 2, planned: true },
      { slug: 'aide', version: 2, planned: false },
    ]);
    expect(await rows('select slug, base_version from private.text_drafts')).toEqual([
      { slug: 'cookies', base_version: 1 },
    ]);
    const [people] = await rows(
      `select (select count(*)::int from profiles) as joined,
         (select count(*)::int from text_acceptances where slug = 'cgu' and version = 1) as accepted`,
    );
    expect(people.accepted).toBe(people.joined);
    // What Loge comes with is no news.
    expect(
      await rows(
        'select slug from private.house_texts h where not exists (select from text_versions v where v.slug = h.slug and v.body = h.body)',
      ),
    ).toEqual([]);
  });

  test('has closed months but the last one that is over', async () => {
    const [months] = await rows(
      `select count(*)::int as closed, max(month)::text as last,
         (date_trunc('month', now() at time zone 'Europe/Paris') - interval '2 months')::date::text as due,
         (select count(distinct date_trunc('month', accounted_on))::int from ledger_postings) as posted from accounting_months`,
    );
    expect(months.last).toBe(months.due);
    expect(months.closed).toBeGreaterThan(9);
    expect(months.closed).toBeGreaterThanOrEqual(months.posted - 2);
  });

  test('shows an admin every state there is', async () => {
    const counts = await rows('select state, count(*)::int from admin_people group by state order by state');
    // The server's own role is no admin: the view is empty for it.
    expect(counts).toEqual([]);
    const client = await db.pool.connect();
    try {
      await client.query('begin; set local role service_role');
      const { rows: people } = await client.query(
        'select state, count(*)::int from admin_people group by state order by state',
      );
      expect(people).toEqual([
        { state: 'active', count: 64 },
        { state: 'deletion_pending', count: 1 },
        { state: 'suspended', count: 4 },
        { state: 'unconfirmed', count: 4 },
      ]);
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await rows('select state, count(*)::int from admin_requests group by 1 order by 1')).toEqual([
      { state: 'approved', count: 1 },
      { state: 'pending', count: 2 },
      { state: 'refused', count: 1 },
    ]);
  });

  test('has a log that the commands wrote, and sent no mail about its invented past', async () => {
    expect(await rows('select distinct action from audit_log order by 1')).toEqual([
      { action: 'accounts/request-deletion' },
      { action: 'administration/change-role' },
      { action: 'administration/decide-admin-request' },
      { action: 'administration/restore-person' },
      { action: 'administration/sign-out-everywhere' },
      { action: 'administration/suspend-person' },
      { action: 'announcements/plan-announcement' },
      { action: 'content/publish-text' },
      { action: 'guardians/confirm-guardianship' },
      { action: 'moderation/decide-case' },
      { action: 'moderation/take-case' },
    ]);
    expect(await rows('select from audit_log where at > now()')).toEqual([]);
    expect(await rows('select from mail.messages')).toEqual([]);
  });

  test('has a year of sessions in every state, and nothing that the rules forbid', async () => {
    const states = await rows('select status, count(*)::int from bookings group by status order by status');
    expect(states.map(({ status }) => status)).toEqual([
      'cancelled_by_streamer',
      'cancelled_by_viewer',
      'completed',
      'confirmed',
      'declined',
      'requested',
      'streamer_no_show',
      'viewer_no_show',
    ]);
    expect(states.reduce((total, { count }) => total + count, 0)).toBeGreaterThan(800);
    // Live ones lie ahead, ended ones behind or called off; each has its history, and time's next step.
    expect(
      await rows(
        `select id from bookings b where (ended_at is null) <> (due_at is not null)
           or ended_at is null and start_at < now() or revision <> (
           select max(revision) from booking_events e where e.booking_id = b.id)`,
      ),
    ).toEqual([]);
    // Not even the ended ones overlap, which no constraint forbids.
    expect(
      await rows(
        `select a.id from bookings a join bookings b on a.streamer_id = b.streamer_id and a.session_id <> b.session_id
           and tstzrange(a.start_at, a.end_at) && tstzrange(b.start_at, b.end_at)`,
      ),
    ).toEqual([]);
  });

  test('has sessions that begin where the hours of their day let one begin', async () => {
    const sessions: { id: string; streamer: string; offer: string; minutes: number; start: Date }[] =
      await rows(
        `select (array_agg(id))[1] as id, streamer_id as streamer, offer_id as offer, duration_minutes as minutes, start_at as start
       from bookings group by session_id, streamer_id, offer_id, duration_minutes, start_at`,
      );
    const closed: unknown[] = [];
    for (const { id, streamer, offer, minutes, start } of sessions) {
      const at = instantOf(start.getTime());
      const context = await loadAvailabilityContext(db.pool, {
        streamerId: streamer,
        offer: { id: offer, durationMinutes: minutes, seats: 1, confirmation: 'instant' },
        now: new Date(daysAfter(at, -5)),
        span: { start: at, end: at },
        moving: [id],
      });
      const answer = checkAvailability(context, at);
      if (!answer.free && ['absent', 'outside_hours', 'not_on_step'].includes(answer.reason))
        closed.push({ ...answer, start, zone: context.hours.zone });
    }
    expect(closed).toEqual([]);
    const [{ absent, travelling, own }] = await rows(
      `select (select count(*)::int from absences where last_date > current_date) as absent,
         (select count(*)::int from travels where last_date > current_date) as travelling,
         (select count(*)::int from offers where step_minutes is not null and notice_minutes is not null) as own`,
    );
    expect({ absent, travelling, own }).toEqual({ absent: 1, travelling: 1, own: 1 });
  });

  test('has books that balance, and a booking or a refund for each captured euro', async () => {
    expect(await rows('select sum(amount_cents)::int as total from ledger_lines')).toEqual([{ total: 0 }]);
    expect(
      await rows(
        `select p.id from payments p join bookings b on b.id = p.booking_id
         where p.state = 'captured' and (p.captured_cents - p.refunded_cents) <> b.price_cents - coalesce(b.refund_cents, 0)
           or p.state = 'voided' and b.status <> 'declined' or p.state = 'authorised' and b.status <> 'requested'`,
      ),
    ).toEqual([]);
    expect(
      await rows(
        `select l.streamer_id from ledger_lines l where l.account in ('streamer_pending', 'streamer_available')
         group by l.streamer_id, l.account having sum(l.amount_cents) > 0`,
      ),
    ).toEqual([]);
    // What the books say of the provider, the fictitious provider says too.
    expect(
      await rows(
        `select (select sum(amount_cents) from ledger_lines where account = 'provider_balance')
           - (select sum(captured_cents - refunded_cents) from sandbox.payments)
           + (select sum(amount_cents) from payouts where state = 'paid')
           + (select sum(amount_cents) from sandbox.disputes where state = 'needs_response') as difference`,
      ),
    ).toEqual([{ difference: '0' }]);
    expect(await timelineFaults(db.pool)).toEqual([]);
  });

  test('took its money day by day: the day on which it is installed is no peak', async () => {
    const [{ today, fortnight }] = await rows(
      `select count(*) filter (where at > now() - interval '24 hours')::int as today, count(*)::int as fortnight
       from ledger_postings where kind = 'capture' and at > now() - interval '14 days'`,
    );
    expect(fortnight).toBeGreaterThan(20);
    // A fourteenth of them would be 7 in 100; what is asked and answered today adds to it.
    expect(today / fortnight).toBeLessThan(0.3);
  });

  test('shows its sample streamer what money goes through: a refund in part, a dispute, a group, a payout that failed and was sent again', async () => {
    const [seen] = await rows(
      `select count(distinct date_trunc('month', b.start_at))::int as months, bool_or(m.disputed_cents > 0) as disputed,
         bool_or(m.returned_cents > 0 and m.fee_cents > 0) as partly, bool_or(b.seat > 1) as seated,
         bool_and(o.retried_at is not null) filter (where o.state = 'failed') as "sentAgain"
       from payment_balances m join bookings b on b.id = m.booking_id
       left join payout_parts t on t.payment_id = m.payment_id left join payouts o on o.id = t.payout_id
       where m.streamer_id = (select id from auth.users where email = 'streamer@loge.test')`,
    );
    expect(seen).toMatchObject({ disputed: true, partly: true, seated: true, sentAgain: true });
    expect(seen.months).toBeGreaterThanOrEqual(10);
  });

  test('has viewers who return to its sample streamer, new ones, and some who do not come any more', async () => {
    const [row] = await rows(
      `with held as (
         select b.viewer_id, count(*) filter (where b.start_at >= now() - interval '30 days') as lately, min(b.start_at) as first, max(b.start_at) as last
         from public.bookings b join public.profiles p on p.id = b.streamer_id and p.first_name = 'Streamer'
         where b.status = 'completed' group by b.viewer_id
       )
       select count(*)::int as viewers, count(*) filter (where last < now() - interval '60 days')::int as gone,
         count(*) filter (where lately > 0)::int as lately,
         count(*) filter (where lately > 0 and (lately > 1 or first < now() - interval '30 days'))::int as returning
       from held`,
    );
    expect(row.returning / row.lately).toBeGreaterThan(0.35);
    expect(row.returning / row.lately).toBeLessThan(0.9);
    expect(row.gone / row.viewers).toBeGreaterThan(0.1);
    expect(row.gone / row.viewers).toBeLessThan(0.7);
  });

  test('leaves a database that has people alone', async () => {
    expect(await seedDemo(db.pool, options)).toBe(false);
  });

  test('has a year of counted visits, in which no step has more people than the one before it', async () => {
    const [total] = await rows(
      `select count(distinct day)::int as days, max(day) < (now() at time zone 'Europe/Paris')::date as over,
         bool_and(calendar_opens <= profile_views) filter (where offer_id is null) as fits from private.visit_days`,
    );
    expect(total).toMatchObject({ over: true, fits: true });
    expect(total.days).toBeGreaterThan(300);
    // Each place that was taken by somebody who is counted had its calendar opened that day, from the same source, for the same offer.
    const more = await rows(
      `select b.streamer_id from (
         select streamer_id, offer_id, source, (held_at at time zone 'Europe/Paris')::date as day, count(*) as holds
         from bookings where source is not null group by 1, 2, 3, 4) b
       left join private.visit_days v using (streamer_id, offer_id, source, day)
       where b.holds > coalesce(v.calendar_opens, 0) and b.day < (now() at time zone 'Europe/Paris')::date`,
    );
    expect(more).toEqual([]);
    const [asked] = await rows(
      `select count(distinct streamer_id)::int as streamers, count(distinct kind)::int as kinds from private.demand_days where people >= 5`,
    );
    expect(asked.streamers).toBeGreaterThan(20);
    expect(asked.kinds).toBe(5);
    const [site] = await rows(
      `select (select sum(profile_views)::int from private.platform_visit_days)
           = (select sum(profile_views)::int from private.visit_days where offer_id is null) as views,
         (select count(distinct device)::int from private.platform_visit_days) as devices,
         (select bool_and(people > unfound) from private.search_days where people > 5) as searches,
         (select count(distinct words)::int from private.unfound_days) as unfound`,
    );
    expect(site).toMatchObject({ views: true, devices: 3, searches: true });
    expect(site.unfound).toBeGreaterThan(3);
  });
});
