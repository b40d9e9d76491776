import { Clapperboard } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/**
 * How long one points at a card before it is meant, in milliseconds: who only passes over cards
 * loads no film.
 */
const MEANT = 300;

/**
 * Whether a film may begin without having been asked for: not for people whom motion disturbs, nor
 * over a line that is paid by the megabyte.
 */
function mayMove(): boolean {
  // Chromium's, and no part of TypeScript's picture of a browser.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const isUnwanted = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)'].some(
    (query) => window.matchMedia(query).matches,
  );
  return !isUnwanted && connection?.saveData !== true;
}

/**
 * Plays a card's film while a mouse is over it, or the keyboard's focus is in it. Escape ends it.
 * @param has whether there is a film
 */
export function useFilmPreview(has: boolean) {
  const [isOn, setOn] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  const begin = () => {
    if (!has || !mayMove()) return;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOn(true), MEANT);
  };
  const end = () => {
    window.clearTimeout(timer.current);
    setOn(false);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const handlers = {
    // A finger that scrolls enters cards too.
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') begin();
    },
    onPointerLeave: end,
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) begin();
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) end();
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') end();
    },
  };
  return { isOn, handlers };
}

/** A mark on the banner that there is a film; while it is on, the film itself, without sound. */
export function FilmPreview({ url, isOn }: { url: string; isOn: boolean }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {isOn && <MutedFilm url={url} />}
      <span className="absolute right-2.5 bottom-2.5 grid size-7 place-items-center rounded-full bg-ground/75">
        <Clapperboard className="size-4" />
      </span>
    </div>
  );
}

/** Seen once it plays: until then the banner is. */
function MutedFilm({ url }: { url: string }) {
  const [isPlaying, setPlaying] = useState(false);
  return (
    <video
      src={url}
      muted
      loop
      playsInline
      autoPlay
      tabIndex={-1}
      onPlaying={() => setPlaying(true)}
      className={`absolute inset-0 size-full object-cover transition-opacity duration-300 ${isPlaying ? 'opacity-100' : 'opacity-0'}`}
    />
  );
}
