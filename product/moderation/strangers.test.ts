import { afterEach, describe, expect, test } from 'vitest';
import { runTask } from '#product/booking/testing/fixture.ts';
import { forgetEndedLimits, STRANGERS, spendOfStranger } from '#product/command/rate-limit.ts';
import { codeOf, openProduct } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { sendReport } from './contract.ts';

const product = await openProduct();
const { pool } = product.database;
afterEach(() => pool.query('delete from private.rate_limits'));

/** @returns whether it was let through */
const act = (place: string, email: string) =>
  inTransaction(pool, (db) => spendOfStranger(db, { act: 'reports', place, email }, new Date())).then(
    () => true,
    () => false,
  );

describe('people without an account', () => {
  test('one network is stopped after its own budget, and nobody else is', async () => {
    const own: boolean[] = [];
    for (let n = 0; n < STRANGERS.ofPlace + 3; n += 1) own.push(await act('here', `a${n}@exemple.fr`));
    expect(own.filter(Boolean)).toHaveLength(STRANGERS.ofPlace);
    expect(await act('elsewhere', 'b@exemple.fr')).toBe(true);
  });

  test('eleven networks that use theirs up slow all others, and close it to none', async () => {
    for (let place = 0; place < 11; place += 1)
      for (let n = 0; n < STRANGERS.ofPlace; n += 1) await act(`net-${place}`, `p${place}-${n}@exemple.fr`);
    for (const place of ['x', 'y', 'z']) {
      const through: boolean[] = [];
      for (let n = 0; n < STRANGERS.ofSlowedPlace + 1; n += 1)
        through.push(await act(place, `${place}${n}@exemple.fr`));
      expect(through).toEqual([true, true, false]);
    }
  });

  test('what they did is forgotten once no limit counts it any more', async () => {
    const counted = () => product.rows('select key from private.rate_limits');
    await act('here', 'a@exemple.fr');
    expect(await counted()).toHaveLength(3);
    await runTask(product, forgetEndedLimits);
    expect(await counted()).toHaveLength(3);
    product.clock.ahead = 2 * 3_600_000;
    await runTask(product, forgetEndedLimits);
    // The mails to one address are counted by the day.
    expect(await counted()).toHaveLength(1);
    product.clock.ahead = 25 * 3_600_000;
    await runTask(product, forgetEndedLimits);
    expect(await counted()).toEqual([]);
    product.clock.ahead = 0;
  });

  test('an address that nobody proved gets no word of others about what was reported', async () => {
    const streamer = await product.join({ role: 'streamer' });
    await pool.query(
      `update public.streamers set display_name = 'Des mots à moi', published_at = now() where id = $1`,
      [streamer.id],
    );
    const code = await codeOf({ client: product.client() }, sendReport, {
      subject: { kind: 'profile', id: streamer.id },
      category: 'fraud',
      body: 'Cette page se fait passer pour une autre.',
      path: '/streamer/x',
      goodFaith: true,
      who: { name: 'Camille', email: 'inconnue@exemple.fr' },
    });
    expect(code).toBeNull();
    const [mail] = await readMails(pool, 'to_address = $1', ['inconnue@exemple.fr']);
    expect(mail?.text).toContain('gardé tel que vous l’avez vu');
    expect(JSON.stringify(mail)).not.toContain('Des mots à moi');
  });
});
