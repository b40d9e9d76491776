// Long because each kind of thing is taken away, given back and erased by the same steps.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { insertBooking, insertFilm } from '#database/seed/marketplace-factories.ts';
import { exportData } from '#product/accounts/contract.ts';
import { rewriteReview, writeReview } from '#product/booking/reviews-contract.ts';
import { openFixture, runTask, startIn } from '#product/booking/testing/fixture.ts';
import { sendMessage } from '#product/messages/contract.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import {
  appealDecision,
  decideAppeal,
  decideCase,
  previewDecision,
  readCase,
  readDecision,
  sendReport,
  showAgain,
  takeCase,
} from './contract.ts';
import { eraseRemoved } from './erase-removed.ts';
import { forgetEvidence } from './forget-evidence.ts';
import type { SubjectKind } from './rules/moderation.ts';

const product = await openProduct();
const till = tillOf(product);
const admin = await product.join({ role: 'admin', firstName: 'Anouk', lastName: 'Admin' });
const other = await product.join({ role: 'admin', firstName: 'Basile', lastName: 'Admin' });
const visitor = { client: product.client() };

type Rows = Record<string, unknown>[];
/** What somebody, or a visitor, reaches of rows by the API. */
const reach = (who: SignedIn | null, sql: string, values: unknown[]): Promise<Rows> =>
  asCaller(
    product.database.pool,
    who === null
      ? { role: 'anon', claims: { role: 'anon' } }
      : { role: 'authenticated', claims: { sub: who.id, role: 'authenticated' } },
    async (db) => (await db.query(sql, values)).rows,
  );

/** Something that is shown, and reported. */
interface Thing {
  id: string;
  author: SignedIn;
  reporter: SignedIn;
  /** What it says. */
  words: string;
  /** What those read for whom it was meant. */
  others: () => Promise<Rows>;
  /** What its author reads. */
  own: () => Promise<Rows>;
  /** The author tries to write it again. @returns whether something changed */
  rewrite: () => Promise<boolean>;
}

const store = async (bucket: string, { id: owner }: SignedIn, name: string) => {
  await product.rows(
    'insert into storage.objects (bucket_id, name, owner_id, version) values ($1, $2, $3, $4)',
    [bucket, `${owner}/${name}`, owner, randomUUID()],
  );
  return `/storage/v1/object/public/${bucket}/${owner}/${name}`;
};

