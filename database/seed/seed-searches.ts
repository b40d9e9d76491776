import { LEAST_PEOPLE } from '#product/insight/rules/advice.ts';
import { parseInstant } from '#product/shared/time/instant.ts';
import { countingDay } from '#product/shared/visit.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { SeededPage } from './seed-pages.ts';
import { add, type Tables } from './story-rows.ts';

/** Its own random sequence, so that searches do not change which visits are made. */
const SEED = 20_261_123;

/** Searches that find nobody of the demo. */
const UNFOUND = [
  'poterie',
  'guitare basse',
  'minecraft redstone',
  'astrologie',
  'tricot',
  'bridge',
  'yoga prénatal',
];
/** Of a hundred people who search, so many see no result. */
const UNFOUND_PART = 0.07;
/** On this part of the days several people want the same thing that Loge has not. */
const TREND_PART = 0.12;
/** Phones and tablets of all visitors; the others sit at a computer. */
const PHONES = 0.52;
const TABLETS = 0.07;

/**
 * Seeds the counts of the whole site, to fit the visits, demands and bookings that are made
 * already: each day's devices, the hours that were looked for by category, and some four searches
 * for each place that was found by one.
 */
export function seedSearches(tables: Tables, pages: readonly SeededPage[]): void {
  const chance = chanceOf(SEED);
  const rowsOf = (table: 'private.visit_days' | 'private.demand_days' | 'public.bookings') =>
    tables.get(table) ?? [];
  const visits = rowsOf('private.visit_days').filter(({ offer_id }) => offer_id === null);
  for (const [day, of] of Map.groupBy(visits, (row) => String(row.day))) {
    const sum = (key: string) => of.reduce((total, row) => total + Number(row[key]), 0);
    devicesOf(tables, day, sum('profile_views'), sum('calendar_opens'), chance);
  }
  const categories = new Map(
    pages.map(({ streamerId, offers }) => [
      streamerId,
      [...new Set(offers.map(({ draft }) => draft.category))],
    ]),
  );
  const asked = rowsOf('private.demand_days')
    .filter(({ kind }) => kind === 'hours')
    .flatMap((row) =>
      (categories.get(String(row.streamer_id)) ?? []).map((category) => ({
        day: String(row.day),
        category,
        cell: Number(row.cell),
        people: Number(row.people),
      })),
    );
  for (const of of Map.groupBy(asked, ({ day, category, cell }) => `${day} ${category} ${cell}`).values()) {
    const [{ day, category, cell } = { day: '', category: '', cell: 0 }] = of;
    const people = of.reduce((total, each) => total + each.people, 0);
    add(tables, 'private.platform_demand_days', { day, category, cell, people });
  }
  const found = Map.groupBy(
    rowsOf('public.bookings').filter(({ source }) => source === 'search'),
    (row) => countingDay(parseInstant(String(row.held_at))),
  );
  for (const day of new Set(visits.map((row) => String(row.day)))) {
    const places = [...found].find(([on]) => on === day)?.[1].length ?? 0;
    searchesOf(tables, day, places, chance);
  }
}

function devicesOf(tables: Tables, day: string, views: number, opens: number, chance: Chance): void {
  const [phones, tablets] = [PHONES + chance.next() * 0.1, TABLETS + chance.next() * 0.03];
  let [leftViews, leftOpens] = [views, opens];
  for (const [device, part] of [
    ['phone', phones],
    ['tablet', tablets],
    ['computer', 1],
  ] as const) {
    const seen = device === 'computer' ? leftViews : Math.round(views * part);
    const opened = device === 'computer' ? leftOpens : Math.min(seen, Math.round(opens * part));
    leftViews -= seen;
    leftOpens -= opened;
    if (seen > 0)
      add(tables, 'private.platform_visit_days', {
        day,
        device,
        visitors: Math.max(1, Math.round(seen * 0.7)),
        profile_views: seen,
        calendar_opens: opened,
      });
  }
}

function searchesOf(tables: Tables, day: string, places: number, chance: Chance): void {
  const usual = places * chance.between(3, 5) + chance.between(1, 6);
  const alike = chance.next() < TREND_PART ? chance.between(LEAST_PEOPLE, 8) : 0;
  const people = usual + 2 * alike;
  const unfound = alike + Math.min(usual, Math.round(usual * UNFOUND_PART + chance.next()));
  add(tables, 'private.search_days', { day, category: null, people, unfound });
  // The other searches were typed by too few people to be kept.
  if (alike > 0) add(tables, 'private.unfound_days', { day, words: chance.pick(UNFOUND), people: alike });
}
