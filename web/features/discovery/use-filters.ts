import { useSearchParams } from 'react-router';
import { type FilterName, type Filters, NARROWING, readFilters } from '#web/features/discovery/filters.ts';

interface FilterState {
  filters: Filters;
  /** How many of them narrow the list, besides what is typed. */
  count: number;
  /** Sets filters or, with null, drops them; back to the first page. Letters that are being typed replace the entry of the history. */
  change: (changes: Partial<Record<FilterName, string | null>>, options?: { typing?: boolean }) => void;
  clear: () => void;
  hrefFor: (page: number) => string;
}

/** The filters, kept in the address: Back works, and a link shows the same to somebody else. */
export function useFilters(): FilterState {
  const [params, setParams] = useSearchParams();
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
    filters: readFilters(params),
    count: new Set(
      NARROWING.filter((name) => params.has(name)).map((name) => (name === 'max' ? 'min' : name)),
    ).size,
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
