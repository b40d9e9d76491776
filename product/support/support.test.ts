import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { suspendPerson } from '#product/administration/contract.ts';
import { openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { forgetLetters } from './contact.ts';
import {
  addNote,
  answerThread,
  assignThread,
  confirmContact,
  openThread,
  readContact,
  readThread,
  replyContact,
  replyThread,
  requestContact,
  setThreadState,
} from './contract.ts';

const product = await openProduct();
const till = tillOf(product);
const admin = await product.join({ role: 'admin', firstName: 'Anouk', lastName: 'Admin' });
const other = await product.join({ role: 'admin', firstName: 'Basile', lastName: 'Admin' });
const visitor = { client: product.client() };

const letter = (more: object = {}) => ({
  key: randomUUID(),
  about: { kind: 'help' as const, id: null },
  subject: 'Je n’ai pas reçu mon billet',
  body: 'J’ai payé hier soir, et rien n’est arrivé.',
  ...more,
});
/** What somebody reads of the rows themselves, as the page does. */
const seenBy = async ({ id }: SignedIn, sql: string, values: unknown[] = []) =>
  asCaller(
    product.database.pool,
    { role: 'authenticated', claims: { sub: id, role: 'authenticated' } },
    async (db) => (await db.query(sql, values)).rows,
  );
const rowsOf = async (person: SignedIn, threadId: string) => ({
  threads: await seenBy(person, 'select id, state from support_threads where id = $1', [threadId]),
  messages: await seenBy(person, 'select side, body from support_messages where thread_id = $1 order by id', [
    threadId,
  ]),
});
const lastOf = async (threadId: string): Promise<string> =>
  (await ask(admin, readThread, { threadId })).messages.at(-1)?.id ?? '';
const answer = async (from: SignedIn, threadId: string, more: object = {}) =>
  ask(from, answerThread, {
    key: randomUUID(),
    threadId,
    body: 'Votre place est bien prise.',
    seen: await lastOf(threadId),
    state: 'waiting' as const,
    ...more,
  });
const mailsTo = (email: string) =>
  product.rows("select event from mail.messages where to_address = $1 and kind = 'support.thread_answered'", [
    email,
  ]);
const told = (personId: string) =>
  product.rows("select data from public.notifications where person_id = $1 and kind = 'support_answer'", [
    personId,
  ]);

describe('a thread', () => {
  test('is opened, answered and read by its person, who is told on the page and by mail', async () => {
    const viewer = await product.join();
    const { threadId, number } = await ask(viewer, openThread, letter());
    await ask(admin, addNote, { key: randomUUID(), threadId, body: 'Une note pour nous' });
    await answer(admin, threadId);
    expect(await rowsOf(viewer, threadId)).toEqual({
      threads: [{ id: threadId, state: 'waiting' }],
      messages: [
        { side: 'person', body: 'J’ai payé hier soir, et rien n’est arrivé.' },
        { side: 'team', body: 'Votre place est bien prise.' },
      ],
    });
    expect(await mailsTo(viewer.email)).toMatchObject([
      { event: { number, path: `/viewer-dashboard/requests?thread=${threadId}` } },
    ]);
    expect(await told(viewer.id)).toMatchObject([{ data: { event: 'support_answer', threadId, number } }]);
    expect(await seenBy(viewer, 'select id from support_notes')).toEqual([]);
  });

  test('is nobody else’s: neither rows nor commands, for a visitor, another viewer, a streamer', async () => {
    const viewer = await product.join();
    const { threadId } = await ask(viewer, openThread, letter());
    const strangers = [await product.join(), await product.join({ role: 'streamer' })];
    for (const stranger of strangers) {
      expect(await rowsOf(stranger, threadId)).toEqual({ threads: [], messages: [] });
      const reply = { key: randomUUID(), threadId, body: 'Bonjour' };
      expect(await codeOf(stranger, replyThread, reply)).toBe('thread_not_found');
    }
    expect(await codeOf(visitor, openThread, letter())).toBe('unauthenticated');
    for (const caller of [viewer, ...strangers]) {
      expect(await codeOf(caller, readThread, { threadId })).toBe('forbidden');
      expect(await codeOf(caller, addNote, { key: randomUUID(), threadId, body: 'x' })).toBe('forbidden');
      expect(await codeOf(caller, setThreadState, { threadId, state: 'resolved' })).toBe('forbidden');
      expect(await codeOf(caller, assignThread, { threadId, assigneeId: null, before: null })).toBe(
        'forbidden',
      );
      const given = { key: randomUUID(), threadId, body: 'x', seen: '1', state: 'waiting' as const };
      expect(await codeOf(caller, answerThread, given)).toBe('forbidden');
    }
    expect(await codeOf(admin, readThread, { threadId: randomUUID() })).toBe('thread_not_found');
  });

  test('is read by the team, not by its person, while that account is suspended', async () => {
    const viewer = await product.join();
    const { threadId } = await ask(viewer, openThread, letter());
    await ask(admin, suspendPerson, { personId: viewer.id, until: null, reason: 'Essai de suspension' });
    expect((await ask(admin, readThread, { threadId })).person).toMatchObject({ suspended: true });
    await answer(admin, threadId);
    await expect(rowsOf(viewer, threadId)).rejects.toThrow('Session ended');
    const reply = { key: randomUUID(), threadId, body: 'Bonjour' };
    expect(await codeOf(viewer, replyThread, reply)).not.toBeNull();
    expect(await mailsTo(viewer.email)).toHaveLength(1);
  });

  test('waits for the team again with each reply, since the first that was not answered', async () => {
    const viewer = await product.join();
    const { threadId } = await ask(viewer, openThread, letter());
    const opened = await ask(admin, readThread, { threadId });
    expect(opened.waitingSince).toBe(opened.openedAt);
    await ask(viewer, replyThread, { key: randomUUID(), threadId, body: 'Encore moi' });
    expect((await ask(admin, readThread, { threadId })).waitingSince).toBe(opened.openedAt);
    await answer(admin, threadId, { state: 'resolved' });
    const settled = await ask(admin, readThread, { threadId });
    expect(settled).toMatchObject({ state: 'resolved', waitingSince: null, assignee: { id: admin.id } });
    await ask(viewer, replyThread, { key: randomUUID(), threadId, body: 'Toujours rien' });
    const again = await ask(admin, readThread, { threadId });
    expect(again).toMatchObject({ state: 'open', firstAnsweredAt: settled.firstAnsweredAt });
    expect(again.waitingSince).toBe(again.messages.at(-1)?.at);
  });

  test('is settled and taken up again without an answer', async () => {
    const viewer = await product.join();
    const { threadId } = await ask(viewer, openThread, letter());
    await ask(admin, setThreadState, { threadId, state: 'resolved' });
    expect((await rowsOf(viewer, threadId)).threads).toMatchObject([{ state: 'resolved' }]);
    await ask(admin, setThreadState, { threadId, state: 'open' });
    const { state, waitingSince } = await ask(admin, readThread, { threadId });
    expect(state).toBe('open');
    expect(waitingSince).not.toBeNull();
    expect(await mailsTo(viewer.email)).toEqual([]);
  });

  test('is about one’s own session or payment, never somebody else’s', async () => {
    const fixture = await openFixture(product);
    const [viewer, stranger] = [await product.join(), await product.join()];
    const bookingId = await till.paid(viewer, fixture, startIn(product, 3));
    const { id: paymentId } = await till.paymentOf(bookingId);
    for (const about of [
      { kind: 'booking' as const, id: bookingId },
      { kind: 'room' as const, id: bookingId },
      { kind: 'payment' as const, id: paymentId as string },
    ]) {
      const { threadId } = await ask(viewer, openThread, letter({ about }));
      const read = await ask(admin, readThread, { threadId });
      expect(read).toMatchObject({
        context: about.kind,
        bookingId,
        booking: { streamer: expect.any(String) },
      });
      expect(read.person).toMatchObject({
        bookings: [{ id: bookingId, status: 'confirmed' }],
        payments: [{ id: paymentId }],
      });
      expect(await codeOf(stranger, openThread, letter({ about }))).toBe('thread_subject_not_found');
    }
    expect(await codeOf(viewer, openThread, letter({ about: { kind: 'payment', id: null } }))).toBe(
      'thread_subject_not_found',
    );
  });

  test('is opened once however often it is sent, and not without end', async () => {
    const viewer = await product.join();
    const same = letter();
    const sent = await Promise.all([1, 2, 3].map(() => ask(viewer, openThread, same)));
    expect(new Set(sent.map(({ threadId }) => threadId)).size).toBe(1);
    for (let count = 1; count < 6; count += 1) await ask(viewer, openThread, letter());
    expect(await codeOf(viewer, openThread, letter())).toBe('too_many_attempts');
  });

  test('shows the answer that was not read once among the notifications, and each by mail', async () => {
    const viewer = await product.join();
    const { threadId } = await ask(viewer, openThread, letter());
    await answer(admin, threadId);
    await answer(admin, threadId, { body: 'Et encore ceci.' });
    expect(await told(viewer.id)).toHaveLength(1);
    expect(await mailsTo(viewer.email)).toHaveLength(2);
  });

  test('is read by its person, who says so themself', async () => {
    const viewer = await product.join();
    const { threadId } = await ask(viewer, openThread, letter());
    const mark = 'update support_threads set read_at = now() where id = $1 returning id';
    expect(await seenBy(viewer, mark, [threadId])).toEqual([{ id: threadId }]);
    expect(await seenBy(admin, mark, [threadId])).toEqual([]);
  });
});

describe('two admins at once', () => {
  test('answer the same question once: the other is told that the thread changed', async () => {
    const viewer = await product.join();
    const { threadId } = await ask(viewer, openThread, letter());
    const seen = await lastOf(threadId);
    const codes = await Promise.all(
      [admin, other].map((one) =>
        codeOf(one, answerThread, {
          key: randomUUID(),
          threadId,
          body: 'Voici la réponse.',
          seen,
          state: 'waiting',
        }),
      ),
    );
    expect(codes.filter((code) => code === 'thread_changed')).toHaveLength(1);
    expect((await rowsOf(viewer, threadId)).messages).toHaveLength(2);
    expect(await mailsTo(viewer.email)).toHaveLength(1);
  });

  test('take a thread: one has it', async () => {
    const viewer = await product.join();
    const { threadId } = await ask(viewer, openThread, letter());
    const codes = await Promise.all(
      [admin, other].map((one) => codeOf(one, assignThread, { threadId, assigneeId: one.id, before: null })),
    );
    expect(codes.filter((code) => code === 'thread_changed')).toHaveLength(1);
    const { assignee } = await ask(admin, readThread, { threadId });
    expect([admin.id, other.id]).toContain(assignee?.id);
    expect(
      await codeOf(admin, assignThread, {
        threadId,
        assigneeId: viewer.id,
        before: assignee?.id ?? null,
      }),
    ).toBe('assignee_not_admin');
  });

  test('is given to those of the team alone who may open it', async () => {
    const viewer = await product.join();
    const { threadId } = await ask(viewer, openThread, letter());
    const [bookkeeper, helper] = [
      await product.join({ role: 'admin' }),
      await product.join({ role: 'admin' }),
    ];
    await product.rows("update public.team_roles set role = 'finance' where person_id = $1", [bookkeeper.id]);
    await product.rows("update public.team_roles set role = 'support' where person_id = $1", [helper.id]);
    const { team } = await ask(admin, readThread, { threadId });
    expect(team.map(({ id }) => id)).toEqual(expect.arrayContaining([admin.id, helper.id]));
    expect(team.map(({ id }) => id)).not.toContain(bookkeeper.id);
    const give = ({ id }: SignedIn) =>
      codeOf(admin, assignThread, { threadId, assigneeId: id, before: null });
    expect(await give(bookkeeper)).toBe('assignee_not_admin');
    await ask(admin, assignThread, { threadId, assigneeId: helper.id, before: null });
  });

  test('an admin does not answer their own thread', async () => {
    const { threadId } = await ask(admin, openThread, letter());
    const given = {
      key: randomUUID(),
      threadId,
      body: 'Bonjour moi',
      seen: await lastOf(threadId),
      state: 'waiting' as const,
    };
    expect(await codeOf(admin, answerThread, given)).toBe('cannot_act_on_self');
    await ask(other, answerThread, given);
  });
});

test('saved answers are rows that the team alone reads and changes', async () => {
  const viewer = await product.join();
  expect(await seenBy(viewer, 'select title from support_answers')).toEqual([]);
  const save =
    "insert into support_answers (title, body) values ('Essai', 'Bonjour {{prénom}}') returning title";
  expect(await seenBy(admin, save)).toEqual([{ title: 'Essai' }]);
  await expect(seenBy(viewer, save)).rejects.toMatchObject({ code: '42501' });
});

describe('who cannot sign in', () => {
  const letterOf = (email: string) => ({
    name: 'Camille Martin',
    email,
    subject: 'Mon compte est suspendu',
    body: 'Je ne comprends pas pourquoi.',
  });
  /** The secret of the last mail that leads to the contact page. */
  const keyTo = async (email: string): Promise<string> => {
    const mails = await product.rows(
      "select event from mail.messages where to_address = $1 and kind like 'support.%' order by created_at, id",
      [email],
    );
    return /[?]key=([^&]+)/.exec(mails.at(-1)?.event.path)?.[1] ?? '';
  };
  const threadsOf = (email: string) =>
    product.rows('select id, person_id from public.support_threads where email = $1', [email]);

  test('writes once the address is proven, and goes on by the link of each answer', async () => {
    await ask(visitor, requestContact, letterOf('Camille@Contact.fr'));
    const email = 'camille@contact.fr';
    expect(await threadsOf(email)).toEqual([]);
    const token = await keyTo(email);
    expect(await ask(visitor, readContact, { token })).toMatchObject({
      draft: 'Je ne comprends pas pourquoi.',
    });
    // The link opened twice at once sends the letter once.
    const numbers = await Promise.all([1, 2].map(() => ask(visitor, confirmContact, { token })));
    expect(numbers[0]).toEqual(numbers[1]);
    const [thread, ...more] = await threadsOf(email);
    expect(more).toEqual([]);
    expect(thread).toMatchObject({ person_id: null });
    await answer(admin, thread.id);
    const next = await keyTo(email);
    expect(next).not.toBe(token);
    await ask(visitor, replyContact, { token: next, body: 'Merci.' });
    for (const key of [token, next]) {
      const { messages, draft } = await ask(visitor, readContact, { token: key });
      expect(draft).toBeNull();
      expect(messages.map(({ side }) => side)).toEqual(['person', 'team', 'person']);
    }
  });

  test('is known again by the address of a suspended account, and answered there', async () => {
    const viewer = await product.join();
    await ask(admin, suspendPerson, { personId: viewer.id, until: null, reason: 'Essai de suspension' });
    await ask(visitor, requestContact, letterOf(viewer.email));
    await ask(visitor, confirmContact, { token: await keyTo(viewer.email) });
    const [thread] = await threadsOf(viewer.email);
    expect(thread).toMatchObject({ person_id: viewer.id });
    expect((await ask(admin, readThread, { threadId: thread.id })).person).toMatchObject({ suspended: true });
    await answer(admin, thread.id);
    expect(await mailsTo(viewer.email)).toMatchObject([
      { event: { path: expect.stringMatching(/^.contact/) } },
    ]);
  });

  test('reads nothing with another secret, after a week unconfirmed, or by writing without end', async () => {
    const token = 'a'.repeat(43);
    for (const code of [
      await codeOf(visitor, readContact, { token }),
      await codeOf(visitor, confirmContact, { token }),
      await codeOf(visitor, replyContact, { token, body: 'x' }),
    ])
      expect(code).toBe('thread_not_found');
    const email = 'tard@contact.fr';
    await ask(visitor, requestContact, letterOf(email));
    const late = await keyTo(email);
    expect(await codeOf(visitor, replyContact, { token: late, body: 'x' })).toBe('thread_not_found');
    await product.rows(
      "update private.contact_keys set created_at = created_at - interval '8 days' where email = $1",
      [email],
    );
    expect(await codeOf(visitor, confirmContact, { token: late })).toBe('thread_not_found');
    expect(await codeOf(visitor, readContact, { token: late })).toBe('thread_not_found');
    const letters = () => product.rows('select from private.contact_keys where email = $1', [email]);
    expect(await letters()).toHaveLength(1);
    await forgetLetters({ pool: product.database.pool, now: new Date() });
    expect(await letters()).toEqual([]);
    await ask(visitor, requestContact, letterOf(email));
    await ask(visitor, requestContact, letterOf(email));
    expect(await codeOf(visitor, requestContact, letterOf(email))).toBe('too_many_attempts');
  });

  test('is mailed nothing of the letter, and one network cannot close the page for the others', async () => {
    const from = async (network: string, email: string) => {
      const response = await fetch(`${product.url}/functions/v1/${requestContact.name}`, {
        method: 'POST',
        headers: { apikey: product.keys.publishableKey, 'X-Forwarded-For': network },
        body: JSON.stringify({
          ...letterOf(email),
          name: 'Gagnez http://piege.test',
          subject: 'Cliquez vite ici',
        }),
      });
      return response.status;
    };
    let sent = 0;
    while ((await from('192.0.2.7', `inconnu-${sent}@contact.fr`)) === 200) sent += 1;
    // Far fewer than the 200 that all networks have.
    expect(sent).toBe(20);
    expect(await from('192.0.2.8', 'ailleurs@contact.fr')).toBe(200);
    const mails = await product.rows(
      "select to_jsonb(m)::text as mail from mail.messages m where to_address = 'ailleurs@contact.fr'",
    );
    expect(mails).toHaveLength(1);
    expect(mails[0].mail).not.toMatch(/piege|Cliquez/);
    const keys = await product.rows('select key from private.rate_limits');
    expect(keys.length).toBeGreaterThan(3);
    expect(keys.filter(({ key }) => /@|192[.]0[.]2/.test(key))).toEqual([]);
  });
});