/** Each kind with its author and its public. */
const THINGS: Readonly<Record<Exclude<SubjectKind, 'session'>, () => Promise<Thing>>> = {
  profile: async () => {
    const { streamer: author } = await openFixture(product);
    await product.rows(
      "update streamers set headline = 'Accroche fautive', bio = 'Présentation fautive' where id = $1",
      [author.id],
    );
    const page = (who: SignedIn | null) => () =>
      reach(who, 'select headline, bio from public.streamers where id = $1', [author.id]);
    // New words are written, the old ones do not come back.
    const rewrite = async () => false;
    return {
      id: author.id,
      author,
      reporter: await product.join(),
      words: 'Accroche fautive\n\nPrésentation fautive',
      others: page(null),
      own: page(author),
      rewrite,
    };
  },
  picture: async () => {
    const { streamer: author } = await openFixture(product);
    const id = randomUUID();
    await product.rows('update streamers set gallery_urls = $2 where id = $1', [
      author.id,
      [await store('gallery', author, id)],
    ]);
    const page = (who: SignedIn | null) => () =>
      reach(who, 'select unnest(gallery_urls) as url from public.streamers where id = $1', [author.id]);
    const rewrite = async () =>
      (
        await reach(
          author,
          `update storage.objects set bucket_id = 'gallery' where bucket_id = 'evidence' returning id`,
          [],
        )
      ).length > 0;
    return {
      id,
      author,
      reporter: await product.join(),
      words: '',
      others: page(null),
      own: page(author),
      rewrite,
    };
  },
  film: async () => {
    const { streamer: author } = await openFixture(product);
    const film = await insertFilm(product.database.pool, author.id);
    await product.rows("update films set title = 'Film fautif' where streamer_id = $1", [author.id]);
    const page = (who: SignedIn | null) => () =>
      reach(who, 'select title, film_url from public.films where streamer_id = $1', [author.id]);
    const rewrite = async () =>
      (
        await reach(
          author,
          `update storage.objects set bucket_id = 'clips' where bucket_id = 'evidence' returning id`,
          [],
        )
      ).length > 0;
    const id = film.slice(film.lastIndexOf('/') + 1).split('.')[0] ?? '';
    return {
      id,
      author,
      reporter: await product.join(),
      words: 'Film fautif',
      others: page(null),
      own: page(author),
      rewrite,
    };
  },
  offer: async () => {
    const { streamer: author, offerId: id } = await openFixture(product);
    const questions = [{ id: 'q1', label: 'Une question fautive ?', required: false }];
    await product.rows(
      "update offers set title = 'Titre fautif', description = 'Description fautive', questions = $2 where id = $1",
      [id, JSON.stringify(questions)],
    );
    const offer = (who: SignedIn | null) => () =>
      reach(who, 'select title, description, questions from public.offers where id = $1', [id]);
    const rewrite = async () =>
      (
        await reach(author, "update public.offers set description = 'À nouveau' where id = $1 returning id", [
          id,
        ])
      ).length > 0;
    return {
      id,
      author,
      reporter: await product.join(),
      words: 'Description fautive',
      others: offer(null),
      own: offer(author),
      rewrite,
    };
  },
  review: async () => {
    const { streamer, offerId } = await openFixture(product);
    const author = await product.join();
    const bookingId = await insertBooking(product.database.pool, {
      streamerId: streamer.id,
      viewerId: author.id,
      offerId,
      start: new Date(Date.now() - 2 * 86_400_000),
      status: 'completed',
      more: { delivered_minutes: 60 },
    });
    const { reviewId: id } = await ask(author, writeReview, { bookingId, rating: 2, body: 'Avis fautif' });
    const others = async () => [
      ...(await reach(null, 'select body from public.streamer_reviews where id = $1', [id])),
      // Nor who it is about, by the table.
      ...(await reach(streamer, 'select body from public.reviews where id = $1', [id])),
      ...(await reach(
        streamer,
        'select review_rating from public.booking_details where id = $1 and review_rating is not null',
        [bookingId],
      )),
    ];
    const own = () => reach(author, 'select body from public.reviews where id = $1', [id]);
    const rewrite = async () =>
      (await codeOf(author, rewriteReview, { reviewId: id, body: 'À nouveau' })) === null;
    return { id, author, reporter: streamer, words: 'Avis fautif', others, own, rewrite };
  },
  message: async () => {
    const fixture = await openFixture(product);
    const author = await product.join();
    const bookingId = await till.paid(author, fixture, startIn(product, 3));
    const [booking] = await product.rows('select session_id from bookings where id = $1', [bookingId]);
    const sessionId: string = booking.session_id;
    const file = randomUUID();
    await reach(
      author,
      `insert into storage.objects (bucket_id, name, owner_id, version, metadata) values ('attachments', $1, $2, $3, '{"mimetype": "application/pdf", "size": 2048}')`,
      [`${author.id}/${file}`, author.id, randomUUID()],
    );
    const files = [{ id: file, name: 'partie.pdf' }];
    const { messageId: id } = await ask(author, sendMessage, {
      sessionId,
      key: randomUUID(),
      body: 'Message fautif',
      files,
    });
    const seen = (who: SignedIn) => async () => [
      ...(await reach(who, 'select body from public.session_messages where id = $1', [id])),
      ...(await reach(who, 'select file_name from public.attachments where message_id = $1', [id])),
      ...(await reach(
        who,
        `select 'a file' as bytes from storage.objects where bucket_id = 'attachments' and name = $1`,
        [`${author.id}/${file}`],
      )),
      ...(await reach(who, 'select unread from public.conversations where session_id = $1 and unread > 0', [
        sessionId,
      ])),
    ];
    // Neither the words nor the file, which is evidence, are theirs to change.
    const rewrite = async () =>
      (
        await reach(
          author,
          `delete from storage.objects where bucket_id = 'attachments' and name = $1 returning id`,
          [`${author.id}/${file}`],
        )
      ).length > 0;
    return {
      id,
      author,
      reporter: fixture.streamer,
      words: 'Message fautif',
      others: seen(fixture.streamer),
      own: seen(author),
      rewrite,
    };
  },
};
const KINDS = Object.keys(THINGS) as (keyof typeof THINGS)[];

const words = {
  rule: 'illegal' as const,
  facts: 'Ce qui est écrit est contraire à la loi.',
  reason: 'Rien ne peut en rester',
  expectedRefundCents: 0,
  unfounded: false,
};
const wish = (caseId: string, measure: 'hide' | 'remove') => ({
  caseId,
  measure,
  days: null,
  cancelSessions: false,
});

