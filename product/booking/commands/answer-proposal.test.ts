import { describe, expect, test } from 'vitest';
import { ask, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { answerProposal, proposeStart } from '../contract.ts';
import { book, type Fixture, key, openFixture, startIn } from '../testing/fixture.ts';

const product = await openProduct();

describe('a start that the streamer proposed can be accepted', () => {
  const change = (statement: string, values: unknown[]) => product.database.pool.query(statement, values);

  /** Rules that the streamer changed since may close the start. */
  const CLOSINGS: readonly (readonly [
    reason: string,
    close: (fixture: Fixture, start: string) => unknown,
  ])[] = [
    [
      'outside_window',
      ({ streamer }) =>
        change(
          `update public.streamers set window_kind = 'dates', window_first = current_date + 200, window_last = current_date + 210
             where id = $1`,
          [streamer.id],
        ),
    ],
    [
      'absent',
      ({ streamer }, start) =>
        change(
          'insert into public.absences (streamer_id, first_date, last_date) values ($1, $2::date - 1, $2::date + 1)',
          [streamer.id, start.slice(0, 10)],
        ),
    ],
    [
      'outside_hours',
      ({ streamer }) => change('delete from public.weekly_hours where streamer_id = $1', [streamer.id]),
    ],
    [
      'not_on_step',
      ({ streamer }) =>
        change('update public.weekly_hours set from_minute = from_minute + 5 where streamer_id = $1', [
          streamer.id,
        ]),
    ],
  ];

  const proposed = async (): Promise<{
    viewer: SignedIn;
    fixture: Fixture;
    bookingId: string;
    start: string;
  }> => {
    const [viewer, fixture] = await Promise.all([product.join(), openFixture(product)]);
    const bookingId = await book(product, viewer, fixture, startIn(product, 8));
    const start = startIn(product, 12);
    await ask(fixture.streamer, proposeStart, { key: key(), bookingId, start });
    return { viewer, fixture, bookingId, start };
  };
  /** Another session on the same day, out of reach of any buffer, and the limit that it fills. */
  const reachMonthsLimit = async (fixture: Fixture, start: string): Promise<void> => {
    const hoursLater = new Date(Date.parse(start) + 3 * 3_600_000).toISOString();
    await book(product, await product.join(), fixture, hoursLater);
    await change('update public.streamers set max_per_month = 1 where id = $1', [fixture.streamer.id]);
  };
  const elsewhere = ({ streamer }: Fixture, start: string) =>
    change(
      `with c as (insert into public.calendars (streamer_id, label, url) values ($1, 'Perso', 'https://cal.test/a.ics') returning id)
       insert into public.busy_times (calendar_id, streamer_id, starts_at, ends_at)
       select id, $1, $2, $2::timestamptz + interval '10 minutes' from c`,
      [streamer.id, start],
    );

  test.each(CLOSINGS)('although it is %s by now', async (_, close) => {
    const { viewer, fixture, bookingId, start } = await proposed();
    await close(fixture, start);
    const { answer } = await send(viewer, answerProposal, { key: key(), bookingId, answer: 'accept' });
    expect(answer).toMatchObject({ status: 'confirmed', start });
  });

  test('although their month is full by now', async () => {
    const { viewer, fixture, bookingId, start } = await proposed();
    await reachMonthsLimit(fixture, start);
    const { answer } = await send(viewer, answerProposal, { key: key(), bookingId, answer: 'accept' });
    expect(answer).toMatchObject({ status: 'confirmed', start });
  });

  test('although a calendar that was read meanwhile has something then', async () => {
    const { viewer, fixture, bookingId, start } = await proposed();
    await elsewhere(fixture, start);
    const { answer } = await send(viewer, answerProposal, { key: key(), bookingId, answer: 'accept' });
    expect(answer).toMatchObject({ status: 'confirmed', start });
  });
});
