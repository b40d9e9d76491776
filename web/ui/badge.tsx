import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

/**
 * `spot` waits for somebody's answer, `live` is happening now or wrong, `settled` is paid or
 * confirmed, `neutral` is over or plain.
 */
export type StateTone = 'neutral' | 'spot' | 'live' | 'settled';

const texts: Readonly<Record<StateTone, string>> = {
  neutral: 'text-soft',
  spot: 'text-spot',
  live: 'text-live',
  settled: 'text-settled',
};
const pills: Readonly<Record<StateTone, string>> = {
  neutral: 'bg-wash text-soft',
  spot: 'bg-spot-wash text-spot',
  live: 'bg-live-wash text-live',
  settled: 'bg-settled-wash text-settled',
};
/** Each tone has its own shape too, so that colour is never the only sign. */
const marks: Readonly<Record<StateTone, string>> = {
  neutral: 'rounded-full border-[1.5px] border-current',
  spot: 'rounded-full border-[1.5px] border-current bg-linear-90 from-current from-50% to-transparent to-50%',
  live: 'rotate-45 rounded-[2px] bg-current',
  settled: 'rounded-full bg-current',
};

interface StateProps {
  tone?: StateTone;
  className?: string | undefined;
  children: ReactNode;
}

const Mark = ({ tone }: { tone: StateTone }) => (
  <span aria-hidden="true" className={classNames('inline-block size-2 shrink-0', marks[tone])} />
);

/** A state in words behind its mark, as on a ticket: « Confirmé ». */
export function StateDot({ tone = 'neutral', className, children }: StateProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 text-small font-semibold whitespace-nowrap',
        texts[tone],
        className,
      )}
    >
      <Mark tone={tone} />
      {children}
    </span>
  );
}

/** A state or a role as a pill, for lists and headings. */
export function Badge({ tone = 'neutral', className, children }: StateProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-kicker font-semibold leading-none whitespace-nowrap',
        pills[tone],
        className,
      )}
    >
      <Mark tone={tone} />
      {children}
    </span>
  );
}
