import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { plural } from '#web/lib/format.ts';
import { arrange, type Plan, type Rect, type Size } from './arrange.ts';

interface TileLayoutProps {
  plan: Plan;
  /**
   * Every tile, in an order independent of who is large: a video that is moved in the document
   * stops playing.
   */
  order: readonly string[];
  tile: (key: string, shape: Shape) => ReactNode;
  /** Over the tiles: oneself, reactions, notices. */
  over: (area: Size, shown: ReadonlySet<string>) => ReactNode;
  /** Shows the people who have no place beside the large one. */
  onMore: () => void;
}

/** The size class of a tile: room for everything, for a face and a name, or hardly for that. */
export interface Shape {
  small: boolean;
  tiny: boolean;
}

/** Pixels of width below which a tile is small, and of height below which it is tiny. */
const SMALL = 300;
const TINY = 112;
const GAP = { narrow: 8, wide: 12 };

/**
 * Gives each tile its place on the stage. In the document it stays where it is, and slides to its
 * place.
 */
export function TileLayout({ plan, order, tile, over, onMore }: TileLayoutProps) {
  const ref = useRef<HTMLElement>(null);
  const size = useSize(ref);
  const [page, setPage] = useState(0);
  const columns = useRef<number | null>(null);
  const gap = size.width < 640 ? GAP.narrow : GAP.wide;
  const paged = arrange(plan, size, { gap, page, columnsNow: columns.current });
  const { places, hidden, more, pages } = paged;
  const shown = Math.min(page, pages - 1);
  const moves = useStill(size);
  useFocusKept(ref);
  useEffect(() => {
    columns.current = paged.columns;
  });
  return (
    <section ref={ref} tabIndex={-1} aria-label="Personnes dans la loge" className="room-layout">
      {order.map((key) => {
        const place = places.get(key);
        if (!place) return null;
        const large = key === plan.main || places.size === 1;
        return (
          <div
            key={key}
            className="room-place"
            data-moves={moves}
            data-large={large || undefined}
            style={at(place)}
          >
            {tile(key, { small: place.width < SMALL, tiny: place.height < TINY })}
          </div>
        );
      })}
      {more && (
        <button
          type="button"
          onClick={onMore}
          style={at(more)}
          className="room-place grid place-items-center rounded-lg bg-raised text-small font-semibold hover:bg-hover"
        >
          <span>
            +{hidden}
            <span className="sr-only">{` ${plural(hidden, 'autre personne', 'autres personnes')} : voir la grille`}</span>
          </span>
        </button>
      )}
      {pages > 1 && <Pages page={shown} pages={pages} onPage={setPage} />}
      {size.width > 0 && over(size, new Set(places.keys()))}
    </section>
  );
}

const at = ({ left, top, width, height }: Rect) => ({ left, top, width, height });

/** Whether tiles slide: when somebody's place changes, and not while the window is resized. */
function useStill({ width, height }: Size): true | undefined {
  const before = useRef({ width: 0, height: 0 });
  const still = before.current.width === width && before.current.height === height;
  useLayoutEffect(() => {
    before.current = { width, height };
  }, [width, height]);
  return still || undefined;
}

interface PagesProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

const Pages = ({ page, pages, onPage }: PagesProps) => (
  <div className="absolute inset-x-0 bottom-2 z-4 flex items-center justify-center gap-1">
    <button
      type="button"
      aria-label="Personnes précédentes"
      aria-disabled={page === 0}
      onClick={() => onPage(Math.max(0, page - 1))}
      className="grid size-11 place-items-center rounded-full bg-veil aria-disabled:opacity-45"
    >
      <ChevronLeft aria-hidden="true" className="size-5" />
    </button>
    <p role="status" className="num rounded-full bg-veil px-3 py-1.5 text-kicker font-semibold">
      {`Page ${String(page + 1)} sur ${String(pages)}`}
    </p>
    <button
      type="button"
      aria-label="Personnes suivantes"
      aria-disabled={page === pages - 1}
      onClick={() => onPage(Math.min(pages - 1, page + 1))}
      className="grid size-11 place-items-center rounded-full bg-veil aria-disabled:opacity-45"
    >
      <ChevronRight aria-hidden="true" className="size-5" />
    </button>
  </div>
);

/**
 * Keeps the focus in the room: when the element that had it is gone (a tile, or a dialog that was
 * opened from one), the layout gets it, so that the keyboard goes on from there.
 */
function useFocusKept(layout: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const check = () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && last instanceof Element && !last.isConnected) layout.current?.focus();
    };
    // After the dialog that closes has given the focus back.
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(check, 50);
    };
    // Dialogs are children of the body, tiles of the layout.
    const observer = new MutationObserver(later);
    observer.observe(document.body, { childList: true });
    if (layout.current) observer.observe(layout.current, { childList: true });
    document.addEventListener('focusin', note);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, [layout]);
}

/** How large an element is, in pixels, as it changes; 0 before it was measured. */
function useSize(ref: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
