// Long because a report, its case, the decision and the appeal share people, helpers and one server.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { insertFilm } from '#database/seed/marketplace-factories.ts';
import type { Measure } from '#product/accounts/rules/sanctions.ts';
import { listSlots } from '#product/availability/contract.ts';
import { holdSlot } from '#product/booking/contract.ts';
import { holdRequest, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { listNextStarts } from '#product/discovery/contract.ts';
import { sendMessage } from '#product/messages/contract.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { SIMILAR_CASES } from './commands/read-case.ts';
import {
  appealDecision,
  decideAppeal,
  decideCase,
  openConversation,
  previewDecision,
  readCase,
  readDecision,
  sendReport,
  takeCase,
} from './contract.ts';
import type { SubjectKind } from './rules/moderation.ts';

const product = await openProduct();
const till = tillOf(product);
const admin = await product.join({ role: 'admin', firstName: 'Anouk', lastName: 'Admin' });
const other = await product.join({ role: 'admin', firstName: 'Basile', lastName: 'Admin' });
const visitor = { client: product.client() };

const report = (kind: SubjectKind, id: string, more: object = {}) => ({
  subject: { kind, id },
  category: 'off_platform' as const,
  body: 'On me demande de payer sur un autre site.',
  path: '/streamer/essai',
  goodFaith: true as const,
  who: null,
  ...more,
});
const caseAbout = async (id: string): Promise<string> => {
  const rows = await product.rows('select id from public.moderation_cases where subject_id = $1', [id]);
  expect(rows).toHaveLength(1);
  return rows[0].id;
};
const wish = (caseId: string, measure: Measure, days: number | null = null, cancelSessions = false) => ({
  caseId,
  measure,
  days,
  cancelSessions,
});
const words = {
  rule: 'off_platform' as const,
  facts: 'Le message demande un paiement ailleurs.',
  reason: 'Deuxième demande en deux mois',
  expectedRefundCents: 0,
  unfounded: false,
};
const decide = async (caseId: string, measure: Measure, days: number | null = null, more: object = {}) => {
  await ask(admin, takeCase, { caseId });
  return ask(admin, decideCase, { ...wish(caseId, measure, days), ...words, ...more });
};
const mailsTo = (email: string) =>
  product.rows('select kind, event from mail.messages where to_address = $1 order by created_at, id', [
    email,
  ]);
/** The secret of the last statement sent to somebody. */
const tokenOf = async ({ email }: SignedIn): Promise<string> => {
  const mails = await mailsTo(email);
  return mails.findLast(({ kind }) => kind === 'moderation.statement')?.event.token ?? '';
};

describe('a report', () => {
  test('keeps what was seen, is acknowledged by mail, and meets the others of the same thing in one case', async () => {
    const { streamer } = await openFixture(product);
    const [first, second] = [await product.join(), await product.join()];
    const { number } = await ask(first, sendReport, report('profile', streamer.id));
    await product.rows("update public.streamers set display_name = 'Plus rien à voir' where id = $1", [
      streamer.id,
    ]);
    const { number: joined } = await ask(
      second,
      sendReport,
      report('profile', streamer.id, { category: 'hate' }),
    );
    expect(joined).toBe(number);
    expect(await mailsTo(first.email)).toMatchObject([
      { kind: 'moderation.report_received', event: { number } },
    ]);
    const seen = await ask(admin, readCase, { caseId: await caseAbout(streamer.id) });
    expect(seen).toMatchObject({
      category: 'hate',
      severity: 3,
      state: 'open',
      current: { title: 'Plus rien à voir' },
    });
    expect(seen.reports).toHaveLength(2);
    expect(seen.reports[0]?.evidence?.title).not.toBe('Plus rien à voir');
    expect(seen.person).toMatchObject({ id: streamer.id, earlier: [] });
  });

  test('is sent once by each person, never about oneself, and not about what one cannot see', async () => {
    const fixture = await openFixture(product);
    const viewer = await product.join();
    const stranger = await product.join();
    await ask(viewer, sendReport, report('profile', fixture.streamer.id));
    expect(await codeOf(viewer, sendReport, report('profile', fixture.streamer.id))).toBe('already_reported');
    expect(await codeOf(fixture.streamer, sendReport, report('profile', fixture.streamer.id))).toBe(
      'own_subject',
    );
    const bookingId = await till.paid(viewer, fixture, startIn(product, 3));
    expect(await codeOf(stranger, sendReport, report('session', bookingId))).toBe('report_subject_not_found');
    const { messageId } = await ask(viewer, sendMessage, {
      sessionId: bookingId,
      key: randomUUID(),
      body: 'Bonsoir',
    });
    expect(await codeOf(stranger, sendReport, report('message', messageId))).toBe('report_subject_not_found');
    expect(await codeOf(visitor, sendReport, report('message', messageId, { who }))).toBe(
      'report_subject_not_found',
    );
    await ask(fixture.streamer, sendReport, report('message', messageId));
    await ask(viewer, sendReport, report('session', bookingId));
    const about = await product.rows(
      'select subject_kind, person_id from public.moderation_cases where subject_id in ($1, $2) order by 1',
      [messageId, bookingId],
    );
    expect(about).toEqual([
      { subject_kind: 'message', person_id: viewer.id },
      { subject_kind: 'session', person_id: fixture.streamer.id },
    ]);
  });

  const who = { name: 'Camille Martin', email: 'Camille@Exemple.fr' };
  test('needs no account, but a name and an address, and is acknowledged there', async () => {
    const { streamer } = await openFixture(product);
    expect(await codeOf(visitor, sendReport, report('profile', streamer.id))).toBe('invalid_input');
    await ask(visitor, sendReport, report('profile', streamer.id, { who }));
    expect(await mailsTo('camille@exemple.fr')).toMatchObject([{ kind: 'moderation.report_received' }]);
    expect(await codeOf(visitor, sendReport, report('profile', streamer.id, { who }))).toBe(
      'already_reported',
    );
  });

  test('from many people at once opens one case that counts them all', async () => {
    const { streamer } = await openFixture(product);
    const people = await Promise.all(Array.from({ length: 12 }, () => product.join()));
    const answers = await Promise.all(
      people.map((person) => send(person, sendReport, report('profile', streamer.id))),
    );
    expect(answers.map(({ refusal }) => refusal)).toEqual(people.map(() => null));
    const cases = await product.rows(
      'select report_count from public.moderation_cases where subject_id = $1',
      [streamer.id],
    );
    expect(cases).toEqual([{ report_count: 12 }]);
  });

  test('without ground three times leaves one a day', async () => {
    const reporter = await product.join();
    const streamers = await Promise.all(
      Array.from({ length: 5 }, async () => (await openFixture(product)).streamer.id),
    );
    for (const id of streamers.slice(0, 3)) {
      await ask(reporter, sendReport, report('profile', id));
      await decide(await caseAbout(id), 'none', null, { unfounded: true });
    }
    await ask(reporter, sendReport, report('profile', streamers[3] ?? ''));
    expect(await codeOf(reporter, sendReport, report('profile', streamers[4] ?? ''))).toBe(
      'too_many_attempts',
    );
  });
});

/** A case about a streamer's profile. */
const openCase = async () => {
  const fixture = await openFixture(product, { priceCents: 3_250 });
  const reporter = await product.join();
  await ask(reporter, sendReport, report('profile', fixture.streamer.id));
  return { ...fixture, fixture, reporter, caseId: await caseAbout(fixture.streamer.id) };
};

describe('a case', () => {
  test('is taken by one admin, however many ask at once, until half an hour has passed', async () => {
    const { caseId } = await openCase();
    const admins = await Promise.all(Array.from({ length: 12 }, () => product.join({ role: 'admin' })));
    const answers = await Promise.all(admins.map((each) => send(each, takeCase, { caseId })));
    const refused = answers.flatMap(({ refusal }) => refusal?.code ?? []);
    expect(refused).toEqual(Array.from({ length: 11 }, () => 'case_taken'));
    expect(await codeOf(admin, decideCase, { ...wish(caseId, 'warn'), ...words })).toBe('case_not_taken');
    product.clock.ahead = 31 * 60_000;
    await ask(admin, takeCase, { caseId });
    await ask(admin, decideCase, { ...wish(caseId, 'warn'), ...words });
  });

  test('shows how like cases were decided, what else waits about the same person, and whether they are a minor', async () => {
    const earlier = await openCase();
    await decide(earlier.caseId, 'warn');
    const { caseId, streamer, offerId } = await openCase();
    const another = await product.join();
    await ask(another, sendReport, report('offer', offerId, { category: 'misleading' }));
    const waiting = await caseAbout(offerId);
    const { similar, person } = await ask(admin, readCase, { caseId });
    expect(similar[0]).toMatchObject({ id: waiting, isSamePerson: true, measure: null });
    expect(similar.slice(1)).toContainEqual(
      expect.objectContaining({
        id: earlier.caseId,
        isSamePerson: false,
        measure: 'warn',
        overturned: false,
      }),
    );
    // Of another reason and of another kind of thing, it is no example.
    expect((await ask(admin, readCase, { caseId: waiting })).similar).toMatchObject([
      { id: caseId, isSamePerson: true, measure: null },
    ]);
    expect(person).toMatchObject({ id: streamer.id, isMinor: false });
  });

  test('is compared with others by indexes, however many there were', async () => {
    const { caseId } = await openCase();
    const { pool } = product.database;
    const db = await pool.connect();
    try {
      await db.query('begin');
      await db.query(
        `insert into public.moderation_cases (subject_kind, subject_id, title, severity, category, report_count, state, opened_at, last_reported_at)
         select subject_kind, 'essai-' || n, title, severity, category, 1, 'decided', now(), now()
         from public.moderation_cases, generate_series(1, 5000) n where id = $1`,
        [caseId],
      );
      await db.query('analyze public.moderation_cases');
      const { rows: lines } = await db.query(`explain ${SIMILAR_CASES}`, [caseId, 8]);
      const plan = lines.map((line: Record<string, unknown>) => String(line['QUERY PLAN'])).join('\n');
      expect(plan).toContain('moderation_cases_decided_idx');
      expect(plan).not.toContain('Seq Scan on moderation_cases');
    } finally {
      await db.query('rollback');
      db.release();
    }
  });

  test('is the team’s alone', async () => {
    const { caseId, reporter, streamer } = await openCase();
    for (const person of [reporter, streamer])
      expect(await codeOf(person, readCase, { caseId })).toBe('forbidden');
    expect(await codeOf(visitor, takeCase, { caseId })).toBe('unauthenticated');
  });
});

describe('a decision', () => {
  test('to suspend says what it costs, calls the sessions off that fall into it, and is explained to a person who cannot sign in', async () => {
    const { fixture, streamer, caseId, reporter } = await openCase();
    const viewer = await product.join();
    const soon = await till.paid(viewer, fixture, startIn(product, 3));
    const later = await till.paid(viewer, fixture, startIn(product, 12));
    await till.work();
    const asked = wish(caseId, 'suspend', 7, true);
    expect(await ask(admin, previewDecision, asked)).toMatchObject({
      sessions: 1,
      refundCents: 3_250,
      coming: 2,
      comingCents: 6_500,
    });
    expect(await ask(admin, previewDecision, { ...asked, cancelSessions: false })).toMatchObject({
      sessions: 0,
      refundCents: 0,
    });
    await ask(admin, takeCase, { caseId });
    expect(await codeOf(admin, decideCase, { ...asked, ...words })).toBe('quote_changed');
    const decided = await ask(admin, decideCase, { ...asked, ...words, expectedRefundCents: 3_250 });
    expect(decided).toMatchObject({ cancelledSessions: 1, refundedCents: 3_250 });
    await till.work();

    expect(await till.bookingOf(soon)).toMatchObject({ status: 'cancelled_by_admin' });
    expect(await till.paymentOf(soon)).toMatchObject({ refunded_cents: 3_250 });
    expect(await till.bookingOf(later)).toMatchObject({ status: 'confirmed' });
    expect(await codeOf(streamer, sendReport, report('profile', streamer.id))).toBe('unauthenticated');
    const statement = await ask(visitor, readDecision, { token: await tokenOf(streamer) });
    expect(statement).toMatchObject({
      measure: 'suspend',
      rule: 'off_platform',
      cancelledSessions: 1,
      refundedCents: 3_250,
      mayAppeal: true,
    });
    expect(await codeOf(visitor, readDecision, { token: 'a'.repeat(43) })).toBe('decision_not_found');
    expect((await mailsTo(reporter.email)).at(-1)).toMatchObject({
      kind: 'moderation.report_answered',
      event: { acted: true },
    });
    expect(await codeOf(admin, decideCase, { ...asked, ...words, expectedRefundCents: 3_250 })).toBe(
      'already_done',
    );
    const log = await product.rows(
      'select action, before, after, reason from public.audit_log where subject_id = $1 order by id',
      [caseId],
    );
    expect(log).toMatchObject([
      { action: 'moderation/take-case', after: { takenBy: admin.id } },
      {
        action: 'moderation/decide-case',
        after: { measure: 'suspend', refundCents: 3_250 },
        reason: words.reason,
      },
    ]);
  });

  test('against new bookings or messages ends by itself', async () => {
    const { fixture, streamer, caseId } = await openCase();
    const viewer = await product.join();
    const bookingId = await till.paid(viewer, fixture, startIn(product, 20));
    await decide(caseId, 'no_bookings', 7);
    expect(await codeOf(viewer, holdSlot, holdRequest(fixture, startIn(product, 25)))).toBe(
      'bookings_restricted',
    );
    const shown = { from: startIn(product, 0), until: startIn(product, 40) };
    const hours = { offerId: fixture.offerId, ...shown };
    expect(await ask(visitor, listSlots, hours)).toMatchObject({ slots: [], taken: [], nextStart: null });
    const next = { streamerId: streamer.id, count: 3 };
    expect((await ask(visitor, listNextStarts, next)).offers).toMatchObject([{ starts: [] }]);
    await ask(viewer, sendReport, report('session', bookingId));
    await decide(await caseAbout(bookingId), 'no_messages', 2);
    const write = { sessionId: bookingId, body: 'Bonsoir' };
    expect(await codeOf(streamer, sendMessage, { ...write, key: randomUUID() })).toBe('messages_restricted');
    product.clock.ahead = 3 * 86_400_000;
    const { refusal } = await send(streamer, sendMessage, { ...write, key: randomUUID() });
    expect(refusal?.code).not.toBe('messages_restricted');
    product.clock.ahead = 8 * 86_400_000;
    expect((await ask(visitor, listSlots, hours)).slots).not.toEqual([]);
    expect((await ask(visitor, listNextStarts, next)).offers[0]?.starts).toHaveLength(3);
    expect(await codeOf(viewer, holdSlot, holdRequest(fixture, startIn(product, 25)))).not.toBe(
      'bookings_restricted',
    );
  });

  test('hides what it is about, which nobody but the team brings back', async () => {
    const { fixture, streamer } = await openCase();
    const viewer = await product.join();
    const { offerId } = fixture;
    await ask(viewer, sendReport, report('offer', offerId));
    await decide(await caseAbout(offerId), 'hide');
    expect(await codeOf(viewer, holdSlot, holdRequest(fixture, startIn(product, 30)))).toBe(
      'offer_not_found',
    );
    const rows = await product.rows(
      'select archived_at is not null as gone, withdrawn_at is not null as taken from public.offers where id = $1',
      [offerId],
    );
    expect(rows).toEqual([{ gone: true, taken: true }]);
    const appeal = { token: await tokenOf(streamer), body: 'Mon offre respecte les règles.' };
    await ask(visitor, appealDecision, appeal);
    const caseId = await caseAbout(offerId);
    await ask(other, takeCase, { caseId });
    await ask(other, decideAppeal, { caseId, outcome: 'overturned', reason: 'Offre conforme' });
    const back = await product.rows('select archived_at, withdrawn_at from public.offers where id = $1', [
      offerId,
    ]);
    expect(back).toEqual([{ archived_at: null, withdrawn_at: null }]);
  });

  test('about one picture takes that one off the page and leaves the rest, and once overturned puts it back', async () => {
    const { streamer } = await openFixture(product);
    const [reported, beside] = [randomUUID(), randomUUID()];
    const addressOf = (id: string) => `/storage/v1/object/public/gallery/${streamer.id}/${id}`;
    const versions = new Map<string, string>();
    for (const id of [reported, beside]) {
      versions.set(id, randomUUID());
      await product.rows(
        `insert into storage.objects (bucket_id, name, owner_id, version) values ('gallery', $1, $2, $3)`,
        [`${streamer.id}/${id}`, streamer.id, versions.get(id)],
      );
    }
    const pageOf = () =>
      product.rows('select gallery_urls, withheld_at from public.streamers where id = $1', [streamer.id]);
    const viewer = await product.join();
    // What no page shows is nobody's to report.
    expect(await codeOf(viewer, sendReport, report('picture', reported))).toBe('report_subject_not_found');
    const both = [addressOf(reported), addressOf(beside)];
    await product.rows('update public.streamers set gallery_urls = $2 where id = $1', [streamer.id, both]);
    // Files of the same name that no page shows stand in nobody's way, whichever of them the database finds first.
    const { streamer: copier } = await openFixture(product);
    for (const [bucket, person] of [
      ['covers', streamer.id],
      ['avatars', streamer.id],
      ['avatars', copier.id],
      ['gallery', copier.id],
    ])
      await product.rows(
        `insert into storage.objects (bucket_id, name, owner_id, version, created_at) values ($1, $2, $3, $4, now() - interval '1 day')`,
        [bucket, `${person}/${reported}`, person, randomUUID()],
      );
    expect(await codeOf(streamer, sendReport, report('picture', reported))).toBe('own_subject');
    await ask(viewer, sendReport, report('picture', reported));
    await product.rows(
      "delete from storage.objects where split_part(name, '/', 2) = $1 and (bucket_id, name) <> ('gallery', $2)",
      [reported, `${streamer.id}/${reported}`],
    );
    const caseId = await caseAbout(reported);
    const found = await ask(admin, readCase, { caseId });
    expect(found.reports[0]?.evidence?.pictures).toEqual([addressOf(reported)]);
    await decide(caseId, 'remove');
    expect(await pageOf()).toEqual([{ gallery_urls: [addressOf(beside)], withheld_at: null }]);
    const places = () =>
      product.rows(
        `select bucket_id, version from storage.objects where name like '%' || $1 || '/%' order by bucket_id, version = $2`,
        [streamer.id, versions.get(reported)],
      );
    expect(await places()).toEqual([
      { bucket_id: 'evidence', version: versions.get(reported) },
      { bucket_id: 'gallery', version: versions.get(beside) },
    ]);
    expect((await ask(admin, readCase, { caseId })).current).toBeNull();
    await ask(visitor, appealDecision, {
      token: await tokenOf(streamer),
      body: 'Cette image est la mienne.',
    });
    await ask(other, takeCase, { caseId });
    await ask(other, decideAppeal, { caseId, outcome: 'overturned', reason: 'Rien à redire' });
    expect(await pageOf()).toEqual([
      { gallery_urls: [addressOf(beside), addressOf(reported)], withheld_at: null },
    ]);
    expect(await places()).toEqual([
      { bucket_id: 'gallery', version: versions.get(beside) },
      { bucket_id: 'gallery', version: versions.get(reported) },
    ]);
    // Its bytes belong to a row again and are not removed.
    const lost = await product.rows('select from storage.discarded_versions where version = $1', [
      versions.get(reported),
    ]);
    expect(lost).toEqual([]);
  });

  test('about a picture that two people show under one name reaches the person who is named', async () => {
    const name = randomUUID();
    const { streamer: first } = await openFixture(product);
    const { streamer: second } = await openFixture(product);
    for (const { id } of [first, second]) {
      await product.rows(
        `insert into storage.objects (bucket_id, name, owner_id, version) values ('gallery', $1, $2, $3)`,
        [`${id}/${name}`, id, randomUUID()],
      );
      await product.rows('update public.streamers set gallery_urls = $2 where id = $1', [
        id,
        [`/storage/v1/object/public/gallery/${id}/${name}`],
      ]);
    }
    const viewer = await product.join();
    const about = (personId: string) =>
      report('picture', name, { subject: { kind: 'picture', id: name, personId } });
    // A report that names nobody is about neither.
    expect(await codeOf(viewer, sendReport, report('picture', name))).toBe('report_subject_not_found');
    await ask(viewer, sendReport, about(second.id));
    expect(await codeOf(second, sendReport, about(second.id))).toBe('own_subject');
    await ask(second, sendReport, about(first.id));
    const cases = await product.rows(
      'select id, person_id from public.moderation_cases where subject_id = $1 order by number',
      [name],
    );
    expect(cases.map(({ person_id }) => person_id)).toEqual([second.id, first.id]);
    const seen = await ask(admin, readCase, { caseId: cases[0].id });
    expect(seen.current?.pictures).toEqual([`/storage/v1/object/public/gallery/${second.id}/${name}`]);
    await decide(cases[0].id, 'remove');
    const shown = await product.rows(
      'select id, cardinality(gallery_urls) as pictures from public.streamers where id = any ($1)',
      [[first.id, second.id]],
    );
    expect(new Map(shown.map(({ id, pictures }) => [id, pictures]))).toEqual(
      new Map([
        [first.id, 1],
        [second.id, 0],
      ]),
    );
  });

  describe('about a film', () => {
    const CLIPS = '/storage/v1/object/public/clips/';
    /** A streamer whose page shows a film with a poster and captions. */
    async function openFilm() {
      const { streamer } = await openFixture(product);
      const film = await insertFilm(product.database.pool, streamer.id);
      const versions: string[] = [];
      const clip = async (extension: string, mimetype: string) => {
        const name = `${streamer.id}/${randomUUID()}.${extension}`;
        await product.rows(
          "insert into storage.objects (bucket_id, name, owner_id, version, metadata) values ('clips', $1, $2, $3, $4)",
          [name, streamer.id, randomUUID(), { mimetype }],
        );
        return `${CLIPS}${name}`;
      };
      const [poster, captions] = [await clip('webp', 'image/webp'), await clip('vtt', 'text/vtt')];
      await product.rows(
        "update public.films set title = 'Bonsoir', poster_url = $2, captions_url = $3 where streamer_id = $1",
        [streamer.id, poster, captions],
      );
      const kept = await product.rows('select version from storage.objects where owner_id = $1', [
        streamer.id,
      ]);
      versions.push(...kept.map(({ version }) => version));
      const id = film.slice(film.lastIndexOf('/') + 1).split('.')[0] ?? '';
      const filmOf = () =>
        product.rows(
          'select title, film_url, poster_url, captions_url, seconds from public.films where streamer_id = $1',
          [streamer.id],
        );
      const places = async () =>
        (
          await product.rows(
            'select bucket_id from storage.objects where version = any ($1) order by bucket_id',
            [versions],
          )
        ).map(({ bucket_id }) => bucket_id);
      return { streamer, id, film, poster, captions, versions, filmOf, places };
    }

    test('takes it off the page with its poster and captions, and once overturned puts the three back', async () => {
      const { streamer, id, film, poster, captions, versions, filmOf, places } = await openFilm();
      const before = await filmOf();
      const viewer = await product.join();
      expect(await codeOf(streamer, sendReport, report('film', id))).toBe('own_subject');
      await ask(viewer, sendReport, report('film', id));
      const caseId = await caseAbout(id);
      const found = await ask(admin, readCase, { caseId });
      expect(found.current).toMatchObject({ text: 'Bonsoir', films: [film, captions], pictures: [poster] });
      await decide(caseId, 'remove');
      expect(await filmOf()).toEqual([]);
      expect(await places()).toEqual(['evidence', 'evidence', 'evidence']);
      const page = await product.rows('select withheld_at from public.streamers where id = $1', [
        streamer.id,
      ]);
      expect(page).toEqual([{ withheld_at: null }]);
      await ask(visitor, appealDecision, {
        token: await tokenOf(streamer),
        body: 'Ce film est le mien.',
      });
      await ask(other, takeCase, { caseId });
      await ask(other, decideAppeal, { caseId, outcome: 'overturned', reason: 'Rien à redire' });
      expect(await filmOf()).toEqual(before);
      expect(await places()).toEqual(['clips', 'clips', 'clips']);
      // Their bytes belong to rows again and are not removed.
      expect(
        await product.rows('select from storage.discarded_versions where version = any ($1)', [versions]),
      ).toEqual([]);
    });

    test('once overturned leaves a newer film where it is', async () => {
      const { streamer, id, places } = await openFilm();
      await ask(await product.join(), sendReport, report('film', id));
      const caseId = await caseAbout(id);
      await decide(caseId, 'remove');
      const newer = await insertFilm(product.database.pool, streamer.id);
      await ask(visitor, appealDecision, { token: await tokenOf(streamer), body: 'Ce film était le mien.' });
      await ask(other, takeCase, { caseId });
      await ask(other, decideAppeal, { caseId, outcome: 'overturned', reason: 'Rien à redire' });
      expect(
        await product.rows('select film_url from public.films where streamer_id = $1', [streamer.id]),
      ).toEqual([{ film_url: newer }]);
      expect(await places()).toEqual(['evidence', 'evidence', 'evidence']);
    });

    test('that its streamer has taken off themself cannot be taken away, nor reported any more', async () => {
      const { streamer, id } = await openFilm();
      await ask(await product.join(), sendReport, report('film', id));
      const caseId = await caseAbout(id);
      await product.rows("delete from storage.objects where bucket_id = 'clips' and owner_id = $1", [
        streamer.id,
      ]);
      await ask(admin, takeCase, { caseId });
      expect(await codeOf(admin, decideCase, { ...wish(caseId, 'remove'), ...words })).toBe(
        'measure_not_possible',
      );
      expect(await codeOf(await product.join(), sendReport, report('film', id))).toBe(
        'report_subject_not_found',
      );
    });
  });

  test('once overturned, does not show what was withheld by hand, or put away by its owner, before', async () => {
    const { fixture, streamer } = await openCase();
    const { offerId } = fixture;
    await product.rows("update public.streamers set withheld_at = now() - interval '1 day' where id = $1", [
      streamer.id,
    ]);
    await product.rows("update public.offers set archived_at = now() - interval '1 day' where id = $1", [
      offerId,
    ]);
    const hidden = async () =>
      product.rows(
        `select s.withheld_at, o.archived_at, o.withdrawn_at from public.streamers s join public.offers o on o.streamer_id = s.id
         where o.id = $1`,
        [offerId],
      );
    const before = await hidden();
    // Both cases were reported while they could still be seen.
    const open = async (kind: SubjectKind, id: string) => {
      await product.rows(
        `insert into public.moderation_cases (subject_kind, subject_id, person_id, title, severity, category, opened_at, last_reported_at)
         values ($1, $2, $3, 'Essai', 1, 'other', now(), now()) on conflict do nothing`,
        [kind, id, streamer.id],
      );
      return caseAbout(id);
    };
    for (const caseId of [await open('profile', streamer.id), await open('offer', offerId)]) {
      await decide(caseId, 'hide');
      await ask(visitor, appealDecision, { token: await tokenOf(streamer), body: 'Tout est en règle ici.' });
      await ask(other, takeCase, { caseId });
      await ask(other, decideAppeal, { caseId, outcome: 'overturned', reason: 'Rien à redire' });
    }
    expect(await hidden()).toEqual(before);
  });

  test('cannot hide or take away a session, nor hide a picture, and needs an end where it has one', async () => {
    const { fixture, caseId } = await openCase();
    const viewer = await product.join();
    const bookingId = await till.paid(viewer, fixture, startIn(product, 33));
    await ask(viewer, sendReport, report('session', bookingId));
    const about = await caseAbout(bookingId);
    for (const measure of ['hide', 'remove'] as const)
      expect(await codeOf(admin, previewDecision, wish(about, measure))).toBe('measure_not_possible');
    expect(await codeOf(admin, previewDecision, wish(caseId, 'suspend'))).toBe('measure_not_possible');
    expect(await codeOf(admin, previewDecision, wish(caseId, 'warn', 3))).toBe('measure_not_possible');
  });
});

describe('an appeal', () => {
  test('goes to another admin, who overturns it: the account is open again, and money stays given back', async () => {
    const { fixture, streamer, caseId } = await openCase();
    const viewer = await product.join();
    const bookingId = await till.paid(viewer, fixture, startIn(product, 40));
    await till.work();
    await ask(admin, takeCase, { caseId });
    await ask(admin, decideCase, {
      ...wish(caseId, 'close', null, true),
      ...words,
      expectedRefundCents: 3_250,
    });
    const appeal = { token: await tokenOf(streamer), body: 'Je n’ai jamais écrit cela.' };
    await ask(visitor, appealDecision, appeal);
    expect(await codeOf(visitor, appealDecision, appeal)).toBe('already_done');
    const answer = { caseId, outcome: 'overturned', reason: 'Les faits ne sont pas établis' } as const;
    await ask(admin, takeCase, { caseId });
    expect(await codeOf(admin, decideAppeal, answer)).toBe('appeal_needs_another');
    expect(await codeOf(other, decideAppeal, answer)).toBe('case_not_taken');
    product.clock.ahead = 31 * 60_000;
    await ask(other, takeCase, { caseId });
    await ask(other, decideAppeal, answer);
    await till.work();
    const banned = await product.rows('select banned_until from auth.users where id = $1', [streamer.id]);
    expect(banned).toEqual([{ banned_until: null }]);
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 3_250 });
    const statement = await ask(visitor, readDecision, { token: appeal.token });
    expect(statement).toMatchObject({
      mayAppeal: false,
      appeal: { outcome: 'overturned', reason: answer.reason },
    });
    expect((await mailsTo(streamer.email)).at(-1)).toMatchObject({
      kind: 'moderation.appeal_decided',
      event: { overturned: true },
    });
  });

  test('comes within six months', async () => {
    const { streamer, caseId } = await openCase();
    await decide(caseId, 'warn');
    const appeal = { token: await tokenOf(streamer), body: 'Je n’ai jamais écrit cela.' };
    product.clock.ahead = 190 * 86_400_000;
    expect(await codeOf(visitor, appealDecision, appeal)).toBe('deadline_passed');
  });

  test('is never decided by who decided: the table refuses it too', async () => {
    const { streamer, caseId } = await openCase();
    await decide(caseId, 'warn');
    await ask(visitor, appealDecision, {
      token: await tokenOf(streamer),
      body: 'Je n’ai jamais écrit cela.',
    });
    const write = product.rows(
      `update public.moderation_decisions set appeal_outcome = 'upheld', appeal_reason = 'Oui oui', appeal_decided_by = decided_by, appeal_decided_at = now()
       where case_id = $1`,
      [caseId],
    );
    await expect(write).rejects.toMatchObject({ constraint: 'moderation_decisions_other_admin_check' });
  });
});

