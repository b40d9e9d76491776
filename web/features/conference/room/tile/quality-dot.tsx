import type { Quality } from '#web/conference-core/connection/connection-rating.ts';
import { QUALITY_TEXT } from '../../setup/line-test/line-report.ts';

const BARS: Readonly<Record<Quality, { lit: number; light: string }>> = {
  good: { lit: 3, light: 'bg-settled' },
  fair: { lit: 2, light: 'bg-spot' },
  poor: { lit: 1, light: 'bg-live' },
};

/** How the line to somebody is: bars that differ in number as well as in colour, and the words for who cannot see them. */
export function QualityDot({ quality }: { quality: Quality }) {
  const { lit, light } = BARS[quality];
  return (
    <span
      role="img"
      aria-label={QUALITY_TEXT[quality]}
      title={QUALITY_TEXT[quality]}
      className="flex h-3 shrink-0 items-end gap-0.5"
    >
      {[1, 2, 3].map((bar) => (
        <span
          key={bar}
          style={{ height: `${String(bar * 33)}%` }}
          className={`w-[3px] rounded-full ${bar <= lit ? light : 'bg-line-strong'}`}
        />
      ))}
    </span>
  );
}
