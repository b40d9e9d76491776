import { formatInstant, type Instant, instantOf } from '#product/shared/time/instant.ts';
import {
  type EpochDay,
  epochDayOf,
  type LocalDate,
  localDateOf,
  parseLocalDate,
} from '#product/shared/time/local-date.ts';
import { epochDayAt, startOfDay } from '#product/shared/time/wall-time.ts';
import { formatDay } from '#web/lib/format.ts';

/**
 * The zone in which the team reads every list: the books' and the statistics'. It is named on each
 * page.
 */
export const TEAM_ZONE = 'Europe/Paris';

/** Days of Paris, both included. */
export interface Days {
  first: LocalDate;
  last: LocalDate;
}

/** Days by name, from so many days before today to so many after it; null: all of them. */
const NAMED = {
  today: { label: 'Aujourd’hui', from: 0, until: 0 },
  tomorrow: { label: 'Demain', from: 1, until: 1 },
  next: { label: '7 prochains jours', from: 0, until: 6 },
  last7: { label: '7 derniers jours', from: -6, until: 0 },
  last30: { label: '30 derniers jours', from: -29, until: 0 },
  all: { label: 'Tous les jours', from: null, until: null },
} as const satisfies Record<string, { label: string; from: number | null; until: number | null }>;
type Named = keyof typeof NAMED;
/** `between`: from one date of the address to another. */
export type DaysName = Named | 'between';

const isNamed = (name: string | null): name is Named => name !== null && Object.hasOwn(NAMED, name);
const DATE = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const dateOf = (text: string | null): LocalDate | null =>
  text !== null && DATE.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
    ? parseLocalDate(text)
    : null;

/**
 * The days that an address asks for. A search looks through all of them unless it names some, since
 * anybody who types a ticket's number does not know its day.
 * @param usual what is shown where the address says nothing
 */
export function daysIn(
  params: URLSearchParams,
  usual: 'today' | 'all',
  now: Instant = instantOf(Date.now()),
): { name: DaysName; days: Days | null } {
  const [first, last] = [dateOf(params.get('from')), dateOf(params.get('until'))];
  if (first !== null && last !== null && first <= last) return { name: 'between', days: { first, last } };
  const asked = params.get('days');
  const name = isNamed(asked) ? asked : params.get('q')?.trim() ? 'all' : usual;
  const { from, until } = NAMED[name];
  if (from === null) return { name, days: null };
  const today = epochDayAt(TEAM_ZONE, now);
  return {
    name,
    days: { first: localDateOf((today + from) as EpochDay), last: localDateOf((today + until) as EpochDay) },
  };
}

/** The first moment of these days, and the first one after them, as instants of the API. */
export const momentsOf = ({ first, last }: Days): { from: string; until: string } => ({
  from: formatInstant(startOfDay(TEAM_ZONE, epochDayOf(first))),
  until: formatInstant(startOfDay(TEAM_ZONE, (epochDayOf(last) + 1) as EpochDay)),
});

/** The choices of days, the ones of the address among them. */
export function daysOptions(chosen: {
  name: DaysName;
  days: Days | null;
}): { value: DaysName; label: string }[] {
  const named = (Object.keys(NAMED) as Named[]).map((value) => ({ value, label: NAMED[value].label }));
  if (chosen.name !== 'between' || chosen.days === null) return named;
  const { from } = momentsOf(chosen.days);
  const end = formatInstant(startOfDay(TEAM_ZONE, epochDayOf(chosen.days.last)));
  const short = (at: string) => formatDay(at, TEAM_ZONE, { weekday: false, month: 'short' });
  const label = from === end ? `Le ${short(from)}` : `Du ${short(from)} au ${short(end)}`;
  return [{ value: 'between', label }, ...named];
}
