import { describe, expect, test } from 'vitest';
import { AppError } from '#product/shared/errors.ts';
import { openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { createCommands } from './commands.ts';

/**
 * What asks for the second factor of anybody who has one (decision 0165): bank and fiscal data, payouts, the export and the deletion of the account,
 * and a channel that is proven by a linked account.
 * What is added to it stands here too.
 */
const PROTECTED: readonly string[] = [
  'accounts/export-data',
  'accounts/request-deletion',
  'channels/verify-channel',
  'documents/accept-mandate',
  'documents/read-fiscal-identity',
  'documents/save-fiscal-identity',
  'payments/read-payout',
  'payments/refresh-payout-account',
  'payments/start-onboarding',
];

const product = await openProduct();
const commands = await createCommands(product.deps);

/** Somebody with an authenticator app in force. */
async function withApp(role: 'viewer' | 'streamer' | 'admin'): Promise<SignedIn> {
  const person = await product.join({ role });
  await product.rows(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values ($1, 'App', 'totp', 'verified')`,
    [person.id],
  );
  return person;
}

/** The commands whose access refuses a person at this level of assurance for want of the factor. */
async function refusedTo({ id }: SignedIn, aal: 'aal1' | 'aal2'): Promise<string[]> {
  const refused: string[] = [];
  for (const { contract, access } of commands) {
    const caller = { role: 'authenticated', claims: { sub: id, aal }, userId: id, sessionId: null };
    try {
      await inTransaction(product.database.pool, (db) => access(db, caller));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'second_factor_required') refused.push(contract.name);
      else expect([contract.name, error.code]).toEqual([contract.name, 'forbidden']);
    }
  }
  return refused;
}

/** The commands that an admin alone may send. */
async function ofTheTeam(): Promise<string[]> {
  const [admin, viewer, streamer] = await Promise.all([
    product.join({ role: 'admin' }),
    product.join(),
    product.join({ role: 'streamer' }),
  ]);
  const allowed = async ({ id }: SignedIn, { access }: (typeof commands)[number]) => {
    const caller = { role: 'authenticated', claims: { sub: id, aal: 'aal2' }, userId: id, sessionId: null };
    return inTransaction(product.database.pool, (db) => access(db, caller)).then(
      () => true,
      () => false,
    );
  };
  const names: string[] = [];
  for (const command of commands)
    if (
      (await allowed(admin, command)) &&
      !(await allowed(viewer, command)) &&
      !(await allowed(streamer, command))
    )
      names.push(command.contract.name);
  return names;
}

describe('at aal1, somebody who has a second factor', () => {
  test('is asked for it before bank and fiscal data, payouts, documents, the export and the deletion of the account, and nowhere else', async () => {
    const streamer = await withApp('streamer');
    expect((await refusedTo(streamer, 'aal1')).sort()).toEqual([...PROTECTED].sort());
    expect(await refusedTo(streamer, 'aal2')).toEqual([]);
  });

  test('is asked for nothing before the factor is proven', async () => {
    const streamer = await product.join({ role: 'streamer' });
    await product.rows(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type) values ($1, 'App', 'totp')`,
      [streamer.id],
    );
    expect(await refusedTo(streamer, 'aal1')).toEqual([]);
  });

  test('is asked for it by every command of the team, and so is an admin without one where the team must have it', async () => {
    const team = await ofTheTeam();
    expect(team.length).toBeGreaterThan(40);
    const admin = await withApp('admin');
    expect(await refusedTo(admin, 'aal1')).toEqual(expect.arrayContaining(team));
    expect(await refusedTo(admin, 'aal2')).toEqual([]);

    const bare = await product.join({ role: 'admin' });
    expect(await refusedTo(bare, 'aal1')).toEqual([]);
    await product.rows("update private.deployments set admin_mfa = 'required'");
    expect(await refusedTo(bare, 'aal1')).toEqual(expect.arrayContaining(team));
    await product.rows("update private.deployments set admin_mfa = 'optional'");
  });
});
