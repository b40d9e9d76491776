import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { insertBooked, insertOffer, openStreamer } from '#product/availability/testing/marketplace.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { composeMime } from '#server/integrations/mail-transport/smtp.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { addUp } from './add-up.ts';
import { inviteAbsentViewers, listAbsentViewers } from './contract.ts';
import { createStopInvitations } from './stop-invitations.ts';

const product = await openProduct();
const { pool } = product.database;
const DAY = 86_400_000;
const stop = createStopInvitations({ pool });

/** A streamer with viewers who each came once, so many days ago. */
async function withViewers(...daysAgo: number[]) {
  const streamer = await product.join({ role: 'streamer', firstName: 'Léa' });
  await openStreamer(pool, streamer.id);
  const offerId = await insertOffer(pool, streamer.id, {});
  const come = (viewerId: string, days: number, status: 'completed' | 'confirmed' = 'completed') => {
    const start = new Date(Date.now() - days * DAY);
    return insertBooked(pool, { streamerId: streamer.id, viewerId, offerId, start, heldAt: start, status });
  };
  const viewers: SignedIn[] = [];
  for (const days of daysAgo) {
    const viewer = await product.join({ firstName: 'Sacha', lastName: 'Petit' });
    await come(viewer.id, days);
    // `confirmed_at` stands with the bookings that a command made.
    await product.rows('update public.bookings set confirmed_at = held_at where viewer_id = $1', [viewer.id]);
    viewers.push(viewer);
  }
  const addedUp = () => addUp({ pool, signal: new AbortController().signal });
  await addedUp();
  return { streamer, viewers, come, addedUp };
}

/** As the settings page does it: a row of the viewer's own, under row-level security. */
async function allow({ id }: SignedIn, streamerId: string): Promise<void> {
  await asCaller(pool, { role: 'authenticated', claims: { sub: id, role: 'authenticated' } }, (db) =>
    db.query('insert into public.contact_consents (viewer_id, streamer_id) values ($1, $2)', [
      id,
      streamerId,
    ]),
  );
}

const invite = (streamer: SignedIn, ...viewers: SignedIn[]) =>
  ask(streamer, inviteAbsentViewers, { key: randomUUID(), viewerIds: viewers.map(({ id }) => id) });
const mailsTo = ({ email }: SignedIn) =>
  readMails(pool, "to_address = $1 and kind = 'notice.invited_back'", [email]);

test('who did not come back in 60 days is named when they allow it, and else counted', async () => {
  const { streamer, viewers } = await withViewers(100, 70, 59, 200);
  const [allows, silent, recent, longest] = viewers as [SignedIn, SignedIn, SignedIn, SignedIn];
  expect(await ask(streamer, listAbsentViewers, {})).toEqual({ viewers: [], unnamed: 3 });
  for (const viewer of [allows, recent, longest]) await allow(viewer, streamer.id);
  const { viewers: listed, unnamed } = await ask(streamer, listAbsentViewers, {});
  expect(listed.map(({ viewerId }) => viewerId)).toEqual([allows.id, longest.id]);
  expect(listed[0]).toMatchObject({ name: 'Sacha P.', invitedAt: null, quietUntil: null });
  expect(unnamed).toBe(1);
  expect(await invite(streamer, ...viewers)).toEqual({ invited: 2 });
  expect(await mailsTo(silent)).toEqual([]);
  expect(await mailsTo(recent)).toEqual([]);
});

test('nobody is written to who has booked again, has left or is leaving', async () => {
  const { streamer, viewers, come } = await withViewers(100, 100, 100);
  const [booked, leaving, suspended] = viewers as [SignedIn, SignedIn, SignedIn];
  for (const viewer of viewers) await allow(viewer, streamer.id);
  await come(booked.id, -3, 'confirmed');
  await product.rows(
    `insert into public.deletion_requests (person_id, deletes_at) values ($1, now() + interval '30 days')`,
    [leaving.id],
  );
  await product.rows(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
    suspended.id,
  ]);
  expect(await ask(streamer, listAbsentViewers, {})).toEqual({ viewers: [], unnamed: 0 });
  expect(await invite(streamer, ...viewers)).toEqual({ invited: 0 });
});

test('consent is given to a streamer whom one booked with, by oneself', async () => {
  const { streamer } = await withViewers();
  const stranger = await product.join();
  await expect(allow(stranger, streamer.id)).rejects.toThrow('row-level security');
});

