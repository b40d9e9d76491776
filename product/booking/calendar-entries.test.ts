import { beforeAll, describe, expect, test } from 'vitest';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { cancelBooking, rescheduleBooking } from './contract.ts';
import { advance, type Fixture, hold, key, openFixture, startIn } from './testing/fixture.ts';

const product = await openProduct({ clockRuns: true });
let people: SignedIn[];
let fixture: Fixture;

beforeAll(async () => {
  people = await Promise.all(['Camille', 'Sacha', 'Noa'].map((firstName) => product.join({ firstName })));
  fixture = await openFixture(product, { priceCents: 0, seats: 3 });
});

/** A seat of the group session of that day, taken. */
async function seat(person: SignedIn, day: number): Promise<string> {
  const { bookingId } = await hold(person, fixture, startIn(product, day));
  await advance(product, bookingId, { by: 'viewer', type: 'take_for_free' });
  return bookingId;
}
const person = (index: number): SignedIn => {
  const found = people[index];
  if (!found) throw new Error(`no person ${index}`);
  return found;
};

interface Entry {
  uid: string;
  sequence: number;
  method: string;
  status: string;
  seats: string | null;
}
/** The entries that a person was sent, in their own order. */
async function entriesOf(email: string): Promise<Entry[]> {
  const mails = await readMails(product.database.pool, 'to_address = $1', [email]);
  return mails
    .flatMap(({ calendar }) => {
      if (!calendar) return [];
      const text = calendar.text.replaceAll('\r\n ', '');
      const of = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
      return {
        uid: of('UID').split('@')[0] ?? '',
        sequence: Number(of('SEQUENCE')),
        method: of('METHOD'),
        status: of('STATUS'),
        seats: /\((\d sur \d) places\)/.exec(of('SUMMARY'))?.[1] ?? null,
      };
    })
    .sort((a, b) => a.sequence - b.sequence);
}
const sessionOf = async (bookingId: string): Promise<string> =>
  (await product.rows('select session_id from public.bookings where id = $1', [bookingId]))[0]
    ?.session_id as string;
const ofSession = async (sessionId: string) =>
  (await entriesOf(fixture.streamer.email)).filter(({ uid }) => uid === `session-${sessionId}`);

describe('the streamer’s entry of a group', () => {
  test('counts its seats, and its number rises by one with each mail', async () => {
    const first = await seat(person(0), 5);
    await seat(person(1), 5);
    await ask(person(0), cancelBooking, { key: key(), bookingId: first, expectedRefundCents: 0 });
    expect(await ofSession(await sessionOf(first))).toMatchObject([
      { sequence: 0, seats: '1 sur 3', status: 'CONFIRMED' },
      { sequence: 1, seats: '2 sur 3', status: 'CONFIRMED' },
      { sequence: 2, seats: '1 sur 3', status: 'CONFIRMED', method: 'REQUEST' },
    ]);
  });

  test('is taken out when its last seat moves, and stays with fewer when another does', async () => {
    const [alone, other] = [await seat(person(0), 7), await seat(person(1), 9)];
    const stays = await seat(person(2), 9);
    const [left, shared] = [await sessionOf(alone), await sessionOf(other)];
    const move = (who: SignedIn, bookingId: string, day: number) =>
      ask(who, rescheduleBooking, { key: key(), bookingId, start: startIn(product, day) });
    await move(person(0), alone, 11);
    expect((await ofSession(left)).at(-1)).toMatchObject({
      method: 'CANCEL',
      status: 'CANCELLED',
      sequence: 1,
    });
    expect(await ofSession(await sessionOf(alone))).toMatchObject([{ method: 'REQUEST', seats: '1 sur 3' }]);
    await move(person(1), other, 11);
    expect((await ofSession(shared)).at(-1)).toMatchObject({
      method: 'REQUEST',
      seats: '1 sur 3',
      sequence: 2,
    });
    expect((await ofSession(await sessionOf(other))).at(-1)).toMatchObject({ seats: '2 sur 3' });
    expect(await sessionOf(stays)).toBe(shared);
  });

  test('is taken out once by two people who cancel at the same moment', async () => {
    const bookings = [await seat(person(0), 13), await seat(person(1), 13), await seat(person(2), 13)];
    const session = await sessionOf(bookings[0] ?? '');
    await Promise.all(
      bookings.map((bookingId, index) =>
        ask(person(index), cancelBooking, { key: key(), bookingId, expectedRefundCents: 0 }),
      ),
    );
    const entries = await ofSession(session);
    expect(entries.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(entries.slice(3).map(({ seats, method }) => [seats, method])).toEqual([
      ['2 sur 3', 'REQUEST'],
      ['1 sur 3', 'REQUEST'],
      ['0 sur 3', 'CANCEL'],
    ]);
  });
});

test('each side of a booking has its own numbers, which rise by one', async () => {
  const viewer = await product.join({ firstName: 'Alix' });
  const alone = await openFixture(product, { priceCents: 0 });
  const { bookingId } = await hold(viewer, alone, startIn(product, 5));
  await advance(product, bookingId, { by: 'viewer', type: 'take_for_free' });
  await ask(viewer, rescheduleBooking, { key: key(), bookingId, start: startIn(product, 6) });
  await ask(viewer, cancelBooking, { key: key(), bookingId, expectedRefundCents: 0 });
  for (const { email } of [viewer, alone.streamer]) {
    const entries = await entriesOf(email);
    expect(entries.map(({ sequence, method }) => [sequence, method])).toEqual([
      [0, 'REQUEST'],
      [1, 'REQUEST'],
      [2, 'CANCEL'],
    ]);
    expect(new Set(entries.map(({ uid }) => uid))).toEqual(new Set([`booking-${bookingId}`]));
  }
});
