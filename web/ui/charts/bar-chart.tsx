import { ChartFrame, type ChartProps } from './chart-frame.tsx';
import { Plot, type PointsProps, pointsTable } from './plot.tsx';
import { axisOf, heightOf, type Series } from './scale.ts';

interface BarChartProps extends ChartProps, PointsProps {
  /** `stacked` for parts of one sum, `grouped` for things beside each other. */
  arrangement?: 'stacked' | 'grouped';
}

interface Bar {
  series: Series;
  from: number;
  to: number;
}

/** The bars of one point; what is above zero grows upwards, what is below it downwards. */
function barsOf(
  values: Readonly<Record<string, number | null>>,
  series: readonly Series[],
  stacked: boolean,
): Bar[] {
  let above = 0;
  let below = 0;
  return series.map((each) => {
    const value = values[each.key] ?? 0;
    if (!stacked) return { series: each, from: Math.min(0, value), to: Math.max(0, value) };
    const from = value < 0 ? below + value : above;
    if (value < 0) below += value;
    else above += value;
    return { series: each, from, to: from + Math.abs(value) };
  });
}

/** Bars over an order, grouped or stacked. Each series has its pattern beside its colour. */
export function BarChart(props: BarChartProps) {
  const { series, points, whole = false, arrangement = 'stacked' } = props;
  const stacked = arrangement === 'stacked';
  const bars = points.map(({ values }) => barsOf(values, series, stacked));
  const axis = axisOf(
    bars.flat().flatMap(({ from, to }) => [from, to]),
    whole,
  );
  const band = 100 / points.length;
  const room = band * 0.72;
  const width = stacked ? room : room / series.length;
  return (
    <ChartFrame {...props} table={pointsTable(props)}>
      <Plot
        {...props}
        axis={axis}
        sample={({ tone }) => <i className="chart-bar-sample" data-tone={tone} aria-hidden="true" />}
      >
        {(at) =>
          bars.flatMap((group, index) =>
            group.map(({ series: each, from, to }, position) =>
              to === from ? null : (
                <i
                  key={`${each.key} ${points[index]?.key ?? ''}`}
                  className="chart-bar"
                  data-tone={each.tone}
                  data-read={index === at || undefined}
                  style={{
                    left: `${index * band + (band - room) / 2 + (stacked ? 0 : position * width)}%`,
                    width: `${width}%`,
                    bottom: `${heightOf(from, axis) * 100}%`,
                    height: `${(heightOf(to, axis) - heightOf(from, axis)) * 100}%`,
                  }}
                />
              ),
            ),
          )
        }
      </Plot>
    </ChartFrame>
  );
}
