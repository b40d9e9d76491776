import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { type EpochDay, epochDayOf, type LocalDate } from '#product/shared/time/local-date.ts';
import { startOfDay } from '#product/shared/time/wall-time.ts';
import { COUNTING_ZONE } from '#product/shared/visit.ts';
import { readFunnel as contract } from '../visits-contract.ts';

const MOST_DAYS = 400;

export interface Period {
  first: LocalDate;
  last: LocalDate;
}

/** @throws AppError invalid_input when it ends before it begins, or is longer than 400 days */
export function requirePeriod({ first, last }: Period): void {
  const days = epochDayOf(last) - epochDayOf(first) + 1;
  if (days >= 1 && days <= MOST_DAYS) return;
  const fields = { last: `Demandez de 1 à ${MOST_DAYS} jours.` };
  throw new AppError('invalid_input', 'not a period', { fields });
}

/** From its first moment to the first one after it, on the clock by which days are counted. */
export function momentsOf({ first, last }: Period): { from: Date; until: Date } {
  return {
    from: new Date(startOfDay(COUNTING_ZONE, epochDayOf(first))),
    until: new Date(startOfDay(COUNTING_ZONE, (epochDayOf(last) + 1) as EpochDay)),
  };
}

/** Since when and until when anything of a streamer was added up. */
export async function countedDays(db: pg.ClientBase, streamerId: string) {
  const { rows } = await db.query(
    'select min(day)::text as since, max(day)::text as until from private.visit_days where streamer_id = $1',
    [streamerId],
  );
  return { countedSince: rows[0]?.since ?? null, countedUntil: rows[0]?.until ?? null };
}

/**
 * Visits and places come from their daily sums: a page's report never says that something was held,
 * paid or took place.
 */
export const readFunnel = serve({
  contract,
  async run({ db, person, input }) {
    requirePeriod(input);
    const visits = await db.query(
      `select offer_id, source, sum(profile_views)::int as views, sum(calendar_opens)::int as opens
       from private.visit_days where streamer_id = $1 and day between $2 and $3 group by offer_id, source`,
      [person.id, input.first, input.last],
    );
    const bookings = await db.query(
      `select offer_id, source, sum(holds)::int as holds, sum(paid)::int as paid, sum(attended)::int as attended, sum(upcoming)::int as upcoming
       from private.hold_days where streamer_id = $1 and day between $2 and $3 group by offer_id, source`,
      [person.id, input.first, input.last],
    );
    const none = { views: 0, opens: 0, holds: 0, paid: 0, attended: 0, upcoming: 0 };
    const seen = visits.rows.map((row) => ({
      ...none,
      offerId: row.offer_id,
      source: row.source,
      views: row.views ?? 0,
      opens: row.opens ?? 0,
    }));
    const booked = bookings.rows.map(({ offer_id, ...row }) => ({
      ...none,
      ...row,
      offerId: offer_id,
      holds: row.holds ?? 0,
      paid: row.paid ?? 0,
      attended: row.attended ?? 0,
      upcoming: row.upcoming ?? 0,
    }));
    const all = [...seen.filter(({ offerId }) => offerId === null), ...booked];
    const ofOffers = Map.groupBy([...seen, ...booked], ({ offerId }) => offerId);
    ofOffers.delete(null);
    return {
      total: addUp(all),
      sources: [...Map.groupBy(all, ({ source }) => source)].map(([source, rows]) => ({
        source,
        ...addUp(rows),
      })),
      offers: [...ofOffers].flatMap(([offerId, rows]) =>
        offerId === null ? [] : [{ offerId, ...addUp(rows) }],
      ),
      ...(await countedDays(db, person.id)),
    };
  },
});

const STEPS = ['views', 'opens', 'holds', 'paid', 'attended', 'upcoming'] as const;

function addUp(
  rows: readonly Record<(typeof STEPS)[number], number>[],
): Record<(typeof STEPS)[number], number> {
  const sum = { views: 0, opens: 0, holds: 0, paid: 0, attended: 0, upcoming: 0 };
  for (const row of rows) for (const step of STEPS) sum[step] += row[step];
  return sum;
}
