import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { authMailer } from '#product/accounts/auth-mailer.ts';
import { requestDeletion as contract } from '#product/accounts/contract.ts';
import { changeRole, setTeamRoles } from '#product/administration/contract.ts';
import { runCommand } from '#product/command/run-command.ts';
import { ask, codeOf, openProduct, PASSWORD } from '#product/testing/product-server.ts';
import { refuseMailTo } from '#server/mail/testing/read-mails.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { requestDeletion } from './commands/request-deletion.ts';
import { purgeDeletedAccounts } from './purge-deleted.ts';

const product = await openProduct();

describe('leaving', () => {
  test('thirty guesses of the password at once are checked five times at most', async () => {
    const me = await product.join();
    const codes = await Promise.all(
      Array.from({ length: 30 }, (_, at) => codeOf(me, contract, { password: `faux ${at}` })),
    );
    expect(codes.filter((code) => code === 'wrong_password').length).toBeLessThanOrEqual(5);
    expect(new Set(codes)).toEqual(new Set(['wrong_password', 'too_many_attempts']));
    expect(await codeOf(me, contract, { password: PASSWORD })).toBe('too_many_attempts');
  });

  test('the last admin cannot leave, even when they became admin while they asked', async () => {
    const admin = await product.join({ role: 'admin' });
    const heir = await product.join();
    // While the heir's password is checked, the only other admin hands over and leaves.
    const verifyPassword = async () => {
      await ask(admin, changeRole, { personId: heir.id, role: 'admin', reason: 'Passation' });
      await ask(admin, setTeamRoles, { personId: heir.id, roles: ['all'], reason: 'Passation' });
      await ask(admin, contract, { password: PASSWORD });
      return true;
    };
    const commands = [requestDeletion({ verifyPassword })];
    const order = { name: contract.name, actorId: heir.id, input: { password: 'x' }, now: new Date() };
    await expect(
      inTransaction(product.database.pool, (db) => runCommand(commands, db, order)),
    ).rejects.toMatchObject({ code: 'last_admin' });
    expect(await product.rows('select private.count_active_admins() as count')).toEqual([{ count: 1 }]);
  });

  test('what the log tables hold about the operator’s acts and former addresses goes too', async () => {
    const me = await product.join();
    await product.rows(
      `insert into auth.audit_log_entries (payload) values
         (jsonb_build_object('action', 'user_invited', 'actor_id', gen_random_uuid(),
           'traits', jsonb_build_object('user_id', $1::text, 'user_email', $2::text)))`,
      [me.id, me.email],
    );
    await product.rows(
      `insert into mail.messages (kind, from_address, to_address, subject, text_body, html_body, related)
       values ('account.suspended', 'a@loge.test', 'ancienne@loge.test', 's', 't', 'h', jsonb_build_object('user_id', $1::text))`,
      [me.id],
    );
    await ask(me, contract, { password: PASSWORD });
    await purgeDeletedAccounts({
      pool: product.database.pool,
      logger: pino({ level: 'silent' }),
      now: new Date(Date.now() + 40 * 86_400_000),
      signal: new AbortController().signal,
    });
    const left = await product.rows(
      `select payload::text as text from auth.audit_log_entries union all select to_jsonb(m)::text from mail.messages m where kind <> 'account.deletion_done'`,
    );
    expect(left.filter(({ text }) => text.includes(me.id) || text.includes(me.email))).toEqual([]);
  });

  test('an account whose purge fails does not hold up the others, and is purged by a later run', async () => {
    const [stuck, other] = [await product.join(), await product.join()];
    for (const person of [stuck, other]) await ask(person, contract, { password: PASSWORD });
    const run = () =>
      purgeDeletedAccounts({
        pool: product.database.pool,
        logger: pino({ level: 'silent' }),
        now: new Date(Date.now() + 40 * 86_400_000),
        signal: new AbortController().signal,
      });
    const left = async () =>
      (await product.rows('select id from auth.users where id = any($1)', [[stuck.id, other.id]])).map(
        ({ id }) => id,
      );
    const accept = await refuseMailTo(product.database.pool, stuck.email);
    await expect(run()).rejects.toThrow('1 accounts could not be purged');
    expect(await left()).toEqual([stuck.id]);
    await accept();
    await run();
    expect(await left()).toEqual([]);
  });

  test('a mailed link to a former address goes too', async () => {
    const me = await product.join();
    const mailer = authMailer({
      validitySeconds: 60,
      siteUrl: () => product.url,
      now: () => new Date(),
    });
    await inTransaction(product.database.pool, (db) =>
      mailer(db, {
        kind: 'email_changed',
        to: 'avant@loge.test',
        userId: me.id,
        actionLink: null,
        arrival: null,
        otp: '',
        newEmail: 'apres@loge.test',
        userMetadata: {},
      }),
    );
    await ask(me, contract, { password: PASSWORD });
    await purgeDeletedAccounts({
      pool: product.database.pool,
      logger: pino({ level: 'silent' }),
      now: new Date(Date.now() + 40 * 86_400_000),
      signal: new AbortController().signal,
    });
    expect(await product.rows("select id from mail.messages where to_address = 'avant@loge.test'")).toEqual(
      [],
    );
  });
});
