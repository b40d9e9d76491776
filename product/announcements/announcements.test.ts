import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { suspendPerson } from '#product/administration/contract.ts';
import { hold, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import type { RequestOf } from '#product/shared/contract.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { countAudience, planAnnouncement, stopAnnouncement, testAnnouncement } from './contract.ts';
import { sendAnnouncements } from './send-announcements.ts';
import { createStopAnnouncements } from './stop-mails.ts';

const product = await openProduct();
const { pool } = product.database;
const admin = await product.join({ role: 'admin', firstName: 'Anouk' });
const now = () => new Date(Date.now() + product.clock.ahead);
const HOUR = 3_600_000;
const reason = 'Vu avec l’équipe';

beforeEach(() => product.rows('delete from public.announcements'));

const seenBy = async ({ id }: SignedIn, sql: string, values: unknown[] = []) =>
  asCaller(
    pool,
    { role: 'authenticated', claims: { sub: id, role: 'authenticated' } },
    async (db) => (await db.query(sql, values)).rows,
  );
const agree = (person: SignedIn) =>
  seenBy(person, 'insert into announcement_consents (person_id) values ($1) returning person_id', [
    person.id,
  ]);
const plan = async (more: Partial<RequestOf<typeof planAnnouncement>> = {}): Promise<string> => {
  const { announcementId } = await ask(admin, planAnnouncement, {
    key: randomUUID(),
    segment: 'all_viewers',
    category: null,
    title: 'Les loges de groupe',
    body: 'Elles sont ouvertes.',
    onBell: true,
    byMail: true,
    sendAt: null,
    bannerUntil: null,
    reason,
    ...more,
  });
  return announcementId;
};
const send = (at = now()) =>
  sendAnnouncements({
    pool,
    now: at,
    signal: new AbortController().signal,
    logger: pino({ level: 'silent' }),
  });
const receivers = async (announcementId: string): Promise<string[]> =>
  (
    await product.rows('select person_id from public.announcement_receipts where announcement_id = $1', [
      announcementId,
    ])
  ).map(({ person_id }) => person_id);
const rowOf = async (announcementId: string) =>
  (await product.rows('select * from public.announcements where id = $1', [announcementId]))[0];
const told = async ({ id }: SignedIn) =>
  (
    await product.rows(
      "select data from public.notifications where person_id = $1 and kind = 'announcement'",
      [id],
    )
  ).length;
const mailsOf = ({ email }: SignedIn) =>
  readMails(pool, "to_address = $1 and kind = 'notice.announcement'", [email]);

describe('an announcement', () => {
  test('reaches each of its segment once, by mail those alone who agreed', async () => {
    const [agreeing, silent, streamer] = [
      await product.join(),
      await product.join(),
      await product.join({ role: 'streamer' }),
    ];
    await agree(agreeing);
    const asked = { segment: 'all_viewers' as const, category: null };
    const { people, byMail } = await ask(admin, countAudience, asked);
    const id = await plan();
    // Several processes at once, and again afterwards.
    await Promise.all(Array.from({ length: 4 }, () => send()));
    await send();
    const reached = await receivers(id);
    expect(reached).toHaveLength(people);
    expect(reached).toEqual(expect.arrayContaining([agreeing.id, silent.id]));
    expect(reached).not.toContain(streamer.id);
    expect(await rowOf(id)).toMatchObject({
      sent_count: people,
      mailed_count: byMail,
      finished_at: expect.any(Date),
    });
    expect([await told(agreeing), await told(silent), await told(streamer)]).toEqual([1, 1, 0]);
    expect(await mailsOf(silent)).toEqual([]);
    const mails = await mailsOf(agreeing);
    expect(mails).toMatchObject([{ subject: 'Les loges de groupe' }]);
    expect(mails[0]?.unsubscribe).toMatch(/^http:..loge[.]test.emails.annonces.[0-9a-f-]{36}$/);
  });

  test('is stopped by one click in its mail, which only a POST does', async () => {
    const viewer = await product.join();
    await agree(viewer);
    await plan();
    await send();
    const [mail] = await mailsOf(viewer);
    const path = new URL(mail?.unsubscribe ?? '').pathname;
    const app = createStopAnnouncements({ pool });
    const page = await app.request(path);
    expect(await page.text()).toContain('Ne plus recevoir les annonces par e-mail');
    const agreed = () => seenBy(viewer, 'select person_id from announcement_consents');
    expect(await agreed()).toHaveLength(1);
    expect((await app.request(path, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(
      200,
    );
    expect(await agreed()).toEqual([]);
    expect((await app.request(path.replace(/.{4}$/, 'zzzz'), { method: 'POST' })).status).toBe(404);
    await plan();
    await send();
    expect(await mailsOf(viewer)).toHaveLength(1);
  });

  test('for streamers of a category, or viewers with a session this week, reaches these', async () => {
    const fixture = await openFixture(product, { priceCents: 0 });
    const [soon, later] = [await product.join(), await product.join()];
    const [offer] = await product.rows('select id, category from public.offers where streamer_id = $1', [
      fixture.streamer.id,
    ]);
    for (const [viewer, days] of [
      [soon, 3],
      [later, 12],
    ] as const) {
      const { bookingId } = await hold(viewer, fixture, startIn(product, days));
      await product.rows(
        "update public.bookings set status = 'confirmed', confirmed_at = now() where id = $1",
        [bookingId],
      );
    }
    const week = await plan({ segment: 'viewers_this_week' });
    const category = await plan({ segment: 'streamers_of_category', category: offer?.category });
    const other = await plan({ segment: 'streamers_of_category', category: 'aucune' });
    await send();
    expect(await receivers(week)).toContain(soon.id);
    expect(await receivers(week)).not.toContain(later.id);
    expect(await receivers(category)).toContain(fixture.streamer.id);
    expect(await receivers(other)).toEqual([]);
    expect(await rowOf(other)).toMatchObject({ finished_at: expect.any(Date), sent_count: 0 });
  });

  test('leaves out who is suspended', async () => {
    const viewer = await product.join();
    await ask(admin, suspendPerson, { personId: viewer.id, until: null, reason });
    const id = await plan();
    await send();
    expect(await receivers(id)).not.toContain(viewer.id);
  });

  test('leaves at its moment, and not once it was stopped', async () => {
    const at = new Date(now().getTime() + HOUR);
    const [planned, stopped] = [
      await plan({ sendAt: at.toISOString() }),
      await plan({ sendAt: at.toISOString() }),
    ];
    await ask(admin, stopAnnouncement, { announcementId: stopped, reason });
    await send();
    expect(await receivers(planned)).toEqual([]);
    await send(at);
    expect((await receivers(planned)).length).toBeGreaterThan(0);
    expect(await receivers(stopped)).toEqual([]);
    expect(await codeOf(admin, stopAnnouncement, { announcementId: planned, reason })).toBe(
      'announcement_over',
    );
    expect(await codeOf(admin, stopAnnouncement, { announcementId: stopped, reason })).toBe(
      'announcement_over',
    );
    expect(await codeOf(admin, stopAnnouncement, { announcementId: randomUUID(), reason })).toBe(
      'announcement_not_found',
    );
    const log = await product.rows(
      "select action, reason from public.audit_log where subject_table = 'announcements' and subject_id = $1 order by id",
      [stopped],
    );
    expect(log).toEqual([
      { action: 'announcements/plan-announcement', reason },
      { action: 'announcements/stop-announcement', reason },
    ]);
  });

  test('shows a banner until its reader closes it', async () => {
    const [viewer, other] = [await product.join(), await product.join()];
    await plan({ onBell: false, byMail: false, bannerUntil: new Date(now().getTime() + HOUR).toISOString() });
    await send();
    const banners = (person: SignedIn) =>
      seenBy(
        person,
        `select a.title from announcement_receipts r join announcements a on a.id = r.announcement_id
         where r.dismissed_at is null and a.on_banner and a.stopped_at is null and a.banner_until > now()`,
      );
    expect(await banners(viewer)).toEqual([{ title: 'Les loges de groupe' }]);
    await seenBy(viewer, 'update announcement_receipts set dismissed_at = now()');
    expect(await banners(viewer)).toEqual([]);
    expect(await banners(other)).toHaveLength(1);
  });

  test('that was sent whole has its banner taken down, once', async () => {
    const viewer = await product.join();
    const id = await plan({
      onBell: false,
      byMail: false,
      bannerUntil: new Date(now().getTime() + 24 * HOUR).toISOString(),
    });
    await send();
    const shown = () =>
      seenBy(
        viewer,
        `select a.id from announcement_receipts r join announcements a on a.id = r.announcement_id
         where a.stopped_at is null and a.banner_until > $1`,
        [now()],
      );
    expect(await shown()).toEqual([{ id }]);
    const { sent_count: sent } = await rowOf(id);
    expect(await ask(admin, stopAnnouncement, { announcementId: id, reason })).toEqual({
      announcementId: id,
      sent,
    });
    expect(await shown()).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ stopped_at: null, finished_at: expect.any(Date) });
    const log = await product.rows(
      "select before, after, reason from public.audit_log where subject_id = $1 and action = 'announcements/stop-announcement'",
      [id],
    );
    expect(log).toMatchObject([
      { before: { bannerUntil: expect.any(String) }, after: { bannerUntil: expect.any(String) }, reason },
    ]);
    expect(await codeOf(admin, stopAnnouncement, { announcementId: id, reason })).toBe('announcement_over');
  });

  test('is planned once however often it is sent, and not for the past, for nobody, or in no way', async () => {
    const input = {
      key: randomUUID(),
      segment: 'all_viewers' as const,
      category: null,
      title: 'Une fois',
      body: 'Seulement.',
      onBell: true,
      byMail: false,
      sendAt: null,
      bannerUntil: null,
      reason,
    };
    const planned = await Promise.all([1, 2, 3].map(() => ask(admin, planAnnouncement, input)));
    expect(new Set(planned.map(({ announcementId }) => announcementId)).size).toBe(1);
    const fresh = (more: object) => codeOf(admin, planAnnouncement, { ...input, key: randomUUID(), ...more });
    const past = new Date(now().getTime() - HOUR).toISOString();
    expect(await fresh({ sendAt: past })).toBe('moment_in_past');
    expect(await fresh({ bannerUntil: past })).toBe('moment_in_past');
    const inDays = (days: number) => new Date(now().getTime() + days * 24 * HOUR).toISOString();
    expect(await fresh({ bannerUntil: inDays(91) })).toBe('banner_too_long');
    expect(await fresh({ bannerUntil: inDays(89) })).toBeNull();
    expect(await fresh({ segment: 'streamers_of_category' })).toBe('invalid_input');
    expect(await fresh({ category: 'echecs' })).toBe('invalid_input');
    expect(await fresh({ onBell: false })).toBe('invalid_input');
  });

  test('is tried by who writes it, and reaches nobody else', async () => {
    const viewer = await product.join();
    await ask(admin, testAnnouncement, { title: 'Essai', body: 'Un mot.' });
    expect(await mailsOf(admin)).toMatchObject([{ subject: 'Essai', unsubscribe: null }]);
    expect([await told(admin), await told(viewer)]).toEqual([1, 0]);
  });

  test('is for nobody but the team to count, plan, try and stop', async () => {
    for (const caller of [await product.join(), await product.join({ role: 'streamer' })]) {
      expect(await codeOf(caller, countAudience, { segment: 'all_viewers', category: null })).toBe(
        'forbidden',
      );
      expect(await codeOf(caller, stopAnnouncement, { announcementId: randomUUID(), reason })).toBe(
        'forbidden',
      );
    }
  });
});