/** A thing that somebody reported, whose case an admin has taken. */
async function reported(kind: keyof typeof THINGS) {
  const thing = await THINGS[kind]();
  await ask(thing.reporter, sendReport, {
    subject: { kind, id: thing.id },
    category: 'illegal',
    body: 'C’est contraire à la loi, regardez.',
    path: '/',
    goodFaith: true,
    who: null,
  });
  const [found] = await product.rows('select id from moderation_cases where subject_id = $1', [thing.id]);
  const caseId: string = found?.id;
  await ask(admin, takeCase, { caseId });
  return { ...thing, caseId };
}
async function removed(kind: keyof typeof THINGS) {
  const thing = await reported(kind);
  const before = { others: await thing.others(), own: await thing.own() };
  const { decisionId } = await ask(admin, decideCase, { ...wish(thing.caseId, 'remove'), ...words });
  return { ...thing, before, decisionId };
}
const appeal = async (decisionId: string, author: SignedIn) =>
  ask(author, appealDecision, { token: decisionId, body: 'Rien de cela n’est illégal.' });
const overturn = async (caseId: string) => {
  await ask(other, takeCase, { caseId });
  await ask(other, decideAppeal, { caseId, outcome: 'overturned', reason: 'Rien d’illégal' });
};
/** Six months and a day ago, by the rows. */
const longAgo = (decisionId: string) =>
  product.rows(
    `update moderation_decisions set decided_at = decided_at - interval '6 months 1 day', appeal_until = appeal_until - interval '6 months 1 day'
     where id = $1`,
    [decisionId],
  );
const keptOf = (decisionId: string) =>
  product.rows(
    'select content is not null as kept, restored_at is not null as restored, erased_at is not null as erased from removals where decision_id = $1',
    [decisionId],
  );
const KEPT = [{ kept: true, restored: false, erased: false }];

describe.each(KINDS)('what is taken away: %s', (kind) => {
  test('is gone for others and for its author, who reads that it was and why, and is kept for the team', async () => {
    const {
      id,
      author,
      reporter,
      words: text,
      others,
      own,
      rewrite,
      before,
      caseId,
      decisionId,
    } = await removed(kind);
    expect(JSON.stringify(before)).toContain(text.split('\n')[0]);
    for (const shown of [await others(), await own()]) {
      expect(JSON.stringify(shown)).not.toMatch(
        /fauti|\/gallery\/|\/clips\/|partie\.pdf|a file|unread|review_rating/,
      );
    }
    expect(await rewrite()).toBe(false);
    // Its author reads by which decision, and nobody else does.
    const mine = 'select decision_id, subject_kind from public.removals where subject_id = $1';
    expect(await reach(author, mine, [id])).toEqual([{ decision_id: decisionId, subject_kind: kind }]);
    expect(await reach(reporter, mine, [id])).toEqual([]);
    await expect(reach(author, 'select content from public.removals', [])).rejects.toMatchObject({
      code: '42501',
    });
    expect(await ask(author, readDecision, { token: decisionId })).toMatchObject({
      measure: 'remove',
      facts: words.facts,
      mayAppeal: true,
      removal: { restoredAt: null, erasedAt: null },
    });
    for (const who of [reporter, visitor])
      expect(await codeOf(who, readDecision, { token: decisionId })).toBe('decision_not_found');
    // The team has what was reported, and what was there when it was taken away.
    const seen = await ask(admin, readCase, { caseId });
    expect(seen.reports[0]?.evidence?.text).toBe(text);
    if (kind !== 'picture' && kind !== 'film') expect(seen.current?.text).toBe(text);
    expect(seen.removal).toMatchObject({ restoredAt: null, erasedAt: null });
    const told = await product.rows(
      `select event ->> 'content' as content from mail.messages where kind = 'moderation.report_answered' and to_address = $1`,
      [reporter.email],
    );
    expect(told).toEqual([{ content: 'remove' }]);
    const log = await product.rows(
      "select before, after from audit_log where action = 'moderation/decide-case' and subject_id = $1",
      [caseId],
    );
    expect(log).toMatchObject([
      { before: { state: 'open' }, after: { state: 'decided', measure: 'remove' } },
    ]);
    const { moderationDecisions } = await ask(author, exportData, {});
    expect(moderationDecisions).toMatchObject([{ measure: 'remove', restored_at: null, erased_at: null }]);
  });

  test('is given back whole when another admin overturns it', async () => {
    const { author, others, own, before, caseId, decisionId } = await removed(kind);
    await appeal(decisionId, author);
    await overturn(caseId);
    expect({ others: await others(), own: await own() }).toEqual(before);
    expect(await keptOf(decisionId)).toEqual([{ kept: false, restored: true, erased: false }]);
    expect(await reach(author, 'select from public.removals where restored_at is null', [])).toEqual([]);
    await runTask(product, eraseRemoved);
    expect({ others: await others(), own: await own() }).toEqual(before);
  });

  test('is erased for good once six months are over and no appeal waits, and what was reported stays in its case', async () => {
    const { author, own, words: text, caseId, decisionId } = await removed(kind);
    const after = await own();
    const tasks = async () => {
      await runTask(product, eraseRemoved);
      await runTask(product, forgetEvidence);
    };
    await tasks();
    expect(await keptOf(decisionId)).toEqual(KEPT);
    await appeal(decisionId, author);
    await product.rows(
      `update moderation_decisions set decided_at = decided_at - interval '6 months 1 day', appealed_at = appealed_at - interval '6 months 1 day',
         appeal_until = appeal_until - interval '6 months 1 day' where id = $1`,
      [decisionId],
    );
    await tasks();
    expect(await keptOf(decisionId)).toEqual(KEPT);
    await ask(other, takeCase, { caseId });
    await ask(other, decideAppeal, { caseId, outcome: 'upheld', reason: 'C’est bien illégal' });
    await tasks();
    expect(await keptOf(decisionId)).toEqual([{ kept: false, restored: false, erased: true }]);
    expect(await own()).toEqual(after);
    const seen = await ask(admin, readCase, { caseId });
    expect(seen.reports[0]?.evidence?.text).toBe(text);
    if (kind !== 'picture' && kind !== 'film') expect(seen.current?.text).toBe('');
    expect(seen.removal).toMatchObject({ erasedAt: expect.any(String) });
    // Nothing of it is anywhere but in what was reported.
    expect(
      await product.rows(
        `select bucket_id, name from storage.objects where name like '%' || $1 || '/%' and (bucket_id in ('evidence', 'attachments') or name like '%' || $2 || '%')`,
        [author.id, kind === 'picture' || kind === 'film' ? seen.subjectId : 'nothing'],
      ),
    ).toEqual([]);
  });

  test('is taken away once by two admins who decide at once', async () => {
    const { caseId } = await reported(kind);
    const decision = { ...wish(caseId, 'remove'), ...words };
    const answers = await Promise.all(
      [admin, other, admin, other].map((each) => send(each, decideCase, decision)),
    );
    const refused = answers.flatMap(({ refusal }) => refusal?.code ?? []);
    expect(refused).toHaveLength(3);
    for (const code of refused) expect(['already_done', 'case_not_taken']).toContain(code);
    expect(
      await product.rows(
        'select content is not null as kept from removals r join moderation_decisions d on d.id = r.decision_id where d.case_id = $1',
        [caseId],
      ),
    ).toEqual([{ kept: true }]);
  });
});

