import { useAddress } from '#web/lib/use-address.ts';

/**
 * A stable reference, so that the row is brought into view when it appears and not at each render.
 */
const intoView = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'center' });

/**
 * Of rows that have no window of their own, the one that the address names, as the queue of
 * decisions does: marked, and brought into view.
 * @param name of the parameter
 */
export function useAskedRow(name: string) {
  const asked = useAddress().params.get(name);
  return (id: string) => (id === asked ? ({ 'aria-current': 'true', ref: intoView } as const) : {});
}
