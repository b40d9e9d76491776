import { expect, test } from 'vitest';
import { insertBooking } from '#database/seed/marketplace-factories.ts';
import { writeReview } from '#product/booking/reviews-contract.ts';
import { openFixture } from '#product/booking/testing/fixture.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { appealDecision, decideAppeal, decideCase, readCase, sendReport, takeCase } from './contract.ts';

const product = await openProduct();

test('a review is reported by its streamer, keeps its words as evidence, leaves the page and its average, and comes back once overturned', async () => {
  const { streamer, offerId } = await openFixture(product);
  const viewer = await product.join();
  const [admin, other] = [await product.join({ role: 'admin' }), await product.join({ role: 'admin' })];
  const bookingId = await insertBooking(product.database.pool, {
    streamerId: streamer.id,
    viewerId: viewer.id,
    offerId,
    start: new Date(Date.now() - 2 * 86_400_000),
    status: 'completed',
    more: { delivered_minutes: 60 },
  });
  const { reviewId } = await ask(viewer, writeReview, { bookingId, rating: 1, body: 'Un escroc, fuyez.' });
  const shown = async () => {
    const [page] = await product.rows(
      `select s.rating_count as count, (select count(*)::int from streamer_reviews r where r.streamer_id = s.id) as reviews
       from streamers s where s.id = $1`,
      [streamer.id],
    );
    return page;
  };
  expect(await shown()).toEqual({ count: 1, reviews: 1 });
  await ask(streamer, sendReport, {
    subject: { kind: 'review', id: reviewId },
    category: 'harassment',
    body: 'Une insulte, et rien sur la session.',
    path: '/streamer/essai',
    goodFaith: true,
    who: null,
  });
  const [found] = await product.rows('select id from moderation_cases where subject_id = $1', [reviewId]);
  const caseId: string = found?.id;
  await ask(admin, takeCase, { caseId });
  await ask(admin, decideCase, {
    caseId,
    measure: 'hide',
    days: null,
    cancelSessions: false,
    rule: 'harassment',
    facts: 'L’avis insulte et ne parle pas de la session.',
    reason: 'Première fois',
    expectedRefundCents: 0,
    unfounded: false,
  });
  expect(await shown()).toEqual({ count: 0, reviews: 0 });
  const { reports, current } = await ask(admin, readCase, { caseId });
  expect(reports[0]?.evidence?.text).toContain('Un escroc, fuyez.');
  expect(current).toMatchObject({ isShown: false });

  const [statement] = await product.rows(
    `select event ->> 'token' as token from mail.messages where kind = 'moderation.statement' and to_address = $1`,
    [viewer.email],
  );
  await ask({ client: product.client() }, appealDecision, {
    token: statement?.token,
    body: 'C’est mon avis sur la session.',
  });
  await ask(other, takeCase, { caseId });
  await ask(other, decideAppeal, { caseId, outcome: 'overturned', reason: 'Vif, mais un avis' });
  expect(await shown()).toEqual({ count: 1, reviews: 1 });
});
