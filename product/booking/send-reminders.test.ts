import { expect, test } from 'vitest';
import { instantOf } from '#product/shared/time/instant.ts';
import { openProduct } from '#product/testing/product-server.ts';
import { readMails, refuseMailTo } from '#server/mail/testing/read-mails.ts';
import { sendReminders } from './send-reminders.ts';
import { advance, hold, openFixture, runTask, startIn } from './testing/fixture.ts';

const MINUTE = 60_000;
const product = await openProduct({ clockRuns: true });
const viewer = await product.join();

async function booked(days: number, person = viewer) {
  const fixture = await openFixture(product, { priceCents: 0 });
  const start = startIn(product, days);
  const { bookingId } = await hold(person, fixture, start);
  await advance(product, bookingId, { by: 'viewer', type: 'take_for_free' });
  return { fixture, bookingId, start: Date.parse(start) };
}
/** Runs the task as if so many minutes before the instant. */
async function remindAt(instant: number, minutesBefore: number) {
  const real = product.clock.ahead;
  product.clock.ahead = instant - minutesBefore * MINUTE - Date.now();
  await runTask(product, sendReminders);
  product.clock.ahead = real;
}
const reminders = async (bookingId: string) =>
  readMails(product.database.pool, "kind = 'booking.reminder' and related ->> 'booking_id' = $1", [
    bookingId,
  ]);

test('both sides are reminded a day, an hour and ten minutes before, each once', async () => {
  const { fixture, bookingId, start } = await booked(4);
  await remindAt(start, 24 * 60 + 1);
  expect(await reminders(bookingId)).toEqual([]);
  for (const minutes of [24 * 60, 24 * 60 - 5, 60, 59, 10, 9]) await remindAt(start, minutes);
  const sent = await reminders(bookingId);
  expect(sent).toHaveLength(6);
  expect(sent.filter(({ to }) => to === viewer.email)).toHaveLength(3);
  expect(sent.filter(({ to }) => to === fixture.streamer.email)).toHaveLength(3);
  expect(sent[2]?.subject).toMatch(/^Dans une heure/);
});

test('several processes at once remind once', async () => {
  const { bookingId, start } = await booked(5);
  product.clock.ahead = start - 59 * MINUTE - Date.now();
  await Promise.all(Array.from({ length: 6 }, () => runTask(product, sendReminders)));
  product.clock.ahead = 0;
  expect(await reminders(bookingId)).toHaveLength(2);
});

test('one that cannot be written stops none of the others, and is tried again', async () => {
  const [broken, fine] = [await booked(40), await booked(40, await product.join())];
  const accept = await refuseMailTo(product.database.pool, broken.fixture.streamer.email);
  const remind = () => runTask(product, sendReminders);
  product.clock.ahead = Math.max(broken.start, fine.start) - 60 * MINUTE - Date.now();
  await remind();
  expect(await reminders(broken.bookingId)).toEqual([]);
  expect(await reminders(fine.bookingId)).toHaveLength(2);
  await accept();
  await remind();
  expect(await reminders(broken.bookingId)).toHaveLength(2);
  product.clock.ahead = 0;
});

test('a moment that was missed by long is not made up for', async () => {
  const { bookingId, start } = await booked(6);
  await remindAt(start, 30);
  expect(await reminders(bookingId)).toEqual([]);
});

test('a session booked for soon gets none of the reminders that are already past', async () => {
  const { bookingId, start } = await booked(7);
  await product.database.pool.query('alter table public.booking_events disable trigger user');
  await product.database.pool.query('update public.booking_events set at = $2 where booking_id = $1', [
    bookingId,
    new Date(start - 23 * 60 * MINUTE),
  ]);
  await product.database.pool.query('alter table public.booking_events enable trigger user');
  await remindAt(start, 22.9 * 60);
  expect(await reminders(bookingId)).toEqual([]);
  await remindAt(start, 60);
  expect(await reminders(bookingId)).toHaveLength(2);
});

test('a moved session is reminded of its new start', async () => {
  const { bookingId, start } = await booked(8);
  const later = Date.parse(startIn(product, 9));
  await advance(product, bookingId, { by: 'viewer', type: 'reschedule', start: instantOf(later) });
  await remindAt(start, 60);
  expect(await reminders(bookingId)).toEqual([]);
  await remindAt(later, 60);
  expect(await reminders(bookingId)).toHaveLength(2);
});

test('a cancelled one is not reminded of, and a person who wants no mail gets a notification alone', async () => {
  const gone = await booked(10);
  await advance(product, gone.bookingId, { by: 'viewer', type: 'cancel' });
  await remindAt(gone.start, 60);
  expect(await reminders(gone.bookingId)).toEqual([]);

  const quiet = await booked(11);
  await product.database.pool.query(
    'insert into public.person_settings (person_id, reminder_mails) values ($1, false)',
    [quiet.fixture.streamer.id],
  );
  await remindAt(quiet.start, 60);
  expect((await reminders(quiet.bookingId)).map(({ to }) => to)).toEqual([viewer.email]);
  const { rows } = await product.database.pool.query(
    "select person_id from public.notifications where booking_id = $1 and kind = 'reminder'",
    [quiet.bookingId],
  );
  expect(rows).toHaveLength(2);
});
