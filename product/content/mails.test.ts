import { expect, test } from 'vitest';
import { recovery } from '#product/accounts/mails/recovery.ts';
import { suspended } from '#product/administration/mails/suspended.ts';
import { overruled } from '#product/booking/mails/overruled.ts';
import type { MailKind } from '#product/mail/mail-kind.ts';
import { postMail } from '#product/mail/outbox.ts';
import { kinds } from '#product/mails.ts';
import type { TeamRole } from '#product/shared/team-roles.ts';
import { ask, codeOf, openProduct } from '#product/testing/product-server.ts';
import { renderMessage, STORED_COLUMNS, type StoredMail } from '#server/mail/render-message.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { listMails, previewMail, testMail } from './mails-contract.ts';

const product = await openProduct();
const { rows } = product;
const admin = await product.join({ role: 'admin' });
const viewer = await product.join({ firstName: 'Zélie' });
const memberOf = async (role: TeamRole) => {
  const person = await product.join({ role: 'admin' });
  await rows('update public.team_roles set role = $2 where person_id = $1', [person.id, role]);
  return person;
};
const write = <Event>(kind: MailKind<Event>, event: Event) =>
  inTransaction(product.database.pool, (db) =>
    postMail(db, kind, { to: viewer.email, userId: viewer.id, firstName: 'Zélie' }, event),
  );

test('every kind is in the list, and each of its examples can be looked at', async () => {
  const { mails } = await ask(admin, listMails, {});
  expect(mails.map(({ kind }) => kind)).toEqual(kinds.map(({ name }) => name));
  for (const { kind, subject, samples } of mails) {
    expect(subject, kind).not.toBe('');
    for (let sample = 0; sample < samples; sample++) {
      const shown = await ask(admin, previewMail, { kind, sample });
      expect(shown, kind).toMatchObject({ writtenAt: null, example: 'asked' });
      expect(shown.html, kind).toContain('<html');
    }
    expect(await codeOf(admin, previewMail, { kind, sample: samples })).toBe('mail_not_found');
  }
  expect(await codeOf(viewer, listMails, {})).toBe('forbidden');
  expect(await codeOf(admin, previewMail, { kind: 'notice.unknown', sample: null })).toBe('mail_not_found');
});

test('a mail is shown with the facts of the last one of its kind, to whom it concerns', async () => {
  const kind = suspended.name;
  expect(await ask(admin, previewMail, { kind, sample: null })).toMatchObject({ example: 'none' });
  await write(suspended, { reason: 'Premier motif', until: null });
  await write(suspended, { reason: 'Insultes répétées', until: null });
  const [last] = await rows('select id from mail.messages where kind = $1 order by created_at desc limit 1', [
    kind,
  ]);
  const looks = (personId: string) =>
    rows(
      `select subject_table, subject_id, after from audit_log where action = 'content/preview-mail' and actor_id = $1`,
      [personId],
    );
  for (const person of [admin, await memberOf('support')]) {
    const { text, writtenAt, example } = await ask(person, previewMail, { kind, sample: null });
    expect(text).toContain('Insultes répétées');
    expect(text).toContain('Zélie');
    expect(writtenAt).not.toBeNull();
    expect(example).toBeNull();
    expect(await looks(person.id)).toEqual([
      { subject_table: 'mail.messages', subject_id: last?.id, after: { kind } },
    ]);
  }
  for (const role of ['finance', 'read_only'] as const) {
    const shown = await ask(await memberOf(role), previewMail, { kind, sample: null });
    expect(shown).toMatchObject({ example: 'role', writtenAt: null });
    expect(shown.text).not.toContain('Insultes répétées');
  }
  await ask(admin, previewMail, { kind, sample: 0 });
  expect(await looks(admin.id)).toHaveLength(1);
  expect((await ask(admin, listMails, {})).mails.find((mail) => mail.kind === kind)?.written).toBe(2);
});

test('what lets somebody in is shown to nobody', async () => {
  await write(recovery, {
    actionLink: 'https://loge.test/reset-password?token_hash=vrai-secret&type=recovery',
    validitySeconds: 3600,
    otp: '314159',
  });
  const shown = await ask(admin, previewMail, { kind: recovery.name, sample: null });
  expect(shown.example).toBe('secret');
  expect(`${shown.html}${shown.text}`).not.toMatch(/vrai-secret|314159/);
  // Every kind that knows a link, a code or the id by which a consent is withdrawn is one of those.
  const holding = kinds.filter(({ samples }) =>
    /"(actionLink|otp|token|path|receiptId|invitationId)":/.test(JSON.stringify(samples)),
  );
  expect(holding.length).toBeGreaterThan(8);
  expect(holding.filter(({ shows }) => shows !== 'example').map(({ name }) => name)).toEqual([]);
});

test('a test goes to one’s own address alone, says that it is one, and is in the log', async () => {
  const kind = overruled.name;
  expect(await ask(admin, testMail, { kind, sample: 0 })).toEqual({ to: admin.email });
  const written: StoredMail[] = await rows(
    `select ${STORED_COLUMNS} from mail.messages where kind = 'test:${kind}'`,
  );
  expect(written).toHaveLength(1);
  const [mail] = written;
  if (!mail) throw new Error('no mail was written');
  const message = renderMessage(mail, {
    from: 'Loge <bonjour@loge.test>',
    siteUrl: () => 'https://loge.test',
    replies: null,
  });
  if (message instanceof Error) throw message;
  expect(message.to).toBe(admin.email);
  expect(message.subject).toMatch(/^\[Essai\] /);
  expect(message.text).toContain('Ceci est un essai');
  expect(message).toMatchObject({ calendar: null, unsubscribe: null, replyTo: null });
  expect(
    await rows(`select actor_id, subject_id, after from audit_log where action = 'content/test-mail'`),
  ).toEqual([{ actor_id: admin.id, subject_id: mail.id, after: { kind, sample: 0 } }]);
  expect(await codeOf(viewer, testMail, { kind, sample: 0 })).toBe('forbidden');
  expect(await codeOf(admin, testMail, { kind, sample: 40 })).toBe('mail_not_found');
  const codes: (string | null)[] = [];
  for (let count = 0; count < 20; count++) codes.push(await codeOf(admin, testMail, { kind, sample: 0 }));
  expect(codes).toEqual([...Array.from({ length: 19 }, () => null), 'too_many_attempts']);
});
