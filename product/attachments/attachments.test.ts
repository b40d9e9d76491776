import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { exportData } from '#product/accounts/contract.ts';
import { submitIntake } from '#product/booking/contract.ts';
import {
  book,
  type Fixture,
  hold,
  key,
  openFixture,
  runTask,
  startIn,
} from '#product/booking/testing/fixture.ts';
import { sendMessage } from '#product/messages/contract.ts';
import { sendReport } from '#product/moderation/contract.ts';
import { answerThread, openThread, readThread } from '#product/support/contract.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { clamdScanner } from '#server/integrations/antivirus/clamd.ts';
import { openClamd } from '#server/integrations/antivirus/testing/clamd-double.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { forgetUnsentFiles } from './forget-unsent.ts';
import { scanAttachments, stopWaitingForScanner } from './scan-attachments.ts';

const product = await openProduct();
const clamd = await openClamd();
afterAll(clamd.close);

let fixture: Fixture;
let viewer: SignedIn;
let streamer: SignedIn;
let admin: SignedIn;
let sessionId: string;

beforeEach(async () => {
  fixture = await openFixture(product);
  streamer = fixture.streamer;
  viewer = await product.join({ firstName: 'Camille', lastName: 'Delorme' });
  admin = await product.join({ role: 'admin' });
  const bookingId = await book(product, viewer, fixture, startIn(product, 4));
  const [row] = await product.rows('select session_id from public.bookings where id = $1', [bookingId]);
  sessionId = row.session_id;
});

const asPerson = ({ id }: SignedIn, sql: string, values: unknown[]) =>
  asCaller(
    product.database.pool,
    { role: 'authenticated', claims: { sub: id, role: 'authenticated' } },
    async (db) => (await db.query(sql, values)).rowCount,
  );
