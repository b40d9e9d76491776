import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface FrameProps {
  children: ReactNode;
  /** « Votre place », beside the current step; below it on a phone. */
  place: ReactNode;
  /** The action under the thumb, where the place stands under what is asked. */
  bar?: ReactNode;
}

/** The questions on the left, the summary on the right. */
export function Frame({ children, place, bar }: FrameProps) {
  return (
    <div>
      <div className="grid rounded-xl border border-line bg-stage lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid min-w-0 content-start gap-6 p-5 sm:p-8">{children}</div>
        <aside aria-label="Votre place" className="border-line p-5 sm:p-7 max-lg:border-t lg:border-l">
          {place}
        </aside>
      </div>
      {bar}
    </div>
  );
}

interface BottomBarProps {
  /** The subject of the next step: « mer. 25 nov. à 18 h 30 », or « Total ». */
  what: string;
  price: string;
  /** The one action. */
  children: ReactNode;
  className?: string;
}

/**
 * The action at the bottom of a phone's screen, over the scrolled page, where the summary comes
 * below the form.
 */
export function BottomBar({ what, price, children, className }: BottomBarProps) {
  return (
    <div
      className={classNames(
        'num sticky bottom-0 z-10 -mx-5 grid gap-2 border-t border-line-strong bg-raised px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
        className,
      )}
    >
      <p className="flex justify-between gap-3 text-small">
        <b>{what}</b>
        <span className="text-soft">{price}</span>
      </p>
      {children}
    </div>
  );
}

interface StepTitleProps {
  children: ReactNode;
  lead?: ReactNode;
  /** 1 where the step is a page of its own. */
  level?: 1 | 2;
}

/**
 * The head of a step. It takes the focus as the step appears, so that keyboard and screen reader go
 * on from there.
 */
export function StepTitle({ children, lead, level = 2 }: StepTitleProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <div className="grid gap-2">
      <Heading ref={title} tabIndex={-1} className="text-date outline-none">
        {children}
      </Heading>
      {lead && <div className="max-w-[60ch] text-soft">{lead}</div>}
    </div>
  );
}

const STEPS = ['Offre', 'Créneau', 'Détails', 'Récapitulatif', 'Paiement'] as const;

interface StepsProps {
  /** Which of them one is at, from 0; those before it are done. */
  current: number;
  /** A free offer has nothing to pay. */
  free: boolean;
}

/** How far one has got: « 2 sur 5 ». */
export function Steps({ current, free }: StepsProps) {
  const steps = free ? STEPS.slice(0, -1) : STEPS;
  return (
    <ol aria-label="Étapes" className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-small">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={classNames(
            'inline-flex items-center gap-1.5',
            index === current ? 'font-semibold text-ink' : 'text-muted',
            index !== current && 'max-sm:sr-only',
          )}
        >
          {index < current ? (
            <Check aria-hidden="true" className="size-4 text-settled" />
          ) : (
            <span aria-hidden="true" className="num">
              {index + 1}
            </span>
          )}
          {step}
          {index < current && <span className="sr-only"> (fait)</span>}
          {index === current && (
            <span className="text-muted sm:sr-only">{` sur ${String(steps.length)}`}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
