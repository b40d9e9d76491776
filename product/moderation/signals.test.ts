import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { book, openFixture, runTask, startIn } from '#product/booking/testing/fixture.ts';
import { sendMessage } from '#product/messages/contract.ts';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { decideCase, readCase, readDecision, sendReport, takeCase } from './contract.ts';
import { findSignals } from './find-signals.ts';

const product = await openProduct();
const admin = await product.join({ role: 'admin', firstName: 'Anouk', lastName: 'Admin' });

const find = () => runTask(product, findSignals);
/** The cases that rules opened about somebody, oldest first. */
const casesOf = ({ id }: SignedIn) =>
  product.rows(
    `select id, signal, state, category, report_count, subject_kind, subject_id from public.moderation_cases
     where person_id = $1 and signal is not null order by number`,
    [id],
  );
const write = (who: SignedIn, sessionId: string, body: string) =>
  ask(who, sendMessage, { sessionId, key: randomUUID(), body });
/** A confirmed session of two new people, by its id. */
const meet = async (days = 3) => {
  const fixture = await openFixture(product);
  const viewer = await product.join();
  const sessionId = await book(product, viewer, fixture, startIn(product, days));
  return { ...fixture, fixture, viewer, sessionId };
};
const end = (bookingId: string, status: string) =>
  product.rows(
    'update public.bookings set status = $2, ended_at = now(), due_event = null, due_at = null where id = $1',
    [bookingId, status],
  );
const close = async (caseId: string) => {
  await ask(admin, takeCase, { caseId });
  await ask(admin, decideCase, {
    caseId,
    measure: 'none',
    days: null,
    cancelSessions: false,
    rule: 'off_platform',
    facts: 'Rien qui sorte de Loge.',
    reason: 'Un numéro de partie',
    expectedRefundCents: 0,
    unfounded: false,
  });
};

describe('a message that leads away from Loge', () => {
  test('opens a case that holds this message as it was, and no other of the conversation', async () => {
    const { streamer, viewer, sessionId } = await meet();
    await write(viewer, sessionId, 'Bonjour, une question secrète sur la partie');
    const { messageId } = await write(streamer, sessionId, 'Payez-moi plutôt par Lydia, au 06 12 34 56 78');
    await find();
    expect(await casesOf(viewer)).toEqual([]);
    const [found, ...others] = await casesOf(streamer);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      signal: 'contact_in_message',
      state: 'open',
      category: 'off_platform',
      report_count: 0,
      subject_kind: 'message',
      subject_id: messageId,
    });
    await product.rows('update public.session_messages set hidden_at = now() where id = $1', [messageId]);
    const seen = await ask(admin, readCase, { caseId: found.id });
    expect(seen.signals).toMatchObject([
      {
        found: ['« 06 12 34 56 78 »', '« payez-moi plutot par lydia »'],
        evidence: { text: 'Payez-moi plutôt par Lydia, au 06 12 34 56 78', isShown: true },
      },
    ]);
    expect(JSON.stringify(seen)).not.toContain('secrète');
    // Nobody was told, and nothing was done.
    expect(
      await product.rows('select from public.moderation_decisions where person_id = $1', [streamer.id]),
    ).toEqual([]);
    expect(await product.rows('select from public.suspensions where person_id = $1', [streamer.id])).toEqual(
      [],
    );
  });

  test('joins the open case of its author, is read once, and opens another after the decision', async () => {
    const { streamer, sessionId } = await meet();
    await write(streamer, sessionId, 'Mon numéro : 06 12 34 56 78');
    await find();
    await write(streamer, sessionId, 'Ou par mail, nour@exemple.fr');
    await find();
    await find();
    const [first] = await casesOf(streamer);
    expect((await ask(admin, readCase, { caseId: first.id })).signals).toHaveLength(2);
    await close(first.id);
    await find();
    expect(await casesOf(streamer)).toHaveLength(1);
    await write(streamer, sessionId, 'Encore : 06 12 34 56 78');
    await find();
    expect((await casesOf(streamer)).map(({ state }) => state)).toEqual(['decided', 'open']);
  });

  test('opens one case, however many processes look at once', async () => {
    const { streamer, sessionId } = await meet();
    for (let count = 0; count < 6; count++) await write(streamer, sessionId, `Le 06 12 34 56 7${count}`);
    await Promise.all(Array.from({ length: 8 }, find));
    const [found, ...others] = await casesOf(streamer);
    expect(others).toEqual([]);
    expect((await ask(admin, readCase, { caseId: found.id })).signals).toHaveLength(6);
    const second = product.rows(
      `insert into public.moderation_cases (subject_kind, subject_id, person_id, title, severity, category, opened_at, last_reported_at, signal)
       values ('message', '0', $1, 'Essai', 1, 'other', now(), now(), 'contact_in_message')`,
      [streamer.id],
    );
    await expect(second).rejects.toMatchObject({ constraint: 'moderation_cases_signal_key' });
  });

  test('stands beside the reports of the same message, in a case of its own', async () => {
    const { streamer, viewer, sessionId } = await meet();
    const { messageId } = await write(streamer, sessionId, 'Appelez le 06 12 34 56 78');
    await find();
    await ask(viewer, sendReport, {
      subject: { kind: 'message', id: messageId },
      category: 'off_platform',
      body: 'On me donne un numéro de téléphone.',
      path: '/viewer-dashboard/messages',
      goodFaith: true,
      who: null,
    });
    const rows = await product.rows(
      'select signal from public.moderation_cases where subject_id = $1 order by number',
      [messageId],
    );
    expect(rows).toEqual([{ signal: 'contact_in_message' }, { signal: null }]);
  });
});