/** The row that an upload of this person leaves. @returns the file's id */
async function upload(who: SignedIn, folder = who.id, name: string = randomUUID()): Promise<string> {
  await asPerson(
    who,
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata) values ('attachments', $1, $2, $3, '{"mimetype": "application/pdf", "size": 2048}')`,
    [`${folder}/${name}`, who.id, randomUUID()],
  );
  return name;
}
const file = async (who: SignedIn, name = 'partie.pdf') => ({ id: await upload(who), name });
const write = async (who: SignedIn, files: { id: string; name: string }[], body = 'Voici la partie') =>
  (await ask(who, sendMessage, { sessionId, key: key(), body, files })).messageId;
/** Who of some people sees a file, its row and its bytes alike. */
async function seenBy(id: string, people: Record<string, SignedIn>): Promise<string[]> {
  const seen: string[] = [];
  for (const [name, person] of Object.entries(people)) {
    const row = await asPerson(person, 'select id from public.attachments where id = $1', [id]);
    const bytes = await asPerson(
      person,
      `select id from storage.objects where bucket_id = 'attachments' and name like '%/' || $1`,
      [id],
    );
    if (row !== 0 && bytes !== 0) seen.push(name);
    else if (row !== 0) seen.push(`${name}, without its bytes`);
    else if (bytes !== 0) seen.push(`${name}, who did not send it yet`);
  }
  return seen;
}
const objectsOf = async (id: string) =>
  (await product.rows(`select id from storage.objects where name like '%/' || $1`, [id])).length;

test('a file in a message is seen by the two, and by the team once the message was reported', async () => {
  const sent = await file(viewer);
  const stranger = await product.join();
  const people = { viewer, streamer, stranger, admin };
  expect(await seenBy(sent.id, people)).toEqual(['viewer, who did not send it yet']);
  const messageId = await write(viewer, [sent]);
  expect(await seenBy(sent.id, people)).toEqual(['viewer', 'streamer']);
  await ask(streamer, sendReport, {
    subject: { kind: 'message', id: messageId },
    category: 'other',
    body: 'Le fichier joint n’a rien à faire là.',
    path: '/streamer-dashboard',
    goodFaith: true,
    who: null,
  });
  expect(await seenBy(sent.id, people)).toEqual(['viewer', 'streamer', 'admin']);
  await product.rows('update public.session_messages set hidden_at = now() where id = $1', [messageId]);
  expect(await seenBy(sent.id, people)).toEqual(['viewer', 'admin']);
});

test('one sends one’s own files, each once', async () => {
  const own = await file(viewer);
  const send = (who: SignedIn, files: object[]) =>
    codeOf(who, sendMessage, { sessionId, key: key(), body: 'Voici', files: files as (typeof own)[] });
  expect(await send(streamer, [own])).toBe('file_not_found');
  expect(await send(viewer, [{ ...own, id: randomUUID() }])).toBe('file_not_found');
  await write(viewer, [own]);
  expect(await send(viewer, [own])).toBe('file_not_found');
  const many = await Promise.all([1, 2, 3, 4, 5].map(() => file(viewer)));
  expect(await send(viewer, many)).toBe('invalid_input');
});

test('one uploads into one’s own folder, a dozen at most that were not sent, and takes back none that was', async () => {
  await expect(upload(viewer, streamer.id)).rejects.toThrow('row-level security');
  await expect(upload(viewer, viewer.id, 'partie.pdf')).rejects.toThrow('row-level security');
  const sent = await file(viewer);
  await write(viewer, [sent]);
  const remove = (id: string) =>
    asPerson(viewer, `delete from storage.objects where name = $1`, [`${viewer.id}/${id}`]);
  expect(await remove(sent.id)).toBe(0);
  for (let count = 0; count < 12; count += 1) await upload(viewer);
  await expect(upload(viewer)).rejects.toThrow('too many files');
});

test('uploads with the server’s rights do not change what was sent, and count like any other', async () => {
  const sent = await file(viewer);
  const asServer = (name: string) =>
    product.rows(
      `insert into storage.objects (bucket_id, name, owner_id, version) values ('attachments', $1, $2, gen_random_uuid())
       on conflict (bucket_id, name) do update set version = excluded.version`,
      [name, viewer.id],
    );
  await expect(asServer(`${viewer.id}/${sent.id}`)).rejects.toThrow('never replaced');
  await write(viewer, [sent]);
  await expect(asServer(`${viewer.id}/${sent.id}`)).rejects.toThrow('cannot be uploaded again');
  await expect(
    product.rows('update storage.objects set name = $1 where name = $2', [
      `${viewer.id}/${randomUUID()}`,
      `${viewer.id}/${sent.id}`,
    ]),
  ).rejects.toThrow('never replaced');
  const many = Array.from({ length: 16 }, () => asServer(`${viewer.id}/${randomUUID()}`));
  const outcomes = await Promise.allSettled(many);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
});

test('a file to the team is seen by its person and the team, in both directions', async () => {
  const sent = await file(viewer, 'capture.pdf');
  const { threadId } = await ask(viewer, openThread, {
    key: key(),
    about: { kind: 'help', id: null },
    subject: 'Un écran noir',
    body: 'Voici ce que je vois.',
    files: [sent],
  });
  const people = { viewer, streamer, admin };
  expect(await seenBy(sent.id, people)).toEqual(['viewer', 'admin']);
  const answer = await file(admin, 'mode-d-emploi.pdf');
  const seen = (await ask(admin, readThread, { threadId })).messages.at(-1)?.id ?? '';
  await ask(admin, answerThread, {
    key: key(),
    threadId,
    body: 'Voici comment faire.',
    seen,
    state: 'waiting',
    files: [answer],
  });
  expect(await seenBy(answer.id, people)).toEqual(['viewer', 'admin']);
});

test('files go with the answers before a session, and one that is left out is deleted', async () => {
  const { bookingId } = await hold(viewer, fixture, startIn(product, 5));
  const [first, second] = [await file(viewer, 'partie.pdf'), await file(viewer, 'niveau.pdf')];
  const answer = (files: object[]) =>
    ask(viewer, submitIntake, { key: key(), bookingId, answers: {}, files: files as (typeof first)[] });
  await answer([first]);
  expect(await seenBy(first.id, { viewer, streamer, admin })).toEqual(['viewer', 'streamer']);
  await answer([first, second]);
  await answer([second]);
  expect([await objectsOf(first.id), await objectsOf(second.id)]).toEqual([0, 1]);
});

test('with a scanner a file waits for it; one with a virus is deleted, and none is let through while it is away', async () => {
  const [good, bad] = [await file(viewer, 'partie.pdf'), await file(viewer, 'cadeau.pdf')];
  await write(viewer, [good, bad]);
  await product.rows("update public.attachments set state = 'waiting' where owner_id = $1", [viewer.id]);
  const people = { viewer, streamer };
  expect(await seenBy(good.id, people)).toEqual(['viewer', 'streamer, without its bytes']);
  const readObject = async (_bucket: string, name: string) =>
    Readable.from([Buffer.alloc(70_000, 'a'), Buffer.from(name.endsWith(bad.id) ? 'EICAR' : 'rien')]);
  const scan = (url: string) => runTask(product, scanAttachments({ scanner: clamdScanner(url), readObject }));
  // Nobody listens there.
  await expect(scan('tcp://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED');
  expect(await seenBy(good.id, people)).toEqual(['viewer', 'streamer, without its bytes']);
  await product.rows('update public.attachments set scan_until = null');
  await scan(clamd.url);
  expect(await seenBy(good.id, people)).toEqual(['viewer', 'streamer']);
  expect(await objectsOf(bad.id)).toBe(0);
  const rows = await product.rows(
    'select state, finding from public.attachments where owner_id = $1 order by state',
    [viewer.id],
  );
  expect(rows).toEqual([
    { state: 'clean', finding: null },
    { state: 'infected', finding: 'Eicar-Signature' },
  ]);
});

test('a file that is lost or that the scanner refuses is not tried for ever, and nobody else sees it', async () => {
  const [lost, large, good] = [await file(viewer), await file(viewer), await file(viewer)];
  await write(viewer, [lost, large, good]);
  await product.rows("update public.attachments set state = 'waiting' where owner_id = $1", [viewer.id]);
  const readObject = async (_bucket: string, name: string) => {
    if (name.endsWith(lost.id)) return null;
    if (name.endsWith(good.id)) return Readable.from([Buffer.from('rien')]);
    return Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536)));
  };
  const scan = () => runTask(product, scanAttachments({ scanner: clamdScanner(clamd.url), readObject }));
  await scan();
  const waiting = await product.rows(
    "select id from public.attachments where owner_id = $1 and state = 'waiting' and scan_tries = 1",
    [viewer.id],
  );
  expect(waiting).toHaveLength(2);
  await product.rows('update public.attachments set scan_until = null, scan_tries = 4');
  await scan();
  const states = await product.rows('select id, state from public.attachments where owner_id = $1', [
    viewer.id,
  ]);
  expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [lost.id, 'unscannable'],
      [large.id, 'unscannable'],
      [good.id, 'clean'],
    ]),
  );
  expect(await seenBy(large.id, { viewer, streamer })).toEqual(['viewer', 'streamer, without its bytes']);
});

test('without a scanner any more, what waited for it is as what is sent now', async () => {
  const sent = await file(viewer);
  await write(viewer, [sent]);
  await product.rows("update public.attachments set state = 'waiting' where owner_id = $1", [viewer.id]);
  await runTask(product, stopWaitingForScanner);
  expect(await seenBy(sent.id, { viewer, streamer })).toEqual(['viewer', 'streamer']);
});

test('the scanner’s answer to a file that is too large for it lets nothing through', async () => {
  const endless = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536)));
  await expect(clamdScanner(clamd.url).scan(endless)).rejects.toThrow(/size limit|EPIPE|ECONNRESET/);
});

test('files are in the export, and go with their message, with their account, and when they are not sent', async () => {
  const [sent, other, unsent] = [await file(viewer), await file(viewer), await file(viewer)];
  const messageId = await write(viewer, [sent]);
  await write(viewer, [other]);
  expect((await ask(viewer, exportData, {})).attachments).toMatchObject([
    { path: `attachments/${viewer.id}/${sent.id}`, file_name: 'partie.pdf', size_bytes: 2048 },
    { path: `attachments/${viewer.id}/${other.id}` },
  ]);
  await product.rows('delete from public.session_messages where id = $1', [messageId]);
  expect(await objectsOf(sent.id)).toBe(0);
  await runTask(product, forgetUnsentFiles);
  expect([await objectsOf(unsent.id), await objectsOf(other.id)]).toEqual([1, 1]);
  await product.rows("update storage.objects set created_at = now() - interval '25 hours'");
  await runTask(product, forgetUnsentFiles);
  expect([await objectsOf(unsent.id), await objectsOf(other.id)]).toEqual([0, 1]);
  await product.rows('update auth.users set deleted_at = now() where id = $1', [viewer.id]);
  expect(await objectsOf(other.id)).toBe(0);
  expect(await product.rows('select id from public.attachments where owner_id = $1', [viewer.id])).toEqual(
    [],
  );
});
