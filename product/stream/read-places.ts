import type pg from 'pg';
import { nextStarts } from '#product/availability/next-starts.ts';
import { frenchDay, frenchTime } from '#product/mail/french.ts';
import { cents } from '#product/shared/money/cents.ts';
import { formatPrice } from '#product/shared/money/format.ts';
import { formatInstant, instantOf } from '#product/shared/time/instant.ts';
import { epochDayAt } from '#product/shared/time/wall-time.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';

/** A next free place, as it is written in the streamer's zone. */
export interface Place {
  offerId: string;
  /** ISO 8601. */
  start: string;
  /** « Aujourd’hui », « Demain », « Jeudi 12 mars ». */
  day: string;
  /** « 18 h 30 ». */
  time: string;
  title: string;
  /** « 25 € », « Gratuit ». */
  price: string;
}

const DAYS = ['Aujourd’hui', 'Demain'];

interface Asked {
  streamerId: string;
  zone: ZoneName;
  count: number;
  /** Of several offers that are free at once, the first alone: there is room for few lines. */
  oneOfEachHour?: boolean;
  now: Date;
}

/** The next free places of a streamer, the first first; null for one whom the public does not see. */
export async function readPlaces(
  pool: pg.Pool,
  { streamerId, zone, count, oneOfEachHour = false, now }: Asked,
): Promise<Place[] | null> {
  const offers = await nextStarts(pool, { streamerId, count, now });
  if (offers === null) return null;
  const today = epochDayAt(zone, instantOf(now.getTime()));
  return offers
    .flatMap(({ starts, ...offer }) => starts.map((start) => ({ ...offer, start })))
    .toSorted((one, other) => one.start - other.start)
    .filter(({ start }, at, all) => !oneOfEachHour || start !== all[at - 1]?.start)
    .slice(0, count)
    .map(({ id, title, priceCents, start }) => {
      const at = new Date(start);
      const day = frenchDay(at, zone);
      return {
        offerId: id,
        start: formatInstant(start),
        day: DAYS[epochDayAt(zone, start) - today] ?? `${day.charAt(0).toUpperCase()}${day.slice(1)}`,
        time: frenchTime(at, zone),
        title,
        price: priceCents === 0 ? 'Gratuit' : formatPrice(cents(priceCents)),
      };
    });
}