test('after a held session a viewer allows it by a switch, twice is once, and takes it back by the same switch', async () => {
  const { streamer, viewers } = await withViewers(100);
  const [viewer] = viewers as [SignedIn];
  // What the switch of the room's last screen and of the settings writes, as rest words it.
  const own = (sql: string, values: unknown[] = [viewer.id, streamer.id]) =>
    asCaller(pool, { role: 'authenticated', claims: { sub: viewer.id, role: 'authenticated' } }, (db) =>
      db.query(sql, values),
    );
  const allowed = async () =>
    (await own('select streamer_id from public.contact_consents where viewer_id = $1', [viewer.id])).rows;
  expect(await allowed()).toEqual([]);
  for (let times = 0; times < 2; times++)
    await own(
      `insert into public.contact_consents (viewer_id, streamer_id) values ($1, $2)
       on conflict (viewer_id, streamer_id) do nothing`,
    );
  expect(await allowed()).toEqual([{ streamer_id: streamer.id }]);
  expect((await ask(streamer, listAbsentViewers, {})).viewers).toHaveLength(1);
  await own('delete from public.contact_consents where viewer_id = $1 and streamer_id = $2');
  expect(await allowed()).toEqual([]);
  expect(await ask(streamer, listAbsentViewers, {})).toEqual({ viewers: [], unnamed: 1 });
  expect(await invite(streamer, viewer)).toEqual({ invited: 0 });
  expect(await mailsTo(viewer)).toEqual([]);
});

test('a viewer is written to once in 90 days, however many connections ask at once', async () => {
  const { streamer, viewers } = await withViewers(100, 90);
  const [one, two] = viewers as [SignedIn, SignedIn];
  for (const viewer of viewers) await allow(viewer, streamer.id);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_each, at) => invite(streamer, ...(at % 2 ? [one, two] : [two, one]))),
  );
  expect(answers.reduce((sum, { invited }) => sum + invited, 0)).toBe(2);
  expect(await mailsTo(one)).toHaveLength(1);
  expect(await mailsTo(two)).toHaveLength(1);
  const { viewers: listed } = await ask(streamer, listAbsentViewers, {});
  expect(listed.map(({ invitedAt }) => invitedAt !== null)).toEqual([true, true]);

  product.clock.ahead = 89 * DAY;
  expect(await invite(streamer, one)).toEqual({ invited: 0 });
  product.clock.ahead = 91 * DAY;
  expect(await invite(streamer, one)).toEqual({ invited: 1 });
});

test('the mail leads to the streamer, and its reader takes the consent back by one click, but not by following the link', async () => {
  const { streamer, viewers } = await withViewers(100);
  const [viewer] = viewers as [SignedIn];
  await allow(viewer, streamer.id);
  await invite(streamer, viewer);
  const [mail] = await mailsTo(viewer);
  expect(mail?.text).toContain('/book-session/');
  const link = new URL(mail?.unsubscribe ?? '');
  const raw = mail ? (await composeMime(mail)).toString('latin1').replace(/\r\n\s+/g, ' ') : '';
  expect(raw).toContain(`List-Unsubscribe: <${link.href}>`);
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');

  const consents = () =>
    product.rows('select from public.contact_consents where viewer_id = $1', [viewer.id]);
  const page = await stop.request(link.pathname);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('method="post"')]);
  expect(await consents()).toHaveLength(1);
  const post = () =>
    stop.request(link.pathname, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
  expect((await post()).status).toBe(200);
  expect(await consents()).toEqual([]);
  // Twice does no harm, and an address that nobody was sent says nothing.
  expect((await post()).status).toBe(200);
  expect((await stop.request(`/emails/stop/${randomUUID()}`)).status).toBe(404);
  expect((await stop.request('/emails/stop/x')).status).toBe(404);

  // Given again later, the ninety days still hold.
  await allow(viewer, streamer.id);
  expect(await invite(streamer, viewer)).toEqual({ invited: 0 });
});

test('is for streamers whose page is shown and who may write', async () => {
  const { streamer, viewers } = await withViewers(100);
  const [viewer] = viewers as [SignedIn];
  await allow(viewer, streamer.id);
  const refused = (who: SignedIn) =>
    codeOf(who, inviteAbsentViewers, { key: randomUUID(), viewerIds: [viewer.id] });
  expect(await codeOf(viewer, listAbsentViewers, {})).toBe('forbidden');
  expect(await refused(viewer)).toBe('forbidden');
  // Another streamer does not reach them.
  const other = await withViewers();
  expect(await invite(other.streamer, viewer)).toEqual({ invited: 0 });
  await product.rows('update public.streamers set withheld_at = now() where id = $1', [streamer.id]);
  expect(await refused(streamer)).toBe('streamer_not_found');
  expect(await mailsTo(viewer)).toEqual([]);
});
