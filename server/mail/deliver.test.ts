// Long because a claim, a sending and a record each fail in their own ways, before one SMTP server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { suspended } from '#product/administration/mails/suspended.ts';
import { forgetOldMail, postMail, replayMail } from '#product/mail/outbox.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { deliverMail } from './deliver.ts';
import { testIdentity } from './testing/read-mails.ts';

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
    postMail(client, suspended, { to, userId: null, firstName: 'Camille' }, { reason: 'Été', until: null }),
  );
interface DeliverOptions {
  timeoutMs?: number;
  concurrency?: number;
  onlyTo?: readonly string[] | null;
}
const deliver = (
  url: string | null,
  { timeoutMs = 5_000, concurrency = 1, onlyTo = null }: DeliverOptions = {},
) =>
  deliverMail({
    pool: db.pool,
    mail: { url, concurrency, onlyTo },
    identity: testIdentity,
    logger,
    timeoutMs,
  });
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
  test('sends what was committed, once, and forgets the fact', async () => {
    const url = await smtp();
    const id = await enqueue();
    await inTransaction(db.pool, async (client) => {
      const recipient = { to: 'b@x.fr', userId: null, firstName: null };
      await postMail(client, suspended, recipient, { reason: 'x', until: null });
      throw new Error('rolled back');
    }).catch(() => undefined);
    expect(await deliver(url)).toEqual({ sent: 1, postponed: 0, failed: 0, kept: 0 });
    expect(await deliver(url)).toEqual({ sent: 0, postponed: 0, failed: 0, kept: 0 });
    expect(received).toHaveLength(1);
    expect(received[0]!.to).toEqual(['camille@exemple.fr']);
    expect(await PostalMime.parse(received[0]!.raw)).toMatchObject({
      subject: 'Votre compte est suspendu',
      text: expect.stringContaining('Motif\u202f: Été'),
      messageId: `<${id}@loge.test>`,
    });
    expect(await row(id)).toMatchObject({
      state: 'sent',
      attempts: 1,
      event: null,
      subject: 'Votre compte est suspendu',
      from_address: 'Loge <bonjour@loge.test>',
    });
  });

  test('without an SMTP server a mail is kept, with its fact', async () => {
    const id = await enqueue();
    expect(await deliver(null)).toMatchObject({ kept: 1 });
    expect(await row(id)).toMatchObject({ state: 'kept', event: { reason: 'Été', until: null } });
  });

  test.each<{ onlyTo: readonly string[]; reached: string[] }>([
    { onlyTo: [], reached: [] },
    { onlyTo: ['@loge.example'], reached: ['NOUR@loge.example'] },
    { onlyTo: ['camille@exemple.fr'], reached: ['camille@exemple.fr'] },
    {
      onlyTo: ['camille@exemple.fr', '@loge.example'],
      reached: ['NOUR@loge.example', 'camille@exemple.fr'],
    },
  ])('a rehearsal sends to $onlyTo and keeps every other mail', async ({ onlyTo, reached }) => {
    const url = await smtp();
    const everybody = [
      'NOUR@loge.example',
      'camille@exemple.fr',
      'x@not-loge.example',
      'a.camille@exemple.fr',
    ];
    for (const to of everybody) await enqueue(to);
    expect(await deliver(url, { onlyTo })).toEqual({
      sent: reached.length,
      postponed: 0,
      failed: 0,
      kept: everybody.length - reached.length,
    });
    expect(received.flatMap(({ to }) => to).sort()).toEqual(reached);
    const { rows } = await db.pool.query("select to_address from mail.messages where state = 'kept'");
    expect(rows.map(({ to_address }) => to_address).sort()).toEqual(
      everybody.filter((to) => !reached.includes(to)).sort(),
    );
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
    expect(await deliver(url, { timeoutMs: 300 })).toMatchObject({ postponed: 1 });
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
    const rounds = await Promise.all(
      Array.from({ length: 20 }, () => deliver(url, { timeoutMs: 20_000, concurrency: 2 })),
    );
    expect(rounds.reduce((sum, round) => sum + round.sent, 0)).toBe(200);
    expect(new Set(received.flatMap(({ to }) => to)).size).toBe(200);
    expect(received).toHaveLength(200);
  });

  test('a mail under way is nobody else’s, and no transaction is open while the server is slow', async () => {
    const inside = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const url = await smtp({
      onMailFrom(_address, _session, done) {
        inside.resolve();
        release.promise.then(() => done());
      },
    });
    await enqueue();
    const slow = deliver(url, { timeoutMs: 20_000 });
    await inside.promise;
    const { rows } = await db.pool.query(
      `select state from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
    );
    expect(rows).toEqual([]);
    expect(await deliver(url)).toMatchObject({ sent: 0 });
    release.resolve();
    expect(await slow).toMatchObject({ sent: 1 });
  });

  test('as many mails are under way as the setting says', async () => {
    let [under, most] = [0, 0];
    const all = Promise.withResolvers<void>();
    const url = await smtp({
      onRcptTo({ address }, _session, done) {
        if (address === 'premier@exemple.fr') return done();
        most = Math.max(most, ++under);
        if (under === 3) all.resolve();
        all.promise.then(() => {
          under--;
          done();
        });
      },
    });
    await enqueue('premier@exemple.fr');
    await Promise.all(Array.from({ length: 6 }, (_, index) => enqueue(`p${index}@exemple.fr`)));
    expect(await deliver(url, { concurrency: 3, timeoutMs: 20_000 })).toMatchObject({ sent: 7 });
    expect(most).toBe(3);
  });

  test('a fact that cannot be rendered is given up with the reason, and keeps no other waiting', async () => {
    const url = await smtp();
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into mail.messages (kind, event, to_address) values
         ('account.suspended', '{"reason": 3}', 'a@exemple.fr'), ('account.unheard_of', '{}', 'b@exemple.fr') returning id`,
    );
    await enqueue();
    expect(await deliver(url)).toMatchObject({ sent: 1, failed: 2 });
    const [wrong, unknown] = [await row(rows[0]!.id), await row(rows[1]!.id)];
    expect(wrong).toMatchObject({ state: 'failed', event: { reason: 3 } });
    expect(wrong.last_error).toContain('not an event of account.suspended');
    expect(unknown.last_error).toContain('account.unheard_of');
  });

  test('what was written before mails were facts is still sent as it was', async () => {
    const url = await smtp();
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into mail.messages (kind, from_address, to_address, subject, text_body, html_body, calendar_method, calendar_body)
       values ('booking.confirmed', 'Loge <a@avant.test>', 'c@exemple.fr', 'Été', 'Té', '<p>Té</p>', 'CANCEL', 'BEGIN:VCALENDAR') returning id`,
    );
    expect(await deliver(url)).toMatchObject({ sent: 1 });
    expect(await PostalMime.parse(received[0]!.raw)).toMatchObject({
      subject: 'Été',
      text: 'Té',
      messageId: `<${rows[0]!.id}@avant.test>`,
      attachments: [{}, { filename: 'annulation.ics' }],
    });
    expect(await row(rows[0]!.id)).toMatchObject({ state: 'sent', text_body: null, calendar_body: null });
  });

  test('the Message-ID stays, whatever the settings are at a later attempt', async () => {
    let busy = true;
    const url = await smtp({
      onRcptTo: (_address, _session, done) => done(busy ? refusal(452, 'Later') : null),
    });
    const id = await enqueue();
    await deliver(url);
    busy = false;
    await makeDue();
    const identity = { ...testIdentity, from: 'Loge <bonjour@ailleurs.test>' };
    await deliverMail({ pool: db.pool, mail: { url, concurrency: 1, onlyTo: null }, identity, logger });
    expect((await PostalMime.parse(received[0]!.raw)).messageId).toBe(`<${id}@loge.test>`);
  });

  test('a mail in whose every attempt the process died is given up', async () => {
    const id = await enqueue();
    await db.pool.query('update mail.messages set attempts = 10');
    expect(await deliver(await smtp())).toMatchObject({ failed: 1, sent: 0 });
    expect((await row(id)).last_error).toContain('died in each attempt');
  });
});

describe('a process killed with -9', () => {
  /** Delivers in a process of its own, which is killed at the given point. @returns when it is dead */
  async function killedAt(point: Promise<unknown>, url: string): Promise<void> {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'testing/delivery-process.ts'), connectionUrl(db), url],
      { stdio: 'inherit' },
    );
    const exited = once(child, 'exit');
    await point;
    child.kill('SIGKILL');
    await exited;
  }
  const leaseOver = makeDue;

  test('between the claim and the sending: the mail leaves once, when the lease is over', async () => {
    const greeted = Promise.withResolvers<void>();
    const url = await smtp({
      // Never answers: the mail is claimed and written, and not handed over.
      onConnect: () => greeted.resolve(),
    });
    const id = await enqueue();
    await killedAt(greeted.promise, url);
    expect(await row(id)).toMatchObject({ state: 'pending', attempts: 1 });
    expect((await row(id)).wait).toBeGreaterThan(30);
    const working = await smtp();
    expect(await deliver(working)).toMatchObject({ sent: 0 });
    await leaseOver();
    expect(await deliver(working)).toMatchObject({ sent: 1 });
    expect(received).toHaveLength(1);
  });

  test('between the server’s acceptance and the record: the mail leaves twice, with one Message-ID', async () => {
    const accepted = Promise.withResolvers<void>();
    const url = await smtp({
      onData(stream, session, _done) {
        // Takes it, and its answer is never heard.
        text(stream).then((raw) => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
          accepted.resolve();
        });
      },
    });
    const id = await enqueue();
    await killedAt(accepted.promise, url);
    expect(await row(id)).toMatchObject({ state: 'pending' });
    await leaseOver();
    expect(await deliver(await smtp())).toMatchObject({ sent: 1 });
    const ids = await Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));
    expect(ids).toEqual([`<${id}@loge.test>`, `<${id}@loge.test>`]);
  });

  test('after the record: the mail does not leave again', async () => {
    const url = await smtp();
    const id = await enqueue();
    const recorded = async () => {
      while ((await row(id)).state !== 'sent') await sleep(5);
    };
    await killedAt(recorded(), url);
    await leaseOver();
    expect(await deliver(url)).toMatchObject({ sent: 0 });
    expect(received).toHaveLength(1);
  });

  test('by one that was slower than its lease, nothing is recorded over what another did', async () => {
    const inside = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const slow = await smtp({
      onMailFrom(_address, _session, done) {
        inside.resolve();
        release.promise.then(() => done(refusal(550, 'Too late')));
      },
    });
    const id = await enqueue();
    const late = deliver(slow, { timeoutMs: 20_000 });
    await inside.promise;
    await leaseOver();
    expect(await deliver(await smtp())).toMatchObject({ sent: 1 });
    release.resolve();
    await late;
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null });
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