test('without an appeal six months are enough', async () => {
  const { decisionId } = await removed('review');
  await longAgo(decisionId);
  await Promise.all([1, 2, 3].map(() => runTask(product, eraseRemoved)));
  expect(await keptOf(decisionId)).toEqual([{ kept: false, restored: false, erased: true }]);
});

test('the preview says until when it is kept, and that a session or nothing cannot be taken away', async () => {
  const { caseId, id } = await reported('review');
  const { appealUntil, sessions } = await ask(admin, previewDecision, wish(caseId, 'remove'));
  const { decisionId } = await ask(admin, decideCase, { ...wish(caseId, 'remove'), ...words });
  const [kept] = await product.rows('select appeal_until from moderation_decisions where id = $1', [
    decisionId,
  ]);
  expect(sessions).toBe(0);
  expect(Math.abs(Date.parse(appealUntil) - kept.appeal_until.getTime())).toBeLessThan(60_000);
  // What was taken away before cannot be again.
  const again = randomUUID();
  await product.rows(
    `insert into moderation_cases (id, subject_kind, subject_id, person_id, title, severity, category, opened_at, last_reported_at)
     select $2, subject_kind, subject_id, person_id, title, severity, category, now(), now() from moderation_cases where subject_id = $1`,
    [id, again],
  );
  await ask(admin, takeCase, { caseId: again });
  expect(await codeOf(admin, decideCase, { ...wish(again, 'remove'), ...words })).toBe(
    'measure_not_possible',
  );
});

test('what two decisions hide stays hidden until both are overturned', async () => {
  const { author, id, own, before, others, caseId, decisionId } = await removed('offer');
  const again = randomUUID();
  await product.rows(
    `insert into moderation_cases (id, subject_kind, subject_id, person_id, title, severity, category, opened_at, last_reported_at)
     select $2, subject_kind, subject_id, person_id, title, severity, category, now(), now() from moderation_cases where subject_id = $1`,
    [id, again],
  );
  await ask(admin, takeCase, { caseId: again });
  const { decisionId: hiding } = await ask(admin, decideCase, { ...wish(again, 'hide'), ...words });
  await appeal(decisionId, author);
  await overturn(caseId);
  expect(await others()).toEqual([]);
  expect(await own()).toEqual(before.own);
  await appeal(hiding, author);
  await overturn(again);
  expect(await others()).toEqual(before.others);
});

