// Long because a reply is tried on its whole way: the thread, the mails and the webhook.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { suspendPerson } from '#product/administration/contract.ts';
import { oddValue, withOdd } from '#product/testing/odd-bodies.ts';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { listen } from '#server/listen.ts';
import { createDevMailbox } from '#server/mail/dev-mailbox/dev-mailbox.ts';
import { renderMessage, STORED_COLUMNS, type StoredMail } from '#server/mail/render-message.ts';
import { testIdentity } from '#server/mail/testing/read-mails.ts';
import { forgetLetters } from './contact.ts';
import {
  answerThread,
  confirmContact,
  openThread,
  readThread,
  requestContact,
  setThreadState,
} from './contract.ts';
import { receiveReply } from './receive-reply.ts';
import { replyAddresses } from './reply-addresses.ts';
import { createReplyWebhook } from './reply-webhook.ts';

const product = await openProduct();
const admin = await product.join({ role: 'admin', firstName: 'Anouk', lastName: 'Admin' });
const { pool } = product.database;
const DOMAIN = 'reponses.loge.test';
const replies = replyAddresses({ domain: DOMAIN, key: randomBytes(32) });
const identity = { ...testIdentity, replies };
const now = () => new Date(Date.now() + product.clock.ahead);
/** Files have a test of their own (reply-files.test.ts). */
const files = {
  store: () => Promise.reject(new Error('no mail of this file has files')),
  scansFiles: false,
};
const deps = { pool, replies, files, now };
const DAY = 86_400_000;

const letter = () => ({
  key: randomUUID(),
  about: { kind: 'help' as const, id: null },
  subject: 'Je n’ai pas reçu mon billet',
  body: 'J’ai payé hier soir.',
  files: [],
});
const readBy = (threadId: string) => ask(admin, readThread, { threadId });
const answer = async (threadId: string): Promise<void> => {
  const seen = (await readBy(threadId)).messages.at(-1)?.id ?? '';
  await ask(admin, answerThread, {
    key: randomUUID(),
    threadId,
    body: 'Votre place est prise.',
    seen,
    state: 'waiting',
  });
};
/** The mails to an address as they leave, oldest first. */
async function mailsTo(email: string, kind = 'support.thread_answered') {
  const { rows } = await pool.query<StoredMail>(
    `select ${STORED_COLUMNS} from mail.messages where to_address = $1 and kind = $2 order by created_at, id`,
    [email, kind],
  );
  return rows.map((row) => {
    const message = renderMessage(row, identity);
    if (message instanceof Error) throw message;
    return { ...message, why: (row.event as { why?: string } | null)?.why };
  });
}
const replyAddressOf = async (email: string): Promise<string> => (await mailsTo(email)).at(-1)?.replyTo ?? '';
const troublesOf = async (email: string) =>
  (await mailsTo(email, 'support.reply_troubled')).map(({ why }) => why);
const mailFrom = (from: string, to: string, text: string, more: object = {}) => ({
  messageId: `<${randomUUID()}@exemple.fr>`,
  from,
  to: [to],
  text,
  headers: {},
  attachments: 0,
  ...more,
});
const lastOf = async (threadId: string) => (await readBy(threadId)).messages.at(-1);

/** Somebody whose question was answered, and the address to reply to. */
async function answered(): Promise<{ viewer: SignedIn; threadId: string; to: string }> {
  const viewer = await product.join();
  const { threadId } = await ask(viewer, openThread, letter());
  await answer(threadId);
  return { viewer, threadId, to: await replyAddressOf(viewer.email) };
}

