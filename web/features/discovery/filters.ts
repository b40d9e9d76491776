import { useSearchParams } from 'react-router';
import { OFFER_DURATIONS_MINUTES } from '#product/availability/rules/availability.ts';
import type { browseStreamers } from '#product/discovery/contract.ts';
import type { VisitFact } from '#product/insight/visits-contract.ts';
import { BROWSE_SORTS, type BrowseSort, FREE_WHEN, type FreeWhen } from '#product/shared/browsing.ts';
import type { RequestOf } from '#product/shared/contract.ts';
import { categoryIdOf, languageIdOf } from '#web/entities/catalogue/catalogue.ts';

/** The filters in the address of `/browse`. Prices in whole euros, as they are typed. */
export interface Filters {
  query: string;
  category: string | null;
  language: string | null;
  /** Only among those that the person keeps. */
  favourites: boolean;
  min: number | null;
  max: number | null;
  /** The prices as the address has them, to be shown; invalid ones are reported. */
  typed: { min: string; max: string };
  duration: number | null;
  free: FreeWhen | null;
  rating: number | null;
  sort: BrowseSort;
  page: number;
}

export type FilterName =
  | 'q'
  | 'favourites'
  | 'category'
  | 'lang'
  | 'min'
  | 'max'
  | 'duration'
  | 'free'
  | 'rating'
  | 'sort';
/** Those that narrow the list, besides what is typed. */
const NARROWING = ['favourites', 'free', 'category', 'lang', 'min', 'max', 'duration', 'rating'] as const;

export const RATINGS = [4, 4.5] as const;
const MOST_EUROS = 5_000;

/**
 * A price that somebody typed: a number of euros, or a sentence that says why it is invalid. An
 * empty text means no limit.
 */
export type TypedPrice = { euros: number | null; wrong: null } | { euros: null; wrong: string };

/** Reads « 25 » and « 25 € », in a field as in the address. */
export function readPrice(text: string | null): TypedPrice {
  const typed = (text ?? '').trim();
  if (typed === '') return { euros: null, wrong: null };
  const digits = /^(\d+)\s*€?$/.exec(typed)?.[1];
  if (digits === undefined)
    return { euros: null, wrong: 'Un prix en euros, sans centimes : 25, par exemple.' };
  const euros = Number(digits);
  return euros > MOST_EUROS ? { euros: null, wrong: 'Au plus 5 000 €.' } : { euros, wrong: null };
}

/** Puts the two prices in order when they were typed the wrong way round. */
export const inOrder = (min: number | null, max: number | null) =>
  min !== null && max !== null && min > max ? { min: max, max: min } : { min, max };

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null;

function wholeNumber(text: string | null, most: number): number | null {
  const value = Number(text);
  return text !== null && /^\d{1,5}$/.test(text) && value <= most ? value : null;
}

/** Reads the address; what is not understood counts as absent. */
export function readFilters(params: URLSearchParams): Filters {
  const numberOf = (name: string, values: readonly number[]) =>
    values.find((value) => String(value) === params.get(name)) ?? null;
  return {
    query: (params.get('q') ?? '').slice(0, 100),
    category: categoryIdOf(params.get('category')),
    language: languageIdOf(params.get('lang')),
    favourites: params.get('favourites') === '1',
    ...inOrder(readPrice(params.get('min')).euros, readPrice(params.get('max')).euros),
    typed: { min: params.get('min') ?? '', max: params.get('max') ?? '' },
    duration: numberOf('duration', OFFER_DURATIONS_MINUTES),
    free: oneOf(FREE_WHEN, params.get('free')),
    rating: numberOf('rating', RATINGS),
    sort: oneOf(BROWSE_SORTS, params.get('sort')) ?? 'relevance',
    page: Math.max(1, wholeNumber(params.get('page'), 1_000) ?? 1),
  };
}

const cents = (euros: number | null): number | null => (euros === null ? null : euros * 100);

export const requestOf = (filters: Filters, zone: string): RequestOf<typeof browseStreamers> => ({
  query: filters.query,
  favourites: filters.favourites,
  category: filters.category,
  language: filters.language,
  priceMinCents: cents(filters.min),
  priceMaxCents: cents(filters.max),
  durationMinutes: filters.duration,
  free: filters.free,
  ratingMin: filters.rating,
  sort: filters.sort,
  page: filters.page,
  zone,
});

/**
 * The search as the server counts it; null while nothing is searched for, and among one's
 * favourites.
 */
export function searchVisit(filters: Filters, zone: string): VisitFact | null {
  const { query, category, language, max, duration, free, favourites } = filters;
  if (
    favourites ||
    (query === '' && [category, language, max, duration, free].every((each) => each === null))
  )
    return null;
  return {
    kind: 'search',
    query,
    category,
    language,
    priceMaxCents: max === null ? null : max * 100,
    durationMinutes: duration,
    free,
    zone,
  };
}

/** The streamers whom a person keeps, those who are free soonest first. */
export const favouritesRequest = (zone: string, page: number): RequestOf<typeof browseStreamers> => ({
  ...requestOf(readFilters(new URLSearchParams({ favourites: '1', sort: 'soonest' })), zone),
  page,
});

export const FREE_TEXT: Readonly<Record<FreeWhen, string>> = {
  today: 'Aujourd’hui',
  week: 'Cette semaine',
  evenings: 'En soirée',
  weekend: 'Ce week-end',
};

export const SORT_TEXT: Readonly<Record<BrowseSort, string>> = {
  relevance: 'Les plus pertinents',
  soonest: 'Libres le plus tôt',
  price: 'Prix croissant',
  rating: 'Les mieux notés',
  newest: 'Les derniers arrivés',
};

interface FilterState {
  filters: Filters;
  /** How many filters are set, the search not counted. */
  count: number;
  /**
   * Sets filters or, with null, drops them; back to the first page. Letters that are being typed
   * replace the entry of the history.
   */
  change: (changes: Partial<Record<FilterName, string | null>>, options?: { typing?: boolean }) => void;
  clear: () => void;
  hrefFor: (page: number) => string;
}

/** Both ends of the price are one filter. */
const countOf = ({ favourites, category, language, min, max, duration, free, rating }: Filters): number =>
  [favourites || null, category, language, min ?? max, duration, free, rating].filter(
    (value) => value !== null,
  ).length;

/** Whether this is the list as one comes to it: nothing searched for, its first page. */
export const isWhole = (filters: Filters): boolean =>
  filters.query === '' && filters.page === 1 && countOf(filters) === 0;

/** The filters, kept in the address: Back works, and a link shows the same to somebody else. */
export function useFilters(): FilterState {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const change: FilterState['change'] = (changes, { typing = false } = {}) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: typing, preventScrollReset: true },
    );
  return {
    filters,
    count: countOf(filters),
    change,
    clear: () => change(Object.fromEntries([...NARROWING, 'q'].map((name) => [name, null]))),
    hrefFor: (page) => {
      const next = new URLSearchParams(params);
      if (page === 1) next.delete('page');
      else next.set('page', String(page));
      return `?${next.toString()}`;
    },
  };
}