test('what is hidden stays with its author, who puts it right and cannot show it', async () => {
  const hide = async (kind: 'offer' | 'review' | 'message' | 'profile') => {
    const thing = await reported(kind);
    const before = await thing.own();
    await ask(admin, decideCase, { ...wish(thing.caseId, 'hide'), ...words });
    expect(await thing.own()).toEqual(before);
    expect(await thing.others()).toEqual([]);
    return thing;
  };
  const offer = await hide('offer');
  expect(await offer.rewrite()).toBe(true);
  await expect(
    reach(offer.author, 'update public.offers set archived_at = null where id = $1', [offer.id]),
  ).rejects.toMatchObject({ constraint: 'offers_withdrawn_check' });
  const review = await hide('review');
  expect(
    await codeOf(await product.join(), rewriteReview, { reviewId: review.id, body: 'Pas le mien' }),
  ).toBe('review_not_found');
  expect(await review.rewrite()).toBe(true);
  expect(await review.own()).toEqual([{ body: 'À nouveau' }]);
  expect(await review.others()).toEqual([]);
  await hide('message');
  const profile = await hide('profile');
  expect(
    await reach(
      profile.author,
      "update public.streamers set headline = 'Corrigée' where id = $1 returning headline",
      [profile.id],
    ),
  ).toEqual([{ headline: 'Corrigée' }]);
  // What is shown stays as it was given.
  const shown = await THINGS.review();
  expect(await shown.rewrite()).toBe(false);
});

test('what was hidden and put right is shown again by the team, once, and its author is told', async () => {
  for (const kind of ['offer', 'review', 'message', 'profile'] as const) {
    const { author, others, own, caseId } = await reported(kind);
    const before = { others: await others(), own: await own() };
    expect(await codeOf(admin, showAgain, { caseId, reason: 'Corrigé' })).toBe('measure_not_possible');
    await ask(admin, decideCase, { ...wish(caseId, 'hide'), ...words });
    const asked = { caseId, reason: 'Corrigé depuis' };
    expect(await codeOf(author, showAgain, asked)).toBe('forbidden');
    const answers = await Promise.all([admin, other, admin].map((each) => send(each, showAgain, asked)));
    expect(answers.flatMap(({ refusal }) => refusal?.code ?? [])).toEqual(['already_done', 'already_done']);
    expect({ others: await others(), own: await own() }).toEqual(before);
    const told = await product.rows(
      `select event ->> 'reason' as reason from mail.messages where kind = 'moderation.shown_again' and to_address = $1`,
      [author.email],
    );
    expect(told).toEqual([{ reason: 'Corrigé depuis' }]);
    const log = await product.rows(
      "select before, after, reason from audit_log where action = 'moderation/show-again' and subject_id = $1",
      [caseId],
    );
    expect(log).toEqual([
      { before: { measure: 'hide' }, after: { measure: 'none' }, reason: 'Corrigé depuis' },
    ]);
    expect((await ask(admin, readCase, { caseId })).decision?.shownAgainAt).toEqual(expect.any(String));
  }
});

test('while an appeal waits, its answer decides whether what is hidden is shown', async () => {
  const { author, caseId } = await reported('review');
  const { decisionId } = await ask(admin, decideCase, { ...wish(caseId, 'hide'), ...words });
  await appeal(decisionId, author);
  expect(await codeOf(admin, showAgain, { caseId, reason: 'Corrigé' })).toBe('already_done');
});

test('a page that got new words keeps them when the old ones are given back', async () => {
  const { author, caseId, decisionId, own } = await removed('profile');
  await reach(author, "update public.streamers set headline = 'Nouvelle accroche' where id = $1", [
    author.id,
  ]);
  await appeal(decisionId, author);
  await overturn(caseId);
  expect(await own()).toEqual([{ headline: 'Nouvelle accroche', bio: 'Présentation fautive' }]);
});

test('the table itself lets nothing stay in the place of what was taken away', async () => {
  const { id } = await removed('review');
  await expect(
    product.rows("update reviews set body = 'Encore là' where id = $1", [id]),
  ).rejects.toMatchObject({
    constraint: 'reviews_removed_check',
  });
  await expect(product.rows('update reviews set hidden_at = null where id = $1', [id])).rejects.toMatchObject(
    {
      constraint: 'reviews_removed_check',
    },
  );
});
