import { ChevronDown } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';

interface Entry {
  id: string;
  title: string;
}

/** Lists a section, and gives what takes it off the list. Null outside of a page of settings. */
const Listing = createContext<((entry: Entry) => () => void) | null>(null);

/** Lists a section in the navigation of its page. @returns whether there is one around it */
export function useSettingsEntry(id: string, title: string): boolean {
  const list = useContext(Listing);
  useEffect(() => list?.({ id, title }), [list, id, title]);
  return list !== null;
}

const inPageOrder = (one: Entry, other: Entry): number => {
  const [first, second] = [document.getElementById(one.id), document.getElementById(other.id)];
  if (!first || !second) return 0;
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
};

/**
 * The section that one reads: the last that begins above the upper third of the screen, and the
 * last of all at the foot of the page.
 */
function useCurrent(entries: readonly Entry[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const look = () => {
      const { scrollY, innerHeight } = window;
      const atFoot = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      const begun = entries.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < innerHeight / 3;
      });
      setCurrent(((atFoot ? entries.at(-1) : begun.at(-1)) ?? entries[0])?.id ?? null);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [entries]);
  return current;
}

/**
 * A page of settings: its sections in one column, and beside them the list of their names, which
 * stays while one scrolls. On a telephone the list is folded above them. A section lists itself
 * (`SettingsSection`), so nothing is listed that is not there.
 */
export function SettingsLayout({ label, children }: { label: string; children: ReactNode }) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const list = useCallback((entry: Entry) => {
    setEntries((listed) => [...listed, entry].toSorted(inPageOrder));
    return () => setEntries((listed) => listed.filter((each) => each !== entry));
  }, []);
  const current = useCurrent(entries);
  const { search } = useLocation();
  const folded = useRef<HTMLDetailsElement>(null);
  /** The keyboard goes on from the section that was asked for. */
  const arrive = (id: string) => document.getElementById(id)?.focus({ preventScroll: true });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[11.5rem_minmax(0,1fr)]">
      <nav aria-label={label} className="sticky top-6 self-start max-lg:hidden">
        <ul className="border-l border-line text-small text-soft">
          {entries.map(({ id, title }) => (
            <li key={id}>
              <Link
                to={{ search, hash: `#${id}` }}
                replace
                aria-current={id === current ? 'location' : undefined}
                onClick={() => arrive(id)}
                className="-ml-px flex min-h-11 items-center border-l-2 border-transparent py-1 pl-4 transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current=location]:border-ink aria-[current=location]:font-semibold aria-[current=location]:text-ink"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <details ref={folded} className="group rounded-md border border-line bg-stage lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-md px-4">
          Aller à une section
          <ChevronDown
            aria-hidden="true"
            className="size-4 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <nav aria-label={label}>
          <ul className="divide-y divide-line border-t border-line">
            {entries.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to={{ search, hash: `#${id}` }}
                  replace
                  onClick={() => {
                    folded.current?.removeAttribute('open');
                    arrive(id);
                  }}
                  className="flex min-h-11 items-center px-4 py-1 focus-visible:-outline-offset-2"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </details>
      <Listing value={list}>
        <div className="min-w-0">{children}</div>
      </Listing>
    </div>
  );
}
