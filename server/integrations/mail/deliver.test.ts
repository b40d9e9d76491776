import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { deliverMail } from './deliver.ts';
import { enqueueMail, forgetOldMail, replayMail } from './outbox.ts';

const logger = pino({ level: 'silent' });

let db: Database;
let received: { to: string[]; raw: string }[];
const closers: (() => Promise<void>)[] = [];

beforeEach(async () => {
  db = await createTestDatabase('platform', 45);
  received = [];
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await db.close();
});

/** A real SMTP server; `options` make it refuse. */
async function smtp(options: SMTPServerOptions = {}): Promise<string> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      text(stream).then((raw) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined); // clients that hang up in the middle are part of these tests
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

const enqueue = (to = 'camille@exemple.fr') =>
  inTransaction(db.pool, (client) =>
    enqueueMail(client, {
      kind: 'test',
      from: 'Loge <a@loge.test>',
      to,
      subject: 'Été',
      text: 'Té',
      html: '<p>Té</p>',
    }),
  );
const deliver = (url: string | null, timeoutMs = 5_000) =>
  deliverMail({ pool: db.pool, mail: { url }, logger, timeoutMs });
const row = async (id: string) =>
  (
    await db.pool.query(
      'select *, extract(epoch from next_attempt_at - now())::int as wait from mail.messages where id = $1',
      [id],
    )
  ).rows[0];
const makeDue = () =>
  db.pool.query("update mail.messages set next_attempt_at = now() where state = 'pending'");
const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });

