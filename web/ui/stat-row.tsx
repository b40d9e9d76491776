import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

export interface Stat {
  label: string;
  value: ReactNode;
  /** The parts of the figure, or its measure of comparison. */
  note?: ReactNode;
  /** `settled` for money that proves itself: « Grand livre 0,00 € ». */
  tone?: 'plain' | 'settled' | 'live';
}

const tones = { plain: 'text-ink', settled: 'text-settled', live: 'text-live' };

/**
 * A few figures side by side, real ones only; two by two on a phone. Their lines are shared, so
 * that figures align when a label wraps.
 */
export function StatRow({ stats, className }: { stats: readonly Stat[]; className?: string | undefined }) {
  return (
    <dl
      className={classNames(
        'num grid grid-cols-2 gap-x-5 gap-y-6 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none lg:gap-x-0',
        className,
      )}
    >
      {stats.map((stat) => (
        <div
          key={stat.label}
          className="row-span-3 grid grid-rows-subgrid content-start gap-y-0.5 border-l border-line pl-4 lg:px-6 lg:first:border-l-0 lg:first:pl-0"
        >
          <dt className="text-kicker text-muted">{stat.label}</dt>
          <dd
            className={classNames(
              'display text-figure max-[22rem]:text-title',
              stats.length > 4 && 'lg:text-title', // five sums of five digits beside each other
              tones[stat.tone ?? 'plain'],
            )}
          >
            {stat.value}
          </dd>
          {stat.note && <dd className="text-kicker text-muted">{stat.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
