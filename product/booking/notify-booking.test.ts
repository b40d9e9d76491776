import { describe, expect, test } from 'vitest';
import { instantOf } from '#product/shared/time/instant.ts';
import { openProduct } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import type { BookingEvent } from './rules/events.ts';
import { advance, type Fixture, hold, openFixture, startIn } from './testing/fixture.ts';

const product = await openProduct({ clockRuns: true });
const viewer = await product.join({ firstName: 'Camille', lastName: 'Roy' });

interface Told {
  to: string;
  kind: string;
  subject: string;
  calendar: string | null;
  body: string | null;
}
async function mailsOf(bookingId: string): Promise<Told[]> {
  const mails = await readMails(product.database.pool, "related ->> 'booking_id' = $1", [bookingId]);
  return mails.map(({ to, kind, subject, calendar }) => ({
    to,
    kind,
    subject,
    calendar: calendar?.method ?? null,
    body: calendar?.text ?? null,
  }));
}
const noticesOf = async (bookingId: string) =>
  (
    await product.database.pool.query<{ person_id: string; kind: string; data: Record<string, unknown> }>(
      'select person_id, kind, data from public.notifications where booking_id = $1 order by id',
      [bookingId],
    )
  ).rows;

async function held(days: number, offer: Parameters<typeof openFixture>[1] = { priceCents: 0 }) {
  const fixture = await openFixture(product, offer);
  const { bookingId } = await hold(viewer, fixture, startIn(product, days));
  return { fixture, bookingId };
}
const happen = async (bookingId: string, ...events: BookingEvent[]) => {
  for (const event of events) await advance(product, bookingId, event);
};
const taken: BookingEvent = { by: 'viewer', type: 'take_for_free' };
const newest = async (bookingId: string, { streamer }: Fixture) => {
  const last = (await mailsOf(bookingId)).slice(-2);
  const of = (email: string) => last.find(({ to }) => to === email);
  return { viewer: of(viewer.email), streamer: of(streamer.email) };
};

test('a hold is told to nobody; a confirmation to both, with the calendar entry', async () => {
  const { fixture, bookingId } = await held(5);
  expect(await mailsOf(bookingId)).toEqual([]);
  await happen(bookingId, taken);
  const mails = await newest(bookingId, fixture);
  expect(mails.viewer?.subject).toMatch(/^Session confirmée/);
  expect(mails.streamer?.subject).toMatch(/^Nouvelle session/);
  expect(mails.viewer).toMatchObject({ kind: 'booking.confirmed', calendar: 'REQUEST' });
  expect(mails.streamer?.body).toContain('Camille R.');
  expect(mails.streamer?.body).not.toContain(viewer.email);
  expect(await noticesOf(bookingId)).toMatchObject([
    {
      person_id: viewer.id,
      kind: 'take_for_free',
      data: { side: 'viewer', event: 'confirmed', status: 'confirmed' },
    },
    { person_id: fixture.streamer.id, kind: 'take_for_free', data: { other: 'Camille R.' } },
  ]);
});

test('the entry keeps its UID, its SEQUENCE rises, and a cancellation takes it out', async () => {
  const { fixture, bookingId } = await held(6);
  await happen(bookingId, taken);
  const moved = instantOf(Date.parse(startIn(product, 8)));
  await happen(
    bookingId,
    { by: 'viewer', type: 'reschedule', start: moved },
    { by: 'viewer', type: 'cancel' },
  );
  const entries = (await mailsOf(bookingId)).filter(({ to }) => to === fixture.streamer.email);
  const sequences = entries.map(({ body }) => Number(/SEQUENCE:(\d+)/.exec(body ?? '')?.[1]));
  expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
  expect(new Set(sequences).size).toBe(3);
  expect(new Set(entries.map(({ body }) => /UID:(.+)/.exec(body ?? '')?.[1])).size).toBe(1);
  expect(entries.map(({ calendar }) => calendar)).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
  expect(entries.map(({ kind }) => kind)).toEqual([
    'booking.confirmed',
    'booking.rescheduled',
    'booking.cancelled',
  ]);
});

describe('of a request', () => {
  const onRequest = { priceCents: 0, confirmation: 'on_request' } as const;
  test('both are told until when it is answered, then what the answer was', async () => {
    const { fixture, bookingId } = await held(7, onRequest);
    await happen(bookingId, taken);
    const asked = await newest(bookingId, fixture);
    expect(asked.streamer?.subject).toMatch(/^Demande de Camille R\. à accepter avant/);
    expect(asked.streamer?.body).toContain('STATUS:TENTATIVE');
    await happen(bookingId, { by: 'streamer', type: 'decline' });
    expect(await newest(bookingId, fixture)).toMatchObject({
      viewer: { kind: 'booking.declined', calendar: 'CANCEL' },
      streamer: { kind: 'booking.declined' },
    });
  });

  test('a proposal and its acceptance', async () => {
    const { fixture, bookingId } = await held(9, onRequest);
    await happen(bookingId, taken);
    const start = instantOf(Date.parse(startIn(product, 10)));
    await happen(bookingId, { by: 'streamer', type: 'propose', start });
    expect((await newest(bookingId, fixture)).viewer?.kind).toBe('booking.proposed');
    await happen(bookingId, { by: 'viewer', type: 'accept_proposal' });
    expect((await newest(bookingId, fixture)).streamer?.kind).toBe('booking.proposal_accepted');
    const last = (await noticesOf(bookingId)).at(-1);
    expect(last?.data).toMatchObject({ previousStart: startIn(product, 9), start: startIn(product, 10) });
  });
});

test('a person without an address is skipped, and nobody else is affected', async () => {
  const { fixture, bookingId } = await held(11);
  await happen(bookingId, taken);
  await product.database.pool.query('update auth.users set email = null where id = $1', [
    fixture.streamer.id,
  ]);
  await happen(bookingId, { by: 'viewer', type: 'cancel' });
  expect((await mailsOf(bookingId)).map(({ to }) => to).slice(-1)).toEqual([viewer.email]);
});