describe('delivery', () => {
  test('sends what was committed, once, and forgets its text', async () => {
    const url = await smtp();
    const id = await enqueue();
    await inTransaction(db.pool, async (client) => {
      await enqueueMail(client, {
        kind: 'x',
        from: 'a@x.fr',
        to: 'b@x.fr',
        subject: '',
        text: 'x',
        html: 'x',
      });
      throw new Error('rolled back');
    }).catch(() => undefined);
    expect(await deliver(url)).toEqual({ sent: 1, postponed: 0, failed: 0, kept: 0 });
    expect(await deliver(url)).toEqual({ sent: 0, postponed: 0, failed: 0, kept: 0 });
    expect(received).toHaveLength(1);
    expect(received[0]!.to).toEqual(['camille@exemple.fr']);
    expect(await PostalMime.parse(received[0]!.raw)).toMatchObject({
      subject: 'Été',
      messageId: `<${id}@loge.test>`,
    });
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 1, text_body: null, html_body: null });
  });

  test('without an SMTP server a mail is kept, with its text', async () => {
    const id = await enqueue();
    expect(await deliver(null)).toMatchObject({ kept: 1 });
    expect(await row(id)).toMatchObject({ state: 'kept', text_body: 'Té' });
  });

  test('a recipient refused for good is given up at once, with the reason, and can be replayed', async () => {
    let refuse = true;
    const url = await smtp({
      onRcptTo: (_address, _session, done) => done(refuse ? refusal(550, 'No such user here') : null),
    });
    const id = await enqueue();
    expect(await deliver(url)).toMatchObject({ failed: 1 });
    expect(await row(id)).toMatchObject({ state: 'failed', attempts: 1 });
    expect((await row(id)).last_error).toContain('No such user here');
    expect(await deliver(url)).toMatchObject({ sent: 0 });
    refuse = false;
    expect(await replayMail(db.pool, id)).toBe(true);
    expect(await deliver(url)).toMatchObject({ sent: 1 });
    expect(await replayMail(db.pool, id)).toBe(false);
  });

  test('a passing refusal is tried again later, and the other mails still leave', async () => {
    let busy = true;
    const url = await smtp({
      onRcptTo: ({ address }, _session, done) =>
        done(busy && address === 'plein@exemple.fr' ? refusal(452, 'Mailbox full') : null),
    });
    const full = await enqueue('plein@exemple.fr');
    await enqueue();
    expect(await deliver(url)).toMatchObject({ sent: 1, postponed: 1 });
    expect(await row(full)).toMatchObject({ state: 'pending', attempts: 1, wait: expect.closeTo(15, -1) });
    busy = false;
    expect(await deliver(url)).toMatchObject({ sent: 0, postponed: 0 });
    await makeDue();
    expect(await deliver(url)).toMatchObject({ sent: 1 });
  });

  test('after ten attempts a mail is given up', async () => {
    const url = await smtp({ onRcptTo: (_address, _session, done) => done(refusal(451, 'Try later')) });
    const id = await enqueue();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      await deliver(url);
      waits.push((await row(id)).wait);
      await makeDue();
    }
    expect(await row(id)).toMatchObject({ state: 'failed', attempts: 10 });
    expect(waits.slice(0, 9).map((wait) => Math.round(wait / 15))).toEqual([
      1, 3, 9, 27, 81, 243, 480, 480, 480,
    ]);
  });

  test('an operator’s wrong password or a refused sender loses no mail', async () => {
    const wrong = await smtp({
      authOptional: false,
      authMethods: ['PLAIN'],
      onAuth: (_auth, _session, done) => done(refusal(535, 'Bad credentials')),
    });
    const id = await enqueue();
    expect(await deliver(wrong.replace('smtp://', 'smtp://me:secret@'))).toMatchObject({
      postponed: 1,
      failed: 0,
    });
    const strict = await smtp({ onMailFrom: (_address, _session, done) => done(refusal(553, 'Not yours')) });
    await makeDue();
    expect(await deliver(strict)).toMatchObject({ postponed: 1, failed: 0 });
    expect(await row(id)).toMatchObject({ state: 'pending', attempts: 2 });
    expect((await row(id)).last_error).not.toContain('secret');
  });

  test('signs in with the name and password of the address', async () => {
    const seen: unknown[] = [];
    const url = await smtp({
      authOptional: false,
      authMethods: ['PLAIN'],
      onAuth({ username, password }, _session, done) {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    await enqueue();
    expect(await deliver(url.replace('smtp://', 'smtp://moi%40loge.fr:p%2Fw%3A%C3%A9@'))).toMatchObject({
      sent: 1,
    });
    expect(seen).toEqual([['moi@loge.fr', 'p/w:é']]);
  });

  test('content refused for good is given up, content refused for now is not', async () => {
    let code = 554;
    const url = await smtp({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(refusal(code, 'Looks like spam')));
      },
    });
    const final = await enqueue();
    expect(await deliver(url)).toMatchObject({ failed: 1 });
    code = 451;
    const passing = await enqueue();
    expect(await deliver(url)).toMatchObject({ postponed: 1 });
    expect([(await row(final)).state, (await row(passing)).state]).toEqual(['failed', 'pending']);
  });

  test('a server that says nothing ends the round after the time-out; the rest waits untouched', async () => {
    const sockets = new Set<Socket>();
    const mute = createServer((socket) => sockets.add(socket));
    mute.listen(0, '127.0.0.1');
    await once(mute, 'listening');
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      mute.close();
    });
    const first = await enqueue();
    const second = await enqueue();
    const url = `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    expect(await deliver(url, 300)).toMatchObject({ postponed: 1 });
    expect([(await row(first)).attempts, (await row(second)).attempts]).toEqual([1, 0]);
  });

  test('nobody listening: postponed, and sent once somebody does', async () => {
    const id = await enqueue();
    expect(await deliver('smtp://127.0.0.1:1')).toMatchObject({ postponed: 1 });
    expect(await row(id)).toMatchObject({ state: 'pending', attempts: 1 });
    await makeDue();
    expect(await deliver(await smtp())).toMatchObject({ sent: 1 });
  });

  test('twenty deliverers at once send each of two hundred mails exactly once', async () => {
    const url = await smtp();
    await Promise.all(Array.from({ length: 200 }, (_, index) => enqueue(`p${index}@exemple.fr`)));
    const rounds = await Promise.all(Array.from({ length: 20 }, () => deliver(url, 20_000)));
    expect(rounds.reduce((sum, round) => sum + round.sent, 0)).toBe(200);
    expect(new Set(received.flatMap(({ to }) => to)).size).toBe(200);
    expect(received).toHaveLength(200);
  });

  test('a deliverer that dies holding a mail leaves it to the next one', async () => {
    const url = await smtp();
    await enqueue();
    const dying = await db.pool.connect();
    await dying.query('begin');
    await dying.query('select from mail.messages for update');
    expect(await deliver(url)).toMatchObject({ sent: 0 });
    dying.release(new Error('killed'));
    await expect.poll(async () => (await deliver(url)).sent).toBe(1);
  });
});

test('nobody but the server reads mail', async () => {
  await enqueue();
  for (const role of ['anon', 'authenticated', 'service_role']) {
    await expect(
      inTransaction(db.pool, async (client) => {
        await client.query(`set local role ${role}`);
        await client.query('select * from mail.messages');
      }),
    ).rejects.toThrow('permission denied');
  }
});

test('old mail is forgotten, what is still to be sent is not', async () => {
  await deliver(null);
  const kept = await enqueue();
  await deliver(null);
  const pending = await enqueue();
  await db.pool.query("update mail.messages set created_at = now() - interval '31 days'");
  expect(await forgetOldMail(db.pool)).toBe(1);
  expect(await row(kept)).toBeUndefined();
  expect(await row(pending)).toBeDefined();
});