test('a decision about what a rule found says so to its person: nobody reported it', async () => {
  const { streamer, sessionId } = await meet();
  await write(streamer, sessionId, 'Le 06 12 34 56 78');
  await find();
  const [{ id: caseId }] = await casesOf(streamer);
  await ask(admin, takeCase, { caseId });
  await ask(admin, decideCase, {
    caseId,
    measure: 'warn',
    days: null,
    cancelSessions: false,
    rule: 'off_platform',
    facts: 'Le message donne un numéro de téléphone.',
    reason: 'Première fois',
    expectedRefundCents: 0,
    unfounded: false,
  });
  const [mail] = await product.rows(
    "select event from mail.messages where kind = 'moderation.statement' and to_address = $1",
    [streamer.email],
  );
  expect(mail.event.detected).toBe(true);
  expect(await ask({ client: product.client() }, readDecision, { token: mail.event.token })).toMatchObject({
    detected: true,
  });
});

describe('a page', () => {
  test('opens a case when it changes to one that leads away, and none for the places a streamer may show', async () => {
    const { streamer, offerId } = await openFixture(product);
    await product.rows(
      "update public.streamers set bio = 'Rejoignez https://discord.gg/abcd, et mon Insta : @nour' where id = $1",
      [streamer.id],
    );
    await find();
    expect(await casesOf(streamer)).toEqual([]);
    await product.rows(
      "update public.offers set description = 'Paiement par PayPal : paypal.me/nour' where id = $1",
      [offerId],
    );
    await find();
    expect(await casesOf(streamer)).toMatchObject([
      { signal: 'contact_in_profile', subject_kind: 'offer', subject_id: offerId },
    ]);
    await product.rows("update public.streamers set bio = 'Écrivez à nour@exemple.fr' where id = $1", [
      streamer.id,
    ]);
    await find();
    const [found] = await casesOf(streamer);
    const { signals } = await ask(admin, readCase, { caseId: found.id });
    expect(signals.map(({ evidence }) => evidence.text.includes('nour@exemple.fr'))).toEqual([false, true]);
  });
});