describe('a reply by mail', () => {
  test('goes into its thread as from its person, without the quotation, and opens it again', async () => {
    const { viewer, threadId, to } = await answered();
    expect(to).toMatch(/^reply\+[0-9a-f]{56}@reponses[.]loge[.]test$/);
    expect(to.indexOf('@')).toBeLessThanOrEqual(64);
    await ask(admin, setThreadState, { threadId, state: 'resolved' });
    const text =
      'Merci, bien reçu.\n\nLe lun. 23 nov. 2026 à 14:03, Loge <x@y.fr> a écrit :\n> Votre place est prise.\n';
    const from = `Camille <${viewer.email.toUpperCase()}>`;
    expect(await receiveReply(deps, mailFrom(from, to, text))).toBe('taken');
    expect(await lastOf(threadId)).toMatchObject({ side: 'person', via: 'mail', body: 'Merci, bien reçu.' });
    const read = await readBy(threadId);
    expect(read).toMatchObject({ state: 'open', waitingSince: expect.any(String) });
    expect(
      await product.rows(
        'select author_id from public.support_messages where thread_id = $1 order by id desc limit 1',
        [threadId],
      ),
    ).toEqual([{ author_id: viewer.id }]);
    expect(await troublesOf(viewer.email)).toEqual([]);
  });

  test('keeps what may not be a quotation beside the words, for both sides', async () => {
    const { viewer, threadId, to } = await answered();
    const cited = 'Le 23/11/2026 à 14:03, Loge a écrit :\n\nVotre place est prise.';
    await receiveReply(deps, mailFrom(viewer.email, to, `Non.\n\n${cited}`));
    expect(await lastOf(threadId)).toMatchObject({ body: 'Non.', folded: cited });
    const below = '-----Message d’origine-----\n\nVotre place est prise.\n\nNon.';
    await receiveReply(deps, mailFrom(viewer.email, to, below));
    const body = expect.stringContaining('Sans texte');
    expect(await lastOf(threadId)).toMatchObject({ body, folded: below });
    await receiveReply(deps, mailFrom(viewer.email, to, `Oui.\n-- \n${'é'.repeat(262_000)}`));
    expect((await lastOf(threadId))?.folded).toHaveLength(262_000);
  });

  test('of a person is taken from wherever their programs say that it comes', async () => {
    const { viewer, threadId, to } = await answered();
    const listed = { 'List-Unsubscribe': '<https://exemple.fr>', Precedence: 'bulk' };
    for (const from of [`${viewer.email} (Camille Martin)`, `"Martin, Camille" <${viewer.email}>`]) {
      const mail = mailFrom(from, to, `Oui ${from}`, { headers: listed });
      expect(await receiveReply(deps, mail)).toBe('taken');
      expect(await lastOf(threadId)).toMatchObject({ body: `Oui ${from}`, folded: null });
    }
    // Who may be a machine gets no mail back.
    expect(await receiveReply(deps, mailFrom(viewer.email, to, '', { headers: listed }))).toBe('empty');
    expect(await troublesOf(viewer.email)).toEqual([]);
  });

  test('is taken once, also when it is brought eight times at once', async () => {
    const { viewer, threadId, to } = await answered();
    const mail = mailFrom(viewer.email, to, 'Une seule fois');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => receiveReply(deps, mail)));
    expect(outcomes.filter((each) => each === 'taken')).toHaveLength(1);
    expect(outcomes.filter((each) => each === 'known')).toHaveLength(7);
    expect((await readBy(threadId)).messages.filter(({ body }) => body === 'Une seule fois')).toHaveLength(1);
  });

  test('of a stranger, with a forged or a foreign address, or an old one, changes nothing and is told once', async () => {
    const { viewer, threadId, to } = await answered();
    const other = await answered();
    const before = await readBy(threadId);
    const forged = to.replace(/[0-9a-f]{4}@/, (end) => `${end === '0000@' ? '1111' : '0000'}@`);
    for (const [from, address] of [
      ['passant@exemple.fr', to],
      [other.viewer.email, to],
      [other.viewer.email, forged],
      [other.viewer.email, `reply+${'0'.repeat(56)}@${DOMAIN}`],
      [other.viewer.email, `bonjour@${DOMAIN}`],
    ] as const)
      expect(await receiveReply(deps, mailFrom(from, address, 'Laissez-moi entrer'))).toBe('unknown');
    expect(await troublesOf('passant@exemple.fr')).toEqual(['unknown']);
    expect(await troublesOf(other.viewer.email)).toEqual(['unknown']);
    product.clock.ahead = 92 * DAY;
    expect(await receiveReply(deps, mailFrom(viewer.email, to, 'Encore là'))).toBe('expired');
    expect(await receiveReply(deps, mailFrom(viewer.email, to, 'Encore là ?'))).toBe('expired');
    expect(await troublesOf(viewer.email)).toEqual(['expired']);
    product.clock.ahead = 0;
    expect(await readBy(threadId)).toEqual(before);
  });

  test('does not count from an address that the person gave up', async () => {
    const { viewer, threadId, to } = await answered();
    await product.rows("update auth.users set email = 'nouvelle@exemple.fr' where id = $1", [viewer.id]);
    expect(await receiveReply(deps, mailFrom(viewer.email, to, 'Ancienne'))).toBe('unknown');
    expect(await receiveReply(deps, mailFrom('nouvelle@exemple.fr', to, 'Nouvelle'))).toBe('unknown');
    expect((await readBy(threadId)).messages).toHaveLength(2);
  });

  test('of a machine is dropped without a word', async () => {
    const { viewer, threadId, to } = await answered();
    for (const mail of [
      mailFrom(viewer.email, to, 'Je suis absent', { headers: { 'Auto-Submitted': 'auto-replied' } }),
      mailFrom(viewer.email, to, 'Je suis absent', { headers: { Precedence: 'auto_reply' } }),
      mailFrom(`MAILER-DAEMON@${DOMAIN}`, to, 'Undelivered'),
      mailFrom(to, to, 'Moi-même'),
    ])
      expect(await receiveReply(deps, mail)).toBe('ignored');
    expect((await readBy(threadId)).messages).toHaveLength(2);
    expect(await troublesOf(viewer.email)).toEqual([]);
    expect(await troublesOf(`mailer-daemon@${DOMAIN}`)).toEqual([]);
  });

  test('without words, too long, or too often is told; one with files arrives without them', async () => {
    const { viewer, threadId, to } = await answered();
    const send = (text: string, more: object = {}) =>
      receiveReply(deps, mailFrom(viewer.email, to, text, more));
    expect(await send('> Votre place est prise.')).toBe('empty');
    expect(await send('x'.repeat(4001))).toBe('too_long');
    expect(await troublesOf(viewer.email)).toEqual(['empty']);
    expect(await send('Voici la capture', { attachments: 2 })).toBe('files_left');
    expect(await lastOf(threadId)).toMatchObject({ body: 'Voici la capture' });
    let taken = 1;
    while ((await send(`Message ${taken}`)) === 'taken') taken += 1;
    expect(taken).toBe(30);
    expect(await send('De trop')).toBe('too_many');
    expect((await readBy(threadId)).messages).toHaveLength(2 + 30);
  });

  test('comes also from who is suspended, and from who has no account', async () => {
    const { viewer, threadId, to } = await answered();
    await ask(admin, suspendPerson, { personId: viewer.id, until: null, reason: 'Essai de suspension' });
    expect(await receiveReply(deps, mailFrom(viewer.email, to, 'Je conteste'))).toBe('taken');
    expect(await lastOf(threadId)).toMatchObject({ body: 'Je conteste' });

    const email = 'sans-compte@exemple.fr';
    const visitor = { client: product.client() };
    await ask(visitor, requestContact, { name: 'Sam', email, subject: 'Une question', body: 'Bonjour' });
    const [confirm] = await mailsTo(email, 'support.contact_requested');
    const token = /[?]key=([\w-]{43})/.exec(confirm?.text ?? '')?.[1] ?? '';
    await ask(visitor, confirmContact, { token });
    const [thread] = await product.rows('select id from public.support_threads where email = $1', [email]);
    await answer(thread?.id);
    expect(await receiveReply(deps, mailFrom(email, await replyAddressOf(email), 'Merci'))).toBe('taken');
    expect(await lastOf(thread?.id)).toMatchObject({ body: 'Merci', via: 'mail' });

    // A year after its last message it is deleted; that of an account stays with the account.
    product.clock.ahead = 370 * DAY;
    await forgetLetters({ pool, now: now() });
    const left = await product.rows('select id from public.support_threads where id = any($1)', [
      [thread?.id, threadId],
    ]);
    expect(left).toEqual([{ id: threadId }]);
  });
});