describe('a private conversation', () => {
  const readAs = async ({ id }: SignedIn, sessionId: string): Promise<string[]> => {
    const caller = { role: 'authenticated', claims: { sub: id, role: 'authenticated' } };
    const { rows } = await asCaller(product.database.pool, caller, (db) =>
      db.query('select body from public.session_messages where session_id = $1', [sessionId]),
    );
    return rows.map(({ body }) => body);
  };
  const told = (sessionId: string) =>
    product.rows(
      `select n.person_id, n.data ->> 'reason' as reason from public.notifications n
       where n.kind = 'conversation_opened' and n.booking_id in (select id from public.bookings where session_id = $1)`,
      [sessionId],
    );
  const open = async () => {
    const fixture = await openFixture(product);
    const viewer = await product.join();
    const sessionId = await till.paid(viewer, fixture, startIn(product, 3));
    const { messageId } = await ask(viewer, sendMessage, { sessionId, key: randomUUID(), body: 'Bonsoir' });
    return { sessionId, messageId, viewer, streamer: fixture.streamer };
  };
  const reason = 'Litige sur le paiement';

  test('is read by the admin who opened it, for half an hour; its people are told why, once', async () => {
    const { sessionId, viewer, streamer } = await open();
    expect(await readAs(admin, sessionId)).toEqual([]);
    const opened = await ask(admin, openConversation, { sessionId, caseId: null, reason });
    expect(await ask(admin, openConversation, { sessionId, caseId: null, reason })).toEqual(opened);
    expect(await readAs(admin, sessionId)).toEqual(['Bonsoir']);
    expect(await readAs(other, sessionId)).toEqual([]);
    const notices = await told(sessionId);
    expect(notices).toHaveLength(2);
    expect(notices).toEqual(
      expect.arrayContaining([viewer, streamer].map(({ id }) => ({ person_id: id, reason }))),
    );
    const log = await product.rows(
      "select actor_id, reason from public.audit_log where action = 'moderation/open-conversation' and after ->> 'sessionId' = $1",
      [sessionId],
    );
    expect(log).toEqual([{ actor_id: admin.id, reason }]);
    await product.rows(
      `update public.conversation_openings set opened_at = opened_at - interval '1 hour', ends_at = ends_at - interval '1 hour'
       where session_id = $1`,
      [sessionId],
    );
    expect(await readAs(admin, sessionId)).toEqual([]);
  });

  test('opens for a case that is about it, and for no other', async () => {
    const { sessionId, messageId, streamer } = await open();
    const elsewhere = await open();
    await ask(streamer, sendReport, report('message', messageId));
    const caseId = await caseAbout(messageId);
    expect((await ask(admin, readCase, { caseId })).sessionId).toBe(sessionId);
    expect(await codeOf(admin, openConversation, { sessionId: elsewhere.sessionId, caseId, reason })).toBe(
      'case_not_found',
    );
    await ask(admin, openConversation, { sessionId, caseId, reason });
    expect(await readAs(admin, sessionId)).toEqual(['Bonsoir']);
  });

  test('opens to nobody but the team, and never to who is in it', async () => {
    const { sessionId, viewer, streamer } = await open();
    for (const who of [await product.join(), streamer])
      expect(await codeOf(who, openConversation, { sessionId, caseId: null, reason })).toBe('forbidden');
    expect(await codeOf(admin, openConversation, { sessionId: randomUUID(), caseId: null, reason })).toBe(
      'conversation_not_found',
    );
    await product.rows("update public.profiles set role = 'admin' where id = $1", [viewer.id]);
    await product.rows("update public.team_roles set role = 'all' where person_id = $1", [viewer.id]);
    expect(await codeOf(viewer, openConversation, { sessionId, caseId: null, reason })).toBe(
      'cannot_act_on_self',
    );
    expect(await told(sessionId)).toEqual([]);
  });

  test('of many requests at once one opens it, and its people are told once', async () => {
    const { sessionId } = await open();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(admin, openConversation, { sessionId, caseId: null, reason })),
    );
    expect(answers.length).toBe(6);
    expect(await told(sessionId)).toHaveLength(2);
    expect(await readAs(admin, sessionId)).toEqual(['Bonsoir']);
  });
});
