// Long because one minor and one guardian are followed from the question to the end of the consent.
import { beforeEach, describe, expect, test } from 'vitest';
import { exportData } from '#product/accounts/contract.ts';
import { acceptRequest, payBooking } from '#product/booking/contract.ts';
import { hold, key, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import {
  askGuardian,
  confirmGuardianship,
  limitGuardianship,
  readGuardianship,
  refuseGuardianship,
  stopGuardianship,
} from './contract.ts';
import { endAtMajority } from './end-at-majority.ts';

const product = await openProduct();
const till = tillOf(product);
const fixture = await openFixture(product, { priceCents: 4_500 });
const guardian = { client: product.client() };
const sixteen = parseLocalDate(`${String(new Date().getFullYear() - 16)}-01-01`);
let days = 2;
let count = 0;
let minor: SignedIn;
let address: string;

beforeEach(async () => {
  await product.rows('delete from private.rate_limits'); // all tests come from one network
  minor = await product.join({ age: sixteen, firstName: 'Léa', lastName: 'Martin' });
  address = `parent-${String(++count)}@exemple.fr`;
});

const mailsTo = (to: string) => readMails(product.database.pool, 'to_address = $1', [to]);
const secretIn = (text: string | undefined) => /\/guardian\/([0-9a-f]{64})/.exec(text ?? '')?.[1] ?? '';
const newestSecret = async (to: string) => secretIn((await mailsTo(to)).at(-1)?.text);
const confirmation = (token: string, monthlyCents = 10_000) => ({
  token,
  name: 'Anne Martin',
  hasAuthority: true as const,
  monthlyCents,
});
/** Asks and confirms. @returns the secret of the newest mail */
async function consent(monthlyCents = 10_000): Promise<string> {
  await ask(minor, askGuardian, { email: address });
  await ask(guardian, confirmGuardianship, confirmation(await newestSecret(address), monthlyCents));
  return newestSecret(address);
}
const audited = () =>
  product.rows(
    `select after -> 'cancelled' as cancelled from audit_log where action = 'guardians/stop-guardianship' and subject_id = $1::text order by id`,
    [minor.id],
  );
const pay = async (who: SignedIn, offer = fixture) => {
  const { bookingId } = await hold(who, offer, startIn(product, ++days));
  return send(who, payBooking, { key: key(), bookingId, expectedPriceCents: 4_500 });
};

describe('a minor', () => {
  test('pays nothing before a guardian has confirmed, and an adult needs none', async () => {
    expect((await pay(minor)).refusal?.code).toBe('guardian_needed');
    await ask(minor, askGuardian, { email: address });
    expect((await pay(minor)).refusal?.code).toBe('guardian_needed');
    await ask(guardian, confirmGuardianship, confirmation(await newestSecret(address)));
    expect((await pay(minor)).refusal).toBeNull();
    expect((await pay(await product.join())).refusal).toBeNull();
  });

  test('books what is free without one', async () => {
    const free = await openFixture(product, { priceCents: 0 });
    const { bookingId } = await hold(minor, free, startIn(product, ++days));
    const { status } = await ask(minor, payBooking, { key: key(), bookingId, expectedPriceCents: 0 });
    expect(status).toBe('confirmed');
  });

  test('is refused by the database, no matter who writes the payment', async () => {
    const { bookingId } = await hold(minor, fixture, startIn(product, ++days));
    await expect(
      product.rows(
        `insert into payments (booking_id, viewer_id, streamer_id, provider, amount_cents, fee_basis_points, settings_version)
         select id, viewer_id, streamer_id, 'sandbox', 4500, 1500, settings_version from bookings where id = $1`,
        [bookingId],
      ),
    ).rejects.toMatchObject({ constraint: 'payments_guardian' });
  });

  test('asks one guardian at a time, not themself, and not too often', async () => {
    expect(await codeOf(minor, askGuardian, { email: minor.email.toUpperCase() })).toBe('own_guardian');
    expect(await codeOf(minor, askGuardian, { email: minor.email.replace('@', '+maman@') })).toBe(
      'own_guardian',
    );
    expect(await codeOf(await product.join(), askGuardian, { email: address })).toBe('not_minor');
    await ask(minor, askGuardian, { email: address });
    const first = await newestSecret(address);
    // All at once: at most two more mails, one request that is open.
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => codeOf(minor, askGuardian, { email: `autre-${address}` })),
    );
    expect(answers.filter((code) => code === null)).toHaveLength(2);
    expect(answers.filter((code) => code === 'too_many_attempts')).toHaveLength(4);
    expect(
      await product.rows(`select from guardianships where person_id = $1 and state = 'asked'`, [minor.id]),
    ).toHaveLength(1);
    expect(await codeOf(guardian, confirmGuardianship, confirmation(first))).toBe('guardianship_decided');
    await ask(guardian, confirmGuardianship, confirmation(await newestSecret(`autre-${address}`)));
    expect(await codeOf(minor, askGuardian, { email: address })).toBe('guardian_confirmed');
  });

  test('who asks another while one confirms is told so', async () => {
    for (let round = 0; round < 4; round++) {
      const who = await product.join({ age: sixteen, firstName: 'Léa', lastName: 'Martin' });
      const to = `course-${String(round)}-${address}`;
      await ask(who, askGuardian, { email: to });
      const token = await newestSecret(to);
      const codes = await Promise.all([
        codeOf(guardian, confirmGuardianship, confirmation(token)),
        codeOf(who, askGuardian, { email: `a-${to}` }),
        codeOf(who, askGuardian, { email: `b-${to}` }),
      ]);
      for (const code of codes)
        expect([null, 'guardian_confirmed', 'guardianship_decided', 'try_again']).toContain(code);
    }
  });

  test('needs nobody from the day on which they come of age', async () => {
    await product.rows(
      `update ages set declared_at = declared_at - interval '2 years', birth_date = (now() at time zone 'Europe/Paris')::date - interval '18 years' where person_id = $1`,
      [minor.id],
    );
    expect((await pay(minor)).refusal).toBeNull();
    expect(await codeOf(minor, askGuardian, { email: address })).toBe('not_minor');
  });
});

