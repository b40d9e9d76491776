import { useEffect, useRef, useState } from 'react';
import { SearchInput } from '#web/ui/search-input.tsx';

/** A pause in typing after which is searched. */
const PAUSE = 220;

interface LiveSearchProps {
  /** The search text of the address. */
  query: string;
  onQuery: (query: string) => void;
  className?: string;
}

/**
 * Searches as one types, and shows what the address says when that changes from elsewhere: Back, or
 * a filter taken off.
 */
export function LiveSearch({ query, onQuery, className }: LiveSearchProps) {
  const sent = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (query === sent.current) return;
    sent.current = query;
    setTurn((count) => count + 1);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (text: string) => {
    clearTimeout(timer.current);
    if (text === sent.current) return;
    sent.current = text;
    onQuery(text);
  };
  return (
    <SearchInput
      key={turn}
      label="Rechercher un streamer"
      placeholder="Un jeu, une langue, un nom…"
      initialValue={query}
      onSearch={send}
      onType={(text) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => send(text.trim()), PAUSE);
      }}
      {...(className === undefined ? {} : { className })}
    />
  );
}
