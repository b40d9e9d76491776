import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createGateway } from '#platform/gateway/gateway.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { scanAttachments } from '#product/attachments/scan-attachments.ts';
import { runTask } from '#product/booking/testing/fixture.ts';
import { postMail } from '#product/mail/outbox.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { clamdScanner } from '#server/integrations/antivirus/clamd.ts';
import { openClamd } from '#server/integrations/antivirus/testing/clamd-double.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { answerThread, openThread, readThread } from './contract.ts';
import { replyTroubled } from './mails/reply-troubled.ts';
import { receiveReply } from './receive-reply.ts';
import { replyAddresses } from './reply-addresses.ts';

const product = await openProduct();
const { pool } = product.database;
const clamd = await openClamd();
const folder = mkdtempSync(join(tmpdir(), 'loge-reply-files-'));
const storage = await createStorage({
  pool,
  gateway: createGateway(product.keys, ['anon', 'authenticated', 'service_role']),
  urlKey: product.keys.derive('storage-urls'),
  folder,
  storageUrl: null,
  mostBytes: 60_000_000,
  trustProxy: false,
  logger: pino({ level: 'silent' }),
});
afterAll(async () => {
  await clamd.close();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const admin = await product.join({ role: 'admin' });
const replies = replyAddresses({ domain: 'reponses.loge.test', key: randomBytes(32) });
const now = () => new Date();
const deps = (scansFiles = false) => ({ pool, replies, files: { store: storage.write, scansFiles }, now });
/** A PDF, and a PNG of one point: what they are is in their first bytes. */
const pdf = (more = '') => Buffer.from(`%PDF-1.7\n1 0 obj<<>>endobj\n${more}\ntrailer<<>>\n%%EOF\n`);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400, 1)]);

async function answered() {
  const viewer = await product.join();
  const { threadId } = await ask(viewer, openThread, {
    key: randomUUID(),
    about: { kind: 'help', id: null },
    subject: 'Je n’ai pas reçu mon billet',
    body: 'J’ai payé hier soir.',
    files: [],
  });
  const seen = (await ask(admin, readThread, { threadId })).messages.at(-1)?.id ?? '';
  const key = randomUUID();
  await ask(admin, answerThread, { key, threadId, body: 'Envoyez une capture.', seen, state: 'waiting' });
  return { viewer, threadId, to: replies.write({ threadId, to: viewer.email, at: now() }) };
}
const mailOf = (from: string, to: string, files: { name: string; body: Buffer }[], text = 'Voici') => ({
  messageId: `<${randomUUID()}@exemple.fr>`,
  from,
  to: [to],
  text,
  headers: {},
  attachments: files.length,
  files,
});
const filesOf = (threadId: string) =>
  product.rows(
    `select a.file_name, a.type, a.state, a.owner_id from attachments a join support_messages m on m.id = a.support_message_id
     where m.thread_id = $1 order by a.file_name`,
    [threadId],
  );
const lastOf = async (threadId: string) => (await ask(admin, readThread, { threadId })).messages.at(-1);

test('files that come with a reply go into its thread as their sender’s, once, and are what their bytes say', async () => {
  const { viewer, threadId, to } = await answered();
  const mail = mailOf(viewer.email, to, [
    { name: 'capture.txt', body: PNG },
    { name: 'billet.pdf', body: pdf() },
  ]);
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => receiveReply(deps(), mail)));
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
  expect(await receiveReply(deps(), mail)).toBe('known');
  expect(await filesOf(threadId)).toEqual([
    { file_name: 'billet.pdf', type: 'application/pdf', state: 'unscanned', owner_id: viewer.id },
    { file_name: 'capture.txt', type: 'image/png', state: 'unscanned', owner_id: viewer.id },
  ]);
  expect(await lastOf(threadId)).toMatchObject({ body: 'Voici' });
});

