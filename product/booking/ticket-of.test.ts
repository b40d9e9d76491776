import { beforeAll, expect, test } from 'vitest';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { declineRequest, joinWaitingList } from './contract.ts';
import { tellWaitingViewers } from './tell-waiting-viewers.ts';
import { book, key, openFixture, runTask, startIn } from './testing/fixture.ts';

const product = await openProduct();
const viewer = await product.join({ firstName: 'Camille', lastName: 'Roy' });
beforeAll(async () => {
  await product.database.pool.query('insert into public.person_settings (person_id, zone) values ($1, $2)', [
    viewer.id,
    'Mars/Olympus_Mons',
  ]);
});

test('an invalid zone of one person does not affect the other side', async () => {
  const fixture = await openFixture(product, { confirmation: 'on_request' });
  const bookingId = await book(product, viewer, fixture, startIn(product, 5));
  expect(
    await ask(fixture.streamer, declineRequest, { key: key(), bookingId, reason: 'Ce jour-là, non' }),
  ).toMatchObject({
    status: 'declined',
  });
  const [mail] = await readMails(product.database.pool, "to_address = $1 and kind = 'booking.declined'", [
    viewer.email,
  ]);
  expect(mail?.text).toContain('heure de Paris');
});

test('nor other people in the same run', async () => {
  const fixture = await openFixture(product, { priceCents: 0 });
  const other = await product.join();
  for (const each of [viewer, other])
    await ask(each, joinWaitingList, { key: key(), offerId: fixture.offerId });
  await runTask(product, tellWaitingViewers);
  const mails = await readMails(product.database.pool, "kind = 'notice.slot_free'");
  expect(mails.map(({ to }) => to).sort()).toEqual([viewer.email, other.email].sort());
});
