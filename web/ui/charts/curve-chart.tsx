import { area, curveMonotoneX, line } from 'd3-shape';
import { ChartFrame, type ChartProps } from './chart-frame.tsx';
import { Plot, type PointsProps, pointsTable } from './plot.tsx';
import { axisOf, heightOf, type Series, type SeriesTone } from './scale.ts';

interface CurveChartProps extends ChartProps, PointsProps {
  /** The area under the first series is tinted: it is the main one. */
  area?: boolean;
}

/**
 * The marks of the series, round the middle of a square of 10: circle, square, triangle, diamond.
 */
const MARKS: Readonly<Record<SeriesTone, string>> = {
  settled: 'M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8z',
  asks: 'M1.5 1.5h7v7h-7z',
  rest: 'M5 .8l4.4 8h-8.8z',
  other: 'M5 .2l4.4 4.8l-4.4 4.8l-4.4-4.8z',
};

/**
 * Beyond this many points marks would hide the line: only the one that is read and the last have
 * theirs.
 */
const MOST_MARKS = 16;

/** The drawing is stretched to its room; lines keep their width by `vector-effect`. */
const ROOM = { width: 1000, height: 400 };

/** Lines over time, or over anything that has an order. */
export function CurveChart(props: CurveChartProps) {
  const { series, points, whole = false, area: washed = false } = props;
  const valuesOf = ({ key }: Series) => points.map(({ values }) => values[key] ?? null);
  const axis = axisOf(
    series.flatMap((each) => valuesOf(each).filter((value) => value !== null)),
    whole,
  );
  const x = (index: number) => ((index + 0.5) / points.length) * ROOM.width;
  const y = (value: number | null) => (1 - heightOf(value ?? 0, axis)) * ROOM.height;
  const lineOf = line<number | null>((_value, index) => x(index), y)
    .defined((value) => value !== null)
    .curve(curveMonotoneX);
  const areaOf = area<number | null>((_value, index) => x(index), y(0), y)
    .defined((value) => value !== null)
    .curve(curveMonotoneX);
  const [first] = series;

  return (
    <ChartFrame {...props} table={pointsTable(props)}>
      <Plot {...props} axis={axis} sample={({ tone }) => <LineSample tone={tone} />}>
        {(at) => (
          <>
            <svg viewBox={`0 0 ${ROOM.width} ${ROOM.height}`} preserveAspectRatio="none" aria-hidden="true">
              {washed && first && (
                <path className="chart-wash" data-tone={first.tone} d={areaOf(valuesOf(first)) ?? ''} />
              )}
              {series.map((each) => (
                <path
                  key={each.key}
                  className="chart-stroke"
                  data-tone={each.tone}
                  d={lineOf(valuesOf(each)) ?? ''}
                />
              ))}
            </svg>
            {series.flatMap((each) =>
              valuesOf(each).map((value, index) => {
                if (value === null) return null;
                if (points.length > MOST_MARKS && index !== at && index !== points.length - 1) return null;
                return (
                  <svg
                    key={`${each.key} ${points[index]?.key ?? ''}`}
                    viewBox="0 0 10 10"
                    className="chart-mark"
                    data-tone={each.tone}
                    data-read={index === at || undefined}
                    aria-hidden="true"
                    style={{
                      left: `${(x(index) / ROOM.width) * 100}%`,
                      bottom: `${heightOf(value, axis) * 100}%`,
                    }}
                  >
                    <path d={MARKS[each.tone]} />
                  </svg>
                );
              }),
            )}
          </>
        )}
      </Plot>
    </ChartFrame>
  );
}

/** How a series is drawn, beside its name. */
function LineSample({ tone }: { tone: SeriesTone }) {
  return (
    <svg viewBox="0 0 26 10" className="chart-sample" data-tone={tone} aria-hidden="true">
      <path className="chart-stroke" data-tone={tone} d="M0 5H26" />
      <path className="chart-sample-mark" d={MARKS[tone]} transform="translate(8 0)" />
    </svg>
  );
}

interface SparklineProps {
  values: readonly number[];
  /** The curve in words, for screen readers. */
  label: string;
  tone?: SeriesTone;
}

/** A line without axes, as high as a line of text: which way a figure goes. */
export function Sparkline({ values, label, tone = 'settled' }: SparklineProps) {
  if (values.length < 2) return null;
  const axis = axisOf(values);
  const path = line<number>(
    (_, index) => (index / (values.length - 1)) * 100,
    (value) => 26 - heightOf(value, axis) * 24,
  ).curve(curveMonotoneX);
  return (
    <svg
      viewBox="0 0 100 28"
      preserveAspectRatio="none"
      className="chart-spark"
      role="img"
      aria-label={label}
    >
      <path className="chart-stroke" data-tone={tone} d={path(values) ?? ''} />
    </svg>
  );
}
