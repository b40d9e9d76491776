import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';

interface PartProps {
  /** The fragment of its address: `/admin-dashboard/system#tasks` opens it. */
  id: string;
  title: string;
  tone: StateTone;
  /** How it is, in a few words. */
  state: string;
  /** The one figure that is read first; a telephone has it among the details. */
  note?: string;
  /** Something is to be done here, so that it is open before anybody asks. */
  isTrouble: boolean;
  /** Its content goes to its edges, as a table does. */
  flush?: boolean;
  children: ReactNode;
}

/**
 * One part of the installation as a row: how it is in a few words, and all else once it is opened.
 */
export function Part({ id, title, tone, state, note, isTrouble, flush = false, children }: PartProps) {
  const { hash } = useLocation();
  const isAsked = hash === `#${id}`;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const summary = useRef<HTMLElement>(null);
  // It comes after what it tells was read, when the browser has long looked for the address's
  // place.
  useEffect(() => {
    if (!isAsked) return;
    setChosen(true);
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView();
  }, [isAsked]);
  const open = chosen ?? (isAsked || isTrouble);
  return (
    <details
      id={id}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open !== open && setChosen(currentTarget.open)}
      className="group border-b border-line last:border-0"
    >
      <summary
        ref={summary}
        className="flex min-h-14 cursor-pointer list-none scroll-mt-24 items-center gap-3 px-5 py-2 -outline-offset-2 sm:px-6 [&::-webkit-details-marker]:hidden"
      >
        <span className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] sm:items-center lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_minmax(0,1fr)]">
          <h3 className="font-medium">{title}</h3>
          <StateDot tone={tone} className="min-w-0 whitespace-normal!">
            {state}
          </StateDot>
          {note && <span className="num hidden text-right text-small text-muted lg:block">{note}</span>}
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className={classNames('grid grid-cols-[minmax(0,1fr)] gap-3 pb-5', !flush && 'px-5 sm:px-6')}>
        {children}
      </div>
    </details>
  );
}

/** A part's figures, label and value; in two columns where there is room. */
export function PartLines({ lines }: { lines: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="num grid gap-x-12 gap-y-1.5 text-small lg:grid-cols-2">
      {lines.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 text-soft wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
