import { useSearchParams } from 'react-router';

interface Address {
  params: URLSearchParams;
  /**
   * Sets parameters or, with null, drops them; goes back to the first page unless it sets the page.
   */
  change: (changes: Record<string, string | null>) => void;
  /** The address of another page of the same view. */
  hrefFor: (page: number) => string;
}

function changed(params: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/**
 * Keeps the state of a list in the address: Back works, and a link shows the same to somebody else.
 */
export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  return {
    params,
    // From the address itself: what was chosen a moment ago stands there before the page is drawn with it.
    change: (changes) =>
      setParams(changed(new URLSearchParams(window.location.search), { page: null, ...changes })),
    hrefFor: (page) => `?${changed(params, { page: page === 1 ? null : String(page) })}`,
  };
}
