import { trendOf } from '#product/insight/rules/figures.ts';
import type { Days } from '#product/insight/rules/period.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Definition } from '#web/ui/definition.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MEASURES, type Measure, type Platform } from './measures.ts';

const TONES = { better: 'text-settled', worse: 'text-live', same: 'text-muted' } as const;

interface FigureGridProps {
  platform: Platform | undefined;
  days: Days;
  chosen: Measure;
  onChoose: (measure: Measure) => void;
}

/** Every figure of the platform, with what it was before; choosing one draws its curve. */
export function FigureGrid({ platform, days, chosen, onChoose }: FigureGridProps) {
  return (
    <ul className="num grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-line gap-px sm:grid-cols-3 xl:grid-cols-4">
      {MEASURES.map((measure) => {
        const pressed = measure.key === chosen.key;
        const list = measure.list(days);
        return (
          <li
            key={measure.key}
            className={classNames('relative min-w-0', pressed ? 'bg-raised' : 'bg-stage')}
          >
            <button
              type="button"
              aria-pressed={pressed}
              onClick={() => onChoose(measure)}
              className="grid h-full w-full content-start gap-0.5 p-3 pt-10 text-start hover:bg-wash sm:p-4 sm:pt-11"
            >
              <span className="sr-only">{measure.label} : </span>
              <span className="display text-title whitespace-nowrap sm:text-figure">
                {platform ? (
                  <Value measure={measure} now={platform.now} />
                ) : (
                  <Skeleton className="h-8 w-20" />
                )}
              </span>
              {platform && <Change measure={measure} platform={platform} />}
            </button>
            <p className="pointer-events-none absolute inset-x-3 top-0 flex min-h-11 items-center text-kicker leading-tight text-muted sm:inset-x-4">
              <span aria-hidden="true" className="min-w-0">
                {measure.label}
              </span>
              <span className="pointer-events-auto -mr-3 ml-auto shrink-0">
                <Definition label={measure.label}>
                  {measure.definition}
                  <TextLink to={list.to} className="tappable mt-2 flex items-center">
                    {list.label}
                  </TextLink>
                </Definition>
              </span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function Value({ measure, now }: { measure: Measure; now: Platform['now'] }) {
  const value = measure.of(now);
  return value === null ? <span className="text-muted">Aucune</span> : measure.format(value);
}

function Change({ measure, platform: { now, before } }: { measure: Measure; platform: Platform }) {
  const [current, earlier] = [measure.of(now), before && measure.of(before)];
  if (current === null || earlier === null) return <span className="text-kicker text-muted">{'\u00a0'}</span>;
  const { format, formatChange = format } = measure;
  const said = formatChange(Math.abs(current - earlier));
  // A change that would round to zero is not shown as one.
  const trend =
    said === formatChange(0) || current === earlier
      ? 'same'
      : trendOf(current, earlier, measure.lessIsBetter);
  return (
    <span className={classNames('text-kicker', TONES[trend])} title={`Avant : ${format(earlier)}`}>
      {trend === 'same' ? 'stable' : `${current > earlier ? '+' : '−'}${said}`}
      <span className="sr-only">, contre {format(earlier)} avant</span>
    </span>
  );
}
