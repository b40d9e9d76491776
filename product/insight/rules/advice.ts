import { WEEK_CELLS } from './week-cells.ts';

/**
 * Advice to a streamer about demand that was not met. Each rule is a pure function of figures with
 * a threshold, and none is based on fewer than five different people, who could otherwise be
 * recognised.
 */
export const LEAST_PEOPLE = 5;

/**
 * The least number of different people there were. Hashes of two days cannot be compared, so the
 * same person may be counted on each of them: over several days only the fullest day gives a
 * certain number.
 */
export const peopleAtLeast = (ofDays: readonly number[]): number => Math.max(0, ...ofDays);

/** One hour of the week in the period. */
export interface WeekHour {
  /** Minutes that are open every week, 0 to 60. */
  readonly open: number;
  readonly sessions: number;
  /** At least so many different people looked for it. */
  readonly people: number;
}

export interface Figures {
  /** 168 of them, Monday 0:00 first. */
  readonly hours: readonly WeekHour[];
  /**
   * By the highest price in the search, in cents: people who would have found this streamer had the
   * price not mattered.
   */
  readonly prices: readonly { readonly cents: number; readonly people: number }[];
  /** The least price of the active offers, free ones left out; null: there is none. */
  readonly leastPriceCents: number | null;
  readonly languages: readonly { readonly code: string; readonly people: number }[];
  readonly durations: readonly { readonly minutes: number; readonly people: number }[];
  /** People who saw a calendar without a free start because all were too soon. */
  readonly tooSoon: number;
  readonly noticeMinutes: number;
  readonly offers: readonly {
    readonly id: string;
    /** Calendar openings of the period, and the most people in one day. */
    readonly opens: number;
    readonly people: number;
    readonly holds: number;
    /** People who wait for a start, each once. */
    readonly waiting: number;
  }[];
  /** Viewers who did not come, each once; how often; and of how many sessions. */
  readonly noShows: { readonly people: number; readonly absent: number; readonly due: number };
}

export type Advice =
  | { readonly kind: 'open_hours'; readonly cell: number; readonly people: number }
  | { readonly kind: 'full_hours'; readonly cell: number; readonly people: number; readonly sessions: number }
  | {
      readonly kind: 'lower_price';
      readonly people: number;
      readonly askedCents: number;
      readonly leastCents: number;
    }
  | { readonly kind: 'speak_language'; readonly people: number; readonly language: string }
  | { readonly kind: 'add_duration'; readonly people: number; readonly minutes: number }
  | { readonly kind: 'shorten_notice'; readonly people: number; readonly noticeMinutes: number }
  | {
      readonly kind: 'rarely_held';
      readonly people: number;
      readonly offerId: string;
      readonly opens: number;
      readonly holds: number;
    }
  | { readonly kind: 'waiting'; readonly people: number; readonly offerId: string }
  | { readonly kind: 'no_shows'; readonly people: number; readonly absent: number; readonly due: number };

type Rule = (figures: Figures) => Advice[];

const most = <Item extends { readonly people: number }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => b.people - a.people).slice(0, 1);

/**
 * An hour of which less than half is open. At most three, so that the list does not become a whole
 * evening.
 */
const HOURS_NAMED = 3;
const isClosed = ({ open }: WeekHour): boolean => open < 30;

const named = (figures: Figures, wanted: (hour: WeekHour) => boolean) =>
  Array.from({ length: WEEK_CELLS }, (_, cell) => ({ cell, hour: figures.hours[cell] }))
    .flatMap(({ cell, hour }) => (hour && wanted(hour) ? [{ cell, ...hour }] : []))
    .toSorted((a, b) => b.people - a.people || a.cell - b.cell)
    .slice(0, HOURS_NAMED);

/** « Jeudi 20 h : 9 personnes ont cherché, rien n’est ouvert. » */
const closedHours: Rule = (figures) =>
  named(figures, (hour) => isClosed(hour) && hour.people >= LEAST_PEOPLE).map(({ cell, people }) => ({
    kind: 'open_hours',
    cell,
    people,
  }));

/** Open and taken, and still in demand: more seats, another price, or neighbouring hours. */
const fullHours: Rule = (figures) =>
  named(figures, (hour) => !isClosed(hour) && hour.sessions > 0 && hour.people >= LEAST_PEOPLE).map(
    ({ cell, people, sessions }) => ({ kind: 'full_hours', cell, people, sessions }),
  );

/** Only prices within reach: at least half of what is asked today. */
const priceThatLeavesOut: Rule = ({ prices, leastPriceCents }) =>
  leastPriceCents === null
    ? []
    : most(prices.filter(({ cents }) => cents < leastPriceCents && cents * 2 >= leastPriceCents)).flatMap(
        ({ cents, people }) =>
          people >= LEAST_PEOPLE
            ? [{ kind: 'lower_price', people, askedCents: cents, leastCents: leastPriceCents }]
            : [],
      );

const languageAskedFor: Rule = ({ languages }) =>
  most(languages).flatMap(({ code, people }) =>
    people >= LEAST_PEOPLE ? [{ kind: 'speak_language', people, language: code }] : [],
  );

const durationAskedFor: Rule = ({ durations }) =>
  most(durations).flatMap(({ minutes, people }) =>
    people >= LEAST_PEOPLE ? [{ kind: 'add_duration', people, minutes }] : [],
  );

/** With an hour's notice or less there is hardly anything to shorten. */
const SHORT_NOTICE = 60;
const noticeTooLong: Rule = ({ tooSoon, noticeMinutes }) =>
  tooSoon >= LEAST_PEOPLE && noticeMinutes > SHORT_NOTICE
    ? [{ kind: 'shorten_notice', people: tooSoon, noticeMinutes }]
    : [];

/**
 * A calendar that many people open and hardly anybody books from: fewer than one in fifty, of at
 * least forty.
 */
const OPENS = 40;
const RARELY = 50;
const rarelyHeld: Rule = ({ offers }) =>
  most(
    offers.filter(
      ({ opens, holds, people }) => opens >= OPENS && holds * RARELY < opens && people >= LEAST_PEOPLE,
    ),
  ).map(({ id, people, opens, holds }) => ({ kind: 'rarely_held', people, offerId: id, opens, holds }));

const waitingLists: Rule = ({ offers }) =>
  offers
    .filter(({ waiting }) => waiting >= LEAST_PEOPLE)
    .map(({ id, waiting }) => ({ kind: 'waiting', people: waiting, offerId: id }));

/** More than one session in ten. */
const noShows: Rule = ({ noShows: { people, absent, due } }) =>
  people >= LEAST_PEOPLE && absent * 10 > due ? [{ kind: 'no_shows', people, absent, due }] : [];

export const RULES = {
  closedHours,
  fullHours,
  priceThatLeavesOut,
  languageAskedFor,
  durationAskedFor,
  noticeTooLong,
  rarelyHeld,
  waitingLists,
  noShows,
} as const satisfies Record<string, Rule>;

/** Everything that follows from the figures, the advice based on the most people first. */
export const adviceFrom = (figures: Figures): Advice[] =>
  Object.values<Rule>(RULES)
    .flatMap((rule) => rule(figures))
    .toSorted((a, b) => b.people - a.people);
