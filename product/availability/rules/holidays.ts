import { type EpochDay, epochDayOf, type LocalDate, localDateOf } from '#product/shared/time/local-date.ts';

export interface Holiday {
  readonly date: LocalDate;
  /** As a French reader knows it. */
  readonly name: string;
}

const FIXED: readonly (readonly [monthAndDay: string, name: string])[] = [
  ['01-01', 'Jour de l’an'],
  ['05-01', 'Fête du Travail'],
  ['05-08', 'Victoire 1945'],
  ['07-14', 'Fête nationale'],
  ['08-15', 'Assomption'],
  ['11-01', 'Toussaint'],
  ['11-11', 'Armistice 1918'],
  ['12-25', 'Noël'],
];

const DAYS_AFTER_EASTER: readonly (readonly [days: number, name: string])[] = [
  [1, 'Lundi de Pâques'],
  [39, 'Ascension'],
  [50, 'Lundi de Pentecôte'],
];

/** The eleven public holidays of France in a year (Code du travail, L3133-1), in order. */
export function frenchHolidays(year: number): Holiday[] {
  const fixed = FIXED.map(([monthAndDay, name]) => ({ date: `${year}-${monthAndDay}` as LocalDate, name }));
  const easter = epochDayOf(easterSunday(year));
  const moving = DAYS_AFTER_EASTER.map(([days, name]) => ({
    date: localDateOf((easter + days) as EpochDay),
    name,
  }));
  return [...fixed, ...moving].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/**
 * Easter Sunday of the Gregorian calendar, by the anonymous algorithm (Meeus, Astronomical
 * Algorithms, chapter 8).
 */
function easterSunday(year: number): LocalDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as LocalDate;
}