describe('a guardian', () => {
  test('is told what Loge is, decides once, and the minor is told', async () => {
    await ask(minor, askGuardian, { email: address });
    const [mail] = await mailsTo(address);
    expect(mail?.text).toContain('Léa M.');
    expect(mail?.text).not.toContain(minor.email);
    const token = await newestSecret(address);
    expect(await ask(guardian, readGuardianship, { token })).toMatchObject({
      state: 'asked',
      minorName: 'Léa M.',
      sessions: [],
    });
    // Both at once: one decision.
    const decisions = await Promise.all([
      ...Array.from({ length: 3 }, () => codeOf(guardian, confirmGuardianship, confirmation(token))),
      ...Array.from({ length: 3 }, () => codeOf(guardian, refuseGuardianship, { token })),
    ]);
    expect(decisions.filter((code) => code === null)).toHaveLength(1);
    expect(decisions.filter((code) => code === 'guardianship_decided')).toHaveLength(5);
    expect((await mailsTo(minor.email)).filter(({ kind }) => kind === 'guardian.answered')).toHaveLength(1);
    expect(await codeOf(guardian, readGuardianship, { token: 'b'.repeat(64) })).toBe(
      'guardianship_not_found',
    );
  });

  test('who refuses keeps the minor from paying, and who answers too late changes nothing', async () => {
    await ask(minor, askGuardian, { email: address });
    await ask(guardian, refuseGuardianship, { token: await newestSecret(address) });
    expect((await pay(minor)).refusal?.code).toBe('guardian_needed');
    // They were promised that nothing more would come, under a label of theirs neither.
    const mails = await mailsTo(address);
    for (const email of [address, address.replace('@', '+loge@')])
      expect(await codeOf(minor, askGuardian, { email })).toBe('guardian_refused');
    expect(await mailsTo(address)).toHaveLength(mails.length);
    const other = `tante-${address}`;
    await ask(minor, askGuardian, { email: other });
    const token = await newestSecret(other);
    product.clock.ahead = 15 * 86_400_000;
    expect(await ask(guardian, readGuardianship, { token })).toMatchObject({ state: 'expired' });
    expect(await codeOf(guardian, confirmGuardianship, confirmation(token))).toBe('guardianship_decided');
  });

  test('sets a limit a month that holds however many payments begin at once', async () => {
    const token = await consent(9_000);
    const others = await Promise.all(
      Array.from({ length: 3 }, () => openFixture(product, { priceCents: 4_500 })),
    );
    const held: string[] = [];
    for (const offer of others) held.push((await hold(minor, offer, startIn(product, ++days))).bookingId);
    const codes = await Promise.all(
      held.map((bookingId) =>
        codeOf(minor, payBooking, { key: key(), bookingId, expectedPriceCents: 4_500 }),
      ),
    );
    expect(codes.toSorted()).toEqual(['guardian_limit', null, null]);
    expect(await ask(guardian, readGuardianship, { token })).toMatchObject({ spentCents: 9_000 });
    await ask(guardian, limitGuardianship, { token, monthlyCents: 13_500 });
    const left = held[codes.indexOf('guardian_limit')] ?? '';
    expect(
      await codeOf(minor, payBooking, { key: key(), bookingId: left, expectedPriceCents: 4_500 }),
    ).toBeNull();
  });

  test('gets a mail for each payment, sees the sessions and not what was written, and stops', async () => {
    await consent();
    const bookingId = await till.paid(minor, fixture, startIn(product, ++days));
    await product.rows(`update bookings set answers = '{"a": "un secret"}' where id = $1`, [bookingId]);
    const paid = (await mailsTo(address)).at(-1);
    expect(paid).toMatchObject({
      kind: 'guardian.told',
      subject: expect.stringMatching(/Léa M\. a payé 45,00/),
    });
    const token = secretIn(paid?.text);
    const seen = await ask(guardian, readGuardianship, { token });
    expect(seen.sessions).toMatchObject([
      { bookingId, isFree: false, paidCents: 4_500, refundCents: 4_500, status: 'confirmed' },
    ]);
    expect(JSON.stringify(seen)).not.toContain('secret');

    const { bookingId: waiting } = await hold(minor, fixture, startIn(product, ++days));
    const stopped = await ask(guardian, stopGuardianship, { token, cancelSessions: true });
    expect(stopped).toEqual({ cancelled: 1, refundCents: 4_500 });
    await till.work();
    expect((await pay(minor)).refusal?.code).toBe('guardian_needed');
    const [row] = await product.rows('select status, refund_cents from bookings where id = $1', [bookingId]);
    expect(row).toEqual({ status: 'cancelled_by_viewer', refund_cents: 4_500 });
    expect(await product.rows('select status from bookings where id = $1', [waiting])).toEqual([
      { status: 'expired' },
    ]);
    expect((await mailsTo(address)).at(-1)?.subject).toContain('arrêtés');
    // Sent again, nothing more happens; and what the minor asks for next is another consent.
    expect(await ask(guardian, stopGuardianship, { token, cancelSessions: true })).toEqual({
      cancelled: 0,
      refundCents: 0,
    });
    expect(await codeOf(guardian, limitGuardianship, { token, monthlyCents: 0 })).toBe(
      'guardianship_decided',
    );
    expect((await ask(minor, exportData, {})).guardianships).toMatchObject([
      { state: 'stopped', email: address, told_at: expect.any(String) },
    ]);
  });

  test('whose place another has taken sees nothing more, and calls nothing off', async () => {
    const former = await consent();
    await ask(guardian, stopGuardianship, { token: former, cancelSessions: false });
    const second = `autre-${address}`;
    await ask(minor, askGuardian, { email: second });
    expect(await ask(guardian, readGuardianship, { token: former })).toMatchObject({ state: 'stopped' });
    await ask(guardian, confirmGuardianship, confirmation(await newestSecret(second)));
    const bookingId = await till.paid(minor, fixture, startIn(product, ++days));
    expect(await codeOf(guardian, readGuardianship, { token: former })).toBe('guardianship_not_found');
    expect(await codeOf(guardian, stopGuardianship, { token: former, cancelSessions: true })).toBe(
      'guardianship_not_found',
    );
    expect((await till.bookingOf(bookingId)).status).toBe('confirmed');
  });

  test('who calls sessions off after stopping is told of it, and the log keeps it', async () => {
    const token = await consent();
    await till.paid(minor, fixture, startIn(product, ++days));
    await ask(guardian, stopGuardianship, { token, cancelSessions: false });
    const told = () =>
      mailsTo(address).then((mails) => mails.filter(({ subject }) => subject.includes('arrêtés')));
    expect(await told()).toHaveLength(1);
    await ask(guardian, stopGuardianship, { token, cancelSessions: true });
    expect((await told()).map(({ text }) => /Une session a été annulée/.test(text))).toEqual([false, true]);
    expect(await audited()).toEqual([{ cancelled: null }, { cancelled: 1 }]);
  });

  test('whose stop was cut short is obeyed when it comes again, and told once', async () => {
    const token = await consent();
    const bookingId = await till.paid(minor, fixture, startIn(product, ++days));
    // A crash after the first transaction: the consent has ended, and nothing was called off yet.
    await product.rows(
      `update guardianships set state = 'stopped', ended_at = now() where person_id = $1 and state = 'confirmed'`,
      [minor.id],
    );
    for (const cancelled of [1, 0])
      expect(await ask(guardian, stopGuardianship, { token, cancelSessions: true })).toMatchObject({
        cancelled,
      });
    expect((await till.bookingOf(bookingId)).status).toBe('cancelled_by_viewer');
    const told = (await mailsTo(address)).filter(({ subject }) => subject.includes('arrêtés'));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('Une session a été annulée');
  });

  test('who stopped before the bank answered has paid for nothing', async () => {
    await consent();
    const { bookingId, checkoutUrl } = await till.opened(minor, fixture, startIn(product, ++days));
    await product.rows(
      `update guardianships set state = 'stopped', ended_at = now() where person_id = $1 and state = 'confirmed'`,
      [minor.id],
    );
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    await till.work();
    expect((await till.bookingOf(bookingId)).status).not.toBe('confirmed');
    expect((await till.paymentOf(bookingId)).state).toBe('voided');
    expect((await mailsTo(minor.email)).at(-1)?.text).toContain('a retiré son accord');
  });

  test('who stops while banks answer was told of every payment that stands', async () => {
    const families = await Promise.all(
      Array.from({ length: 4 }, async (_, at) => {
        const child = await product.join({ age: sixteen, firstName: 'Léa', lastName: 'Martin' });
        const to = `banque-${String(at)}-${address}`;
        await ask(child, askGuardian, { email: to });
        await ask(guardian, confirmGuardianship, confirmation(await newestSecret(to)));
        const offer = await openFixture(product, { priceCents: 4_500 });
        const opened = [
          await till.opened(child, offer, startIn(product, 3)),
          await till.opened(child, offer, startIn(product, 4)),
        ];
        return { to, token: await newestSecret(to), opened };
      }),
    );
    // Each stop comes twice, between the answers of the banks.
    await Promise.all(
      families.flatMap(({ token, opened }) =>
        opened.flatMap(({ checkoutUrl }) => [
          till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' }),
          ask(guardian, stopGuardianship, { token, cancelSessions: false }),
        ]),
      ),
    );
    await till.work();
    for (const { to, opened } of families) {
      const ids = opened.map(({ bookingId }) => bookingId);
      const [row] = await product.rows(
        `select count(*) filter (where b.status = 'confirmed')::int as stand,
           count(*) filter (where p.state in ('open', 'authorised', 'captured') and b.status <> 'confirmed')::int as lost
         from payments p join bookings b on b.id = p.booking_id where b.id = any ($1)`,
        [ids],
      );
      const mails = (await mailsTo(to)).filter(({ subject }) => subject.includes('a payé'));
      expect(row).toEqual({ stand: mails.length, lost: 0 });
    }
  });

  test('is told of a request before anything is debited, and in those words', async () => {
    await consent();
    const asking = await openFixture(product, { priceCents: 4_500, confirmation: 'on_request' });
    await till.paid(minor, asking, startIn(product, ++days));
    const mail = (await mailsTo(address)).at(-1);
    expect(mail?.subject).toMatch(/Léa M\. a demandé une session à 45/);
    expect(mail?.text).toContain('débitée si le streamer accepte');
    const told = (await mailsTo(address)).length;
    const [{ id: bookingId }] = (await product.rows(
      `select id from bookings where viewer_id = $1 and status = 'requested'`,
      [minor.id],
    )) as [{ id: string }];
    await ask(asking.streamer, acceptRequest, { key: key(), bookingId });
    await till.work();
    expect((await till.paymentOf(bookingId)).state).toBe('captured');
    // Accepted, it is what they were told of: no second mail.
    expect(await mailsTo(address)).toHaveLength(told);
  });

  test('is let go on the birthday, once, however many processes look', async () => {
    const token = await consent();
    const asked = await product.join({ age: sixteen, firstName: 'Noé', lastName: 'Petit' });
    await ask(asked, askGuardian, { email: `b-${address}` });
    const now = new Date(Date.now() + 3 * 365 * 86_400_000);
    const run = { pool: product.database.pool, signal: new AbortController().signal };
    await endAtMajority({ ...run, now: new Date() });
    expect(await ask(guardian, readGuardianship, { token })).toMatchObject({ state: 'confirmed' });
    await Promise.all(Array.from({ length: 2 }, () => endAtMajority({ ...run, now })));
    await endAtMajority({ ...run, now });
    expect(
      await product.rows(
        `select g.state, a.birth_date, (select count(*)::int from private.guardian_links l where l.guardianship_id = g.id) as links
         from guardianships g join ages a using (person_id) where person_id = any ($1)`,
        [[minor.id, asked.id]],
      ),
    ).toEqual([
      { state: 'ended', birth_date: null, links: 0 },
      { state: 'ended', birth_date: null, links: 0 },
    ]);
    expect((await mailsTo(address)).filter(({ subject }) => subject.includes('a 18 ans'))).toHaveLength(1);
    // Who had not answered is not written to.
    expect(await mailsTo(`b-${address}`)).toHaveLength(1);
    expect(await codeOf(guardian, readGuardianship, { token })).toBe('guardianship_not_found');
  });

  test('who stops without calling off keeps the paid sessions', async () => {
    const token = await consent();
    const bookingId = await till.paid(minor, fixture, startIn(product, ++days));
    expect(await ask(guardian, stopGuardianship, { token, cancelSessions: false })).toMatchObject({
      cancelled: 0,
    });
    expect(await product.rows('select status from bookings where id = $1', [bookingId])).toEqual([
      { status: 'confirmed' },
    ]);
  });
});

