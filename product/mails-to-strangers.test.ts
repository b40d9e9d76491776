import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { STRANGERS } from '#product/command/rate-limit.ts';
import { askGuardian } from '#product/guardians/contract.ts';
import { createRefuseMails } from '#product/mail/refuse-mails.ts';
import { decideCase, sendReport, takeCase } from '#product/moderation/contract.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { requestContact } from '#product/support/contract.ts';
import { receiveReply } from '#product/support/receive-reply.ts';
import { replyAddresses } from '#product/support/reply-addresses.ts';
import { ask, codeOf, openProduct } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';

const product = await openProduct();
const { pool } = product.database;
const admin = await product.join({ role: 'admin' });
const visitor = { client: product.client() };
const now = () => new Date();
const pages = createRefuseMails({ pool, now });
const sixteen = parseLocalDate(`${String(new Date().getFullYear() - 16)}-01-01`);
const replies = replyAddresses({ domain: 'reponses.loge.test', key: randomBytes(32) });
const files = { store: () => Promise.reject(new Error('no mail of this file has files')), scansFiles: false };

/** A page of its own each time: nobody reports one twice. */
async function report(email: string, subject?: string): Promise<string | null> {
  const { id } = subject === undefined ? await product.join({ role: 'streamer' }) : { id: subject };
  await product.rows('update public.streamers set published_at = now() where id = $1', [id]);
  return codeOf(visitor, sendReport, {
    subject: { kind: 'profile', id },
    category: 'fraud',
    body: 'Cette page se fait passer pour une autre.',
    path: '/streamer/x',
    goodFaith: true,
    who: { name: 'Camille', email },
  });
}

/** Every kind of mail to somebody without an account, and the act of a stranger that has it written. */
const ACTS: Readonly<Record<string, (email: string) => Promise<unknown>>> = {
  'guardian.asked': async (email) => codeOf(await product.join({ age: sixteen }), askGuardian, { email }),
  'moderation.report_received': (email) => report(email),
  'support.contact_requested': (email) =>
    codeOf(visitor, requestContact, { name: 'Sam', email, subject: 'Une question', body: 'Bonjour' }),
  'support.reply_troubled': (email) =>
    receiveReply(
      { pool, replies, files, now },
      {
        messageId: `<${randomUUID()}@exemple.fr>`,
        from: email,
        to: ['inconnue@reponses.loge.test'],
        text: 'Bonjour',
        headers: {},
        attachments: 0,
      },
    ),
};

const mailsOf = (kind: string, where: string) =>
  readMails(pool, `kind = $1 and to_address like $2`, [kind, where]);
const newAddress = () => `inconnue-${randomUUID().slice(0, 8)}@exemple.test`;
/** The page behind the link of a mail by which its reader refuses all others. */
async function refusalIn(kind: string, email: string): Promise<string> {
  const [mail] = await mailsOf(kind, email);
  return /\/emails\/refus\/[0-9a-f]{128}/.exec(mail?.text ?? '')?.[0] ?? 'no link';
}

beforeEach(() => pool.query('delete from private.rate_limits'));

describe.each(Object.entries(ACTS))('%s', (kind, act) => {
  test('is written to nobody whose reader refused, whatever follows the plus of the address', async () => {
    const email = newAddress();
    await act(email);
    const link = await refusalIn(kind, email);
    expect((await pages.request(link)).status).toBe(200);
    expect((await pages.request(link, { method: 'HEAD' })).status).toBe(200);
    // To open the link refuses nothing: a program may have.
    await pool.query('delete from private.rate_limits');
    await act(email);
    expect(await mailsOf(kind, email)).toHaveLength(2);
    expect((await pages.request(link, { method: 'POST' })).status).toBe(200);
    expect((await pages.request(link, { method: 'POST' })).status).toBe(200);
    await pool.query('delete from private.rate_limits');
    await act(email);
    await act(email.replace('@', '+encore@'));
    expect(await mailsOf(kind, email.replace('@', '%@'))).toHaveLength(2);
    await act(newAddress().replace('exemple', 'ailleurs'));
    expect(await mailsOf(kind, 'inconnue-%@ailleurs.test')).not.toHaveLength(0);
  });

  test('comes to one mailbox a few times a day at most', async () => {
    const email = newAddress();
    for (let n = 0; n < STRANGERS.toAddress + 2; n += 1) await act(email.replace('@', `+${String(n)}@`));
    const { length } = await mailsOf(kind, email.replace('@', '%@'));
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(STRANGERS.toAddress);
  });

  test('is caused by one place a number of times in an hour', async () => {
    const domain = `${randomUUID().slice(0, 8)}.test`;
    for (let n = 0; n < STRANGERS.ofPlace + 2; n += 1) await act(`a${String(n)}@${domain}`);
    expect(await mailsOf(kind, `%@${domain}`)).toHaveLength(STRANGERS.ofPlace);
  });
});

test('who asks for the mail that their address refused is told so', async () => {
  const email = newAddress();
  const write = () =>
    codeOf(visitor, requestContact, { name: 'Sam', email, subject: 'Une question', body: 'Bonjour' });
  expect(await write()).toBeNull();
  await pages.request(await refusalIn('support.contact_requested', email), { method: 'POST' });
  expect(await write()).toBe('address_refused');
});

test('who has an account is told of a reply that failed, without a link that would end such mails', async () => {
  const { email } = await product.join();
  await ACTS['support.reply_troubled']?.(email);
  const [mail] = await mailsOf('support.reply_troubled', email);
  expect(mail?.text).toContain('Bonjour');
  expect(mail?.text).not.toContain('/emails/refus/');
});

describe('the answer to a report', () => {
  test('is not written to a reporter without an account who refused meanwhile', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const { id } = await product.join({ role: 'streamer' });
    await report(email, id);
    await report(other, id);
    await pages.request(await refusalIn('moderation.report_received', email), { method: 'POST' });
    const [found] = await product.rows(
      "select id from moderation_cases where subject_id = $1 and state = 'open'",
      [id],
    );
    const caseId: string = found?.id;
    await ask(admin, takeCase, { caseId });
    await ask(admin, decideCase, {
      caseId,
      measure: 'none',
      days: null,
      cancelSessions: false,
      rule: 'fraud',
      facts: 'La page est la sienne, et le dit.',
      reason: 'Rien à reprocher',
      expectedRefundCents: 0,
      unfounded: false,
    });
    expect(await mailsOf('moderation.report_answered', email)).toEqual([]);
    const [answer] = await mailsOf('moderation.report_answered', other);
    expect(answer?.text).toMatch(/\/emails\/refus\/[0-9a-f]{128}/);
  });
});

test.each(['x', 'a'.repeat(128), 'f'.repeat(127), `${'a'.repeat(64)}${'G'.repeat(64)}`])(
  'a link that was not in a mail of ours refuses nothing: %s',
  async (key) => {
    const before = await product.rows('select count(*)::int as n from private.refused_addresses');
    for (const method of ['GET', 'POST'])
      expect((await pages.request(`/emails/refus/${key}`, { method })).status).toBe(404);
    expect(await product.rows('select count(*)::int as n from private.refused_addresses')).toEqual(before);
  },
);
