import { expect, test } from 'vitest';
import { ask, codeOf, openProduct } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { replayMail } from '../contract.ts';

const reason = 'Le serveur de courrier est réparé';
const product = await openProduct();
const admin = await product.join({ role: 'admin' });

async function mail(state: 'failed' | 'kept'): Promise<string> {
  const { rows } = await product.database.pool.query<{ id: string }>(
    `insert into mail.messages (kind, from_address, to_address, subject, text_body, html_body, state, attempts, last_error)
     values ('booking.confirmed', 'a@loge.test', 'b@loge.test', 'Session confirmée', 'x', 'x', $1, 10, '550 no')
     returning id`,
    [state],
  );
  return rows[0]!.id;
}

test('an admin sees undeliverable mails, and sends one again, with an entry in the log', async () => {
  const mailId = await mail('failed');
  await mail('kept');
  const listed = await asCaller(
    product.database.pool,
    { role: 'authenticated', claims: { sub: admin.id, role: 'authenticated', session_id: admin.sessionId } },
    async (db) => (await db.query('select id, to_address, last_error from admin_dead_letters')).rows,
  );
  expect(listed).toEqual([{ id: mailId, to_address: 'b@loge.test', last_error: '550 no' }]);
  expect(await ask(admin, replayMail, { mailId, reason })).toEqual({ mailId });
  const { rows } = await product.database.pool.query(
    'select state, attempts from mail.messages where id = $1',
    [mailId],
  );
  expect(rows).toEqual([{ state: 'pending', attempts: 0 }]);
  const { rows: entries } = await product.database.pool.query(
    'select actor_id, action, reason from public.audit_log where subject_id = $1',
    [mailId],
  );
  expect(entries).toEqual([{ actor_id: admin.id, action: 'administration/replay-mail', reason }]);
});

test('only an undeliverable mail is sent again, and only by an admin', async () => {
  expect(await codeOf(admin, replayMail, { mailId: await mail('kept'), reason })).toBe('mail_not_found');
  const viewer = await product.join();
  expect(await codeOf(viewer, replayMail, { mailId: await mail('failed'), reason })).toBe('forbidden');
});