describe('the mail of a thread', () => {
  test('says that it can be replied to, where replies arrive, and not otherwise', async () => {
    const { viewer } = await answered();
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('Vous pouvez aussi répondre à cet e-mail');
    const { rows } = await pool.query<StoredMail>(
      `select ${STORED_COLUMNS} from mail.messages where to_address = $1`,
      [viewer.email],
    );
    const plain = rows[0] && renderMessage(rows[0], testIdentity);
    expect(plain).toMatchObject({
      replyTo: null,
      text: expect.not.stringContaining('répondre à cet e-mail'),
    });
  });

  test('is replied to at /dev/mail, where nothing receives mail', async () => {
    const { viewer, threadId } = await answered();
    const mailbox = createDevMailbox({ pool, identity, reply: (mail) => receiveReply(deps, mail) });
    const [mail] = await mailsTo(viewer.email);
    const page = await (await mailbox.request(`/dev/mail/${mail?.id}`)).text();
    expect(page).toContain('>Répondre</button>');
    expect(page).toMatch(/Reply-To: Loge\s+&lt;reply[+]/);
    const sent = await mailbox.request(`/dev/mail/${mail?.id}/reply`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'text=Depuis+la+page',
    });
    expect(sent.status).toBe(303);
    expect(sent.headers.get('location')).toMatch(/reply=taken$/);
    expect(await lastOf(threadId)).toMatchObject({ body: 'Depuis la page', via: 'mail' });
  });
});