test('what Loge does not take is named in the thread and to its sender; the rest arrives', async () => {
  const { viewer, threadId, to } = await answered();
  const files = [
    { name: 'installer.exe', body: EXE },
    { name: 'gros.pdf', body: Buffer.concat([pdf(), Buffer.alloc(26 * 1024 * 1024)]) },
    { name: 'billet.pdf', body: pdf() },
  ];
  expect(await receiveReply(deps(), mailOf(viewer.email, to, files))).toBe('files_refused');
  expect((await filesOf(threadId)).map(({ file_name }) => file_name)).toEqual(['billet.pdf']);
  expect((await lastOf(threadId))?.body).toBe('Voici\n\n[Pièces jointes refusées : installer.exe, gros.pdf]');
  const [told] = await readMails(pool, "kind = 'support.reply_troubled' and to_address = $1", [viewer.email]);
  expect(told?.text.replaceAll('\u2060', '')).toMatch(/Refusé\s:\sinstaller\.exe, gros\.pdf\./);
});

test('a name that is cut at an emoji, or that holds half of one, loses nothing of the reply', async () => {
  const { viewer, threadId, to } = await answered();
  const files = [
    { name: `${'a'.repeat(199)}😀.exe`, body: EXE },
    // As JSON.parse reads it from what the provider sends.
    { name: JSON.parse('"b\\ud83d.exe"'), body: EXE },
    { name: JSON.parse('"c\\ude00.pdf"'), body: pdf() },
  ];
  expect(await receiveReply(deps(), mailOf(viewer.email, to, files))).toBe('files_refused');
  expect((await filesOf(threadId)).map(({ file_name }) => file_name)).toEqual(['c\ufffd.pdf']);
  expect((await lastOf(threadId))?.body).toBe(
    `Voici\n\n[Pièces jointes refusées : ${'a'.repeat(199)}😀, b\ufffd.exe]`,
  );
  const [told] = await readMails(pool, "kind = 'support.reply_troubled' and to_address = $1", [viewer.email]);
  expect(told?.text).toContain('😀');
});

test('a mail whose facts hold half an emoji is written all the same', async () => {
  const recipient = { to: 'moitie@exemple.fr', userId: null, firstName: null };
  await inTransaction(pool, (db) =>
    postMail(db, replyTroubled, recipient, { why: 'files_refused', names: ['a\ud83d.exe'], refusal: null }),
  );
  const [told] = await readMails(pool, 'to_address = $1', [recipient.to]);
  expect(told?.text).toContain('a\ufffd');
});

test('more than four, and files without words', async () => {
  const { viewer, threadId, to } = await answered();
  const files = [1, 2, 3, 4, 5].map((number) => ({ name: `${number}.pdf`, body: pdf(`${number}`) }));
  expect(await receiveReply(deps(), mailOf(viewer.email, to, files, ''))).toBe('files_refused');
  expect(await filesOf(threadId)).toHaveLength(4);
  expect((await lastOf(threadId))?.body).toContain('[Pièces jointes refusées : 5.pdf]');
});

test('wait for the virus scanner, and one with a virus is deleted', async () => {
  const { viewer, threadId, to } = await answered();
  const files = [
    { name: 'malade.pdf', body: pdf('EICAR-STANDARD-ANTIVIRUS-TEST-FILE') },
    { name: 'sain.pdf', body: pdf() },
  ];
  expect(await receiveReply(deps(true), mailOf(viewer.email, to, files))).toBe('taken');
  expect((await filesOf(threadId)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  await runTask(product, scanAttachments({ scanner: clamdScanner(clamd.url), readObject: storage.read }));
  expect((await filesOf(threadId)).map(({ state }) => state)).toEqual(['infected', 'clean']);
});

test('of a stranger, or of a mail that is not taken, none is stored in anybody’s name', async () => {
  const { viewer, threadId, to } = await answered();
  const files = [{ name: 'billet.pdf', body: pdf() }];
  expect(await receiveReply(deps(), mailOf('autre@exemple.fr', to, files))).toBe('unknown');
  const stored = await product.rows(
    "select 1 from storage.objects where owner_id = $1 and bucket_id = 'attachments'",
    [viewer.id],
  );
  expect(stored).toEqual([]);
  expect(await filesOf(threadId)).toEqual([]);
});
