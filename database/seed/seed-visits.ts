import { cellOf, openMinutes } from '#product/insight/rules/week-cells.ts';
import { type Instant, parseInstant } from '#product/shared/time/instant.ts';
import {
  type EpochDay,
  epochDayOf,
  type LocalDate,
  localDateOf,
  type Weekday,
  weekdayOf,
} from '#product/shared/time/local-date.ts';
import { epochDayAt } from '#product/shared/time/wall-time.ts';
import { COUNTING_ZONE, countingDay, SOURCES, type Source } from '#product/shared/visit.ts';
import { type Chance, chanceOf } from './chance.ts';
import { SAMPLE_PAGE } from './page-draft.ts';
import type { SeededPage } from './seed-pages.ts';
import { add, type Tables } from './story-rows.ts';

/** Its own random sequence, so that visits do not change which sessions are made. */
const SEED = 20_261_122;
const DAYS = 365;
/** How many of ten visitors come from each source. */
const WEIGHTS: Readonly<Record<Source, number>> = {
  search: 4,
  twitch: 2.5,
  direct: 2,
  shared: 1,
  other: 0.5,
};

function sourceBy(chance: Chance): Source {
  let roll = chance.next() * Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0);
  for (const source of SOURCES) {
    roll -= WEIGHTS[source];
    if (roll < 0) return source;
  }
  return 'search';
}

const earlier = (one: EpochDay | undefined, other: EpochDay): EpochDay =>
  Math.min(one ?? other, other) as EpochDay;

interface Opened {
  source: Source;
  offerId: string;
}

/**
 * A year of daily counts that fit the sessions already made. Everybody who took a place had opened
 * the calendar that day, and everybody who opened it had seen the page: no step has more people
 * than the one before it. One viewer in twelve does not want to be counted.
 */
export function seedVisits(tables: Tables, pages: readonly SeededPage[], now: Instant): void {
  const chance = chanceOf(SEED);
  const today = epochDayAt(COUNTING_ZONE, now);
  const holders = new Map<string, Opened[]>();
  /** Some days before the year begins: the calendar was opened then too. */
  const firstHold = new Map<string, EpochDay>();
  const bookings = tables.get('public.bookings') ?? [];
  tables.set(
    'public.bookings',
    bookings.map((row) => {
      const source = chance.happens(1 / 12) ? null : sourceBy(chance);
      if (source !== null) {
        const day = countingDay(parseInstant(String(row.held_at)));
        const key = `${row.streamer_id} ${day}`;
        firstHold.set(
          String(row.streamer_id),
          earlier(firstHold.get(String(row.streamer_id)), epochDayOf(day)),
        );
        const opened = holders.get(key) ?? [];
        opened.push({ source, offerId: String(row.offer_id) });
        holders.set(key, opened);
      }
      return { ...row, source };
    }),
  );
  for (const page of pages) {
    const first = earlier(
      firstHold.get(page.streamerId),
      Math.max(epochDayAt(COUNTING_ZONE, page.publishedAt), today - DAYS) as EpochDay,
    );
    for (let day = first; day < today; day++) {
      const date = localDateOf(day as EpochDay);
      visitsOfDay(
        tables,
        page,
        date,
        (day - first) / DAYS,
        holders.get(`${page.streamerId} ${date}`) ?? [],
        chance,
      );
    }
    demandOf(tables, page, { first, today }, chance);
  }
}

/** @param age from 0, the first day, to 1: a page is found by more people as it goes on */
function visitsOfDay(
  tables: Tables,
  { streamerId, page, offers }: SeededPage,
  day: LocalDate,
  age: number,
  held: readonly Opened[],
  chance: Chance,
): void {
  // Nearly all of the sample streamer's sessions are made, so more people look.
  const looking = page.pace * (page === SAMPLE_PAGE ? 1.6 : 0.35);
  const others = Math.floor((1 + looking) * (0.5 + age) * (0.4 + chance.next() * 1.2));
  const opened = [...held];
  const seen: Source[] = held.map(({ source }) => source);
  for (let count = 0; count < others; count++) {
    const source = sourceBy(chance);
    seen.push(source);
    if (chance.happens(0.42)) opened.push({ source, offerId: chance.pick(offers).id });
  }
  const row = { streamer_id: streamerId, day };
  for (const source of new Set(seen)) {
    const from = (each: Opened) => each.source === source;
    add(tables, 'private.visit_days', {
      ...row,
      offer_id: null,
      source,
      profile_views: seen.filter((each) => each === source).length,
      calendar_opens: opened.filter(from).length,
    });
    for (const [offer_id, own] of Map.groupBy(opened.filter(from), ({ offerId }) => offerId))
      add(tables, 'private.visit_days', {
        ...row,
        offer_id,
        source,
        profile_views: 0,
        calendar_opens: own.length,
      });
  }
}

/**
 * People search for evenings and Saturdays, and for each page one filter of their searches excludes
 * it.
 */
function demandOf(
  tables: Tables,
  { streamerId, page, offers, hours }: SeededPage,
  { first, today }: { first: EpochDay; today: EpochDay },
  chance: Chance,
): void {
  const open = openMinutes(hours.weekly);
  const asked = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    [18, 19, 20, 21, 22, ...(weekday > 5 ? [10, 11, 14, 15, 16] : [])].map((hour) =>
      cellOf(weekday as Weekday, hour),
    ),
  );
  // Many people want the same two hours at which nobody is there, and one at which somebody is.
  const closed = asked.filter((cell) => open[cell] === 0);
  const wanted = [
    ...(closed.length > 0 ? [chance.pick(closed), chance.pick(closed)] : []),
    chance.pick(asked),
  ];
  const paid = offers.map(({ draft }) => draft.euros * 100).filter((cents) => cents > 0);
  const left = leftOutBy(
    page.languages,
    offers.map(({ draft }) => draft.minutes),
    paid,
    chance,
  );
  for (let day = first; day < today; day = (day + 1) as EpochDay) {
    const told = (kind: string, detail: string, cell: number | null, people: number) =>
      add(tables, 'private.demand_days', {
        streamer_id: streamerId,
        day: localDateOf(day),
        kind,
        detail,
        cell,
        people,
      });
    const busy = weekdayOf(day) === 7 || weekdayOf(day) === 3;
    if (busy) {
      for (const cell of new Set(wanted)) told('hours', '', cell, chance.between(2, page.pace > 3 ? 9 : 6));
    } else if (chance.happens(0.5)) {
      told('hours', '', chance.pick(asked), chance.between(1, 3));
    }
    for (const { kind, detail } of left)
      if (chance.happens(0.12)) told(kind, detail, null, chance.between(1, 7));
    if (chance.happens(0.05)) told('nothing_free', 'too_soon', null, chance.between(1, 6));
  }
}

/** The search filters that exclude the page: a price, a language, a length. */
function leftOutBy(
  languages: readonly string[],
  minutes: readonly number[],
  cents: readonly number[],
  chance: Chance,
): { kind: string; detail: string }[] {
  const least = Math.min(...cents);
  const price = cents.length > 0 && least > 1_500 && String(Math.round((least * 0.75) / 500) * 500);
  const language = ['en', 'es', 'de'].find((code) => !languages.includes(code));
  const length = [30, 60, 90, 45].find((each) => !minutes.includes(each));
  return [
    ...(price && chance.happens(0.7) ? [{ kind: 'price', detail: price }] : []),
    ...(language !== undefined && chance.happens(0.7) ? [{ kind: 'language', detail: language }] : []),
    ...(length !== undefined && chance.happens(0.7) ? [{ kind: 'duration', detail: String(length) }] : []),
  ];
}
