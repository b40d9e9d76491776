import PostalMime from 'postal-mime';
import { beforeAll, describe, expect, test } from 'vitest';
import { authMailer } from '#product/accounts/auth-mailer.ts';
import { suspended } from '#product/administration/mails/suspended.ts';
import { postMail } from '#product/mail/outbox.ts';
import { kinds } from '#product/mails.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { testIdentity } from '../testing/read-mails.ts';
import { createDevMailbox } from './dev-mailbox.ts';

const link = 'https://loge.test/auth/callback?token_hash=abc&type=magiclink';
const db = await openTestDatabase('platform');
const app = createDevMailbox({ pool: db.pool, identity: testIdentity, reply: null });

const get = async (path: string) => {
  const response = await app.request(path);
  return { response, body: await response.text() };
};
const newest = async (to: string) => (await (await app.request(`/dev/mail.json?to=${to}`)).json())[0];

test('an empty mailbox says what it is for', async () => {
  expect((await get('/dev/mail')).body).toContain('Rien pour l’instant');
});

test('every sample of every kind of mail has its preview', async () => {
  const { body } = await get('/dev/mail/kinds');
  const previews = [...body.matchAll(/href="(\/dev\/mail\/[^"]+~\d+)"/g)].map(([, path = '']) => path);
  const all = kinds.flatMap(({ name, samples }) => samples.map((_, at) => `/dev/mail/${name}~${at}`));
  expect(previews).toEqual(all);
  for (const path of previews) {
    const preview = await get(path);
    expect([preview.response.status, preview.body.includes('Dernière erreur')], path).toEqual([200, false]);
    expect((await get(`${path}/html`)).body, path).toContain('Camille');
  }
  const calendar = await get('/dev/mail/booking.confirmed~0/ics');
  expect(calendar.body).toContain('BEGIN:VCALENDAR');
  const file = await get('/dev/mail/booking.confirmed~0/eml');
  expect(file.response.headers.get('content-disposition')).toBe(
    'attachment; filename="booking.confirmed~0.eml"',
  );
  for (const unknown of ['booking.confirmed~99', 'auth.unheard_of~0', 'booking.confirmed~x'])
    expect((await get(`/dev/mail/${unknown}`)).response.status).toBe(404);
});

describe('with mail in it', () => {
  beforeAll(async () => {
    const send = authMailer({
      validitySeconds: 3600,
      siteUrl: () => 'https://loge.test',
      now: () => new Date(),
    });
    for (const to of ['ancienne@exemple.fr', 'Camille@exemple.fr']) {
      await inTransaction(db.pool, (client) =>
        send(client, {
          kind: 'magiclink',
          to,
          userId: null,
          actionLink: 'https://loge.test/auth/v1/verify?token=abc&type=magiclink',
          arrival: { tokenHash: 'abc', type: 'magiclink', redirectTo: 'https://loge.test/' },
          otp: '482913',
          userMetadata: {},
        }),
      );
    }
    await inTransaction(db.pool, (client) =>
      postMail(
        client,
        suspended,
        { to: 'mallory@exemple.fr', userId: null, firstName: null },
        { reason: '</p></pre><script>alert(1)</script>', until: null },
      ),
    );
    // As mails were written before they were facts.
    await db.pool.query(
      `insert into mail.messages (kind, from_address, to_address, subject, text_body, html_body) values
         ('x', 'a@loge.test', 'mallory@exemple.fr', '<script>alert(1)</script>', '</pre><script>alert(1)</script>', '<head></head>x'),
         ('x', 'a@loge.test', 'avant@exemple.fr', 'Avant', 'texte', '<head></head>x')`,
    );
    await db.pool.query(
      `insert into mail.messages (kind, event, to_address) values ('booking.confirmed', '{}', 'casse@exemple.fr')`,
    );
  });

  test('lists it newest first, and finds it by recipient', async () => {
    const { body } = await get('/dev/mail');
    expect(body.indexOf('Camille@exemple.fr')).toBeGreaterThan(0);
    expect(body.indexOf('Camille@exemple.fr')).toBeLessThan(body.indexOf('ancienne@exemple.fr'));
    const found = (await get('/dev/mail?to=CAMILLE')).body;
    expect(found).toContain('Camille@exemple.fr');
    expect(found).not.toContain('ancienne@exemple.fr');
    expect((await get('/dev/mail?to=%25_%3Cb%3E')).body).toContain(
      'Aucun mail pour «\u202f%_&lt;b&gt;\u202f»',
    );
  });

  test('gives tests the link and the code, by whole address', async () => {
    expect(await newest('camille@exemple.fr')).toMatchObject({
      code: '482913',
      links: [link, 'http://loge.test'],
    });
    expect(await newest('amille@exemple.fr')).toBeUndefined();
  });

  test('shows one with its text and headers, its links opening the page itself', async () => {
    const { id } = await newest('camille@exemple.fr');
    const { body } = await get(`/dev/mail/${id}`);
    expect(body).toContain('482913');
    expect(body).toContain('Message-ID: &lt;');
    expect(body).toMatch(
      /<iframe[^>]+sandbox="allow-same-origin allow-top-navigation-by-user-activation allow-popups"/,
    );
    const shown = await get(`/dev/mail/${id}/html`);
    expect(shown.body).toContain('<head><base target="_top">');
    expect(shown.response.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('downloads one as a message that a mail program opens', async () => {
    const { id } = await newest('camille@exemple.fr');
    const response = await app.request(`/dev/mail/${id}/eml`);
    expect(response.headers.get('content-type')).toBe('message/rfc822');
    const mail = await PostalMime.parse(await response.arrayBuffer());
    expect(mail.text).toContain(link);
  });

  test('runs nothing that a mail brings', async () => {
    const all = await (await app.request('/dev/mail.json?to=mallory@exemple.fr')).json();
    expect(all).toHaveLength(2);
    for (const path of ['/dev/mail', ...all.map(({ id }: { id: string }) => `/dev/mail/${id}`)]) {
      const { response, body } = await get(path);
      expect(body).not.toContain('<script>alert');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('shows what was written before mails were facts, and says why another cannot be rendered', async () => {
    expect(await newest('avant@exemple.fr')).toMatchObject({ subject: 'Avant', text: 'texte' });
    const { id } = await newest('casse@exemple.fr');
    expect((await get(`/dev/mail/${id}`)).body).toContain('not an event of booking.confirmed');
    expect((await get(`/dev/mail/${id}/html`)).response.status).toBe(404);
  });

  test('an unknown mail is a plain 404', async () => {
    for (const path of [
      '/dev/mail/x',
      '/dev/mail/x/eml',
      '/dev/mail/00000000-0000-4000-8000-000000000000/html',
    ]) {
      expect((await get(path)).response.status).toBe(404);
    }
  });

  test('a mail that was sent has only its envelope left', async () => {
    const { id } = await newest('ancienne@exemple.fr');
    await db.pool.query(
      "update mail.messages set state = 'sent', sent_at = now(), event = null where id = $1",
      [id],
    );
    expect((await get(`/dev/mail/${id}`)).body).toContain('Déjà envoyé');
    expect((await get(`/dev/mail/${id}/html`)).response.status).toBe(404);
  });
});