describe('the webhook', () => {
  const secretBytes = randomBytes(32);
  const secret = `v1,whsec_${secretBytes.toString('base64')}`;
  const logger = pino({ level: 'silent' });
  const placeOf = (forwarded: string | undefined) => forwarded ?? '';
  const app = createReplyWebhook({ ...deps, secrets: [secret], logger, placeOf });
  const post = (body: string, more: { at?: Date; key?: Buffer; signed?: string } = {}) => {
    const id = `msg_${randomUUID()}`;
    const at = Math.floor((more.at ?? now()).getTime() / 1000);
    const signature = createHmac('sha256', more.key ?? secretBytes)
      .update(`${id}.${at}.${more.signed ?? body}`)
      .digest('base64');
    return app.request('/webhooks/mail', {
      method: 'POST',
      headers: { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` },
      body,
    });
  };

  test('takes what either secret signed while the provider’s is being changed', async () => {
    const { viewer, to } = await answered();
    const next = randomBytes(32);
    const secrets = [secret, `v1,whsec_${next.toString('base64')}`];
    const changing = createReplyWebhook({ ...deps, secrets, logger, placeOf });
    const sent = async (key: Buffer) => {
      const body = JSON.stringify(mailFrom(viewer.email, to, 'Pendant le changement'));
      const at = Math.floor(now().getTime() / 1000);
      const signature = createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64');
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(at),
        'webhook-signature': `v1,${signature}`,
      };
      return (await changing.request('/webhooks/mail', { method: 'POST', headers, body })).status;
    };
    expect([await sent(secretBytes), await sent(next), await sent(randomBytes(32))]).toEqual([200, 200, 403]);
  });

  test('takes what its provider signed, once, and says so', async () => {
    const { viewer, threadId, to } = await answered();
    const body = JSON.stringify(mailFrom(viewer.email, to, 'Par le fournisseur'));
    for (const outcome of ['taken', 'known']) {
      const response = await post(body);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ outcome });
    }
    expect(await lastOf(threadId)).toMatchObject({ body: 'Par le fournisseur' });
  });

  test('takes a mail whose author no mail can reach as done, so that it is not brought again', async () => {
    const { viewer, threadId, to } = await answered();
    const { email } = viewer;
    for (const from of [
      `${email}, autre@exemple.fr`,
      `autre@exemple.fr, Camille <${email}>`,
      `Camille <${email}>, Autre <autre@exemple.fr>`,
      `Autre <autre@exemple.fr>, Camille <${email}>`,
      '"a,b"@exemple.fr',
      'deux mots@exemple.fr',
      'sans adresse',
      '   ',
      `a\u0000${email}`,
      `${'a'.repeat(320)}@exemple.fr`,
    ]) {
      const response = await post(JSON.stringify(mailFrom(from, to, 'De qui ?')));
      expect([from, response.status, await response.json()]).toEqual([from, 200, { outcome: 'ignored' }]);
    }
    expect((await readBy(threadId)).messages).toHaveLength(2);
    for (const from of [
      `"Martin, Camille" <${email}>`,
      `Martin, Camille <${email}>`,
      `"a@b.fr, c" <${email}>`,
    ]) {
      const response = await post(JSON.stringify(mailFrom(from, to, `Moi, ${from}`)));
      expect(await response.json()).toEqual({ outcome: 'taken' });
    }
  });

  test('refuses another signature, another body, an old request, and what is no mail or too long', async () => {
    const { viewer, threadId, to } = await answered();
    const body = JSON.stringify(mailFrom(viewer.email, to, 'Forgé'));
    expect((await app.request('/webhooks/mail', { method: 'POST', body })).status).toBe(403);
    expect((await post(body, { key: randomBytes(32) })).status).toBe(403);
    expect((await post(body, { signed: `${body} ` })).status).toBe(403);
    expect((await post(body, { at: new Date(now().getTime() - 6 * 60_000) })).status).toBe(403);
    expect((await post('{"from": "x"}')).status).toBe(400);
    expect((await post('pas du JSON')).status).toBe(400);
    expect((await post(JSON.stringify(mailFrom(viewer.email, to, 'x'.repeat(300 * 1024))))).status).toBe(413);
    expect((await readBy(threadId)).messages).toHaveLength(2);
  });

  test('a signed mail in which anything is of another shape never fails Loge', async () => {
    const { viewer, to } = await answered();
    await fc.assert(
      fc.asyncProperty(fc.nat(), oddValue, fc.nat(), oddValue, async (first, one, second, other) => {
        const mail = mailFrom(viewer.email, to, 'Bonjour', {
          headers: { references: '<a@b.fr>' },
          files: [],
        });
        const body = JSON.stringify(withOdd(withOdd(mail, first, one), second, other));
        expect([200, 400, 413], body).toContain((await post(body)).status);
      }),
      { numRuns: 200 },
    );
  });

  test('reads nothing that is not signed or old, and what comes too slowly gives its place back', async () => {
    const slow = createReplyWebhook({ ...deps, secrets: [secret], logger, placeOf, wayMs: 2_000 });
    const server = await listen(slow, { host: '127.0.0.1', port: 0 });
    const sockets: Socket[] = [];
    const signed = (body: string, from: string, at = Math.floor(now().getTime() / 1000)) => {
      const hmac = createHmac('sha256', secretBytes).update(`msg_1.${at}.${body}`).digest('base64');
      return {
        'webhook-id': 'msg_1',
        'webhook-timestamp': `${at}`,
        'webhook-signature': `v1,${hmac}`,
        'x-forwarded-for': from,
      };
    };
    /** Begins a large request and sends no more of it. @returns what is answered until the connection is closed */
    const begin = (headers: Record<string, string>) => {
      const socket = connect(server.port, '127.0.0.1');
      sockets.push(socket);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(
        `POST /webhooks/mail HTTP/1.1\r\nHost: loge.test\r\n${lines.join('')}Content-Length: 30000000\r\n\r\n{`,
      );
      return text(socket);
    };
    const { viewer, to } = await answered();
    const body = JSON.stringify(
      mailFrom(viewer.email, to, 'Au bout du compte', { headers: { X: 'x'.repeat(300_000) } }),
    );
    const bring = async (from: string) => {
      const response = await fetch(`http://127.0.0.1:${server.port}/webhooks/mail`, {
        method: 'POST',
        headers: signed(body, from),
        body,
      });
      return response.status;
    };
    try {
      // Anonymous or old: answered before their body, and no place is taken.
      expect(await begin({})).toMatch(/^HTTP\/1.1 403 /);
      expect(await begin(signed('', 'a', Math.floor(now().getTime() / 1000) - 360))).toMatch(
        /^HTTP\/1.1 403 /,
      );
      expect(await begin({ ...signed('', 'a'), 'webhook-signature': 'v1,' })).toMatch(/^HTTP\/1.1 403 /);

      // A signature that cannot be checked yet: one place for an address, two in all, and neither for long.
      const first = begin(signed('autre', 'a'));
      const second = begin(signed('autre', 'b'));
      await expect.poll(() => bring('a')).toBe(503);
      expect(await bring('c')).toBe(503);
      expect(await first).toMatch(/^HTTP\/1.1 408 /);
      expect(await second).toMatch(/^HTTP\/1.1 408 /);
      await expect.poll(() => bring('a')).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.close();
    }
  });
});
