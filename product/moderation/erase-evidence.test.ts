import { describe, expect, test } from 'vitest';
import { openFixture, runTask } from '#product/booking/testing/fixture.ts';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import {
  appealDecision,
  decideAppeal,
  decideCase,
  readCase,
  readDecision,
  sendReport,
  takeCase,
} from './contract.ts';
import { eraseEvidence } from './erase-evidence.ts';

const product = await openProduct();
const admin = await product.join({ role: 'admin' });
const other = await product.join({ role: 'admin' });
const visitor = { client: product.client() };
const WORDS = 'Une présentation fautive';

/** A page that somebody with an account and somebody without one reported, and in which a rule found something; an admin has the case. */
async function reported() {
  const { streamer: author } = await openFixture(product);
  await product.rows('update streamers set bio = $2 where id = $1', [author.id, WORDS]);
  const report = {
    subject: { kind: 'profile' as const, id: author.id },
    category: 'illegal' as const,
    body: 'C’est contraire à la loi, regardez.',
    path: '/streamers/fautif',
    goodFaith: true as const,
  };
  await ask(await product.join(), sendReport, { ...report, who: null });
  const email = `temoin-${author.id}@loge.test`;
  await ask(visitor, sendReport, { ...report, who: { name: 'Un témoin', email } });
  const [found] = await product.rows('select id from moderation_cases where subject_id = $1', [author.id]);
  const caseId: string = found?.id;
  await product.rows(
    `insert into private.case_signals (case_id, subject_kind, subject_id, found, evidence, found_at)
     select case_id, 'profile', $2, array['06 12 34 56 78'], evidence, created_at from moderation_reports where case_id = $1 limit 1`,
    [caseId, author.id],
  );
  await ask(admin, takeCase, { caseId });
  return { author, caseId, email };
}
const decide = (caseId: string, measure: 'warn' | 'none') =>
  ask(admin, decideCase, {
    caseId,
    measure,
    days: null,
    cancelSessions: false,
    rule: 'illegal',
    facts: 'Ce qui est écrit est contraire à la loi.',
    reason: 'Rien ne peut en rester',
    expectedRefundCents: 0,
    unfounded: false,
  });
const appeal = (decisionId: string, author: SignedIn) =>
  ask(author, appealDecision, { token: decisionId, body: 'Rien de cela n’est illégal.' });
/** The task, so many months and days from now. */
const eraseIn = (months: number, days: number) =>
  runTask(product, (run) => {
    const now = new Date(run.now);
    now.setUTCMonth(now.getUTCMonth() + months, now.getUTCDate() + days);
    return eraseEvidence({ ...run, now });
  });
const keptOf = async (caseId: string) => {
  const rows = await product.rows(
    `select row_to_json(r)::text as said from (select evidence, body, path, reporter_email, reporter_name from moderation_reports where case_id = $1) r
     union all select row_to_json(s)::text from private.case_signals s where case_id = $1`,
    [caseId],
  );
  return rows.map(({ said }) => said).join();
};

describe('what a report keeps as evidence', () => {
  test('of a decision that nobody contests goes a year after it, and the decision stays', async () => {
    const { author, caseId, email } = await reported();
    const { decisionId } = await decide(caseId, 'warn');
    const decision = await ask(author, readDecision, { token: decisionId });
    const before = await keptOf(caseId);
    for (const said of [WORDS, 'regardez', '/streamers/fautif', email, 'Un témoin', '06 12 34 56 78'])
      expect(before).toContain(said);
    await eraseIn(12, -3);
    expect(await keptOf(caseId)).toBe(before);
    // However many processes run it at once.
    await Promise.all([eraseIn(12, 3), eraseIn(12, 3), eraseIn(12, 3)]);
    const after = await keptOf(caseId);
    for (const said of [WORDS, 'regardez', '/streamers/fautif', email, 'Un témoin', '06 12 34 56 78'])
      expect(after).not.toContain(said);
    const seen = await ask(admin, readCase, { caseId });
    expect(seen).toMatchObject({
      evidenceErasedAt: expect.any(String),
      signals: [],
      decision: { measure: 'warn', reason: 'Rien ne peut en rester' },
    });
    expect(seen.reports.map(({ evidence, body }) => ({ evidence, body }))).toEqual([
      { evidence: null, body: '' },
      { evidence: null, body: '' },
    ]);
    // Who had no account is named nowhere any more; how many reported, and why, still counts.
    expect(seen.reports.map(({ by, hasAccount, category }) => [by, hasAccount, category])).toEqual([
      [null, true, 'illegal'],
      [null, false, 'illegal'],
    ]);
    expect(await ask(author, readDecision, { token: decisionId })).toEqual(decision);
    const read = await asCaller(
      product.database.pool,
      { role: 'authenticated', claims: { sub: admin.id, role: 'authenticated' } },
      async (db) =>
        (await db.query('select evidence from public.moderation_reports where case_id = $1', [caseId])).rows,
    );
    expect(read).toEqual([{ evidence: null }, { evidence: null }]);
  });

  test('of a decision without a measure goes six months after it', async () => {
    const { caseId } = await reported();
    await decide(caseId, 'none');
    await eraseIn(6, -3);
    expect(await keptOf(caseId)).toContain(WORDS);
    await eraseIn(6, 3);
    expect(await keptOf(caseId)).not.toContain(WORDS);
  });

  test('waits for the answer to an appeal, and goes six months after it', async () => {
    const { author, caseId } = await reported();
    const { decisionId } = await decide(caseId, 'warn');
    await appeal(decisionId, author);
    await eraseIn(30, 0);
    expect(await keptOf(caseId)).toContain(WORDS);
    await ask(other, takeCase, { caseId });
    await ask(other, decideAppeal, { caseId, outcome: 'upheld', reason: 'C’est bien illégal' });
    await eraseIn(6, -3);
    expect(await keptOf(caseId)).toContain(WORDS);
    await eraseIn(6, 3);
    expect(await keptOf(caseId)).not.toContain(WORDS);
  });

  test('of a case that nobody decided stays', async () => {
    const { caseId } = await reported();
    await eraseIn(30, 0);
    expect(await keptOf(caseId)).toContain(WORDS);
  });
});