describe('the mail to a guardian is no relay for others', () => {
  test('its subject is ours, and a name is nothing that a mail program makes a link of', async () => {
    await ask(minor, askGuardian, { email: address });
    const [mail] = await mailsTo(address);
    expect(mail?.subject).not.toContain('Léa');
    for (const name of ['Gagnez sur promo.example', 'https://promo', 'Léa\u202e', 'Lé\u200ba'])
      await expect(
        product.rows('update public.profiles set first_name = $2 where id = $1', [minor.id, name]),
      ).rejects.toThrow(/profiles_first_name_(?:plain|link)_check/);
  });

  test('one network asks twenty an hour, whatever accounts it makes', async () => {
    const codes: (string | null)[] = [];
    for (let n = 0; n < 22; n += 1) {
      const other = await product.join({ age: sixteen });
      codes.push(await codeOf(other, askGuardian, { email: `${String(n)}-${address}` }));
    }
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => null));
    expect(codes.slice(20)).toEqual(['too_many_attempts', 'too_many_attempts']);
  });

  test('one mailbox gets three a day, whatever follows its plus', async () => {
    const codes: (string | null)[] = [];
    for (const label of ['', '+a', '+b', '+c']) {
      const other = await product.join({ age: sixteen });
      codes.push(await codeOf(other, askGuardian, { email: address.replace('@', `${label}@`) }));
    }
    expect(codes).toEqual([null, null, null, 'too_many_attempts']);
  });

  test('who refuses for ever is asked by nobody any more, and who refuses once by others only', async () => {
    await ask(minor, askGuardian, { email: address });
    await ask(guardian, refuseGuardianship, { token: await newestSecret(address) });
    const other = await product.join({ age: sixteen });
    await ask(other, askGuardian, { email: address });
    await ask(guardian, refuseGuardianship, { token: await newestSecret(address), forever: true });
    const third = await product.join({ age: sixteen });
    expect(await codeOf(third, askGuardian, { email: address.replace('@', '+x@') })).toBe('guardian_refused');
    expect(await mailsTo(address)).toHaveLength(2);
    expect(JSON.stringify(await product.rows('select * from private.refused_addresses'))).not.toContain(
      'exemple',
    );
  });
});
