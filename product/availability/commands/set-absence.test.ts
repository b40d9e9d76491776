import { beforeEach, describe, expect, test } from 'vitest';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { listSlots, removeAbsence, setAbsence } from '../contract.ts';
import { insertBooked, insertOffer, openStreamer } from '../testing/marketplace.ts';

const product = await openProduct();
const viewer = await product.join();
let streamer: SignedIn;
beforeEach(async () => {
  streamer = await product.join({ role: 'streamer' });
});

describe('an absence', () => {
  const span = (first: string, last: string) => ({ id: null, first, last, reason: 'Vacances' });
  const absences = async () => {
    const { rows } = await product.database.pool.query(
      'select id, first_date::text as first, last_date::text as last, reason from public.absences where streamer_id = $1 order by 2',
      [streamer.id],
    );
    return rows;
  };
  const soon = (days: number) => new Date(Date.now() + days * 86_400_000);
  const date = (days: number) => soon(days).toISOString().slice(0, 10);

  test('closes its days in one act, counts what is booked on them, changes, and ends', async () => {
    await openStreamer(product.database.pool, streamer.id);
    const offerId = await insertOffer(product.database.pool, streamer.id);
    const booked = (days: number, more: object = {}) =>
      insertBooked(product.database.pool, {
        ...{
          streamerId: streamer.id,
          offerId,
          viewerId: viewer.id,
          start: new Date(`${date(days)}T12:00:00Z`),
        },
        ...more,
      });
    await booked(10);
    await booked(12, { status: 'declined' });
    await booked(14);
    const answer = await ask(streamer, setAbsence, span(date(9), date(13)));
    expect(answer.booked).toBe(1);
    const anybody = { client: product.client() };
    const asked = { offerId, from: soon(8).toISOString(), until: soon(15).toISOString() };
    const listed = await ask(anybody, listSlots, asked);
    expect(listed.absences).toEqual([{ first: date(9), last: date(13) }]);
    expect(JSON.stringify(listed)).not.toContain('Vacances');
    const days = new Set(listed.slots.map(({ start }) => start.slice(0, 10)));
    expect([...days].filter((day) => day >= date(9) && day <= date(13))).toEqual([]);
    const within = { offerId, from: `${date(10)}T00:00:00Z`, until: `${date(11)}T00:00:00Z` };
    expect(await ask(anybody, listSlots, within)).toMatchObject({ slots: [], taken: [], whyNone: 'absent' });

    const changed = { ...span(date(9), date(15)), id: answer.id, reason: '' };
    expect(await ask(streamer, setAbsence, changed)).toEqual({ id: answer.id, booked: 2 });
    expect(await absences()).toEqual([{ id: answer.id, first: date(9), last: date(15), reason: '' }]);
    await ask(streamer, removeAbsence, { id: answer.id });
    expect(await absences()).toEqual([]);
    expect(await codeOf(streamer, removeAbsence, { id: answer.id })).toBe('absence_not_found');
  });

  test('is the streamer’s alone, makes sense, and shares no day with another', async () => {
    const { id } = await ask(streamer, setAbsence, span('2030-02-01', '2030-02-05'));
    const other = await product.join({ role: 'streamer' });
    expect(await codeOf(other, setAbsence, { ...span('2030-02-01', '2030-02-02'), id })).toBe(
      'absence_not_found',
    );
    expect(await codeOf(other, removeAbsence, { id })).toBe('absence_not_found');
    expect(await codeOf(viewer, setAbsence, span('2030-03-01', '2030-03-02'))).toBe('forbidden');
    expect(await codeOf(streamer, setAbsence, span('2030-03-02', '2030-03-01'))).toBe('bad_hours');
    expect(await codeOf(streamer, setAbsence, span('2030-03-02', '2032-03-01'))).toBe('bad_hours');
    expect(await codeOf(streamer, setAbsence, span('2030-02-05', '2030-02-09'))).toBe('absence_overlaps');
    expect(await codeOf(streamer, setAbsence, { ...span('2030-02-02', '2030-02-06'), id })).toBeNull();
  });

  test('ten at once for the same days leave one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(streamer, setAbsence, span('2030-02-01', '2030-02-05'))),
    );
    expect(answers.filter((code) => code === null)).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([null, 'absence_overlaps']));
    expect(await absences()).toHaveLength(1);
  });
});
