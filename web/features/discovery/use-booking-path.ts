import { useSearchParams } from 'react-router';

/**
 * Leads from a streamer's page to their booker. A code that came with the address goes along: who
 * follows a link with a code may look around first.
 * @param handle the streamer's
 * @returns the path, with an offer and a start where they are chosen
 */
export function useBookingPath(handle: string): (chosen?: { offer?: string; start?: string }) => string {
  const [params] = useSearchParams();
  const code = params.get('code');
  return (chosen = {}) => {
    const query = new URLSearchParams(code === null ? chosen : { ...chosen, code });
    return query.size === 0 ? `/book-session/${handle}` : `/book-session/${handle}?${query.toString()}`;
  };
}
