import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '#web/ui/button.tsx';

interface NextPageButtonProps {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'fetchNextPage' | 'isFetching' | 'isFetchNextPageError'>;
  className?: string | undefined;
  children?: string;
}

/**
 * Reads the next page of a list; nothing when there is none. Busy while the list is read again too:
 * a page that is asked for ends that reading, and what had changed would never be seen.
 */
export function NextPageButton({ list, className, children = 'Afficher la suite' }: NextPageButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button className={className} loading={list.isFetching} onClick={() => void list.fetchNextPage()}>
      {list.isFetchNextPageError ? 'Réessayer' : children}
    </Button>
  );
}
