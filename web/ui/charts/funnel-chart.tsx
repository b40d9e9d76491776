import { formatCount, formatRate } from '#web/lib/format.ts';
import { TextLink } from '#web/ui/link.tsx';
import { ChartFrame, type ChartProps } from './chart-frame.tsx';

export interface FunnelStep {
  key: string;
  label: string;
  /** null: it cannot be counted, which is said and is not zero. */
  count: number | null;
  /** Lights the bar: for the last step, which is the goal of the others. */
  settled?: boolean;
  to?: string;
}

interface FunnelChartProps extends ChartProps {
  steps: readonly FunnelStep[];
  /** The column of the steps in the table is called this: « Étape ». */
  stepsName?: string;
}

/** The share of the step before that reached this step; null where it is not known. */
function partOf(steps: readonly FunnelStep[], index: number): number | null {
  const before = steps[index - 1]?.count;
  const count = steps[index]?.count;
  if (!before || count === null || count === undefined) return null;
  return count / before;
}

/** Steps that fewer and fewer take, as a list of bars: it reads aloud as it stands. */
export function FunnelChart(props: FunnelChartProps) {
  const { steps, stepsName = 'Étape' } = props;
  const most = Math.max(1, ...steps.map(({ count }) => count ?? 0));
  const counted = (count: number | null) => (count === null ? 'non compté' : formatCount(count));
  const rate = (index: number) => {
    const part = partOf(steps, index);
    return part === null ? '' : formatRate(part);
  };
  return (
    <ChartFrame
      {...props}
      table={{
        head: [stepsName, 'Nombre', 'De l’étape d’avant'],
        rows: steps.map(({ label, count }, index) => [label, counted(count), rate(index)]),
      }}
    >
      <ol className="funnel num">
        {steps.map((step, index) => (
          <li key={step.key}>
            <span className="funnel-label">
              {step.to ? (
                <TextLink to={step.to} className="tappable inline-flex items-center">
                  {step.label}
                </TextLink>
              ) : (
                step.label
              )}
            </span>
            <i aria-hidden="true" className="funnel-track">
              {step.count !== null && (
                <i
                  data-settled={step.settled || undefined}
                  style={{ width: `${(step.count / most) * 100}%` }}
                />
              )}
            </i>
            <b className="funnel-count">{counted(step.count)}</b>
            <span className="funnel-rate">
              {rate(index) && (
                <>
                  {rate(index)}
                  <span className="sr-only"> de l’étape d’avant</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}