describe('what repeats itself', () => {
  test('three sessions to which a streamer did not come', async () => {
    const fixture = await openFixture(product);
    const viewer = await product.join();
    for (const day of [3, 4, 5]) {
      expect(await casesOf(fixture.streamer)).toEqual([]);
      await end(await book(product, viewer, fixture, startIn(product, day)), 'streamer_no_show');
    }
    product.clock.ahead = 7 * 86_400_000;
    await find();
    await find();
    const [found, ...others] = await casesOf(fixture.streamer);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      signal: 'no_shows',
      subject_kind: 'profile',
      subject_id: fixture.streamer.id,
    });
    expect((await ask(admin, readCase, { caseId: found.id })).signals).toMatchObject([
      { found: ['3 absences sur 3 sessions en 60 jours'] },
    ]);
    // The viewer came each time.
    expect(await casesOf(viewer)).toEqual([]);
    await close(found.id);
    await find();
    expect(await casesOf(fixture.streamer)).toHaveLength(1);
  });

  test('three sessions to which a viewer did not come', async () => {
    const fixture = await openFixture(product);
    const viewer = await product.join();
    for (const day of [3, 4, 5])
      await end(await book(product, viewer, fixture, startIn(product, day)), 'viewer_no_show');
    product.clock.ahead = 7 * 86_400_000;
    await find();
    expect(await casesOf(viewer)).toMatchObject([{ signal: 'no_shows' }]);
    expect(await casesOf(fixture.streamer)).toEqual([]);
  });

  test('five requests that a streamer turned down', async () => {
    const fixture = await openFixture(product, { confirmation: 'on_request' });
    for (const day of [3, 4, 5, 6, 7])
      await end(await book(product, await product.join(), fixture, startIn(product, day)), 'declined');
    product.clock.ahead = 60_000;
    await find();
    expect(await casesOf(fixture.streamer)).toMatchObject([{ signal: 'refusals', category: 'other' }]);
  });

  test('two payments that the same viewer disputes', async () => {
    const fixture = await openFixture(product);
    const viewer = await product.join();
    for (const day of [3, 4]) {
      const bookingId = await book(product, viewer, fixture, startIn(product, day));
      await product.rows(
        `with paid as (update public.payments set state = 'captured', captured_cents = amount_cents, captured_at = now() where booking_id = $1 returning id)
         insert into private.disputes (provider, reference, payment_id, amount_cents) select 'sandbox', 'dp_' || id, id, 1000 from paid`,
        [bookingId],
      );
    }
    product.clock.ahead = 60_000;
    await find();
    expect(await casesOf(viewer)).toMatchObject([{ signal: 'disputes', category: 'fraud' }]);
    expect(await casesOf(fixture.streamer)).toMatchObject([{ signal: 'disputes' }]);
  });

  test('five people who report things of the same person, with the gravest of their reasons', async () => {
    const { streamer, offerId } = await openFixture(product);
    const send = async (kind: 'profile' | 'offer', category: 'misleading' | 'harassment') =>
      ask(await product.join(), sendReport, {
        subject: { kind, id: kind === 'offer' ? offerId : streamer.id },
        category,
        body: 'Cette page raconte n’importe quoi.',
        path: '/',
        goodFaith: true,
        who: null,
      });
    for (let count = 0; count < 4; count++) await send('profile', 'misleading');
    await find();
    expect(await casesOf(streamer)).toEqual([]);
    await send('offer', 'harassment');
    product.clock.ahead = 60_000;
    await find();
    expect(await casesOf(streamer)).toMatchObject([{ signal: 'reports', category: 'harassment' }]);
  });

  test('what the team does opens no case', async () => {
    await product.rows(`insert into private.unread_texts (kind, subject_id) values ('profile', $1)`, [
      admin.id,
    ]);
    await find();
    expect(await casesOf(admin)).toEqual([]);
  });
});

describe('a name that is read as another’s', () => {
  const rename = (who: SignedIn, column: 'display_name' | 'handle', name: string) =>
    product.rows(`update public.streamers set ${column} = $2 where id = $1`, [who.id, name]);
  const shown = async (name: string) => {
    const streamer = await product.join({ role: 'streamer' });
    await rename(streamer, 'display_name', name);
    return streamer;
  };

  test.each([
    ['Nourhane Kadri', 'Nourhanе Kadri'], // a Cyrillic е
    ['Ilyas Benoit', 'llyas Benoit'],
    ['Marnie Vautier', 'Mamie Vautier'],
    ['William Fort', 'VVilliam Fort'],
    ['Lukasz Horn', 'Łukasz Horn'],
    ['Soren Kval', 'Søren Kval'],
    ['Dorde Mirko', 'Đorde Mirko'],
    ['Leila Sorel', 'ʟeiʟa Soreʟ'],
    ['Zoé Okonkwo', 'Zоé 0konkwo'],
  ])('%s, then %s: the second is told to moderation', async (first, second) => {
    const known = await shown(first);
    await find();
    const twin = await shown(second);
    await find();
    expect((await casesOf(twin)).map(({ signal, category }) => ({ signal, category }))).toContainEqual({
      signal: 'name_of_another',
      category: 'fraud',
    });
    expect((await ask(admin, readCase, { caseId: (await casesOf(twin))[0].id })).signals[0]?.found).toEqual([
      expect.stringContaining(first),
    ]);
    expect(await casesOf(known)).toEqual([]);
  });

  test('two people of one name, and names of another script that differ, are left alone', async () => {
    const people = [];
    for (const name of ['Camille Estève', 'Camille Esteve', 'Ирина Белова', 'Ирина Серова', '✨✨', '★★'])
      people.push(await shown(name));
    await find();
    for (const one of people) expect(await casesOf(one)).toEqual([]);
  });

  test('an address is compared as well', async () => {
    const known = await product.join({ role: 'streamer' });
    await rename(known, 'handle', 'oli-lacroix');
    await find();
    const twin = await product.join({ role: 'streamer' });
    await rename(twin, 'handle', '0li-lacroix');
    await find();
    expect((await casesOf(twin)).map(({ signal }) => signal)).toEqual(['name_of_another']);
  });
});
