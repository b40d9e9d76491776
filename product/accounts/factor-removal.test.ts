import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { insertSession } from '#database/seed/factories.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { readMails, refuseMailTo } from '#server/mail/testing/read-mails.ts';
import {
  decideFactorRemoval,
  exportData,
  keepFactors,
  listEvents,
  readFactorRemoval,
  requestFactorRemoval,
} from './contract.ts';
import { removeLostFactors } from './remove-factors.ts';

const product = await openProduct();
const words = 'Mon téléphone est tombé à l’eau, avec mes codes.';
const reason = 'A donné au téléphone le montant de ses deux dernières réservations';
const visitor = { client: product.client() };
const support = await product.join({ role: 'admin' });
await product.rows("update team_roles set role = 'support' where person_id = $1", [support.id]);

const enrol = async (personId: string) => {
  await product.rows(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values ($1, 'Mon téléphone', 'totp', 'verified')`,
    [personId],
  );
};
/** Somebody whose telephone is lost, signed in with the password alone. */
async function whoLost(): Promise<SignedIn> {
  const me = await product.join();
  await enrol(me.id);
  return me;
}
const factorsOf = (personId: string) =>
  product.rows('select id from auth.mfa_factors where user_id = $1', [personId]);
const removalOf = async (personId: string) => {
  const [removal] = await product.rows(
    'select id, state, takes_effect_at from factor_removals where person_id = $1 order by asked_at desc',
    [personId],
  );
  return removal as { id: string; state: string; takes_effect_at: Date | null };
};
const told = (me: SignedIn) =>
  readMails(product.database.pool, "kind = 'account.factor_removal' and to_address = $1", [me.email]);
const secretOf = (mail: { text: string } | undefined) =>
  /keep-factors\/([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
const carryOut = (hours: number) =>
  removeLostFactors({
    pool: product.database.pool,
    now: new Date(Date.now() + hours * 3_600_000),
    signal: new AbortController().signal,
    logger: pino({ level: 'silent' }),
  });
const grant = async (me: SignedIn) =>
  ask(support, decideFactorRemoval, { removalId: (await removalOf(me.id)).id, decision: 'grant', reason });

describe('somebody who lost their second factor and their recovery codes', () => {
  test('asks, is granted it by support, and enters with the password a day later, told at each step', async () => {
    const me = await whoLost();
    expect(await codeOf(me, exportData, {})).toBe('second_factor_required');
    await ask(me, requestFactorRemoval, { words });
    expect((await grant(me)).state).toBe('granted');
    await carryOut(23.9);
    expect(await factorsOf(me.id)).toHaveLength(1);
    await Promise.all([carryOut(24.1), carryOut(24.1), carryOut(24.1)]);
    expect(await factorsOf(me.id)).toEqual([]);
    expect((await told(me)).map(({ subject }) => subject)).toEqual([
      'Vous demandez le retrait de votre second facteur',
      'Votre second facteur sera bientôt retiré',
      'Votre second facteur a été retiré',
    ]);
    const data = await ask(me, exportData, {});
    expect(data.factorRemovals).toMatchObject([{ state: 'done', words, reason }]);
    expect(data.history.map(({ action, by }) => [action, by])).toEqual([
      ['accounts/request-factor-removal', 'self'],
      ['accounts/decide-factor-removal', 'admin'],
      ['accounts/remove-factors', 'loge'],
    ]);
    expect((await ask(me, listEvents, {})).events[0]).toMatchObject({ kind: 'factors_removed_by_team' });
  });

  test('has one open request, however often they ask at once', async () => {
    const me = await whoLost();
    const answers = await Promise.allSettled(
      Array.from({ length: 3 }, () => ask(me, requestFactorRemoval, { words })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await told(me)).toHaveLength(1);
    expect(await codeOf(me, requestFactorRemoval, { words })).toBe('factor_removal_open');
  });

  test('has nothing to ask without a factor, nor after they showed it', async () => {
    const without = await product.join();
    expect(await codeOf(without, requestFactorRemoval, { words })).toBe('no_lost_factor');
    const me = await whoLost();
    const token = await product.keys.sign({
      sub: me.id,
      role: 'authenticated',
      session_id: me.sessionId,
      aal: 'aal2',
      exp: Math.floor(Date.now() / 1000) + 600,
    });
    const shown = { client: product.client(token) };
    expect(await codeOf(shown, requestFactorRemoval, { words })).toBe('no_lost_factor');
    expect(await codeOf(me, requestFactorRemoval, { words: '  non  ' })).toBe('invalid_input');
  });

  test('keeps the factor by showing it, even at the moment in which it is removed', async () => {
    const found = await whoLost();
    await ask(found, requestFactorRemoval, { words });
    await product.rows("update auth.sessions set aal = 'aal2' where id = $1", [found.sessionId]);
    expect((await removalOf(found.id)).state).toBe('cancelled');
    expect(
      await codeOf(support, decideFactorRemoval, {
        removalId: (await removalOf(found.id)).id,
        decision: 'grant',
        reason,
      }),
    ).toBe('factor_removal_decided');

    const outcomes = new Set<string>();
    for (let round = 0; round < 5; round++) {
      const me = await whoLost();
      await ask(me, requestFactorRemoval, { words });
      await grant(me);
      const show = async () => {
        // As the auth service does: the account, then the session.
        const db = await product.database.pool.connect();
        try {
          await db.query('begin');
          await db.query('select from auth.users where id = $1 for update', [me.id]);
          const { rowCount } = await db.query('select from auth.mfa_factors where user_id = $1', [me.id]);
          if (rowCount === 1)
            await db.query("update auth.sessions set aal = 'aal2' where id = $1", [me.sessionId]);
          await db.query('commit');
        } finally {
          db.release();
        }
      };
      await Promise.all([carryOut(24.1), show()]);
      const { state } = await removalOf(me.id);
      const kept = (await factorsOf(me.id)).length === 1;
      expect([state, kept]).toEqual(kept ? ['cancelled', true] : ['done', false]);
      outcomes.add(state);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });

  test.each(['asked', 'granted'] as const)(
    'calls it off by the link of the mail while it is %s, and who asked is signed out',
    async (state) => {
      const me = await whoLost();
      const other = await insertSession(product.database.pool, me.id, {
        userAgent: 'Mozilla/5.0 (X11) Firefox/140.0',
      });
      await product.rows("update auth.sessions set aal = 'aal2' where id = $1", [other]);
      await ask(me, requestFactorRemoval, { words });
      if (state === 'granted') await grant(me);
      const token = secretOf((await told(me))[0]);
      expect(await ask(visitor, readFactorRemoval, { token })).toMatchObject({ state });
      expect((await removalOf(me.id)).state).toBe(state);
      await Promise.all([ask(visitor, keepFactors, { token }), ask(visitor, keepFactors, { token })]);
      expect((await removalOf(me.id)).state).toBe('cancelled');
      expect(await product.rows('select id from auth.sessions where user_id = $1', [me.id])).toEqual([
        { id: other },
      ]);
      await carryOut(48);
      expect(await factorsOf(me.id)).toHaveLength(1);
    },
  );

  test('loses it on the day, although that of somebody before them cannot be removed', async () => {
    const [stuck, other] = [await whoLost(), await whoLost()];
    for (const me of [stuck, other]) {
      await ask(me, requestFactorRemoval, { words });
      await grant(me);
    }
    const accept = await refuseMailTo(product.database.pool, stuck.email);
    await expect(carryOut(24.1)).rejects.toThrow('the second factors of 1 people were not removed');
    expect([await factorsOf(stuck.id), await factorsOf(other.id)]).toEqual([[expect.anything()], []]);
    expect((await removalOf(stuck.id)).state).toBe('granted');
    await accept();
    await carryOut(24.2);
    expect(await factorsOf(stuck.id)).toEqual([]);
  });

  test('is told why it is refused, and keeps the factor', async () => {
    const me = await whoLost();
    await ask(me, requestFactorRemoval, { words });
    const removalId = (await removalOf(me.id)).id;
    await ask(support, decideFactorRemoval, {
      removalId,
      decision: 'refuse',
      reason: 'Aucune réponse juste',
    });
    expect((await told(me))[1]?.text).toContain('Aucune réponse juste');
    await carryOut(48);
    expect(await factorsOf(me.id)).toHaveLength(1);
    const token = secretOf((await told(me))[0]);
    expect(await codeOf(visitor, keepFactors, { token })).toBe('factor_removal_decided');
  });

  test('is decided about by support alone, once, and by nobody for themself', async () => {
    const me = await whoLost();
    await ask(me, requestFactorRemoval, { words });
    const removalId = (await removalOf(me.id)).id;
    const decision = { removalId, decision: 'grant', reason } as const;
    const reader = await product.join({ role: 'admin' });
    await product.rows("update team_roles set role = 'read_only' where person_id = $1", [reader.id]);
    expect(await codeOf(reader, decideFactorRemoval, decision)).toBe('forbidden');
    expect(await codeOf(me, decideFactorRemoval, decision)).toBe('forbidden');
    const both = await Promise.all([
      codeOf(support, decideFactorRemoval, decision),
      codeOf(support, decideFactorRemoval, { ...decision, decision: 'refuse' }),
    ]);
    expect(both.filter((code) => code === null)).toHaveLength(1);
    expect(both).toContain('factor_removal_decided');
    // One of the team who lost theirs is decided about by who may do all.
    const colleague = await product.join({ role: 'admin' });
    await enrol(colleague.id);
    await ask(colleague, requestFactorRemoval, { words });
    const theirs = { ...decision, removalId: (await removalOf(colleague.id)).id };
    expect(await codeOf(support, decideFactorRemoval, theirs)).toBe('forbidden');
    await product.rows('delete from auth.mfa_factors where user_id = $1', [colleague.id]);
    expect(await codeOf(colleague, decideFactorRemoval, theirs)).toBe('cannot_act_on_self');
  });

  test('cannot lose the factor in less than a day, whatever writes to the table', async () => {
    const me = await whoLost();
    await ask(me, requestFactorRemoval, { words });
    await grant(me);
    const { id } = await removalOf(me.id);
    await expect(
      product.rows('update factor_removals set takes_effect_at = now() where id = $1', [id]),
    ).rejects.toMatchObject({ constraint: 'factor_removals_delay_check' });
    await expect(
      product.rows("update factor_removals set state = 'done', ended_at = now() where id = $1", [id]),
    ).rejects.toMatchObject({ constraint: 'factor_removals_ended_check' });
  });
});
